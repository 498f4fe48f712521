"""Jinja as templates may use it: sandboxed, bounded, strict about names, and seeded.

Importing this module imports Jinja, which takes 45 ms: nobody does so before a text holds an expression.
"""

from collections.abc import Callable, ItemsView, Iterator, KeysView, Mapping, ValuesView
from functools import cache
from types import BuiltinMethodType, FunctionType, MethodType
from typing import Any

from jinja2.exceptions import SecurityError
from jinja2.runtime import Context as Variables
from jinja2.runtime import LoopContext, Macro, Undefined
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import Namespace

from . import bounds
from .bounding import SCRATCH
from .budget import Budget
from .draws import Draws
from .fakes import Fake, Fakes
from .filters import budget_of, filters, finalize, listed, rounds, settled, tests
from .lacking import Lacking
from .moment import Moment
from .weighing import weigh

ATTRIBUTES: Mapping[type, frozenset[str]] = {
    str: frozenset({
        "capitalize", "casefold", "center", "count", "endswith", "expandtabs", "find", "format", "index", "isalnum",
        "isalpha", "isascii", "isdecimal", "isdigit", "islower", "isnumeric", "isspace", "istitle", "isupper", "join",
        "ljust", "lower", "lstrip", "partition", "removeprefix", "removesuffix", "replace", "rfind", "rindex", "rjust",
        "rpartition", "rsplit", "rstrip", "split", "splitlines", "startswith", "strip", "swapcase", "title", "upper",
        "zfill",
    }),
    float: frozenset({"is_integer"}),
    Mapping: frozenset({"get", "items", "keys", "values"}),
    list: frozenset({"count", "index"}),
    tuple: frozenset({"count", "index"}),
    Moment: frozenset({
        "iso", "date", "time", "timestamp", "year", "month", "day", "hour", "minute", "second", "weekday", "plus",
    }),
    Draws: frozenset({"choice", "int", "float"}),
    LoopContext: frozenset({
        "index", "index0", "revindex", "revindex0", "first", "last", "length", "depth", "depth0", "previtem",
        "nextitem", "cycle", "changed",
    }),
}  # fmt: skip
"""What may stand behind the dot, for each kind of value that is not looked up by key."""


class Sandbox(ImmutableSandboxedEnvironment):
    """The environment of all templates."""

    intercepted_binops = frozenset(bounds.OPERATORS)

    def __init__(self) -> None:
        super().__init__(
            undefined=Lacking,
            finalize=finalize,
            optimized=False,  # it would work constants out while compiling, past every bound
            keep_trailing_newline=True,
            trim_blocks=True,
            lstrip_blocks=True,
            cache_size=0,
        )
        self.filters = filters(self.filters, self)
        self.tests = tests(self.tests, self)
        self.globals = {"range": bounds.span, "dict": dict, SCRATCH: Namespace}

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Looks into an object's keys first: `tool_result.items` is what the tool said, not a method."""
        if isinstance(obj, Mapping):
            try:
                return obj[attribute]
            except KeyError:
                pass
        return super().getattr(obj, attribute)

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Allows what is named in `ATTRIBUTES`, what faker makes up, and what a template itself named."""
        del value
        if isinstance(obj, Fakes | Namespace):
            return not attr.startswith("_")
        if isinstance(obj, tuple) and attr in getattr(obj, "_fields", ()):
            return True  # what `groupby` gives
        return any(isinstance(obj, kind) and attr in names for kind, names in ATTRIBUTES.items())

    def wrap_str_format(self, value: Any) -> Callable[..., str] | None:
        """Leaves `format_map` to be refused as every other method is."""
        return None if getattr(value, "__name__", "") == "format_map" else super().wrap_str_format(value)

    def unsafe_undefined(self, obj: Any, attribute: str) -> Undefined:
        raise SecurityError(f"`{attribute}` of a {type(obj).__name__} is not for templates")

    def call_binop(self, context: Variables, operator: str, left: Any, right: Any) -> Any:
        budget = budget_of(context)
        budget.step()
        left, right = settled(left), settled(right)
        if operator == "%" and isinstance(left, str):
            return left % bounds.filling(budget, left, right)
        bounds.OPERATORS[operator](budget, left, right)
        return super().call_binop(context, operator, left, right)

    def call(__self, __context: Variables, __obj: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: N805 - as Jinja has it
        budget = budget_of(__context)
        budget.step()
        args, kwargs = _charge(budget, __obj, args, kwargs)
        result = super().call(__context, __obj, *args, **kwargs)
        if isinstance(result, KeysView | ValuesView | ItemsView):
            result = list(result)
        elif isinstance(result, Iterator) and not isinstance(result, LoopContext):
            result = listed(budget, result)
        budget.grow(bounds.size(result))
        return result


@cache
def sandbox() -> Sandbox:
    """The one environment there is: making it takes a millisecond, and it keeps nothing."""
    return Sandbox()


def _charge(budget: Budget, called: Any, args: Any, kwargs: Any) -> tuple[Any, Any]:
    """Takes what a call costs before it is made; returns what it is to be called with."""
    if isinstance(called, Macro):
        budget.step(budget.weight)
        budget.grow(budget.literal)
    elif isinstance(called, LoopContext):
        rounds(budget, len(args[0]) if args else 0, budget.literal, budget.weight)
    elif isinstance(called, Fake):
        budget.step(called.cost(args, kwargs))
    elif isinstance(called, BuiltinMethodType | MethodType | FunctionType):
        owner = getattr(getattr(called, "__wrapped__", called), "__self__", None)
        if isinstance(owner, str):
            for arg in (*args, *kwargs.values()):
                weigh(budget, arg)
            bounds.method(budget, called.__name__, owner, args)
            if called.__name__ == "format":
                args, kwargs = bounds.fields(budget, owner, args, kwargs)
        elif isinstance(owner, list | tuple | dict):
            weigh(budget, [owner, *args])
    return args, kwargs
