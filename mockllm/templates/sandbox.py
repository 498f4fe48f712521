"""Jinja as templates may use it: sandboxed, bounded, strict about names, and seeded.

Importing this module imports Jinja, which takes 45 ms: nobody does so before a text holds an expression.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from types import BuiltinMethodType, FunctionType, MethodType
from typing import Any

from jinja2 import StrictUndefined, UndefinedError, nodes, pass_context
from jinja2.exceptions import SecurityError
from jinja2.runtime import Context as Variables
from jinja2.runtime import Macro, Undefined
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.visitor import NodeTransformer

from mockllm.errors import TemplateError

from . import bounds
from .budget import Budget
from .written import Settled, Verbatim, dump, plain, write

BUDGET = " budget"
"""Where a rendering's variables keep its budget; the blank keeps templates from naming it."""

JOINED = " joined"
LOOPED = " looped"
"""Filters that stand in a template's tree in place of `~` and around what a loop goes over."""

SCRATCH = "mockllm_namespace"
"""Jinja's `namespace(…)`, whose name is that of a variable of ours."""

UNFIT = ("random", "pprint", "urlize", "xmlattr", "safe", "forceescape", "escape", "e")
"""Filters that are left out: for HTML, for Python, or drawing numbers of their own."""

Filter = Callable[..., Any]


class Lacking(StrictUndefined):
    """A value that is not there; any use of it is an error, which says what was looked for and where."""

    __slots__ = ()

    def _fail_with_undefined_error(self, *_: Any, **__: Any) -> Any:
        raise AbsenceError(self)

    __iter__ = __str__ = __len__ = _fail_with_undefined_error
    __eq__ = __ne__ = __bool__ = __hash__ = _fail_with_undefined_error
    __contains__ = _fail_with_undefined_error
    __add__ = __radd__ = __sub__ = __rsub__ = _fail_with_undefined_error
    __mul__ = __rmul__ = __truediv__ = __rtruediv__ = _fail_with_undefined_error
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = _fail_with_undefined_error
    __pos__ = __neg__ = __call__ = __getitem__ = _fail_with_undefined_error
    __lt__ = __le__ = __gt__ = __ge__ = _fail_with_undefined_error
    __int__ = __float__ = __complex__ = __pow__ = __rpow__ = _fail_with_undefined_error


class AbsenceError(UndefinedError):
    """Something that is not there was used."""

    def __init__(self, lacking: Lacking) -> None:
        super().__init__("something is not there")
        self.lacking = lacking


class Sandbox(ImmutableSandboxedEnvironment):
    """The environment of all templates."""

    intercepted_binops = frozenset(bounds.OPERATORS)

    def __init__(self) -> None:
        super().__init__(
            undefined=Lacking,
            finalize=_finalize,
            optimized=False,  # it would work constants out while compiling, past every bound
            keep_trailing_newline=True,
            trim_blocks=True,
            lstrip_blocks=True,
            cache_size=0,
        )
        own = {name: function for name, function in self.filters.items() if name not in UNFIT}
        own |= {"tojson": _tojson, "random": _random, JOINED: _joined, LOOPED: _looped}
        self.filters = {name: _bounded(name, function, self) for name, function in own.items()}
        kept = {name: self.globals[name] for name in ("cycler", "joiner")}
        self.globals = {"range": bounds.span, "dict": dict, SCRATCH: self.globals["namespace"], **kept}

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Looks into an object's keys first: `tool_result.items` is what the tool said, not a method."""
        if isinstance(obj, Mapping):
            try:
                return obj[attribute]
            except KeyError:
                pass
        return super().getattr(obj, attribute)

    def unsafe_undefined(self, obj: Any, attribute: str) -> Undefined:
        raise SecurityError(f"`{attribute}` of a {type(obj).__name__} is not for templates")

    def call_binop(self, context: Variables, operator: str, left: Any, right: Any) -> Any:
        budget = budget_of(context)
        budget.step()
        left, right = _settled(left), _settled(right)
        bounds.OPERATORS[operator](budget, left, right)
        return super().call_binop(context, operator, left, right)

    def call(__self, __context: Variables, __obj: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: N805 - as Jinja has it
        budget = budget_of(__context)
        budget.step()
        if isinstance(__obj, Macro):
            budget.grow(budget.literal)
        elif isinstance(__obj, BuiltinMethodType | MethodType | FunctionType):
            owner = getattr(getattr(__obj, "__wrapped__", __obj), "__self__", None)
            if isinstance(owner, (str, bytes)):
                bounds.method(budget, __obj.__name__, owner, args, kwargs)
        result = super().call(__context, __obj, *args, **kwargs)
        budget.grow(bounds.size(result))
        return result


def budget_of(context: Variables) -> Budget:
    """Returns what is left to this rendering."""
    budget: Budget = context.resolve_or_missing(BUDGET)
    return budget


@cache
def sandbox() -> Sandbox:
    """The one environment there is: making it takes a millisecond, and it keeps nothing."""
    return Sandbox()


class Bounding(NodeTransformer):
    """Puts filters that count where Jinja offers no place to."""

    def visit_Concat(self, node: nodes.Concat) -> nodes.Node:  # noqa: N802 - as Jinja has it
        self.generic_visit(node)
        parts = nodes.List(node.nodes, lineno=node.lineno)
        return nodes.Filter(parts, JOINED, [], [], None, None, lineno=node.lineno)

    def visit_Call(self, node: nodes.Call) -> nodes.Node:  # noqa: N802 - as Jinja has it
        self.generic_visit(node)
        if isinstance(node.node, nodes.Name) and node.node.name == "namespace":
            node.node.name = SCRATCH
        return node

    def visit_For(self, node: nodes.For) -> nodes.Node:  # noqa: N802 - as Jinja has it
        self.generic_visit(node)
        length = nodes.Const(literal(node), lineno=node.lineno)
        node.iter = nodes.Filter(node.iter, LOOPED, [length], [], None, None, lineno=node.lineno)
        return node


def literal(node: nodes.Node) -> int:
    """Returns how much text stands in a part of a template."""
    return sum(len(data.data) for data in node.find_all(nodes.TemplateData))


def _bounded(name: str, function: Filter, environment: Sandbox) -> Filter:
    """Wraps a filter so that it counts, and asks for the context, without which Jinja runs it while compiling."""
    wants = getattr(getattr(function, "jinja_pass_arg", None), "name", None)
    estimate = bounds.FILTERS.get(name)

    @pass_context
    def run(context: Variables, value: Any, *args: Any, **kwargs: Any) -> Any:
        budget = budget_of(context)
        budget.step()
        bounds.numbers((*args, *kwargs.values()) if name != LOOPED else ())
        value = _settled(value)
        if estimate is not None:
            estimate(budget, value, *args, **kwargs)
        first = {"context": (context,), "eval_context": (context.eval_ctx,), "environment": (environment,)}
        result = function(*first.get(wants or "", ()), value, *args, **kwargs)
        if isinstance(result, Iterator):
            return _counted(budget, result)
        budget.grow(bounds.size(result) if name != LOOPED else 0)
        return result

    return run


def _counted(budget: Budget, items: Iterator[Any]) -> Iterator[Any]:
    for item in items:
        budget.step()
        yield item


def _settled(value: Any) -> Any:
    """A helper that was not called is called where its value is worked with."""
    return value.settled() if isinstance(value, Settled) else value


def present(value: Any) -> Any:
    """Jinja has an `if` without `else` be nothing, however strict about names."""
    return "" if isinstance(value, Undefined) and not isinstance(value, Lacking) else value


@pass_context
def _finalize(context: Variables, value: Any) -> str:
    """Writes a value into a text."""
    text = write(present(value))
    budget_of(context).grow(len(text))
    return text


def _tojson(value: Any, indent: int | None = None) -> str:
    """Writes JSON, as it is outside of HTML."""
    if isinstance(value, Verbatim) and indent is None:
        return value.verbatim
    return dump(plain(value), None if indent is None else min(indent, bounds.MOST_INDENT))


@pass_context
def _random(context: Variables, options: Any) -> Any:
    """Chooses with the request's chance, where Jinja's own filter would draw from the process's."""
    choice = context.resolve("choice")
    if isinstance(choice, Undefined):
        raise TemplateError("`| random` is not available here: use `choice([…])`")
    return choice(list(options))


@pass_context
def _joined(context: Variables, parts: list[Any]) -> str:
    texts = [write(present(part)) for part in parts]
    budget_of(context).grow(sum(map(len, texts)))
    return "".join(texts)


@pass_context
def _looped(context: Variables, items: Any, length: int) -> Any:
    """Counts the rounds of a loop, and the text that stands in it."""
    budget = budget_of(context)
    try:
        count = len(items)
    except TypeError:
        return _rounds(budget, items, length)
    budget.step(count)
    budget.grow(count * length)
    return items


def _rounds(budget: Budget, items: Any, length: int) -> Iterator[Any]:
    for item in items:
        budget.step()
        budget.grow(length)
        yield item
