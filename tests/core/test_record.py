"""Records behave as dataclasses do."""

from dataclasses import dataclass, fields, replace

import pytest

from mockllm.core import record


@record
class Point:
    """A record with two fields."""

    x: int = 0
    tags: tuple[str, ...] = ()


@record
class Lone:
    """A record with one field."""

    x: int = 0


@dataclass(slots=True, kw_only=True, unsafe_hash=True)
class Plain:
    """What a record is compared with."""

    x: int = 0
    tags: tuple[str, ...] = ()


def test_equal_records_have_equal_fields_and_one_class() -> None:
    """As with dataclasses; a record with one field is not that field."""
    assert Point(x=1) == Point(x=1) != Point(x=2)
    assert Lone(x=1) == Lone(x=1)
    others: list[object] = [1, Point(x=1), Plain(x=1)]
    assert Lone(x=1) not in others


def test_equal_records_are_one_key() -> None:
    """Unless a field cannot be hashed."""
    assert {Point(x=1, tags=("a",)): "found"}[Point(x=1, tags=("a",))] == "found"
    with pytest.raises(TypeError, match="unhashable"):
        hash(Point(tags=["a"]))  # type: ignore[arg-type] # that is the point


def test_a_record_is_shown_as_a_dataclass_is() -> None:
    """With the name of its class and all fields."""
    assert repr(Point(x=1, tags=("a",))) == repr(Plain(x=1, tags=("a",))).replace("Plain", "Point")


def test_a_record_is_a_dataclass() -> None:
    """It can be taken apart and copied with changes, and has no room for other attributes."""
    assert [field.name for field in fields(Point)] == ["x", "tags"]
    assert replace(Point(x=1), x=2) == Point(x=2)
    assert not hasattr(Point(), "__dict__")
