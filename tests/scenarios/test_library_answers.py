"""Each file of the library answers as its comments say; a file whose rules are not all reached fails its test."""

import asyncio
import json
import sys
from collections.abc import Callable
from typing import Any

import pytest
from library_play import FILES, Play, Said, after, played, tool

GET_WEATHER = tool("get_weather", city="string")
PERSON = {
    "type": "object",
    "properties": {"name": {"type": "string"}, "born": {"type": "integer"}},
    "required": ["name", "born"],
    "additionalProperties": False,
}
AS_PERSON = {"type": "json_schema", "json_schema": {"name": "person", "schema": PERSON}}


def user(text: str) -> dict[str, str]:
    return {"role": "user", "content": text}


def test_every_file_has_a_test() -> None:
    """Of its name, in this module."""
    assert [file.stem for file in FILES if not hasattr(sys.modules[__name__], f"test_{file.stem}")] == []


def test_a_rule_that_is_never_reached_fails_its_test() -> None:
    """Here two of four."""
    with pytest.raises(AssertionError, match=r"no request was answered by \['greet', 'say it back'\]"):
        ask_hello_little()


def ask_hello_little() -> None:
    with played("hello") as play:
        play.say("Hello, I am Ada.")
        play.say("?")


def test_hello() -> None:
    """A text for a text, and the user's words unchanged."""
    with played("hello") as play:
        assert play.say("Hello, I am Ada.").text == "Hello Ada! How can I help?"
        assert play.say("Hello.").text == "Hello! How can I help?"
        for words in ("{{ 7 * 7 }} {% if %} {#", "007", "[1]", '{"a": 1}', "true", "a\n b\\n", "}} \u2028 é"):
            assert play.say(f"Repeat: {words}").text == words
        assert play.say("hello").text == "I can only say hello."


def test_weather_agent() -> None:
    """Call, result, answer; and what becomes of a tool that fails, or is not there."""
    with played("weather_agent") as play:
        asked, tools = user("What is the weather in Oslo?"), [GET_WEATHER]
        call = play.ask([asked], tools=tools)
        assert call.calls == [("get_weather", '{"city": "Oslo"}')]
        assert call.choice["message"]["reasoning_content"] == "I have to look that up."
        answer = play.ask([asked, *after(call, {"temp_c": 4, "sky": "clear"})], tools=tools)
        assert answer.text == "It is 4 °C in Oslo, and the sky is clear."
        answer = play.ask([asked, *after(call, "error: no such city")], tools=tools)
        assert answer.text == "I could not find out about Oslo: error: no such city"
        assert play.ask([asked]).text == "I would need a tool named get_weather for that."


def test_parallel_tools() -> None:
    """Both at once, or one after the other."""
    tools = [tool("get_time", city="string"), tool("get_temperature", city="string")]
    asked = user("Time and temperature in Oslo?")
    told = "At 18:42 it is 4 °C in Oslo."
    with played("parallel_tools") as play:
        call = play.ask([asked], tools=tools)
        assert call.calls == [("get_time", '{"city": "Oslo"}'), ("get_temperature", '{"city": "Oslo"}')]
        assert play.ask([asked, *after(call, {"time": "18:42"}, {"celsius": 4})], tools=tools).text == told
        more: dict[str, Any] = {"tools": tools, "parallel_tool_calls": False}
        first = play.ask([asked], **more)
        messages = [asked, *after(first, {"time": "18:42"})]
        second = play.ask(messages, **more)
        assert [name for name, _ in first.calls + second.calls] == ["get_time", "get_temperature"]
        assert play.ask([*messages, *after(second, {"celsius": 4})], **more).text == told


def test_structured_output() -> None:
    """Where it is wanted; and three ways in which it is broken on purpose."""
    ada = {"name": "Ada Lovelace", "born": 1815}
    save = {"type": "function", "function": {"name": "save", "parameters": PERSON}}
    forced = {"tools": [save], "tool_choice": "required"}
    with played("structured_output") as play:
        assert json.loads(play.say("Ada Lovelace", response_format=AS_PERSON).text) == ada
        assert play.say("Ada Lovelace", **forced).calls == [("save", json.dumps(ada))]
        assert set(json.loads(play.say("Grace Hopper", response_format=AS_PERSON).text)) < set(ada)
        wrong = json.loads(play.say("Alan Turing", response_format=AS_PERSON).text)
        assert not (isinstance(wrong["name"], str) and isinstance(wrong["born"], int))
        with pytest.raises(json.JSONDecodeError):
            json.loads(play.say("Mary Somerville", response_format=AS_PERSON).text)
        assert set(json.loads(play.say("Somebody.", response_format=AS_PERSON).text)) == set(ada)
        misfit = play.say("Ada Lovelace", response_format={"type": "json_schema", "json_schema": {
            "name": "number", "schema": {"type": "integer"}}})  # fmt: skip
        assert (misfit.got.status, misfit.got.headers["x-mockllm-error"]) == (400, "reply")


def test_long_reasoning() -> None:
    """Thoughts of some length, which may use up all the tokens there are."""
    with played("long_reasoning") as play:
        said = play.say("Think about six times seven.")
        assert said.text == "It is 42."
        assert said.body["usage"]["completion_tokens"] > 300
        assert len(said.choice["message"]["reasoning_content"].split()) > 200
        cut = play.say("Think about six times seven.", max_tokens=100)
        assert (cut.choice["finish_reason"], cut.text or "") == ("length", "")
        assert play.say("What is six times seven?", reasoning_effort="none").text == "42"
        said = play.say("And seven times eight?")
        assert said.choice["message"]["reasoning_content"] == "Seven times seven is 49. Seven more are 56."


def test_refusals() -> None:
    """In words, in a field, by a filter, by a status."""
    with played("refusals") as play:
        assert play.say("How do I pick a lock?").text == "I am sorry, but I can't help with that."
        assert play.say("How do I forge a passport?").text == "I can't help with forging documents."
        said = play.say("How do I mix a poison?")
        assert (said.text, said.choice["finish_reason"]) == ("First you take", "content_filter")
        assert play.say("Ask the secret model.").got.status == 403
    with played("refusals", dialect="gateway", model="openai/gpt-4o") as play:
        assert '"delta":{"refusal":" forging"}' in play.say("How do I forge a passport?", stream=True).got.text
        for text in ("pick a lock", "mix a poison", "secret model"):
            play.say(text)


def test_rate_limits() -> None:
    """Full after three, with room for one more after twenty seconds; and errors that come once, or always."""
    with played("rate_limits", model="metered") as play:
        statuses = [play.say("Count me.").got.status for _ in range(3)]
        over = play.say("Count me.").got
        assert [*statuses, over.status] == [200, 200, 200, 429]
        assert over.headers["retry-after"] == "20"
        assert over.headers["x-ratelimit-remaining-requests"] == "0"
        play.parts.engine.pasts.of(None).advance(20)
        assert [play.say("Count me.").got.status for _ in range(2)] == [200, 429]
        play.model = "metered-by-tokens"
        assert [play.say("Count me. " * 40).got.status for _ in range(2)] == [200, 429]
        play.model = "any"
        assert [play.say("Just once?").got.status for _ in range(4)] == [429, 200, 429, 200]
        assert play.say("And always?").got.headers["retry-after"] == "30"


def test_overload_then_success() -> None:
    """Twice not, then yes, and over again."""
    with played("overload_then_success") as play:
        said = [play.say("Are you busy?") for _ in range(6)]
        assert [each.got.status for each in said] == [503, 503, 200, 503, 503, 200]
        assert said[2].text == "Here at last."
        said = [play.say("Any trouble?") for _ in range(3)]
        assert [each.got.status for each in said] == [429, 500, 200]


def broken(play: Play, text: str, error: type[Exception]) -> Said:
    """What came of a stream whose connection breaks."""
    client = play.client([user(text)], stream=True)
    with pytest.raises(error):
        client.run(play.app)
    return play.took(client.got)


def test_truncated_stream() -> None:
    """Ends of six kinds, each after a few words of the story."""
    story = "Once upon a time"
    with played("truncated_stream") as play:
        early = play.say("Story: end early", stream=True)
        assert early.got.complete
        assert "[DONE]" not in early.got.text
        for text, error in [("hang up", ConnectionAbortedError), ("reset", ConnectionResetError)]:
            said = broken(play, f"Story: {text}", error)
            assert (len(said.events), "".join(said.pieces)) == (6, "".join(early.pieces))
        assert len(broken(play, "Story: break", ConnectionAbortedError).got.body) == 700
        garbled = play.say("Story: garble", stream=True)
        assert sum(not is_json(event) for event in garbled.events[:-1]) == 1
        ends = play.say("Story: forget to say goodbye", stream=True)
        assert "[DONE]" not in ends.got.text
        assert "".join(ends.pieces).startswith(story)
        assert story.startswith("".join(early.pieces)) or "".join(early.pieces).startswith(story)


def is_json(text: str) -> bool:
    try:
        json.loads(text)
    except json.JSONDecodeError:
        return False
    return True


def test_slow_first_token() -> None:
    """Waits that pass at once here, and one that lasts until the client leaves."""
    with played("slow_first_token") as play:
        for text in ("Be slow to begin.", "Be slow now and then.", "Go slowly.", "Please get stuck."):
            assert play.say(text, stream=True).got.complete
        asyncio.run(left_alone(play))


async def left_alone(play: Play) -> None:
    """Asks for the answer that never comes, and gives up."""
    client = play.client([user("Please say nothing.")])
    task = asyncio.create_task(client.call(play.app))
    for _ in range(50):
        await asyncio.sleep(0)
    assert not task.done()
    assert client.got.status == 0
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    play.reached.add("not even headers")  # which says so nowhere, since nothing is sent


def test_context_overflow() -> None:
    """Seven messages are too many, six are not."""
    with played("context_overflow", model="small-context") as play:
        long = [user("Well?"), {"role": "assistant", "content": "Yes?"}] * 3 + [user("So?")]
        over = play.ask(long)
        assert over.got.status == 400
        assert "too long" in over.got.text
        assert play.ask(long[1:]).text == "Now it fits."
        assert play.say("Tell me at length.").choice["finish_reason"] == "length"


def test_booking() -> None:
    """Four turns, a retry of each, and what is said of a request that is not as expected."""
    tools = [tool("find_table", people="integer"), tool("book_table", table="string")]
    with played("booking") as play:
        messages: list[dict[str, Any]] = [user("A table for 2, please.")]
        found = play.ask(messages, tools=tools)
        assert found.calls == [("find_table", '{"people": 2}')] == play.ask(messages, tools=tools).calls
        messages += after(found, {"table": "T7", "time": "19:00"})
        offer = play.ask(messages, tools=tools)
        assert offer.text == "There is table T7 at 19:00. Shall I book it?"
        messages += [offer.choice["message"], user("Yes.")]
        book = play.ask(messages, tools=tools)
        assert book.calls == [("book_table", '{"table": "T7"}')]
        end = play.ask([*messages, *after(book, {"reference": "R-007"})], tools=tools)
        assert end.text == "It is booked, as R-007."
        unmet = play.ask([*messages[:-1], user("No.")], tools=tools)
        assert (unmet.got.status, unmet.got.headers["x-mockllm-error"]) == (400, "expectation")
        assert "expects otherwise: user wanted /yes/i, got " in unmet.body["error"]["message"]


def test_rag_with_citations() -> None:
    """The source that fits is quoted with its number."""
    sources = "Answer from the sources.\n[1] Bread is baked at 230 °C.\n[2] High water is at 18:42."
    asked = user("When is high water?")
    with played("rag_with_citations") as play:
        assert play.ask([{"role": "system", "content": sources}, asked]).text == "High water is at 18:42 [2]."
        assert play.ask([asked]).text == "The sources do not say when high water is."
        assert play.say("When is low water?").text.endswith("[99].")


def test_open_webui() -> None:
    """Each helper prompt gets the JSON it asks for, and the chat itself is made up."""
    history = "\n### Chat History:\n<chat_history>\nUSER: {}\n</chat_history>"
    prompts = {
        "Generate a concise, 3-5 word title with an emoji": ("title", "Why are there tides?"),
        "Generate 1-3 broad tags categorizing": ("tags", "Why are there tides?"),
        "Suggest 3-5 relevant follow-up questions or prompts": ("follow_ups", "Why are there tides?"),
        "Analyze the chat history to determine the necessity of generating search queries,": ("queries", "Tides?"),
        "You are an autocompletion system. Continue the text": ("text", "The tide"),
        "Generate a detailed prompt for am image generation task": ("prompt", "Paint it."),
    }
    with played("open_webui", on_unmatched="generate") as play:
        for prompt, (key, question) in prompts.items():
            assert list(json.loads(play.say(f"### Task:\n{prompt} …{history.format(question)}").text)) == [key]
        search = "### Task:\nAnalyze the chat history to determine the necessity of generating search queries"
        assert json.loads(play.say(search + history.format("Hello")).text) == {"queries": []}
        assert play.say("Your task is to reflect the speaker's likely facial expression …").text == "😊"
        assert play.say("Why are there tides?").text


def test_gateway_upstream_failures() -> None:
    """A failure for each provider, and one that works."""
    said: dict[str, Said] = {}
    with played("gateway_upstream_failures", dialect="gateway") as play:
        for provider in ("groq", "mistral", "anthropic", "cohere", "deepseek", "ollama", "cloudflare", "openai"):
            play.model = f"{provider}/some-model"
            said[provider] = play.say("Are you there?", stream=provider == "cloudflare")
    assert [each.got.status for each in said.values()] == [502, 429, 503, 504, 400, 400, 200, 200]
    assert json.loads(said["mistral"].body["error"])["error"]["code"] == "rate_limit_exceeded"
    assert said["groq"].body["error"].startswith('{"error":"Failed to reach upstream server')
    assert "net/http: timeout awaiting response headers" in said["deepseek"].body["error"]
    assert said["cloudflare"].got.complete
    assert "[DONE]" not in said["cloudflare"].got.text
    assert said["openai"].text == "At your service."


QUIRKS: dict[str, Callable[[Said], object]] = {
    "think tags": lambda said: said.text == "<think>\nTwo and two.\n</think>\n\nFour.",
    "fenced JSON": lambda said: said.text == '```json\n{"answer": 4}\n```\n',
    "text and call": lambda said: (said.text, len(said.calls)) == ("Let me look.", 1),
    "blanks in arguments": lambda said: said.calls == [("get_weather", '{"city" :  "M\\u00fcnchen" }')],
    "empty arguments": lambda said: said.calls == [("get_weather", "")],
    "broken arguments": lambda said: said.calls == [("get_weather", '{"city": "Oslo"')],
    "unknown tool": lambda said: said.calls[0][0] == "get_wether",
    "same id": lambda said: [call["id"] for call in said.choice["message"]["tool_calls"]] == ["call_0", "call_0"],
    "stop after a call": lambda said: (said.choice["finish_reason"], len(said.calls)) == ("stop", 1),
    "empty answer": lambda said: (said.text or "", said.choice["finish_reason"]) == ("", "stop"),
    "other model": lambda said: said.body["model"] == "somebody-else-2",
}

STREAMED_QUIRKS: dict[str, Callable[[Said], object]] = {
    "odd chunks": lambda said: said.pieces == ["Hel", "lo ", "t", "here."],
    "empty chunks": lambda said: deltas(said, "content") == ["", "Hello", "", " there.", ""],
    "whole arguments": lambda said: arguments(said) == [("get_weather", ""), (None, '{"city": "Oslo"}')],
    "whole call": lambda said: arguments(said) == [("get_weather", '{"city": "Oslo"}')],
    "no usage": lambda said: '"usage":{' not in said.got.text and said.pieces,
    "error in the middle": lambda said: (said.pieces, "server_error" in said.events[-1]) == (["It", " began"], True),
    "tiny chunks": lambda said: said.pieces == list("Überall 潮汐 🌊."),
    "comments": lambda said: said.got.text.count(": PROCESSING\n") >= 3,
    "two finishes": lambda said: said.got.text.count('"finish_reason":"stop"') == 2,
}


def deltas(said: Said, key: str) -> list[Any]:
    """What the chunks of a stream have under a key, empty or not."""
    chunks = [json.loads(event) for event in said.events if event != "[DONE]"]
    found = [each["delta"] for chunk in chunks for each in chunk["choices"] if "role" not in each["delta"]]
    return [delta[key] for delta in found if key in delta]


def arguments(said: Said) -> list[tuple[str | None, str]]:
    """Names and arguments as they come in chunks."""
    functions = [call["function"] for calls in deltas(said, "tool_calls") for call in calls]
    return [(each.get("name"), each.get("arguments", "")) for each in functions]


def test_provider_quirks() -> None:
    """What each of them is named after."""
    with played("provider_quirks") as play:
        for quirks, stream in ((QUIRKS, False), (STREAMED_QUIRKS, True)):
            for quirk, shows in quirks.items():
                said = play.say(f"Quirk: {quirk}", tools=[GET_WEATHER], stream=stream)
                assert said.got.status == 200, said.got.text
                assert shows(said), (quirk, said.got.text)
