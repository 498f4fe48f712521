"""Which files are loaded, and in which order."""

import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from mockllm.pace import Pace
from mockllm.scenario import Loaded, load


def write(folder: Path, files: Mapping[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def rule(name: str, more: str = "") -> str:
    return f"rules: [{{name: {name}, when: {{user: {name}}}, reply: x}}]\n{more}"


def names(made: Loaded) -> list[str]:
    assert made.findings == ()
    assert made.scenario is not None
    return [each.name for each in made.scenario.rules]


def told(made: Loaded, folder: Path) -> list[str]:
    assert made.scenario is None
    said = [f"{finding.place}: {finding.text}" for finding in made.findings]
    return [line.replace(f"{folder}{os.sep}", "") for line in said]


def test_files_come_in_the_order_in_which_they_are_given(tmp_path: Path) -> None:
    """And each once."""
    write(tmp_path, {"a.yaml": rule("a"), "b.yaml": rule("b")})
    made = load([tmp_path / "b.yaml", tmp_path / "a.yaml", tmp_path / "b.yaml"])
    assert names(made) == ["b", "a"]
    assert made.files == (str(tmp_path / "b.yaml"), str(tmp_path / "a.yaml"))


def test_a_folder_is_read_in_the_order_of_names(tmp_path: Path) -> None:
    """With the folders in it; other files and hidden ones are left alone."""
    write(
        tmp_path,
        {
            "b.yml": rule("b"),
            "a/z.yaml": rule("z"),
            "c.yaml": rule("c"),
            "d.txt": "?",
            ".e.yaml": "?",
            ".f/g.yaml": "?",
        },
    )
    assert names(load([tmp_path])) == ["z", "b", "c"]


def test_an_included_file_stands_where_it_is_included(tmp_path: Path) -> None:
    """Its rules come before those below, and once where the folder holds it too."""
    write(
        tmp_path,
        {
            "a.yaml": rule("a"),
            "z.yaml": "defaults: {pace: slow}\ninclude: [a.yaml, sub/b.yaml]\n" + rule("z"),
            "sub/b.yaml": rule("b"),
        },
    )
    made = load([tmp_path])
    assert names(made) == ["a", "b", "z"]
    assert made.scenario is not None
    assert {each.replies[0].pace for each in made.scenario.rules} == {Pace(ttft_s=2.0, tps=8, jitter=0.2)}


def test_an_included_file_has_defaults_of_its_own(tmp_path: Path) -> None:
    """They come before those of the file that includes it."""
    write(
        tmp_path,
        {
            "a.yaml": "defaults: {pace: slow, ignore_limits: true, when: {system: s}}\ninclude: b.yaml\n",
            "b.yaml": "defaults: {pace: instant, when: {model: m}}\n" + rule("b"),
        },
    )
    made = load([tmp_path / "a.yaml"])
    assert made.scenario is not None
    (only,) = made.scenario.rules
    assert only.replies[0].pace == Pace()
    assert only.replies[0].ignore_limits
    assert dict(only.when.fields) == {"system": "s", "model": "m", "user": "b"}


def test_files_that_include_each_other(tmp_path: Path) -> None:
    """Are an error at the place that closes the ring, and told once."""
    write(tmp_path, {"a.yaml": "include: b.yaml\n", "b.yaml": "include: [a.yaml]\n"})
    assert told(load([tmp_path / "a.yaml"]), tmp_path) == ["b.yaml:1:11: a.yaml includes this file, or is it"]
    assert len(told(load([tmp_path]), tmp_path)) == 1
    write(tmp_path, {"c.yaml": "include: c.yaml\n"})
    assert told(load([tmp_path / "c.yaml"]), tmp_path) == ["c.yaml:1:10: c.yaml includes this file, or is it"]


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    """With the name that may have been meant."""
    write(tmp_path, {"weather.yaml": rule("a"), "b.yaml": "include: [wether.yaml, nothing.yaml]\n"})
    (line,) = told(load([tmp_path / "wether.yaml"]), tmp_path)
    assert line == "wether.yaml: there is no such file; did you mean weather.yaml?"
    first, second = told(load([tmp_path / "b.yaml"]), tmp_path)
    assert first == ("b.yaml:1:11: wether.yaml cannot be included: there is no such file; did you mean weather.yaml?")
    assert second == "b.yaml:1:24: nothing.yaml cannot be included: there is no such file"


@pytest.mark.parametrize("name", ["a" * 5000, "a\\0b"])
def test_a_name_that_no_file_can_have(tmp_path: Path, name: str) -> None:
    """Is told like any other."""
    write(tmp_path, {"b.yaml": f'include: ["{name}"]\n'})
    (line,) = told(load([tmp_path / "b.yaml"]), tmp_path)
    assert line.startswith("b.yaml:1:11: ")


def test_names_are_told_apart_over_all_files(tmp_path: Path) -> None:
    """Both places are named."""
    write(tmp_path, {"a.yaml": rule("x"), "b.yaml": rule("x")})
    first, *_ = told(load([tmp_path]), tmp_path)
    assert first.startswith("b.yaml:1:9: the name 'x' is taken by the rule at a.yaml:1")


def test_rules_without_names_of_files_that_are_called_the_same(tmp_path: Path) -> None:
    """They share the name that is told, and are two all the same."""
    files = {f"{folder}/w.yaml": f"rules: [{{when: {{user: {folder}}}, reply: x}}]" for folder in ("a", "b")}
    made = load([write(tmp_path, files)])
    assert names(made) == ["w.yaml:1", "w.yaml:1"]
    assert made.scenario is not None
    assert [each.identity for each in made.scenario.rules] == ["rule 1", "rule 2"]


def test_only_scenario_files_are_included(tmp_path: Path) -> None:
    """Of others nothing is read, and so nothing told."""
    write(
        tmp_path,
        {"a.yaml": "include: [secret.txt, secret, /dev/null, pipe.yaml]\n", "secret.txt": "s3cr3t", "secret": "?"},
    )
    os.mkfifo(tmp_path / "pipe.yaml")
    said = told(load([tmp_path / "a.yaml"]), tmp_path)
    assert [line.partition(" cannot be included: ")[::2] for line in said] == [
        ("a.yaml:1:11: secret.txt", "scenario files are named *.yaml or *.yml"),
        ("a.yaml:1:23: secret", "scenario files are named *.yaml or *.yml"),
        ("a.yaml:1:31: /dev/null", "scenario files are named *.yaml or *.yml"),
        ("a.yaml:1:42: pipe.yaml", "it is neither a file nor a folder"),
    ]


def test_a_source_that_never_ends(tmp_path: Path) -> None:
    """Devices are no files."""
    (finding,) = load(["/dev/zero"]).findings
    assert str(finding) == "/dev/zero: error: it is neither a file nor a folder"


@pytest.mark.parametrize(("length", "fine"), [(50, True), (51, False), (1500, False)])
def test_a_chain_of_includes(tmp_path: Path, length: int, fine: bool) -> None:
    """It has an end, with a finding where it is cut."""
    for place in range(length - 1):
        (tmp_path / f"{place}.yaml").write_text(f"include: {place + 1}.yaml\n")
    (tmp_path / f"{length - 1}.yaml").write_text(rule("last"))
    made = load([tmp_path / "0.yaml"])
    if fine:
        assert names(made) == ["last"]
    else:
        (line,) = told(made, tmp_path)
        assert line.startswith("49.yaml:1:10: 50.yaml cannot be included: it would be the 51th")
    assert len(load([tmp_path]).files) == length


def test_rules_of_another_file_shadow_too(tmp_path: Path) -> None:
    """All files are one layer."""
    write(tmp_path, {"a.yaml": "rules: [{name: all, reply: x}]", "b.yaml": rule("b")})
    (line,) = told(load([tmp_path]), tmp_path)
    assert line.startswith("b.yaml:1:9: no request reaches the rule 'b': 'all' at a.yaml:1")


def test_one_otherwise_for_all_files(tmp_path: Path) -> None:
    """A second one would never be asked."""
    write(tmp_path, {"a.yaml": "otherwise: x", "b.yaml": "otherwise: y"})
    (line,) = told(load([tmp_path]), tmp_path)
    assert line == "b.yaml:1:1: there is an `otherwise` already, at a.yaml:1; all files have one"


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    """A broken file is not a missing one."""
    (tmp_path / "a.yaml").write_bytes(b"rules:\n  - reply: \xff\n")
    assert told(load([tmp_path / "a.yaml"]), tmp_path) == ["a.yaml:2:1: the file is no text in UTF-8"]


def test_a_byte_order_mark_is_no_matter(tmp_path: Path) -> None:
    """Some editors write one."""
    (tmp_path / "a.yaml").write_bytes(b"\xef\xbb\xbf" + rule("a").encode())
    assert names(load([tmp_path / "a.yaml"])) == ["a"]


def test_an_empty_folder(tmp_path: Path) -> None:
    """Is an error: somebody meant another one."""
    (tmp_path / "empty").mkdir()
    assert told(load([tmp_path / "empty"]), tmp_path) == ["empty: the folder holds no .yaml or .yml file"]


def test_the_library(tmp_path: Path) -> None:
    """A name is that of a file in it or of a folder."""
    library = write(
        tmp_path / "library", {"weather.yaml": rule("w"), "talks/a.yaml": rule("a"), "talks/b.yaml": rule("b")}
    )
    assert names(load(["@weather"], library=library)) == ["w"]
    assert names(load(["@talks"], library=library)) == ["a", "b"]
    assert names(load(["@talks/b"], library=library)) == ["b"]
    write(library, {"long_name.yaml": rule("l")})
    assert names(load(["@long-name"], library=library)) == ["l"]
    (line,) = told(load(["@wether"], library=library), tmp_path)
    assert line == "@wether: the library has no such scenario; did you mean @weather?"
    (line,) = told(load(["@zzz"], library=library), tmp_path)
    assert line.endswith("it has @long_name, @talks, @talks/a, @talks/b, @weather")


def test_what_is_wrong_in_the_library_is_told_by_its_name(tmp_path: Path) -> None:
    """Wherever the library is installed."""
    library = write(tmp_path / "library", {"talks/a.yaml": "rules: [{reply: }]", "b.yaml": "rules:\n  - reply: x\n"})
    (finding,) = load(["@talks"], library=library).findings
    assert str(finding).startswith("@talks/a:1:17: error: `reply` is empty")
    loaded = load(["@b"], library=library)
    assert names(loaded) == ["@b:2"]
    assert loaded.files == (str(library / "b.yaml"),)


def test_without_a_library_a_name_of_it_is_an_error(tmp_path: Path) -> None:
    """And no exception."""
    (line,) = told(load(["@weather"], library=tmp_path), tmp_path)
    assert "the library of scenarios is not there" in line


def test_a_finding_says_how_bad_it_is(tmp_path: Path) -> None:
    """An error or a warning, behind its place."""
    write(tmp_path, {"a.yaml": "rules: [{reply: x, repyl: y}]"})
    (finding,) = load([tmp_path / "a.yaml"]).findings
    assert str(finding).startswith(f"{tmp_path / 'a.yaml'}:1:20: error: `repyl` is no key of a rule")


def test_dialects_of_others_can_be_asked_for(tmp_path: Path) -> None:
    """Their names are passed in."""
    write(tmp_path, {"a.yaml": "defaults: {dialect: other}\nrules: [{when: {user: a}, reply: x}]"})
    assert load([tmp_path / "a.yaml"]).scenario is None
    assert load([tmp_path / "a.yaml"], dialects=("fireworks", "other")).findings == ()
