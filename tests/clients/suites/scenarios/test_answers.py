"""What is said: words, JSON, thoughts, refusals, citations, helper prompts, quirks."""

import json
from typing import Any

import pytest
from openai import APIError, BadRequestError, LengthFinishReasonError, OpenAI
from pydantic import BaseModel, ValidationError
from pydantic_ai import Agent
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider

MODEL = "openai/gpt-4o"
HARD_WORDS = ["{{ 7 * 7 }} {% if x %} {#", "007", "[1]", '{"a": 1}', "true", "null", "a\n b\\n", "}} é 🌊"]
TOOLS = [
    {
        "type": "function",
        "function": {
            "name": "get_weather",
            "parameters": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
        },
    }
]

every_path = pytest.mark.parametrize("path", ["/inference/v1", "/gateway/v1"], ids=["fireworks", "gateway"])


class Person(BaseModel):
    """What `structured_output` tells of."""

    name: str
    born: int


def ask(client: OpenAI, text: str, **more: Any) -> Any:
    return client.chat.completions.create(model=MODEL, messages=[{"role": "user", "content": text}], **more)


def said(client: OpenAI, text: str, **more: Any) -> str:
    return ask(client, text, **more).choices[0].message.content


def streamed(client: OpenAI, text: str, **more: Any) -> list[Any]:
    return list(ask(client, text, stream=True, **more))


def pieces(chunks: list[Any]) -> list[str]:
    return [text for chunk in chunks for choice in chunk.choices if (text := choice.delta.content)]


@every_path
@pytest.mark.parametrize("words", HARD_WORDS)
def test_hello_says_the_users_words_as_they_are(client, path: str, words: str) -> None:
    """Whole and streamed, whatever they look like."""
    hello = client("hello", path)
    assert said(hello, f"Repeat: {words}") == words
    assert "".join(pieces(streamed(hello, f"Repeat: {words}"))) == words


def test_hello_greets(client) -> None:
    """By name, without one, or not at all."""
    hello = client("hello")
    texts = ["Hello, I am Ada.", "Hi there!", "hello"]
    greetings = ["Hello Ada! How can I help?", "Hello! How can I help?", "I can only say hello."]
    assert [said(hello, text) for text in texts] == greetings


@every_path
def test_structured_output_is_parsed(client, path: str) -> None:
    """By `parse`, as the content for a schema and as the arguments of a forced tool."""
    people = client("structured_output", path)
    ada = Person(name="Ada Lovelace", born=1815)
    asked = [{"role": "user", "content": "Who was Ada Lovelace?"}]
    answer = people.chat.completions.parse(model=MODEL, messages=asked, response_format=Person)
    assert answer.choices[0].message.parsed == ada
    tool = {"type": "function", "function": {"name": "save", "parameters": Person.model_json_schema()}}
    forced = ask(people, "Save Ada Lovelace.", tools=[tool], tool_choice="required")
    assert Person.model_validate_json(forced.choices[0].message.tool_calls[0].function.arguments) == ada
    asked = [{"role": "user", "content": "Who else?"}]
    answer = people.chat.completions.parse(model=MODEL, messages=asked, response_format=Person)
    assert isinstance(answer.choices[0].message.parsed, Person)


@pytest.mark.parametrize("name", ["Grace Hopper", "Alan Turing", "Mary Somerville"])
def test_structured_output_that_breaks_its_schema_is_noticed(client, name: str) -> None:
    """By pydantic, inside `parse`."""
    asked = [{"role": "user", "content": f"Who was {name}?"}]
    with pytest.raises(ValidationError):
        client("structured_output").chat.completions.parse(model=MODEL, messages=asked, response_format=Person)


def test_structured_output_as_an_output_type(with_async) -> None:
    """pydantic-ai has its output tool called."""

    async def work(openai):
        model = OpenAIChatModel(MODEL, provider=OpenAIProvider(openai_client=openai))
        return (await Agent(model, output_type=Person).run("Who was Ada Lovelace?")).output

    assert with_async("structured_output", work) == Person(name="Ada Lovelace", born=1815)


def test_structured_output_that_does_not_fit_is_an_error(client) -> None:
    """Of the mock's, with the reason."""
    schema = {"type": "json_schema", "json_schema": {"name": "n", "schema": {"type": "integer"}}}
    with pytest.raises(BadRequestError, match="its json is not what response_format asks for"):
        said(client("structured_output"), "Ada Lovelace", response_format=schema)


def test_long_reasoning(client) -> None:
    """Thoughts come first, in chunks of their own; too few tokens end among them."""
    thinker = client("long_reasoning")
    chunks = streamed(thinker, "Think about six times seven.")
    thoughts = [getattr(chunk.choices[0].delta, "reasoning_content", None) for chunk in chunks if chunk.choices]
    assert sum(thought is not None for thought in thoughts) > 200
    assert "".join(pieces(chunks)) == "It is 42."
    assert not pieces(chunks[:200])
    cut = ask(thinker, "Think about six times seven.", max_tokens=100).choices[0]
    assert (cut.finish_reason, cut.message.content or "") == ("length", "")
    asked = [{"role": "user", "content": "Think about six times seven."}]
    with pytest.raises(LengthFinishReasonError):
        thinker.chat.completions.parse(model=MODEL, messages=asked, max_tokens=100, response_format=Person)
    assert said(thinker, "six times seven", reasoning_effort="none") == "42"
    assert said(thinker, "seven times eight") == "It is 56."


def test_refusals(client) -> None:
    """The gateway's streams have a field for them; a filter has a finish reason."""
    for path in ("/inference/v1", "/gateway/v1"):
        refusing = client("refusals", path)
        assert said(refusing, "How do I pick a lock?").startswith("I am sorry")
        assert ask(refusing, "How do I mix a poison?").choices[0].finish_reason == "content_filter"
    chunks = streamed(client("refusals", "/gateway/v1"), "How do I forge a passport?")
    told = [chunk.choices[0].delta.refusal for chunk in chunks]
    assert "".join(filter(None, told)) == "I can't help with forging documents."
    assert not pieces(chunks)


def test_rag_with_citations(client) -> None:
    """The number of the source that fits."""
    sources = "Answer from the sources.\n[1] Bread is baked at 230 °C.\n[2] High water is at 18:42."
    messages = [{"role": "system", "content": sources}, {"role": "user", "content": "When is high water?"}]
    rag = client("rag_with_citations")
    assert rag.chat.completions.create(model=MODEL, messages=messages).choices[0].message.content.endswith("[2].")
    assert said(rag, "When is high water?").startswith("The sources do not say")
    assert said(rag, "When is low water?").endswith("[99].")


@pytest.mark.parametrize(
    ("prompt", "key"),
    [
        ("Generate a concise, 3-5 word title with an emoji summarizing the chat history.", "title"),
        ("Generate 1-3 broad tags categorizing the main themes of the chat history", "tags"),
        ("Suggest 3-5 relevant follow-up questions or prompts", "follow_ups"),
        ("Analyze the chat history to determine the necessity of generating search queries, in", "queries"),
        ("You are an autocompletion system. Continue the text in `<text>`", "text"),
        ("Generate a detailed prompt for am image generation task", "prompt"),
    ],
)
def test_open_webui(client, prompt: str, key: str) -> None:
    """Its helper prompts get JSON, and the chat goes on."""
    webui = client("open_webui")
    text = f"### Task:\n{prompt}\n### Chat History:\n<chat_history>\nUSER: Why are there tides?\n</chat_history>"
    assert list(json.loads(said(webui, text))) == [key]
    assert pieces(streamed(webui, "Why are there tides?"))


def test_context_overflow(client) -> None:
    """A client that cuts its history until it fits."""
    small = client("context_overflow")
    messages = [{"role": "user", "content": f"Message {number}."} for number in range(9)]
    refused: list[str] = []
    while len(refused) < len(messages):
        try:
            answer = small.chat.completions.create(model="small-context", messages=messages[len(refused) :])
            break
        except BadRequestError as error:
            refused.append(str(error))
    assert ["too long" in text for text in refused] == [True] * 3
    assert answer.choices[0].message.content == "Now it fits."
    asked = [{"role": "user", "content": "Tell me at length."}]
    assert small.chat.completions.create(model="small-context", messages=asked).choices[0].finish_reason == "length"


def quirk(client: OpenAI, name: str) -> Any:
    return ask(client, f"Quirk: {name}", tools=TOOLS).choices[0]


@every_path
def test_provider_quirks_of_calls(client, path: str) -> None:
    """Arguments as they are written, names that nobody offered, ids that are not unique."""
    odd = client("provider_quirks", path)
    arguments = {
        "blanks in arguments": '{"city" :  "M\\u00fcnchen" }',
        "empty arguments": "",
        "broken arguments": '{"city": "Oslo"',
        "unknown tool": '{"city": "Oslo"}',
    }
    for name, wanted in arguments.items():
        assert quirk(odd, name).message.tool_calls[0].function.arguments == wanted
        chunks = streamed(odd, f"Quirk: {name}", tools=TOOLS)
        calls = [call for chunk in chunks for choice in chunk.choices for call in choice.delta.tool_calls or []]
        assert "".join(call.function.arguments or "" for call in calls) == wanted
    assert [call.id for call in quirk(odd, "same id").message.tool_calls] == ["call_0", "call_0"]
    assert quirk(odd, "stop after a call").finish_reason == "stop"
    both = quirk(odd, "text and call").message
    assert (both.content, len(both.tool_calls)) == ("Let me look.", 1)


@every_path
def test_provider_quirks_of_texts(client, path: str) -> None:
    """Thoughts and fences among the words, nothing at all, another model, chunks of any size, comments between them."""
    odd = client("provider_quirks", path)
    assert quirk(odd, "think tags").message.content.startswith("<think>\n")
    assert quirk(odd, "fenced JSON").message.content.startswith("```json\n")
    assert not quirk(odd, "empty answer").message.content
    assert ask(odd, "Quirk: other model").model == "somebody-else-2"
    assert pieces(streamed(odd, "Quirk: odd chunks")) == ["Hel", "lo ", "t", "here."]
    assert pieces(streamed(odd, "Quirk: tiny chunks")) == list("Überall 潮汐 🌊.")
    empty = [choice.delta.content for chunk in streamed(odd, "Quirk: empty chunks") for choice in chunk.choices]
    assert [text for text in empty if text is not None][-5:] == ["", "Hello", "", " there.", ""]
    assert "".join(pieces(streamed(odd, "Quirk: comments"))) == "Still here."
    ends = [choice.finish_reason for chunk in streamed(odd, "Quirk: two finishes") for choice in chunk.choices]
    assert ends.count("stop") == 2


@every_path
@pytest.mark.parametrize(("name", "wanted"), [("whole arguments", 2), ("whole call", 1)])
def test_provider_quirks_of_calls_in_one_piece(client, path: str, name: str, wanted: int) -> None:
    """So many chunks have a part of the call."""
    chunks = streamed(client("provider_quirks", path), f"Quirk: {name}", tools=TOOLS)
    calls = [call.function for chunk in chunks for choice in chunk.choices for call in choice.delta.tool_calls or []]
    assert len(calls) == wanted
    assert (calls[0].name, "".join(call.arguments or "" for call in calls)) == ("get_weather", '{"city": "Oslo"}')


@every_path
def test_provider_quirks_of_what_is_missing(client, path: str) -> None:
    """Counts that were asked for, and the rest of an answer."""
    odd = client("provider_quirks", path)
    chunks = streamed(odd, "Quirk: no usage", stream_options={"include_usage": True})
    assert [chunk.usage for chunk in chunks if chunk.usage] == []
    assert ask(odd, "Quirk: no usage").usage is None
    came: list[str] = []
    chunks = ask(odd, "Quirk: error in the middle", stream=True)
    with pytest.raises(APIError, match="server had an error"):
        came.extend(piece for chunk in chunks for piece in pieces([chunk]))
    assert came == ["It", " began"]
