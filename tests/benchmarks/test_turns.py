"""Figures are taken in turns, and told as the median and the range of what the turns show."""

from collections.abc import Callable

from benchmarks import turns


def test_turns_alternate_after_one_that_warms() -> None:
    """Another contestant begins each time, and what the first turn shows is left out."""
    order: list[tuple[str, int]] = []

    def contestant(name: str) -> Callable[[int], turns.Figures]:
        def measure(turn: int) -> turns.Figures:
            order.append((name, turn))
            return (float(turn),)

        return measure

    rows = turns.take({"ours": contestant("ours"), "bare": contestant("bare")}, 2)
    assert order == [("ours", 0), ("bare", 0), ("bare", 1), ("ours", 1), ("ours", 2), ("bare", 2)]
    assert rows == {"ours": [(1.0,), (2.0,)], "bare": [(1.0,), (2.0,)]}


def test_a_ratio_is_that_of_the_same_turn() -> None:
    """A turn in which all were slow counts like another; the median of the ratios is not that of the medians."""
    rows = {"ours": [(100.0,), (10.0,), (300.0,)], "bare": [(200.0,), (10.0,), (200.0,)]}
    table = turns.table("answers", ["answers/s"], rows, {"bare": "0.50 x"})
    assert [line.split() for line in table.splitlines()] == [
        ["answers"],
        ["answers/s", "ours", "is"],
        ["ours", "100"],
        ["bare", "200", "1.00", "x", "(0.50", "to", "1.50)", "budget", "0.50", "x"],
    ]


def test_what_could_not_be_measured_is_a_question_mark() -> None:
    """As processor time is on systems that do not tell it."""
    rows = {"ours": [(3.0, None)], "bare": [(2.0, None)]}
    assert turns.table("t", ["a", "b"], rows, {}).splitlines()[-1].split() == [
        "bare", "2", "1.50", "x", "(1.50", "to", "1.50)", "?", "?",
    ]  # fmt: skip
    assert turns.plain_table("t", ["a", "b"], rows, {}).splitlines()[-1].split() == ["bare", "2", "(2", "to", "2)", "?"]
