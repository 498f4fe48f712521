"""The commonest mistakes in scenario files: each is told with its place, and with what would be right."""

import json
from pathlib import Path

import pytest
from scenario_files import found

MISTAKES = {
    "typo in a key": (
        "rules:\n  - when: {user: a}\n    replay: hi\n",
        ["3:5 error: `replay` is no key of a rule; did you mean `reply`?"],
    ),
    "typo in a section": (
        "ruls:\n  - reply: hi\n",
        ["1:1 error: `ruls` is no key of a scenario file; did you mean `rules`?"],
    ),
    "typo in a condition": (
        "rules:\n  - when: {usr: a}\n    reply: hi\n",
        ["2:12 error: unknown field `usr`; did you mean `user`?"],
    ),
    "key of another place": (
        "rules:\n  - when: {user: a}\n    content: hi\n    reply: x\n",
        ["3:5 error: `content` is no key of a rule; it belongs under `reply:`, indented more than it"],
    ),
    "wrong indentation that is YAML": (
        "rules:\n  - when:\n    user: a\n    reply: hi\n",
        [
            "2:10 error: `when` is empty; write a value, and indent what belongs to it",
            "3:5 error: `user` is no key of a rule; it belongs under `when:`, indented more than it",
        ],
    ),
    "wrong indentation that is none": (
        "rules:\n  - when: {user: a}\n   reply: hi\n",
        ["3:4 error: this line is no item (-) of the list that begins at 2:3"],
    ),
    "shadowed rule": (
        "rules:\n  - {name: any, when: {user: hot}, reply: a}\n  - {name: some, when: {user: too hot}, reply: b}\n",
        ["3:5 error: no request reaches the rule 'some': 'any' at w.yaml:2 stands before it and takes all"],
    ),
    "bad regex": (
        "rules:\n  - when: {user: '/(city/'}\n    reply: a\n",
        ["2:18 error: the regex /(city/ cannot be read: missing )"],
    ),
    "bad template": (
        'rules:\n  - when: {user: a}\n    reply: "{{ request.model"\n',
        ["3:12 error: `{{ request.model` is opened and never closed by `}}`"],
    ),
    "unknown variable": (
        'rules:\n  - when: {user: a}\n    reply: "In {{ mach.city }}"\n',
        ["3:12 error: {{ mach.city }}: there is no variable `mach`; did you mean match?"],
    ),
    "unknown capture": (
        "rules:\n  - when: {user: '/in (?P<city>.+)/'}\n    reply: '{{ match.citty }}'\n",
        ["3:12 error: no regex of this rule has a group `citty` for `match.citty`; did you mean match.city?"],
    ),
    "a group without match": (
        "rules:\n  - when: {user: '/in (?P<city>.+)/'}\n    reply: '{{ city }}'\n",
        ["3:12 error: {{ city }}: there is no variable `city`; did you mean match.city? (column 1)"],
    ),
    "unknown variable like none": (
        "rules:\n  - when: {user: a}\n    reply: '{{ town }}'\n",
        ["3:12 error: {{ town }}: there is no variable `town`; there are match, request, model, user, system,"],
    ),
    "unknown number of a group": (
        "rules:\n  - when: {user: '/in (?P<city>.+)/'}\n    reply: '{{ match[2] }}'\n",
        ["3:12 error: no regex of this rule has a group 2 for `match[2]`; the last one is match[1]"],
    ),
    "single braces": (
        "rules:\n  - when: {user: '/in (?P<city>.+)/'}\n    reply: 'In {match.city}'\n",
        ["3:12 warning: `{match.city}` is sent as it is; write {{ match.city }} to fill it in"],
    ),
    "single braces around a group": (
        "rules:\n  - when: {user: '/in (?P<city>.+)/'}\n    reply: 'In {city}'\n",
        ["3:12 warning: `{city}` is sent as it is; write {{ match.city }} to fill it in"],
    ),
    "statements": (
        "rules:\n  - when: {user: a}\n    reply: '{% if turn %}x{% endif %}'\n",
        ["3:12 warning: `{% if turn %}` is sent as it is; where statements are meant, the reply needs"],
    ),
    "a call as in Python": (
        "rules:\n  - when: {user: a}\n    reply: {tool_calls: ['get_weather(city=\"Oslo\")']}\n",
        ["3:26 warning: 'get_weather(city=\"Oslo\")' can be the name of no tool"],
    ),
    "unknown tool": (
        "rules:\n  - when: {tools: [get_weather]}\n    reply: {tool_calls: [{get_wether: {}}]}\n",
        ["3:26 warning: `get_wether` is called, and `when.tools` wants get_weather; did you mean get_weather?"],
    ),
    "wrong type": (
        "rules:\n  - when: {user: a}\n    reply: 42\n",
        ["3:12 error: `reply` has to be a text or a mapping, and is 42 (a number); put it in quotes"],
    ),
    "missing reply": (
        "rules:\n  - when: {user: a}\n",
        ["2:5 error: this rule needs a `reply`, or `replies`"],
    ),
    "duplicate name": (
        "rules:\n  - {name: x, when: {user: a}, reply: a}\n  - {name: x, when: {user: b}, reply: b}\n",
        ["3:5 error: the name 'x' is taken by the rule at w.yaml:2; rules are told apart by their names"],
    ),
    "YAML 1.1's booleans": (
        "rules:\n  - when: {has_tool_result: no}\n    reply: a\n",
        ["2:29 error: `has_tool_result` is true or false, not 'no'"],
    ),
    "text that is a comment": (
        "rules:\n  - when: {user: a}\n    reply: Issue #5\n",
        ["3:12 warning: '#5' is a comment and no part of the text 'Issue'"],
    ),
    "wrong case of a key": (
        "rules:\n  - When: {user: a}\n    reply: a\n",
        ["2:5 error: `When` is no key of a rule; did you mean `when`?"],
    ),
    "wrong case of a field": (
        "rules:\n  - when: {User: a}\n    reply: a\n",
        ["2:12 error: unknown field `User`; did you mean `user`?"],
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_told(tmp_path: Path, mistake: str) -> None:
    """One finding for one mistake."""
    text, expected = MISTAKES[mistake]
    told = found(tmp_path, text)
    assert len(told) == len(expected)
    for line, beginning in zip(told, expected, strict=True):
        assert line.startswith(beginning)


@pytest.mark.parametrize(
    ("when", "reply"),
    [
        ("/(a)(b)/", "{{ match[2] }} {{ match[0] }}"),
        (r"/[(]\((?:x)(?=y)(?P<z>.)/", "{{ match[1] }} {{ match.z }}"),
        ("/a/", "{ user } {x} {match} {'user.name': 1} {{ '{%' }}"),
        ("/a/", "100 {% of it"),
        ("/(?P<x>a)/", "See match.com and match[7], {{ match.x }}"),
    ],
)
def test_what_is_no_mistake(tmp_path: Path, when: str, reply: str) -> None:
    """Groups that there are, and braces of other kinds."""
    text = "rules: [{when: {user: WHEN}, reply: REPLY}]"
    assert found(tmp_path, text.replace("WHEN", json.dumps(when)).replace("REPLY", json.dumps(reply))) == []


def test_all_mistakes_are_told_at_once(tmp_path: Path) -> None:
    """A rule that is wrong does not hide the others, nor its own conditions."""
    told = found(
        tmp_path,
        """\
        rules:
          - {when: {usr: a}, replay: x}
          - {when: {user: b}, reply: {content: x, finish_reason: stpo, pace: {tps: 0}}}
          - {when: {user: c}, reply: {error: rate_limitd}}
        limits: [{requests: 0}]
        """,
    )
    assert [line.split(" ")[0] for line in told] == ["2:13", "2:22", "3:58", "3:76", "4:38", "5:21"]
