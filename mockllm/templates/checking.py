"""Checks what was read: the names of variables, filters and tests, before anything runs."""

import re
from collections.abc import Iterable

from jinja2 import nodes

from mockllm.errors import TemplateError

from .context import CONTEXT_NAMES
from .missing import unknown
from .sandbox import SCRATCH, sandbox

OUTSIDE = (nodes.Include, nodes.Import, nodes.FromImport, nodes.Extends)


def check(tree: nodes.Template, found: Iterable[str]) -> frozenset[str]:
    """Returns the variables of the context among those that were found; raises TemplateError for what nobody knows."""
    environment = sandbox()
    functions = environment.globals.keys() - _hidden(environment.globals)
    _check_names("variable", sorted(found), CONTEXT_NAMES | functions, tree)
    _check_names("filter", _used(tree, nodes.Filter), environment.filters.keys() - _hidden(environment.filters), tree)
    _check_names("test", _used(tree, nodes.Test), environment.tests.keys(), tree)
    if any(True for _ in tree.find_all(OUTSIDE)):
        raise TemplateError("cannot include, import or extend: a template stands alone")
    return frozenset(found) & CONTEXT_NAMES


def _check_names(kind: str, used: Iterable[str], known: Iterable[str], tree: nodes.Template) -> None:
    names = frozenset(known)
    for name in used:
        if name not in names:
            shown = [name for name in names if re.fullmatch(r"\w+", name)]
            raise TemplateError(unknown(kind, name, shown) + _header_hint(tree, name))


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
