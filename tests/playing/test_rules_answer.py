"""Rules answer: the first that matches, with all that a reply can say."""

import json
from pathlib import Path

import pytest
from stage import choice, complaint, deltas, stage, tool

from mockllm.tokens import for_vocabulary

WEATHER = tool("get_weather", city={"type": "string"})


def test_the_first_rule_that_matches_answers(tmp_path: Path) -> None:
    """And the answer names it."""
    played = stage(
        tmp_path,
        """
        rules:
          - {name: rain, when: {user: rain}, reply: Take an umbrella.}
          - {name: anything, reply: Fine.}
        """,
    )
    got = played.ask("Will it rain?")
    assert (choice(got)["message"]["content"], got.headers["x-mockllm-rule"]) == ("Take an umbrella.", "rain")
    assert played.ask("Hello").headers["x-mockllm-rule"] == "anything"


@pytest.mark.parametrize("dialect", ["fireworks", "gateway"])
def test_limits_of_the_request_apply(tmp_path: Path, dialect: str) -> None:
    """`max_tokens`, `stop` and `n` cut and repeat scripted text as any other, and usage counts what is left."""
    played = stage(tmp_path, "rules: [{reply: One two three four five six.}]")
    whole = json.loads(played.ask("x", dialect=dialect).body)
    assert whole["usage"]["completion_tokens"] == len(for_vocabulary("cl100k").encode("One two three four five six."))
    cut = json.loads(played.ask("x", dialect=dialect, max_tokens=3).body)
    assert cut["choices"][0]["finish_reason"] == "length"
    assert cut["usage"]["completion_tokens"] == 3
    stopped = json.loads(played.ask("x", dialect=dialect, stop=[" four"], n=2).body)
    assert [each["message"]["content"] for each in stopped["choices"]] == ["One two three", "One two three"]


def test_limits_can_be_ignored(tmp_path: Path) -> None:
    """Where a reply says so, it comes whole."""
    played = stage(tmp_path, "rules: [{reply: {content: One two three four., ignore_limits: true}}]")
    assert choice(played.ask("x", max_tokens=1, stop=["two"]))["message"]["content"] == "One two three four."


def test_log_probabilities_are_computed(tmp_path: Path) -> None:
    """They belong to the tokens of the scripted text; the first may be given."""
    played = stage(tmp_path, "rules: [{reply: {content: Oslo is cold today., logprobs: [-2.5]}}]")
    rows = choice(played.ask("x", logprobs=True, top_logprobs=3))["logprobs"]["content"]
    assert "".join(row["token"] for row in rows) == "Oslo is cold today."
    assert rows[0]["logprob"] == -2.5
    assert all(row["logprob"] <= 0 for row in rows)
    tops = rows[0]["top_logprobs"]
    assert [top["logprob"] for top in tops] == sorted((top["logprob"] for top in tops), reverse=True)
    assert rows[0]["token_id"] in [top["token_id"] for top in tops]


def test_reasoning_and_calls(tmp_path: Path) -> None:
    """A scripted call carries what a template takes from the prompt; its id is made unless it is given."""
    played = stage(
        tmp_path,
        r"""
        rules:
          - when: {user: '/in (?P<city>\w+)/', tools: [get_weather]}
            reply:
              reasoning: They want the weather.
              tool_calls:
                - get_weather: {city: "{{ match.city }}"}
                - {name: get_weather, arguments: '{"city": "B', id: c2}
        """,
    )
    message = choice(played.ask("weather in Oslo", tools=[WEATHER]))["message"]
    assert message["reasoning_content"] == "They want the weather."
    first, second = message["tool_calls"]
    assert json.loads(first["function"]["arguments"]) == {"city": "Oslo"}
    assert first["id"].startswith("call_")
    assert (second["id"], second["function"]["arguments"]) == ("c2", '{"city": "B')


def test_the_generator_fills_holes(tmp_path: Path) -> None:
    """Words of a length, arguments that fit the tool, or whatever a model would say."""
    played = stage(
        tmp_path,
        """
        rules:
          - {when: {user: words}, reply: {generate: {tokens: 40, style: code}}}
          - {when: {user: call}, reply: {tool_calls: [get_weather]}}
          - {when: {user: thoughts}, reply: {reasoning: {generate: {tokens: 20}}, content: Done.}}
          - {reply: {generate: true}}
        """,
    )
    assert "```" in played.says("words")
    arguments = choice(played.ask("call for Oslo", tools=[WEATHER]))["message"]["tool_calls"][0]["function"][
        "arguments"
    ]
    assert isinstance(json.loads(arguments)["city"], str)
    thought = choice(played.ask("thoughts"))["message"]
    assert thought["content"] == "Done."
    assert thought["reasoning_content"]
    free = choice(played.ask("What is the weather in Oslo?", tools=[WEATHER]))
    assert free["finish_reason"] == "tool_calls"


def test_a_value_goes_where_it_is_wanted(tmp_path: Path) -> None:
    """Into the content for a response format, into the arguments of a tool that is forced."""
    played = stage(tmp_path, "rules: [{reply: {json: {city: Oslo}}}]")
    schema = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
    form = {"type": "json_schema", "json_schema": {"name": "a", "schema": schema}}
    assert json.loads(played.says("x", response_format=form)) == {"city": "Oslo"}
    forced = choice(played.ask("x", tools=[WEATHER], tool_choice="required"))["message"]["tool_calls"]
    assert json.loads(forced[0]["function"]["arguments"]) == {"city": "Oslo"}


def test_a_value_is_checked_against_the_schema(tmp_path: Path) -> None:
    """What the request's schema forbids is a complaint that says what and where."""
    played = stage(tmp_path, "rules: [{name: wrong, reply: {json: {city: 7}}}]")
    got = played.ask("x", tools=[WEATHER], tool_choice="required")
    assert got.headers["x-mockllm-error"] == "reply"
    assert got.headers["x-should-retry"] == "false"
    assert "at city: 7 is not of type" in complaint(got)


def test_a_refusal(tmp_path: Path) -> None:
    """Fireworks has no place for one but the content; so it is at the gateway's contract."""
    played = stage(tmp_path, "rules: [{reply: {refusal: I cannot help with that.}}]")
    assert played.says("x") == "I cannot help with that."
    live = {"x-mockllm-fidelity": "live"}
    streamed = deltas(played.ask("x", dialect="gateway", headers=live, stream=True))
    assert "".join(each.get("refusal") or "" for each in streamed) == "I cannot help with that."


def test_choices_of_their_own(tmp_path: Path) -> None:
    """One for each that was asked for, from the first again where there are too few."""
    played = stage(tmp_path, "rules: [{reply: {choices: [one, two]}}]")
    got = played.ask("x", n=3)
    assert [choice(got, place)["message"]["content"] for place in range(3)] == ["one", "two", "one"]


def test_what_an_answer_carries_can_be_said(tmp_path: Path) -> None:
    """Finish reason, usage, model, id and headers."""
    played = stage(
        tmp_path,
        """
        rules:
          - reply:
              content: Cut off by a fil
              finish_reason: content_filter
              usage: {prompt_tokens: 7, completion_tokens: 9, cached_tokens: 5}
              model: "{{ model }}-turbo"
              id: chatcmpl-fixed
              headers: {X-Case: "{{ user }}"}
        """,
    )
    got = played.ask("seven", dialect="gateway")
    body = json.loads(got.body)
    assert body["choices"][0]["finish_reason"] == "content_filter"
    assert (body["id"], body["model"]) == ("chatcmpl-fixed", "gpt-4o-turbo")
    assert {key: body["usage"][key] for key in ("prompt_tokens", "completion_tokens", "total_tokens")} == {
        "prompt_tokens": 7,
        "completion_tokens": 9,
        "total_tokens": 16,
    }
    assert got.headers["x-case"] == "seven"


@pytest.mark.parametrize(
    ("chunks", "cut"),
    [
        ("word", ["One", " two", " three."]),
        ("5 characters", ["One t", "wo th", "ree."]),
        ("[One two, ' three.']", ["One two", " three."]),
        ("['', One two, '', ' three.', '']", ["", "One two", "", " three.", ""]),
        ("whole", ["One two three."]),
    ],
)
@pytest.mark.parametrize("dialect", ["fireworks", "gateway"])
def test_streams_are_cut_as_wanted(tmp_path: Path, dialect: str, chunks: str, cut: list[str]) -> None:
    """By words, by characters, or as listed; the text is the same."""
    played = stage(tmp_path, f"rules: [{{reply: {{content: One two three., chunks: {chunks}}}}}]")
    told = [each["content"] for each in deltas(played.ask("x", dialect=dialect, stream=True)) if "content" in each]
    assert told[dialect == "gateway" :] == cut  # whose first chunk has the role and no text


def test_pace_is_the_rules_own(tmp_path: Path) -> None:
    """Time passes as scripted, told by the metrics of a frozen clock."""
    played = stage(tmp_path, "rules: [{reply: {content: a b c, pace: {ttft: 2s, tps: 2}}}]")
    got = played.ask("x")
    assert got.headers["fireworks-server-time-to-first-token"] == "2.000"
    assert got.headers["fireworks-server-processing-time"] == "3.000"


def test_texts_of_users_come_through_unchanged(tmp_path: Path) -> None:
    """What looks like a template, a number or a list in a user's text is a text."""
    played = stage(
        tmp_path,
        """
        rules:
          - reply:
              content: "{{ user }}"
              tool_calls: [note: {text: "{{ user }}"}]
              allow_unknown_tool: true
        """,
    )
    for text in ("{{ 7 * 7 }}", "007", "[1]", "null", "{% raw %}", "true"):
        message = choice(played.ask(text))["message"]
        assert message["content"] == text
        assert json.loads(message["tool_calls"][0]["function"]["arguments"]) == {"text": text}


def test_the_same_request_gets_the_same_bytes(tmp_path: Path) -> None:
    """From servers of their own, chance in templates included; another seed gives another."""
    text = """
        rules:
          - reply:
              content: "{{ uuid() }} {{ fake.name() }} {{ random.int(1, 1000000) }}"
              pace: {ttft: 1s, jitter: 0.5}
        """
    first, second, other = stage(tmp_path, text), stage(tmp_path, text), stage(tmp_path, text, seed=1)
    bodies = [first.ask("x").body, first.ask("x").body]
    assert [second.ask("x").body, second.ask("x").body] == bodies
    assert other.ask("x").body != bodies[0]


@pytest.mark.parametrize("text", ["costs 3 €", "two\r\nx-evil: lines", "nul \0 and del \x7f", "ü"])
@pytest.mark.parametrize("stream", [False, True])
def test_headers_hold_whatever_a_user_says(tmp_path: Path, text: str, stream: bool) -> None:
    """In one line of printable ASCII."""
    played = stage(tmp_path, "rules: [{reply: {content: x, headers: {x-user: 'said {{ user }}'}}}]")
    got = played.ask(text, stream=stream)
    assert got.status == 200
    assert got.headers["x-user"].startswith("said ")
    assert got.headers["x-user"].isascii()
    assert got.headers["x-user"].isprintable()
    assert "x-evil" not in got.headers


def test_a_date_may_be_said(tmp_path: Path) -> None:
    """In place of ours."""
    played = stage(tmp_path, "rules: [{reply: {content: x, headers: {date: 'Mon, 01 Jan 2024 00:00:00 GMT'}}}]")
    assert played.ask("x").headers["date"] == "Mon, 01 Jan 2024 00:00:00 GMT"


def test_rules_without_a_name_draw_the_same_wherever_they_stand(tmp_path: Path) -> None:
    """In another folder, behind a comment: what chance brings is the same."""
    text = "rules: [{reply: {content: '{{ uuid() }}', fault: {corrupt: json, rate: 0.5}}}]"
    other = tmp_path / "other"
    other.mkdir()
    first, second = stage(tmp_path, text), stage(other, f"# A comment.\n\n{text}")
    bodies = [first.ask("x", namespace="a").body for _ in range(12)]
    assert [second.ask("x", namespace="b").body for _ in range(12)] == bodies
    assert len(set(bodies)) > 2
