"""Says why an expression failed: what it looked for, where, and what there is."""

from typing import Any

from jinja2 import nodes
from jinja2.runtime import Undefined
from jinja2.utils import missing

from mockllm.errors import TemplateError

from .context import Context
from .lacking import AbsenceError, Lacking
from .missing import Missing, lacking
from .pieces import shortened
from .sandbox import sandbox


def explain(error: Exception, tree: nodes.Template, context: Context) -> str:
    """Words an error of a run."""
    try:
        if isinstance(error, AbsenceError):
            return _absent(error.lacking, tree, context)
        if isinstance(error, TemplateError):
            return str(error)
        if isinstance(error, RecursionError):
            return "calls itself without end, or goes in too deep"
        return f"fails: {shortened(str(error) or type(error).__name__, 200)}"
    except Exception:  # noqa: BLE001 - what was wrong is not to hide behind an error about telling it
        return f"fails: {type(error).__name__}"


def _absent(lacked: Lacking, tree: nodes.Template, context: Context) -> str:
    hint, owner, name = lacked._undefined_hint, lacked._undefined_obj, lacked._undefined_name
    if hint is not None:
        return hint
    if owner is missing:
        return f"`{name}` has no value here"
    return lacking(_path(owner, name, tree, context), owner, name)


def _path(owner: Any, name: object, tree: nodes.Template, context: Context) -> str:
    """Finds the words with which the template spoke of the owner."""
    owners = [node.node for node in tree.find_all(nodes.Getattr) if node.attr == name]
    owners += [node.node for node in tree.find_all(nodes.Getitem) if _names(node.arg, name)]
    paths = [(path, node) for node in owners if (path := _words(node)) is not None]
    for path, node in paths:
        if _reach(node, context) is owner:
            return path
    return paths[0][0] if len(paths) == 1 else "the value"


def _names(arg: nodes.Expr, name: object) -> bool:
    """Says whether a subscript may have been this one; one that is worked out may be any."""
    return not isinstance(arg, nodes.Const) or arg.value == name


def _words(node: nodes.Expr) -> str | None:
    """Writes a path as it stands in the template; None for anything else."""
    if isinstance(node, nodes.Name):
        return node.name
    if isinstance(node, nodes.Getattr):
        before = _words(node.node)
        return None if before is None else f"{before}.{node.attr}"
    if isinstance(node, nodes.Getitem) and isinstance(node.arg, nodes.Const):
        before = _words(node.node)
        return None if before is None else f"{before}[{node.arg.value!r}]"
    return None


def _reach(node: nodes.Expr, context: Context) -> Any:
    """Returns what a path leads to, or a `Missing`."""
    nowhere = Missing("no path")
    if isinstance(node, nodes.Name):
        try:
            return context.get(node.name)
        except KeyError:
            return nowhere
    if not isinstance(node, nodes.Getattr | nodes.Getitem):
        return nowhere
    before = _reach(node.node, context)
    if isinstance(before, Missing):
        return before
    if isinstance(node, nodes.Getattr):
        found = sandbox().getattr(before, node.attr)
    else:
        found = sandbox().getitem(before, node.arg.as_const()) if isinstance(node.arg, nodes.Const) else nowhere
    return nowhere if isinstance(found, Undefined) else found
