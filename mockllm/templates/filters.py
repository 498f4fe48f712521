"""The filters and tests that templates may use, each of them counted.

They are named one by one: what is not named, and what a later Jinja may add, is not there.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from jinja2 import pass_context
from jinja2.filters import make_attrgetter
from jinja2.runtime import Context as Variables
from jinja2.runtime import Undefined

from mockllm.errors import TemplateError

from . import bounds
from .bounding import JOINED, LOOPED, WEIGHED
from .budget import MOST_PLACES, Budget
from .lacking import present
from .weighing import weigh
from .written import Settled, Verbatim, dump, plain, write

BUDGET = " budget"
"""Where a rendering's variables keep its budget; the blank keeps templates from naming it."""

TEXTS: Mapping[str, int] = {
    "capitalize": 1, "center": 1, "indent": 1, "lower": 1, "replace": 1, "title": 20, "trim": 1, "truncate": 1,
    "upper": 1, "urlencode": 8, "wordcount": 8, "wordwrap": 8,
}  # fmt: skip
"""Filters that work on a text, and how many characters each of its characters counts for; others are written first."""

LISTS = frozenset({
    "batch", "dictsort", "groupby", "items", "list", "map", "max", "min", "reject", "rejectattr", "select",
    "selectattr", "slice", "sort", "sum", "unique",
})  # fmt: skip
"""Filters that go through all items, those of a text too."""

OTHERS = frozenset({"abs", "count", "d", "default", "filesizeformat", "first", "float", "int", "last", "length",
                    "reverse", "round"})  # fmt: skip

SIZED = frozenset({"batch", "center", "indent", "slice", "tojson", "truncate", "wordwrap"})
"""Filters whose numbers say how long something becomes."""

TESTS = frozenset({
    "!=", "<", "<=", "==", ">", ">=", "divisibleby", "eq", "equalto", "even", "false", "ge", "greaterthan", "gt", "in",
    "le", "lessthan", "lower", "lt", "ne", "odd", "sameas", "true", "upper",
})  # fmt: skip

KIND_TESTS = frozenset({
    "boolean", "callable", "defined", "float", "integer", "iterable", "mapping", "none", "number", "sequence", "string",
    "undefined",
})  # fmt: skip
"""Tests that say what kind of value it is, without going through it."""

Function = Callable[..., Any]


def budget_of(context: Variables) -> Budget:
    """Returns what is left to this rendering."""
    budget: Budget = context.resolve_or_missing(BUDGET)
    return budget


def filters(known: Mapping[str, Any], environment: Any) -> dict[str, Any]:
    """Returns those of Jinja's filters that templates may use, and ours."""
    found = {name: known[name] for name in (*TEXTS, *sorted(LISTS), *sorted(OTHERS)) if name in known}
    found |= {"format": _format, "join": _join, "random": _random, "string": write, "sum": _sum, "tojson": _tojson}
    return {JOINED: _joined, LOOPED: _looped} | {
        name: _filter(name, function, environment) for name, function in (found | {WEIGHED: _same}).items()
    }


def tests(known: Mapping[str, Any], environment: Any) -> dict[str, Any]:
    """Returns those of Jinja's tests that templates may use."""
    names = (name for name in known if name in TESTS or name in KIND_TESTS)
    return {name: _test(known[name], environment, name in TESTS) for name in names}


def listed(budget: Budget, items: Iterator[Any]) -> list[Any]:
    """Returns what comes one by one as a list, with a step for each."""
    found = []
    for item in items:
        budget.step()
        budget.grow(bounds.size(item))
        found.append(item)
    return found


def settled(value: Any) -> Any:
    """A helper that was not called is called where its value is worked with."""
    return value.settled() if isinstance(value, Settled) else value


def _filter(name: str, function: Function, environment: Any) -> Function:
    """Wraps a filter so that it counts, and asks for the context, without which Jinja runs it while compiling."""
    first = _firsts(function, environment)
    cost = TEXTS.get(name)
    estimate = bounds.TEXT_FILTERS.get(name)

    @pass_context
    def run(context: Variables, value: Any, /, *args: Any, **kwargs: Any) -> Any:
        budget = budget_of(context)
        budget.step()
        value = settled(value)
        if name != "default" and name != "d":
            weigh(budget, value)
        for arg in (*args, *kwargs.values()):
            weigh(budget, arg)
        if name in SIZED:
            bounds.numbers((*args, *kwargs.values()))
        elif name == "round":
            bounds.numbers(args[:1] or (kwargs.get("precision", 0),), MOST_PLACES)
        if cost is not None:
            value = value if isinstance(value, str) else write(present(value))
            budget.grow(len(value) * cost)
            if estimate is not None:
                estimate(budget, value, *args, **kwargs)
        elif name in LISTS:
            _through(budget, value, args, kwargs)
        result = function(*first(context), value, *args, **kwargs)
        if isinstance(result, Iterator):
            return listed(budget, result)
        if isinstance(result, int):
            bounds.number(result)
        budget.grow(bounds.size(result))
        return result

    return run


def _test(function: Function, environment: Any, weighed: bool) -> Function:
    first = _firsts(function, environment)

    @pass_context
    def run(context: Variables, value: Any, /, *args: Any, **kwargs: Any) -> Any:
        budget = budget_of(context)
        budget.step()
        if weighed:
            value = settled(value)
            for weighty in (value, *args, *kwargs.values()):
                weigh(budget, weighty)
            if isinstance(value, str):
                budget.grow(len(value))
        return function(*first(context), value, *args, **kwargs)

    return run


def _firsts(function: Function, environment: Any) -> Callable[[Variables], tuple[Any, ...]]:
    """Returns what gives a function of Jinja's the first argument that it asks for."""
    match getattr(getattr(function, "jinja_pass_arg", None), "name", None):
        case "context":
            return lambda context: (context,)
        case "eval_context":
            return lambda context: (context.eval_ctx,)
        case "environment":
            return lambda _: (environment,)
    return lambda _: ()


def _through(budget: Budget, value: Any, args: Iterable[Any], kwargs: Mapping[str, Any]) -> None:
    """Takes what it costs to look at all items, and at each behind a path such as `a.b.c`."""
    length = len(value) if isinstance(value, (str, list, tuple, Mapping, range)) else 1
    parts = sum(arg.count(".") + arg.count(",") for arg in (*args, *kwargs.values()) if isinstance(arg, str))
    budget.step(length * parts // 4)
    if isinstance(value, str):
        budget.look(length)


def _same(value: Any) -> Any:
    return value


def _tojson(value: Any, indent: int | None = None) -> str:
    """Writes JSON, as it is outside of HTML."""
    if isinstance(value, Verbatim) and indent is None:
        return value.verbatim
    return dump(plain(value), None if indent is None else min(indent, bounds.MOST_INDENT))


@pass_context
def _format(context: Variables, text: Any, *args: Any, **kwargs: Any) -> str:
    """Fills in a text as `%` does."""
    if args and kwargs:
        raise TemplateError("`format` takes values by name or in order, not both")
    text = text if isinstance(text, str) else write(text)
    result: str = text % bounds.filling(budget_of(context), text, kwargs or args)
    return result


@pass_context
def _join(context: Variables, parts: Any, d: Any = "", attribute: str | int | None = None) -> str:
    """Joins values as they are written."""
    budget, between = budget_of(context), d if isinstance(d, str) else write(d)
    if isinstance(parts, str):
        bounds.joining(budget, between, parts)
        return between.join(parts)
    of = _same if attribute is None else make_attrgetter(context.environment, attribute)
    budget.step(str(attribute).count(".") * len(parts) // 4)
    found = [of(part) for part in parts]
    bounds.joining(budget, between, found)
    return between.join(map(write, found))


@pass_context
def _sum(context: Variables, items: Iterable[Any], attribute: str | int | None = None, start: Any = 0) -> Any:
    """Adds numbers; lists would be copied again and again."""
    if isinstance(start, (list, tuple, str)):
        raise TemplateError("`sum` adds numbers only")
    of = _same if attribute is None else make_attrgetter(context.environment, attribute)
    return sum(map(of, items), start)


@pass_context
def _random(context: Variables, options: Any) -> Any:
    """Chooses with the request's chance, where Jinja's own filter would draw from the process's."""
    choice = context.resolve("choice")
    if isinstance(choice, Undefined):
        raise TemplateError("`| random` is not available here: use `choice([…])`")
    return choice(list(options))


@pass_context
def _joined(context: Variables, parts: list[Any]) -> str:
    budget = budget_of(context)
    budget.step()
    texts = []
    for part in parts:
        text = part if type(part) is str else _text(budget, part)
        budget.grow(len(text))
        texts.append(text)
    return "".join(texts)


@pass_context
def finalize(context: Variables, value: Any) -> str:
    """Writes a value into a text."""
    budget = budget_of(context)
    text = value if type(value) is str else _text(budget, value)
    budget.grow(len(text))
    return text


def _text(budget: Budget, value: Any) -> str:
    value = present(value)
    weigh(budget, value)
    return write(value)


@pass_context
def _looped(context: Variables, items: Any, length: int, weight: int) -> Any:
    """Counts the rounds of a loop, the code and the text that stand in it."""
    budget = budget_of(context)
    items = settled(items)
    try:
        count = len(items)
    except TypeError:
        return items  # not to be looped over, as Jinja says
    rounds(budget, count, length, weight)
    return items


def rounds(budget: Budget, count: int, length: int, weight: int) -> None:
    """Takes the rounds of a loop."""
    budget.step(count * weight)
    budget.grow(count * length)
