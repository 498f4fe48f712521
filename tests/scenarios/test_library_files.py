"""The files of the library: loaded, named, explained, listed, shipped."""

import contextlib
import re
import tomllib
from collections import Counter
from pathlib import Path

import jsonschema
import pytest
import yaml
from asgi_client import Client
from library_play import FILES, LIBRARY, RULE, loaded, names

from mockllm.scenario import load
from mockllm.scenario.schema import schema
from mockllm.scenario.yaml_text import read_yaml
from mockllm.server import build
from mockllm.settings import Settings

README = (LIBRARY / "README.md").read_text(encoding="utf-8")
MOST_LINES = 100
CHECKER = jsonschema.Draft202012Validator(schema())


def stem(file: Path) -> str:
    return file.stem


every_file = pytest.mark.parametrize("file", FILES, ids=stem)


@every_file
def test_nothing_is_wrong_with_it(file: Path) -> None:
    """Not even a warning."""
    assert loaded(file).rules


@every_file
def test_every_reader_of_yaml_can_read_it(file: Path) -> None:
    """PyYAML's own, which is pickier than libyaml, and gets the same."""
    text = file.read_text(encoding="utf-8")
    assert yaml.load(text, Loader=yaml.SafeLoader) == read_yaml(text, file.name).value


@every_file
def test_it_fits_the_schema(file: Path) -> None:
    """Editors underline nothing in it."""
    value = read_yaml(file.read_text(encoding="utf-8"), file.name).value
    assert [error.message for error in CHECKER.iter_errors(value)] == []


@every_file
def test_it_is_found_by_its_name(file: Path) -> None:
    """With an `@` before it."""
    assert [Path(name) for name in load([f"@{file.stem}"]).files] == [file]


@every_file
def test_its_rules_have_names(file: Path) -> None:
    """Words, not places."""
    assert not [rule.name for rule in loaded(file).rules if ".yaml:" in rule.name]


@every_file
def test_it_begins_by_saying_what_it_shows_and_how_to_run_it(file: Path) -> None:
    """In a comment; and it is short."""
    text = file.read_text(encoding="utf-8")
    comment = re.match(r"(#.*\n)+", text)
    assert comment is not None
    assert f"mockllm serve -s @{file.stem}" in comment[0]
    assert len(text.splitlines()) <= MOST_LINES
    assert max(map(len, text.splitlines())) <= 125


@pytest.mark.parametrize("file", [file for file in FILES if "curl" in file.read_text(encoding="utf-8")], ids=stem)
def test_the_command_in_its_comment_works(file: Path) -> None:
    """A rule of the file answers what curl sends."""
    comment = re.sub(r"^# ?", "", file.read_text(encoding="utf-8").partition("\nrules:")[0], flags=re.MULTILINE)
    sent = re.search(r"curl.*? localhost:4242/v1/chat/completions .*? -d '(\{.*?\})'", comment, re.DOTALL)
    assert sent is not None
    dialect = "gateway" if "--dialect gateway" in comment else "fireworks"
    app = build(Settings(scenario=(str(file),), clock="frozen", speed=None, dialect=dialect))
    asking = Client(path="/v1/chat/completions", pieces=(sent[1].encode(),))
    with contextlib.suppress(ConnectionAbortedError):
        asking.run(app)
    assert asking.got.headers[RULE] in names(loaded(file))


def test_all_of_them_can_be_served_together() -> None:
    """As a folder: no name stands twice, and no file takes all that another could answer."""
    made = load([LIBRARY])
    assert not made.findings
    assert Counter(map(Path, made.files)) == Counter(FILES)


def test_the_table_lists_each_of_them_once() -> None:
    """In the order of their names."""
    listed = re.findall(r"^\| \[`@(\w+)`\]\((\w+)\.yaml\) \| \S.*\|$", README, re.MULTILINE)
    assert listed == [(file.stem, file.stem) for file in FILES]


def test_the_wheel_has_them_where_they_are_looked_for() -> None:
    """Inside the package, where `@name` finds them first."""
    project = tomllib.loads((LIBRARY.parent / "pyproject.toml").read_text(encoding="utf-8"))
    build = project["tool"]["hatch"]["build"]["targets"]
    assert build["wheel"]["force-include"] == {"scenarios": "mockllm/scenario/library"}
    assert "scenarios" in build["sdist"]["include"]
