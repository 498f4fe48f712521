"""Files that nobody writes by mistake: they are refused with a reason, and in a short time."""

import time
from pathlib import Path

import pytest
from scenario_files import found

from mockllm.scenario import load

HUGE = "9" * 390
MERGED = ",".join(f"k{number}: v" for number in range(900))


def one(folder: Path, text: str) -> str:
    (finding,) = found(folder, text)
    return finding


@pytest.mark.parametrize("name", ["content-length", "Content-Length", "transfer-encoding", "connection"])
@pytest.mark.parametrize(
    "text",
    [
        "rules: [{{reply: {{content: x, headers: {{{name}: '3'}}}}}}]",
        "rules: [{{reply: {{error: {{status: 500, headers: {{{name}: '3'}}}}}}}}]",
        "defaults: {{headers: {{{name}: '3'}}}}",
    ],
)
def test_a_header_that_says_where_an_answer_ends(tmp_path: Path, text: str, name: str) -> None:
    """The server has to know that; what cuts answers are faults."""
    assert f"{name!r} is written by the server itself; to cut an answer use `fault:" in one(
        tmp_path, text.format(name=name)
    )


@pytest.mark.parametrize("name", ["date", "server", "x-a", "keep-alive", "content-type"])
def test_a_header_that_a_script_may_have(tmp_path: Path, name: str) -> None:
    """It says nothing about where the answer ends."""
    assert found(tmp_path, f"rules: [{{reply: {{content: x, headers: {{{name}: a}}}}}}]") == []


@pytest.mark.parametrize(
    "header",
    [
        r'"a b": x',
        r'"a:b": x',
        r'"": x',
        r'"ä": x',
        r'a: "x\ny"',
        r'a: "\0"',
        r'a: "\x7f"',
        r'a: " x"',
        r'a: "x\t"',
        "a: €",
    ],
)
def test_a_header_that_is_none(tmp_path: Path, header: str) -> None:
    """Neither as a name nor as a value."""
    assert "of a header" in one(tmp_path, f"rules: [{{reply: {{content: x, headers: {{{header}}}}}}}]")


@pytest.mark.parametrize(
    "text",
    [
        f"limits: [{{requests: {HUGE}}}]",
        f"limits: [{{tokens: {HUGE}}}]",
        "limits: [{tokens: 1000000001}]",
        f"rules: [{{reply: {{content: x, usage: {{prompt_tokens: {HUGE}}}}}}}]",
        f"rules: [{{reply: {{error: 429, retry_after: {HUGE}}}}}]",
        f"rules: [{{replies: [{{content: x, times: {HUGE}}}]}}]",
        f"rules: [{{reply: {{generate: {{tokens: {HUGE}}}}}}}]",
        f"rules: [{{reply: {{content: x, pace: {{tps: {HUGE}}}}}}}]",
        f"rules: [{{reply: {{content: x, logprobs: [-{HUGE}]}}}}]",
        f"rules: [{{reply: {{content: x, chunks: {HUGE}}}}}]",
        f"rules: [{{reply: {{content: x, fault: {{delay: {HUGE}}}}}}}]",
        f"rules: [{{reply: {{content: x, fault: {{drop_after: {HUGE}}}}}}}]",
        f"rules: [{{reply: {{content: x, fault: {{status_only: {HUGE}}}}}}}]",
        f"rules: [{{reply: {{error: {HUGE}}}}}]",
    ],
)
def test_a_number_beyond_all_bounds(tmp_path: Path, text: str) -> None:
    """What is wrong is told without all of its digits."""
    assert len(one(tmp_path, text)) < 300


def test_replies_that_fill_any_memory(tmp_path: Path) -> None:
    """So many answers one after the other are no test."""
    replies = "\n".join(["  - {content: x, times: 100000}"] * 11)
    assert "more than 1000000 replies" in one(tmp_path, f"rules:\n- replies:\n{replies}\n")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("!!bool maybe", "is not true or false, as its tag says"),
        ("!!bool yes", "is not true or false, as its tag says"),
        ("!!null x", "is not null, as its tag says"),
        ("!!int ٣", "is no number"),
        ("!!int 1_000", "is no number"),
        ("!other true", "is a tag"),
    ],
)
def test_a_tag_that_says_something_else(tmp_path: Path, value: str, expected: str) -> None:
    """It is no way to write a value of that kind."""
    told = found(tmp_path, f"rules: [{{reply: {{content: x, ignore_limits: {value}}}}}]")
    assert expected in told[0]


@pytest.mark.parametrize(
    ("text", "place", "expected"),
    [
        ('rules:\n- reply: "\\ud83d\\ude00"\n', (2, 10), r"write \U0001F600 or the character itself: 😀"),
        ('rules:\n- reply: "\\uD83D"\n', (2, 10), "half of a character"),
        ("rules:\n- reply: a\x85b\n", (2, 11), r"U+0085 ends a line in YAML; write it as \x85"),
        ("rules:\n- reply: a\u2028b\n", (2, 11), r"U+2028 ends a line in YAML; write it as \u2028"),
        ('rules:\n- reply: "a\x85  b"\n', (2, 12), r"U+0085 ends a line in YAML; write it as \x85"),
    ],
)
def test_a_character_that_yaml_takes_otherwise(
    tmp_path: Path, text: str, place: tuple[int, int], expected: str
) -> None:
    """As in what JSON writes, and in what other programs send."""
    file = tmp_path / "w.yaml"
    file.write_text(text, encoding="utf-8")
    finding, *_ = load([file]).findings
    assert expected in finding.text
    assert abs(finding.place.column - place[1]) <= 3
    assert finding.place.line == place[0]


def test_so_many_findings_are_told(tmp_path: Path) -> None:
    """Errors before warnings, and how many there are besides."""
    told = found(tmp_path, f"rules:\n- reply: {{json: [{'yes,' * 1500}]}}\n- replyy: x\n")
    assert len(told) == 1001
    assert sum("replyy" in each for each in told) == 1
    assert told[-1].endswith("and 501 more, which are told when those above are cured")


@pytest.mark.parametrize(
    "text",
    [
        "rules:\n- reply: {json: {" + ",".join(f"k{number}: yes" for number in range(20_000)) + "}}\n",
        f"rules:\n- {{when: {{user: q}}, reply: {{json: &b {{{MERGED}}}}}}}\n"
        + "".join(f"- {{when: {{user: a{n}}}, reply: {{json: {{<<: *b, q: yes}}}}}}\n" for n in range(100)),
        f"rules:\n- reply: &b {{{MERGED}}}\n"
        + "".join(f"- {{when: {{user: a{n}}}, reply: {{<<: *b, z: q}}}}\n" for n in range(100)),
        f"rules:\n- when: &b {{{MERGED}}}\n  reply: x\n"
        + "".join(f"- {{when: {{<<: *b, z: q}}, reply: {n}}}\n" for n in range(100)),
    ],
    ids=["old booleans", "merged values", "merged replies", "merged conditions"],
)
def test_many_things_are_read_quickly(tmp_path: Path, text: str) -> None:
    """Twice as many take about twice the time, which is far below this bound."""
    begin = time.process_time()
    assert found(tmp_path, text)
    assert time.process_time() - begin < 2


def test_a_chain_of_merged_mappings(tmp_path: Path) -> None:
    """Where something stands is known through all of it."""
    lines = ["rules:", "- reply:", "   json:", "    k0: &a0 {b: yes}"]
    lines += [f"    k{n}: &a{n} {{<<: *a{n - 1}}}" for n in range(1, 400)]
    assert one(tmp_path, "\n".join(lines)).startswith("4:17 warning: `yes` is a text")


def test_the_first_of_merged_mappings_counts(tmp_path: Path) -> None:
    """And before them what stands in the mapping itself."""
    text = """\
    rules:
    - reply:
        json:
          one: &one {a: "yes", b: "yes", c: yes}
          two: &two {a: yes, b: no, d: off}
          all: {a: "no", <<: [*one, *two]}
    """
    assert [each.partition(" ")[0] for each in found(tmp_path, text)] == ["4:41", "5:21", "5:29", "5:36"]
    (tmp_path / "deeper").mkdir()
    text = "defaults: &d {model: yes, pace: never}\nrules: [{reply: {<<: *d, content: x, model: on}}]\n"
    assert [each.partition(" ")[0] for each in found(tmp_path / "deeper", text)] == ["1:33"]
