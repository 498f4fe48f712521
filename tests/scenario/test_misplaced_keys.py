"""Keys where people first think they belong: each is told where it does belong."""

from pathlib import Path

import pytest
from scenario_files import found, scenario


def one(folder: Path, text: str) -> str:
    (line,) = found(folder, text)
    return line.partition(" error: ")[2]


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("{content: x, times: 2}", "`times` is no key of a reply; it belongs in an item of `replies`, as in"),
        ("{error: '503'}", "`error`: '503' is no name of an error, but may be a status; write 503 without quotes"),
        ("{status: 503}", "`status` is no key of a reply; a status other than 200 is written `error: 503`"),
        ("{status: 200, content: x}", "`status` is no key of a reply; a status other than 200 is written `error: 503`"),
        ("{text: hi}", "`text` is no key of a reply; the text of a reply is its `content`"),
        ("{message: hi}", "`message` is no key of a reply; the text of a reply is its `content`, and the words of an"),
        ("{delay: 2s}", "`delay` is no key of a reply; it belongs under `fault:`, as in `fault: {delay: 2s}`"),
        ("{content: x, drop: true}", "`drop` is no key of a reply; it belongs under `fault:`, as in `fault: {drop: t"),
        ("{content: x, ttft: 2s}", "`ttft` is no key of a reply; it belongs under `pace:`"),
        ("[a, b]", "`reply` has to be a text or a mapping, and is a list; several answers, one after the other, are"),
        ("{content: {name: Ada}}", "`content` has to be a text, and is a mapping; a JSON value goes under `json`"),
        ("{content: x, fault: drop_after 3 chunks}", "a fault and its value are written drop_after=3 chunks, or as a"),
        ("{content: x, fault: 'drop_after: 3 chunks'}", "a fault and its value are written drop_after=3 chunks"),
        ("{content: x, tool_call: f}", "`tool_call` is no key of a reply; calls of tools are `tool_calls`"),
        ("{tool_calls: {f: {}}}", "`tool_calls` has to be a list, and is a mapping; begin each item of the list with"),
        (
            "{tool_calls: f}",
            "`tool_calls` has to be a list, and is 'f' (a text); begin each item of the list with a hy",
        ),
        ("{tool_calls: [{f: , city: Oslo}]}", "indent `city` further than `f`, to which it belongs"),
        ("{tool_calls: [{name: f, arguments: null, city: x}]}", "indent `city` further than `arguments`, to which it"),
        ("{tool_calls: [{id: c, type: function, function: {name: f, arguments: ''}}]}", "a call is not written as in"),
        ("{tool_calls: [{function: {name: f, arguments: ''}}]}", "a call is not written as in the API's answers; wri"),
        ("{error: {code: 503, status: 503}}", "`code` is no key of an error; did you mean `status`?"),
        ("{error: {status: 429, retry_after: 1}, retry_after: 1}", "`retry_after` stands beside `error` too"),
    ],
)
def test_in_a_reply(tmp_path: Path, reply: str, expected: str) -> None:
    """What was meant is named."""
    assert one(tmp_path, f"rules: [{{reply: {reply}}}]").startswith(expected)


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("reply: x, times: 2", "`times` is no key of a rule; it belongs in an item of `replies`"),
        ("reply: x, match: {user: a}", "`match` is no key of a rule; did you mean `when`?"),
        ("response: x", "`response` is no key of a rule; did you mean `reply`?"),
        ("respond: x", "`respond` is no key of a rule; did you mean `reply`?"),
        ("answer: x", "`answer` is no key of a rule; did you mean `reply`?"),
        ("reply: x, drop: true", "`drop` is no key of a rule; it belongs under `reply:` under `fault:`"),
        (
            "reply: x, when: [{user: a}]",
            "`when` has to be a mapping, and is a list; write a rule for each of its items",
        ),
        ("reply: x, when: {user: {or: [a, b]}}", "unknown operator `or`; did you mean `any_of`?"),
        ("reply: x, when: {or: [{user: a}]}", "unknown field `or`; all that stands here has to hold: a list below"),
        ("reply: x, when: {user: {matches: a}}", "unknown operator `matches`; did you mean `regex`?"),
    ],
)
def test_in_a_rule(tmp_path: Path, rule: str, expected: str) -> None:
    """Other words for its keys, and keys of other places."""
    assert one(tmp_path, f"rules: [{{{rule}}}]").startswith(expected)


@pytest.mark.parametrize(
    ("turn", "expected"),
    [
        ("user: hi, reply: x", "`user` is no key of a turn; a condition of a turn belongs under `expect:`"),
        ("when: {user: hi}, reply: x", "`when` is no key of a turn; what the request must be like is `expect`"),
        ("assistant: hi", "`assistant` is no key of a turn; what the model says is the turn's `reply`"),
    ],
)
def test_in_a_turn(tmp_path: Path, turn: str, expected: str) -> None:
    """Conditions have a key of their own."""
    assert one(tmp_path, f"conversations: [{{turns: [{{{turn}}}]}}]").startswith(expected)


@pytest.mark.parametrize("key", ["fallback", "default", "else"])
def test_in_a_file(tmp_path: Path, key: str) -> None:
    """What answers everything else is `otherwise`."""
    line = one(tmp_path, f"{key}: x")
    assert line.startswith(f"`{key}` is no key of a scenario file; what is answered where no rule fits is `otherwise`")


def test_when_to_try_again_may_stand_in_an_error(tmp_path: Path) -> None:
    """Beside it or in it."""
    replies = "[{error: {status: 429, retry_after: 2s}}, {error: 429, retry_after: 2s}]"
    (rule,) = scenario(tmp_path, f"rules: [{{replies: {replies}}}]").rules
    assert [script.error and script.error.retry_after_s for script in rule.replies] == [2.0, 2.0]
