"""docs/faults.md has every fault, and all that it shows can be read."""

import re
from pathlib import Path

import pytest

from mockllm.core import FAILURES, Failure
from mockllm.faults import Mishap, from_text, names, suffix
from mockllm.scenario import load

WHOLE_PAGE = (Path(__file__).parent.parent.parent / "docs" / "faults.md").read_text()
TABLES = dict(re.findall(r"<!-- seen: (\w+) -->\n(.*?)<!-- /seen -->", WHOLE_PAGE, re.DOTALL))
"""What clients see, as their suite writes it."""
PAGE = WHOLE_PAGE.partition("<!-- seen: ")[0]
ROWS = re.findall(r"^\| `([a-z_]+)` \| `([^`]*)` \|", PAGE, re.MULTILINE)
SHOWN = re.findall(r"^x-mockllm-fault: (.*)$", PAGE, re.MULTILINE)
MODELS = re.findall(r"`(\S+:mock-\S+)`", PAGE)


def test_every_fault_is_documented() -> None:
    """And none that there isn't."""
    assert list(dict.fromkeys(name for name, _ in ROWS)) == list(names())


@pytest.mark.parametrize(("name", "example"), ROWS)
def test_examples_can_be_written_so(name: str, example: str) -> None:
    """In a header; the page's tables show them so."""
    found = from_text(example)
    assert isinstance(found, Mishap)
    assert name in found.kind.split(", ")


@pytest.mark.parametrize("text", SHOWN)
def test_headers_can_be_sent(text: str) -> None:
    """Each names a fault or an error."""
    assert isinstance(from_text(text), (Mishap, Failure))


@pytest.mark.parametrize("model", MODELS)
def test_models_can_be_asked_for(model: str) -> None:
    """What is behind them names a fault or an error."""
    said = suffix(model)[1]
    assert said is not None
    assert isinstance(from_text(said), (Mishap, Failure))


@pytest.mark.parametrize("example", re.findall(r"^```yaml\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE))
def test_the_scenarios_can_be_pasted(tmp_path: Path, example: str) -> None:
    """Each is a file in which nothing is found."""
    file = tmp_path / "w.yaml"
    file.write_text(example, encoding="utf-8")
    assert load([file]).findings == ()


def seen(table: str) -> list[str]:
    """What stands in the first column of a table of what clients see."""
    return re.findall(r"`([^`]+)`", "".join(re.findall(r"^\| (`.*?) \|", TABLES[table], re.MULTILINE)))


@pytest.mark.parametrize("table", ["streams", "bodies"])
def test_clients_have_seen_every_fault(table: str) -> None:
    """A new one needs a row, which means an order in their suite."""
    orders = [from_text(order) for order in seen(table)]
    assert all(isinstance(order, Mishap) for order in orders)
    assert {order.kind for order in orders if isinstance(order, Mishap)} == set(names())


def test_clients_have_seen_every_error() -> None:
    """With the status that most services give it; none is no answer."""
    rows = re.findall(r"^\| (`.*?) \| `[\w.]+`(?: (\d+))? \| `[\w.]+`(?: (\d+))? \|$", TABLES["errors"], re.MULTILINE)
    told = {name: (row[1], row[2]) for row in rows for name in re.findall(r"`(\w+)`", row[0])}
    assert told == {name: (str(status or ""),) * 2 for name, status in FAILURES.items()}


def test_the_page_is_read() -> None:
    """A change of its form must not leave it untested."""
    assert len(SHOWN) >= 3
    assert len(MODELS) >= 2
