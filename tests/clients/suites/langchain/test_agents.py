"""Tools, agents and structured output through LangChain."""

import pytest
from asks import QUESTION
from langchain.agents import create_agent
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from langchain_core.tools import BaseTool, tool
from pydantic import BaseModel


class Tide(BaseModel):
    """When the water is how high."""

    harbour: str
    height: float


@tool
def get_tide(harbour: str) -> str:
    """When the next high water is."""
    return f"High water in {harbour} is at 18:42."


TOOLS: list[BaseTool] = [get_tide]


def test_a_forced_call(model: BaseChatModel) -> None:
    """LangChain writes the tool's schema and reads the arguments."""
    answer = model.bind_tools(TOOLS, tool_choice="any").invoke(QUESTION)
    assert [(call["name"], call["args"]) for call in answer.tool_calls] == [("get_tide", {"harbour": "Dover"})]
    assert not answer.invalid_tool_calls


def test_streamed_chunks_add_up_to_the_same_call(model: BaseChatModel) -> None:
    """By LangChain's own adding."""
    first, *rest = model.bind_tools(TOOLS, tool_choice="any").stream(QUESTION)
    assert [call["args"] for call in sum(rest, first).tool_calls] == [{"harbour": "Dover"}]


def test_an_agent_s_loop_ends(model: BaseChatModel) -> None:
    """A question, a call, a result, an answer."""
    said = create_agent(model, TOOLS).invoke({"messages": [HumanMessage(QUESTION)]}, {"recursion_limit": 8})["messages"]
    assert [type(message) for message in said] == [HumanMessage, AIMessage, ToolMessage, AIMessage]
    assert said[2].content == "High water in Dover is at 18:42."
    assert said[3].content


@pytest.mark.parametrize("method", ["function_calling", "json_schema", "json_mode"])
def test_structured_output(model: BaseChatModel, method: str) -> None:
    """By each of LangChain's methods; `json_mode` sends no schema, so that only JSON is promised."""
    output = model.with_structured_output(Tide if method != "json_mode" else None, method=method).invoke(
        f"{QUESTION} Answer in JSON."
    )
    assert isinstance(output, Tide if method != "json_mode" else dict)
