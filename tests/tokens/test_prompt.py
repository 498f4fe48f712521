"""Prompts are counted by the documented rule."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mockllm.catalogue import find
from mockllm.core import Limits, MediaPart, Message, Reasoning, Request, TextPart, Tool, ToolCall
from mockllm.tokens import Prompt, for_vocabulary, prompt_fragments, read_prompt, tokenizer_for

KIMI = "accounts/fireworks/models/kimi-k2-instruct-0905"
GPT_OSS = "accounts/fireworks/models/gpt-oss-20b"
LLAMA = "accounts/fireworks/models/llama-v3p3-70b-instruct"
MINIMAX = "accounts/fireworks/models/minimax-m2"
MODELS = (KIMI, GPT_OSS, LLAMA)

TALK = (
    Message(role="system", content="Be brief."),
    Message(role="user", content="Hello?"),
    Message(role="assistant", content="Here I am, whatever you may want to know of me."),
    Message(role="user", content="Good."),
)


def asked(*messages: Message, model: str = KIMI, **fields: Any) -> Request:
    return Request(dialect="fireworks", level="contract", model=model, asked_model=model, messages=messages, **fields)


def prompt(*messages: Message, model: str = KIMI, **fields: Any) -> Prompt:
    card = find(model, "fireworks")
    return read_prompt(asked(*messages, model=model, **fields), tokenizer_for(card), card)


def spelled(of: Prompt, model: str = KIMI) -> str:
    return tokenizer_for(find(model, "fireworks")).decode(of.ids)


@pytest.mark.parametrize(
    ("model", "text"),
    [
        (KIMI, "<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n"),
        (GPT_OSS, "<|start|>user<|message|>Hi<|end|><|start|>assistant"),
        (
            LLAMA,
            (
                "<|begin_of_text|><|start_header_id|>user<|end_header_id|>\n\nHi<|eot_id|>"
                "<|start_header_id|>assistant<|end_header_id|>\n\n"
            ),
        ),
    ],
)
def test_template(model: str, text: str) -> None:
    """A message stands in the frame of its model's template, and the answer's header follows."""
    assert spelled(prompt(Message(role="user", content="Hi"), model=model), model) == text


def test_special_ids_are_the_models_own() -> None:
    """Where a model's special ids are known, the prompt has those."""
    assert prompt(*TALK, model=GPT_OSS).ids[:3:2] == [200_006, 200_008]
    assert prompt(*TALK, model=LLAMA).ids[:2] == [128_000, 128_006]
    assert prompt(*TALK, model=KIMI).ids[0] == 100_264


@pytest.mark.parametrize("model", MODELS)
def test_fragments_add_up(model: str) -> None:
    """The prompt's ids are those of its fragments, each by itself."""
    card = find(model, "fireworks")
    tokenizer = tokenizer_for(card)
    found = prompt_fragments(asked(*TALK, model=model), tokenizer, card)
    parts = [tokenizer.encode(part) if isinstance(part, str) else [part] for part in found]
    assert prompt(*TALK, model=model).ids == [token_id for part in parts for token_id in part]


@pytest.mark.parametrize("model", MODELS)
def test_messages_add_up(model: str) -> None:
    """Each message adds the same number of tokens wherever it stands."""
    alone = [len(prompt(message, model=model).ids) for message in TALK]
    empty = len(prompt(model=model).ids)
    assert len(prompt(*TALK, model=model).ids) == sum(alone) - empty * (len(TALK) - 1)


@pytest.mark.parametrize(
    ("message", "text"),
    [
        (Message(role="user", name="ann", content="Hi"), "<|im_start|>user name=ann\nHi<|im_end|>\n"),
        (Message(role="wizard", content="Hi"), "<|im_start|>wizard\nHi<|im_end|>\n"),
        (Message(role="assistant"), "<|im_start|>assistant\n<|im_end|>\n"),
        (Message(role="tool", tool_call_id="c1", content="4"), "<|im_start|>tool id=c1\n4<|im_end|>\n"),
        (
            Message(role="user", content=(TextPart(text="one"), TextPart(text="two"))),
            "<|im_start|>user\none\ntwo<|im_end|>\n",
        ),
        (
            Message(role="assistant", content="So:", tool_calls=(ToolCall(id="c1", name="f", arguments='{"a": 1'),)),
            '<|im_start|>assistant\nSo:<tool_call>{"name":"f","arguments":{"a": 1}</tool_call><|im_end|>\n',
        ),
        (
            Message(role="assistant", tool_calls=(ToolCall(id=None, name="f", arguments=""),)),
            '<|im_start|>assistant\n<tool_call>{"name":"f","arguments":}</tool_call><|im_end|>\n',
        ),
    ],
)
def test_everything_in_a_message_counts(message: Message, text: str) -> None:
    """Names, roles, parts, calls as they were sent and what is answered stand in the prompt."""
    assert spelled(prompt(message)) == text + "<|im_start|>assistant\n"


def test_tools_stand_first() -> None:
    """The tools are a system message of compact JSON before all others."""
    tools = (
        Tool(name="f", description="Does.", parameters={"type": "object", "properties": {}}, strict=True),
        Tool(name="ö"),
    )
    text = spelled(prompt(Message(role="user", content="Hi"), tools=tools)).split("<|im_end|>")[0]
    head, *lines = text.split("\n")
    assert (head, lines[0]) == ("<|im_start|>system", "# Tools")
    function = {"name": "f", "description": "Does.", "parameters": {"type": "object", "properties": {}}, "strict": True}
    assert lines[1] == json.dumps({"type": "function", "function": function}, separators=(",", ":"))
    assert lines[2] == '{"type":"function","function":{"name":"ö"}}'


@pytest.mark.parametrize(
    ("part", "count"),
    [
        (MediaPart(kind="image", url="u", detail="low"), 85),
        (MediaPart(kind="image", url="u", detail="high"), 765),
        (MediaPart(kind="image", url="u"), 765),
        (MediaPart(kind="video", url="u"), 8 * 85),
        (MediaPart(kind="video", url="u", max_frames=3), 3 * 85),
        (MediaPart(kind="video", url="u", max_frames=-5), 85),
        (MediaPart(kind="video", url="u", max_frames=10**12), 64 * 85),
    ],
)
@pytest.mark.parametrize("model", MODELS)
def test_media_count(part: MediaPart, count: int, model: str) -> None:
    """Images and videos count by their documented rule, and each placeholder has a spelling."""
    with_it = prompt(Message(role="user", content=(TextPart(text="See"), part)), model=model)
    without = prompt(Message(role="user", content=(TextPart(text="See"),)), model=model)
    assert len(with_it.ids) - len(without.ids) == count
    assert spelled(with_it, model).count(f"<|{part.kind}|>") == count


def test_many_media_parts_stay_bounded() -> None:
    """From the 65th on, an image of a prompt counts one token, whatever message it stands in."""
    image = MediaPart(kind="image", url="u")
    found = prompt(*[Message(role="user", content=(image,) * 10)] * 10)
    assert spelled(found).count("<|image|>") == 64 * 765 + 36


REASONED = (
    Message(role="user", content="One"),
    Message(role="assistant", content="a", reasoning="first thought"),
    Message(role="user", content="Two"),
    Message(role="assistant", reasoning="second thought", tool_calls=(ToolCall(id="c", name="f", arguments="{}"),)),
    Message(role="tool", tool_call_id="c", content="4"),
)


@pytest.mark.parametrize(
    ("history", "kept"),
    [("disabled", []), ("interleaved", ["second"]), ("preserved", ["first", "second"])],
)
def test_reasoning_history(history: Any, kept: list[str]) -> None:
    """Reasoning of the past is in the prompt as far as `reasoning_history` says."""
    text = spelled(prompt(*REASONED, reasoning=Reasoning(history=history)))
    assert [word for word in ("first", "second") if f"<think>{word} thought</think>" in text] == kept
    assert text.count("thought") == len(kept)


@pytest.mark.parametrize(("model", "kept"), [(KIMI, 2), (MINIMAX, 1)])
def test_default_history_is_the_models(model: str, kept: int) -> None:
    """What leaving `reasoning_history` out means depends on the model (Fireworks reference)."""
    assert spelled(prompt(*REASONED, model=model), model).count("thought") == kept


def test_interleaved_without_user_keeps_all() -> None:
    """Where no user has spoken, there is no last user message to strip up to."""
    text = spelled(prompt(REASONED[1], reasoning=Reasoning(history="interleaved")))
    assert "first thought" in text


def test_cached() -> None:
    """Cached is what precedes the last assistant message and it itself, in steps of 16."""
    upto = len(prompt(*TALK[:3]).ids) - len(prompt().ids)
    assert prompt(*TALK).cached == upto // 16 * 16 > 0
    assert prompt(*TALK[:2]).cached == 0


def test_cached_prefix_is_shared() -> None:
    """Two conversations that go on differently after the same answer have the cached ids in common."""
    one, other = prompt(*TALK), prompt(*TALK[:3], Message(role="user", content="Quite another question!"))
    assert one.ids[: one.cached] == other.ids[: other.cached]


def test_unencodable_text_is_counted() -> None:
    """A lone surrogate, which the gateway lets pass, counts as U+FFFD anywhere in a request."""
    odd = "\ud800"
    message = Message(role="user", name=odd, content=odd)
    text = spelled(prompt(message, tools=(Tool(name="f", description=odd),)))
    assert text.count("\ufffd") == 3


@settings(deadline=None, max_examples=60)
@given(
    st.lists(
        st.builds(
            Message,
            role=st.sampled_from(["system", "user", "assistant", "tool"]),
            content=st.none() | st.text("ab \n🎉", max_size=20),
            name=st.none() | st.text("ab", max_size=3),
            reasoning=st.none() | st.text("ab", max_size=10),
        ),
        max_size=6,
    ),
    st.sampled_from(MODELS),
    st.none() | st.integers(0, 60),
)
def test_laws(messages: list[Message], model: str, limit: int | None) -> None:
    """Every prompt can be spelled, is the same twice, and has a cached part that is a part of it."""
    request = asked(*messages, model=model, limits=Limits(prompt_truncate_len=limit))
    card = find(model, "fireworks")
    tokenizer = tokenizer_for(card)
    found = read_prompt(request, tokenizer, card)
    assert found == read_prompt(request, tokenizer, card)
    assert 0 <= found.cached <= len(found.ids)
    assert found.cached % 16 == 0
    assert len(tokenizer.pieces(found.ids)) == len(found.ids)
    unlimited = read_prompt(replace(request, limits=Limits()), tokenizer, card)
    fragments = prompt_fragments(request, tokenizer, card)
    assert sum(len(tokenizer.encode(part)) if isinstance(part, str) else 1 for part in fragments) == len(unlimited.ids)
    assert len(found.ids) <= len(unlimited.ids)


def test_reading_leaves_what_is_shared_alone() -> None:
    """A caller that changes the ids it got changes no later prompt."""
    card = find(KIMI, "fireworks")
    first = read_prompt(asked(*TALK), for_vocabulary("cl100k"), card)
    expected = list(first.ids)
    first.ids.clear()
    assert read_prompt(asked(*TALK), for_vocabulary("cl100k"), card).ids == expected
