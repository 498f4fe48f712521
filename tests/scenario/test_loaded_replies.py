"""What becomes of the replies of a file."""

from pathlib import Path

import pytest
from scenario_files import found, scenario

from mockllm.core import Chunks, Generate
from mockllm.faults import Mishap
from mockllm.pace import Pace
from mockllm.scenario import Script, ScriptedCall, ScriptedError
from mockllm.templates import Template


def script(folder: Path, reply: str) -> Script:
    """The script of a reply, written in one line."""
    rules = scenario(folder, f"rules:\n  - when: {{user: a}}\n    reply: {reply}\n").rules
    return rules[0].replies[0]


def said(folder: Path, reply: str) -> list[str]:
    return found(folder, f"rules:\n  - when: {{user: a}}\n    reply: {reply}\n")


@pytest.mark.parametrize(
    ("reply", "key", "value"),
    [
        ("Hello", "content", "Hello"),
        ("{content: Hello}", "content", "Hello"),
        ("{content: ''}", "content", ""),
        ("{generate: true}", "content", Generate()),
        ("{generate: {tokens: 300, style: markdown}}", "content", Generate(tokens=300, style="markdown")),
        ("{reasoning: Well, content: x}", "reasoning", "Well"),
        ("{reasoning: {generate: {tokens: 9}}, content: x}", "reasoning", Generate(tokens=9)),
        ("{refusal: 'No.'}", "refusal", "No."),
        ("{json: null}", "json", None),
        ("{json: [1, {a: b}]}", "json", [1, {"a": "b"}]),
        ("{json: null}", "has_json", True),
        ("x", "has_json", False),
        ("{content: x, finish_reason: length}", "finish_reason", "length"),
        ("{content: x, usage: {prompt_tokens: 3, total_tokens: 9}}", "usage", {"prompt_tokens": 3, "total_tokens": 9}),
        ("{content: x, logprobs: [-0.5, 0]}", "logprobs", (-0.5, 0)),
        ("{content: x, model: other}", "model", "other"),
        ("{content: x, id: chatcmpl-1}", "id", "chatcmpl-1"),
        ("{content: x, headers: {x-a: b, x-n: 2}}", "headers", {"x-a": "b", "x-n": "2"}),
        ("{content: x, pace: slow}", "pace", Pace(ttft_s=2.0, tps=8, jitter=0.2)),
        ("{content: x, pace: {ttft: 200ms, tps: 60}}", "pace", Pace(ttft_s=0.2, tps=60)),
        (
            "{content: x, pace: {ttft: {p50: 180ms, p99: 0.9}, jitter: 0.1}}",
            "pace",
            Pace(ttft_s=0.18, ttft_p99_s=0.9, jitter=0.1),
        ),
        ("{content: x, chunks: token}", "chunks", Chunks(by="token")),
        ("{content: x, chunks: word}", "chunks", Chunks(by="word")),
        ("{content: x, chunks: 5 characters}", "chunks", Chunks(by="characters", size=5)),
        ("{content: x, chunks: 7}", "chunks", Chunks(by="characters", size=7)),
        ("{content: ab c, chunks: [ab, ' c']}", "chunks", Chunks(by="list", texts=("ab", " c"))),
        ("{content: ab, chunks: ['', ab]}", "chunks", Chunks(by="list", texts=("", "ab"))),
        ("{content: ab, chunks: whole}", "chunks", Chunks(by="whole")),
        ("{tool_calls: [f], chunks: {arguments: whole}}", "chunks", Chunks(by="token", arguments="whole")),
        (
            "{content: ab, chunks: {content: [a, b], arguments: with_name}}",
            "chunks",
            Chunks(by="list", texts=("a", "b"), arguments="with_name"),
        ),
        ("{content: x, ignore_limits: true}", "ignore_limits", True),
        ("{content: x, allow_unknown_tool: true}", "allow_unknown_tool", True),
        ("{error: rate_limited, retry_after: 2s}", "error", ScriptedError(name="rate_limited", retry_after_s=2.0)),
        ("{error: 429}", "error", ScriptedError(status=429)),
        (
            "{error: {status: 500, body: {oops: 1}, headers: {x-a: b}}}",
            "error",
            ScriptedError(status=500, body={"oops": 1}, headers={"x-a": "b"}),
        ),
        ("{error: {name: overloaded, message: Later}}", "error", ScriptedError(name="overloaded", message="Later")),
    ],
)
def test_each_key_of_a_reply_comes_through(tmp_path: Path, reply: str, key: str, value: object) -> None:
    """As the compiled form has it."""
    assert getattr(script(tmp_path, reply), key) == value


@pytest.mark.parametrize(
    ("call", "made"),
    [
        ("{get_weather: {city: Oslo}}", ScriptedCall(name="get_weather", arguments={"city": "Oslo"})),
        ("{get_weather: '{\"city\":'}", ScriptedCall(name="get_weather", arguments='{"city":', raw=True)),
        ("get_weather", ScriptedCall(name="get_weather", arguments=Generate())),
        ("{name: f, generate: true}", ScriptedCall(name="f", arguments=Generate())),
        ("{name: f, arguments: {a: 1}, id: call_1}", ScriptedCall(name="f", arguments={"a": 1}, id="call_1")),
        ("{name: f, arguments: '{'}", ScriptedCall(name="f", arguments="{", raw=True)),
    ],
)
def test_each_form_of_a_call(tmp_path: Path, call: str, made: ScriptedCall) -> None:
    """Arguments are a mapping, a text as it is, or generated."""
    assert script(tmp_path, f"{{tool_calls: [{call}]}}").tool_calls == (made,)


def test_choices_say_each_their_own(tmp_path: Path) -> None:
    """A text or the keys of what is said."""
    first, second = script(tmp_path, "{choices: [One, {content: Two, finish_reason: length}]}").choices
    assert (first.content, second.content, second.finish_reason) == ("One", "Two", "length")


def test_texts_with_expressions_are_templates(tmp_path: Path) -> None:
    """Everywhere but in raw replies."""
    made = script(tmp_path, "{content: '{{ model }}', headers: {x-a: '{{ turn }}'}, usage: {total_tokens: 1}}")
    assert isinstance(made.content, Template)
    assert isinstance(made.headers["x-a"], Template)
    assert isinstance(script(tmp_path, "{json: {a: ['{{ turn }}']}}").json["a"][0], Template)
    assert script(tmp_path, "{content: '{{ model }}', raw: true}").content == "{{ model }}"
    statement = "{% if turn %}x{% endif %}"
    assert script(tmp_path, f"{{content: '{statement}', raw: true}}").content == statement
    assert isinstance(script(tmp_path, "{content: '{% if turn %}x{% endif %}', template: full}").content, Template)


def test_a_fault_is_read(tmp_path: Path) -> None:
    """And a reply that has nothing else may be one."""
    assert isinstance(script(tmp_path, "{content: x, fault: {drop_after: 3 chunks}}").mishap, Mishap)
    assert isinstance(script(tmp_path, "{fault: {drop_after: 3 chunks}}").mishap, Mishap)


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("{error: 429, content: x}", "3:25 error: `content` cannot stand beside `error`"),
        ("{json: 1, content: x}", "3:22 error: `content` cannot stand beside `json`"),
        ("{generate: true, content: x}", "3:29 error: `content` cannot stand beside `generate`"),
        ("{choices: [a], content: x}", "3:27 error: `content` cannot stand beside `choices`"),
        ("{refusal: a, content: x}", "3:25 error: `content` cannot stand beside `refusal`"),
        ("{content: x, raw: true, template: full}", "3:25 error: `raw` cannot stand beside `template`"),
        ("{content: x, retry_after: 1s}", "3:25 error: `retry_after` belongs to an `error`"),
        ("{}", "3:12 error: this reply says nothing"),
        ("{pace: slow}", "3:12 error: this reply says nothing"),
        ("{generate: true, logprobs: [-1]}", "3:29 error: `logprobs` cannot stand beside `generate`"),
        ("{reasoning: x, logprobs: [-1]}", "3:27 error: `logprobs` belong to a `content`"),
        ("{content: x, logprobs: [0.5]}", "3:36 error: this item: 0.5 is wrong; it has to be at most 0"),
        ("{content: abc, chunks: [a, b]}", "3:35 error: the chunks together are 'ab', and `content` is 'abc'"),
        ("{content: '{{ turn }}', chunks: [a, b]}", "3:44 error: a list of chunks needs a `content` without"),
        ("{content: x, chunks: letters}", "3:33 error: `chunks`: 'letters' is no way to cut a stream"),
        ("{content: x, chunks: [a, 5]}", "3:33 error: `chunks`: a list is no list of texts: item 2 is 5 (a number); p"),
        ("{content: x, chunks: {args: whole}}", "3:33 error: `chunks`: a mapping is no way to cut a stream: `args` is"),
        (
            "{content: x, chunks: {arguments: no}}",
            "3:33 error: `chunks`: a mapping is no way to cut arguments: 'no' is",
        ),
        ("{content: x, chunks: {}}", "3:33 error: `chunks`: a mapping is no way to cut a stream; write token, word,"),
        ("{content: x, pace: fast}", "3:31 error: `pace`: 'fast' is no name of a pace; there are instant"),
        ("{content: x, pace: {ttft: soon}}", "3:38 error: `ttft`: 'soon' is no duration"),
        ("{content: x, pace: {ttft: {p50: 1s}}}", "3:38 error: ttft needs a key `p99`"),
        ("{content: x, pace: {ttft: {p50: 1s, p99: 0.1}}}", "3:38 error: p50 has to be above 0 and at most p99"),
        ("{content: x, pace: {tpss: 3}}", "3:32 error: `tpss` is no key of a pace; did you mean `tps`?"),
        ("{content: x, fault: {drop_aftr: 3 chunks}}", "3:33 error: unknown fault 'drop_aftr'"),
        ("{content: x, finish_reason: stpo}", "3:40 error: `finish_reason`: 'stpo' is not known; did you mean stop?"),
        ("{content: x, headers: {'a b': c}}", "3:35 error: `a b`: 'a b' is no name of a header"),
        ('{content: x, headers: {a: "b\\nc"}}', "3:38 error: `a`: 'b\\nc' is no value of a header"),
        ("{error: rate_limitd}", "3:20 error: `error`: 'rate_limitd' is no name of an error; did you mean"),
        ("{error: 200}", "3:20 error: `error`: 200 is wrong; it has to be at least 400"),
        ("{error: {message: x}}", "3:20 error: an error needs a `status` or a `name`"),
        ("{error: {status: 500, body: x, message: y}}", "3:52 error: `message` has no place in a `body`"),
        ("{tool_calls: {f: {}}}", "3:25 error: `tool_calls` has to be a list, and is a mapping"),
        ("{tool_calls: [{f: {}, g: {}}]}", "3:26 error: this call has 2 keys"),
        ("{tool_calls: [{f: 5}]}", "3:30 error: the arguments of `f` have to be a mapping or a text, and are 5"),
        ("{tool_calls: [{f: }]}", "3:30 error: the arguments of `f` have to be a mapping or a text, and are missing"),
        ("{tool_calls: [{name: f}]}", "3:26 error: a call needs either `arguments` or `generate: true`"),
        ("{tool_calls: [{f: generate}]}", "3:30 warning: the text 'generate' is sent as the arguments"),
        ("{tool_calls: [{f: {ok: yes}}]}", "3:35 warning: `yes` is a text in YAML 1.2"),
        ("{tool_calls: []}", "3:25 error: `tool_calls` may not be empty"),
        ("{content: 5}", "3:22 error: `content` has to be a text, and is 5 (a number); put it in quotes"),
        ("{content: }", "3:22 error: `content` is empty"),
        ("[a]", "3:12 error: `reply` has to be a text or a mapping, and is a list"),
    ],
)
def test_what_cannot_be_is_told(tmp_path: Path, reply: str, expected: str) -> None:
    """One finding, at its place."""
    (told,) = said(tmp_path, reply)
    assert told.startswith(expected), told


def test_a_bad_template_deep_in_a_value_has_its_place(tmp_path: Path) -> None:
    """Each text of a value is looked at."""
    (told,) = said(tmp_path, "{tool_calls: [{f: {a: [x, '{{ nope }}']}}]}")
    assert told.startswith("3:38 error: {{ nope }}: there is no variable `nope`")


def test_groups_of_conditions_and_of_defaults_can_be_spoken_of(tmp_path: Path) -> None:
    """`match` has the groups of all regexes that have to be found: under `when`, and under a rule's `expect`."""
    text = """\
    defaults: {when: {system: '/speak (?P<language>\\w+)/'}}
    rules:
      - when: {user: {regex: '(?P<city>Oslo)'}}
        expect: {header: {x-case: '/(?P<case>.+)/'}, user: {contains: '/(?P<x>.)/', not: '/(?P<y>.)/'}}
        reply: "{{ match.city }} {{ match['language'] }} {{ match[1] }} {{ match.case }}%s"
    """
    assert found(tmp_path, text % "") == []
    for name in ("x", "y"):
        (told,) = found(tmp_path, text % f"{{{{ match.{name} }}}}")
        assert told.startswith(
            f"5:12 error: no regex of this rule has a group `{name}` for `match.{name}`; there are ca"
        )


def test_a_default_that_gives_way_has_no_groups(tmp_path: Path) -> None:
    """A rule's own condition of the same field stands in its place."""
    text = """\
    defaults: {when: {user: '/(?P<word>.+)/'}}
    rules:
      - {when: {user: a}, reply: "{{ match.word }}"}
    """
    (told,) = found(tmp_path, text)
    assert "no regex of this rule has a group `word`" in told


def test_a_turn_speaks_of_its_own_expectation(tmp_path: Path) -> None:
    """And not of another turn's."""
    text = """\
    conversations:
      - when: {user: '/(?P<a>.)/'}
        turns:
          - {expect: {model: '/(?P<b>.)/'}, reply: "{{ match.a }}{{ match.b }}"}
          - "{{ match.a }}%s"
    """
    assert found(tmp_path, text % "") == []
    (told,) = found(tmp_path, text % "{{ match.b }}")
    assert told.startswith("5:9 error: no regex of this rule has a group `b`")
