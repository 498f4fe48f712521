"""Checks what was read: the names of variables, filters and tests, before anything runs."""

import re
from collections.abc import Iterable
from math import isinf
from typing import Any

from jinja2 import nodes

from mockllm.errors import TemplateError

from .bounding import SCRATCH
from .budget import MOST_BITS
from .context import CONTEXT_NAMES, MAKERS
from .missing import unknown
from .sandbox import sandbox

OUTSIDE = (nodes.Include, nodes.Import, nodes.FromImport, nodes.Extends)

HTML = (nodes.EvalContextModifier, nodes.ScopedEvalContextModifier)


def check(tree: nodes.Template, found: Iterable[str]) -> frozenset[str]:
    """Returns the variables of the context among those that were found; raises TemplateError for what nobody knows."""
    environment = sandbox()
    functions = environment.globals.keys() - _hidden(environment.globals)
    _check_names("variable", sorted(found), (*MAKERS, *sorted(functions - CONTEXT_NAMES)), tree, MAKERS)
    _check_names("filter", _used(tree, nodes.Filter), environment.filters.keys() - _hidden(environment.filters), tree)
    _check_names("test", _used(tree, nodes.Test), environment.tests.keys(), tree)
    if any(True for _ in tree.find_all(OUTSIDE)):
        raise TemplateError("cannot include, import or extend: a template stands alone")
    if any(True for _ in tree.find_all(HTML)):
        raise TemplateError("cannot escape for HTML: what is filled in stands as it is")
    for constant in tree.find_all(nodes.Const):
        _check_constant(constant.value)
    return frozenset(found) & CONTEXT_NAMES


def _check_constant(value: Any) -> None:
    large = value.bit_length() > MOST_BITS if isinstance(value, int) else isinstance(value, float) and isinf(value)
    if large:
        raise TemplateError("a number in it is too large")


def _check_names(
    kind: str, used: Iterable[str], known: Iterable[str], tree: nodes.Template, shown: Iterable[str] | None = None
) -> None:
    """`shown` are those that are named where none is near; without them all that are known."""
    names = list(known)
    for name in used:
        if name not in names:
            near = [name for name in names if re.fullmatch(r"\w+", name)]
            raise TemplateError(unknown(kind, name, near, shown) + _header_hint(tree, name))


def _used(tree: nodes.Template, kind: type[nodes.Filter] | type[nodes.Test]) -> list[str]:
    return [node.name for node in tree.find_all(kind)]


def _hidden(names: Iterable[str]) -> frozenset[str]:
    return frozenset(name for name in names if name.startswith(" ") or name == SCRATCH)


def _header_hint(tree: nodes.Template, name: str) -> str:
    """`header.x-case` is a subtraction, and `case` the variable nobody knows."""
    for minus in tree.find_all(nodes.Sub):
        left, right = minus.left, minus.right
        if isinstance(right, nodes.Name) and right.name == name and isinstance(left, nodes.Getattr):
            return f'; if a name with a minus is meant, write header["{left.attr}-{name}"]'
    return ""
