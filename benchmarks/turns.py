"""Takes figures of several contestants in turns, and tells by how much ours differ."""

import statistics
from collections.abc import Callable, Mapping, Sequence

Figures = tuple[float | None, ...]
"""What one contestant showed in one turn, in the order of the columns; None is what could not be measured."""

Rows = Mapping[str, Sequence[Figures]]
"""Of each contestant its figures, turn by turn; ours come first."""


def take(contestants: Mapping[str, Callable[[int], Figures]], turns: int, warming: int = 1) -> Rows:
    """Lets each measure itself once in each turn, by the turn's number; the first ones warm all, and do not count.

    Another one begins in each turn, so that none always runs after the same.
    """
    rows: dict[str, list[Figures]] = {name: [] for name in contestants}
    names = list(contestants)
    for turn in range(warming + turns):
        place = turn % len(names)
        for name in names[place:] + names[:place]:
            figures = contestants[name](turn)
            if turn >= warming:
                rows[name].append(figures)
    return rows


def table(title: str, columns: Sequence[str], rows: Rows, budgets: Mapping[str, str]) -> str:
    """The median of each figure, and the median and the range of how many times another's figure ours is."""
    first = next(iter(rows))
    names = [cell for column in columns for cell in (column, f"{first} is")]
    cells = {
        name: [
            cell
            for mine, theirs in zip(zip(*rows[first], strict=True), zip(*turns, strict=True), strict=True)
            for cell in (median(theirs), "" if name == first else times(mine, theirs))
        ]
        for name, turns in rows.items()
    }
    return laid_out(title, names, cells, budgets)


def plain_table(title: str, columns: Sequence[str], rows: Rows, budgets: Mapping[str, str]) -> str:
    """The median and the range of each figure."""
    cells = {name: [spread(figures) for figures in zip(*turns, strict=True)] for name, turns in rows.items()}
    return laid_out(title, columns, cells, budgets)


def laid_out(title: str, columns: Sequence[str], cells: Mapping[str, Sequence[str]], budgets: Mapping[str, str]) -> str:
    lines = [("", columns, ""), *((name, row, budgets.get(name, "")) for name, row in cells.items())]
    widths = [max(len(row[place]) for _, row, _ in lines) for place in range(len(columns))]
    told = [title]
    for name, row, budget in lines:
        line = f"  {name:8}" + "".join(f"  {cell:>{width}}" for cell, width in zip(row, widths, strict=True))
        told.append((line + (f"  budget {budget}" if budget else "")).rstrip())
    return "\n".join(told)


def median(figures: Sequence[float | None]) -> str:
    known = [figure for figure in figures if figure is not None]
    return amount(statistics.median(known)) if known else "?"


def spread(figures: Sequence[float | None]) -> str:
    known = [figure for figure in figures if figure is not None]
    return f"{median(known)} ({amount(min(known))} to {amount(max(known))})" if known else "?"


def times(mine: Sequence[float | None], theirs: Sequence[float | None]) -> str:
    ratios = [my / their for my, their in zip(mine, theirs, strict=True) if my is not None and their]
    return f"{statistics.median(ratios):.2f} x ({min(ratios):.2f} to {max(ratios):.2f})" if ratios else "?"


def amount(figure: float) -> str:
    return f"{figure:,.0f}" if abs(figure) >= 100 else f"{figure:.3g}"
