"""The page about conditions says what is so: its examples hold, its tables are complete."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from conditions import difference, sent, when

from mockllm.matching import FIELDS, GROUPS, OPERATORS, Subject

PAGE = (Path(__file__).parent.parent.parent / "docs" / "matching.md").read_text()
BODY = json.loads(re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)[0])
HOLDS = re.findall(r"^\| `(\{.*\})` \| (yes|no) \|$", PAGE, re.MULTILINE)
TOLD = re.findall(r"^\| `(\{.*\})` \| `(.*)` \|$", PAGE, re.MULTILINE)


def shown() -> Subject:
    """The request of the page."""
    return sent(BODY, headers={"x-case": "cut"}, query="trace=1", namespace="t-7")


def written(text: str) -> Any:
    """The conditions of a row."""
    return when(**yaml.safe_load(text))


@pytest.mark.parametrize(("text", "holds"), HOLDS)
def test_examples(text: str, holds: str) -> None:
    """Each row, with the request of the page."""
    assert written(text).holds(shown()) is (holds == "yes")


@pytest.mark.parametrize(("text", "told"), TOLD)
def test_differences(text: str, told: str) -> None:
    """Each row, word for word."""
    assert difference(written(text), shown()).told() == told


def test_the_tables_are_complete() -> None:
    """Every field and operator has a row, and every field the kind it has."""
    fields = dict(re.findall(r"^\| `(\w+)` \| .* \| (text|name|number|flag|value) \|$", PAGE, re.MULTILINE))
    assert {name: fields.pop(name) for name in FIELDS} == {name: field.kind for name, field in FIELDS.items()}
    assert set(fields) == set(GROUPS)
    operators = PAGE.split("## Operators")[1].split("## Examples")[0]
    assert set(re.findall(r"^\| `(\w+)` \|", operators, re.MULTILINE)) == set(OPERATORS)
    assert len(HOLDS) > 30
    assert len(TOLD) == 9
