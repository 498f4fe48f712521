"""Derived chance depends on what it is for and on nothing else."""

from hypothesis import given
from hypothesis import strategies as st

from mockllm import seeds

Part = str | bytes | int | None

parts = st.lists(st.text() | st.binary() | st.integers() | st.none(), max_size=4)


@given(parts, parts)
def test_other_parts_give_another_key(one: list[Part], other: list[Part]) -> None:
    """No two different lists of parts share a key, however their parts run together or look alike."""
    same = [(type(part), part) for part in one] == [(type(part), part) for part in other]
    assert (seeds.key(*one) == seeds.key(*other)) is same


def test_a_generator_is_repeatable() -> None:
    """Equal parts give equal draws; the value is fixed for all versions of Python."""
    assert seeds.random("a", 1).random() == seeds.random("a", 1).random()
    assert round(seeds.random("purpose", 7).random(), 12) == 0.041286096425


def test_ids_have_32_digits() -> None:
    """Derived and fresh ids look alike; fresh ones never repeat."""
    ids = [seeds.hex_id("x"), seeds.fresh_id(), seeds.fresh_id()]
    assert all(len(i) == 32 and set(i) <= set("0123456789abcdef") for i in ids)
    assert len(set(ids)) == 3
