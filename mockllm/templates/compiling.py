"""Makes templates of texts: cuts them, checks them, and fills them in."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal

from mockllm.errors import TemplateError

from .budget import MOST_OUTPUT, Budget
from .context import Context
from .parts import check_parts, parts
from .paths import Path, path
from .pieces import OPENING, Expression, cut

if TYPE_CHECKING:
    from .expressions import Compiled, Statements

Mode = Literal["expressions", "full", "raw"]
"""What is active in a text: `{{ }}` alone, all of Jinja's statements, or nothing."""


class Template:
    """A text with expressions."""

    __slots__ = ("_names", "_pieces", "source")

    def __init__(
        self, source: str, pieces: "tuple[str | Path | Compiled, ...] | Statements", names: frozenset[str]
    ) -> None:
        self.source = source
        self._pieces = pieces
        self._names = names

    def __repr__(self) -> str:
        return f"Template({self.source!r})"

    def render(self, context: Context) -> str:
        """Fills the text in; the result is a text whatever the values are."""
        budget = Budget()
        if not isinstance(self._pieces, tuple):
            return self._pieces.render(context)
        parts: list[str] = []
        total = 0
        for piece in self._pieces:
            part = piece if isinstance(piece, str) else piece.text(context, budget)
            total += len(part)
            if total > MOST_OUTPUT:
                raise TemplateError(f"the text would be longer than {MOST_OUTPUT} characters")
            parts.append(part)
        return "".join(parts)

    def value(self, context: Context) -> Any:
        """Fills the text in; one that is exactly one `{{ }}` keeps the type of its value."""
        if isinstance(self._pieces, tuple) and len(self._pieces) == 1 and not isinstance(self._pieces[0], str):
            return self._pieces[0].plain(context, Budget())
        return self.render(context)


def compile_text(text: str, *, mode: Mode = "expressions") -> str | Template:
    """Makes a template of a text, or returns the text where nothing in it is to be filled in.

    Raises TemplateError where an expression cannot be read, or speaks of what no request has.
    """
    if mode == "raw" or (OPENING not in text and (mode == "expressions" or not _holds_statements(text))):
        return text
    if mode == "full":
        from .expressions import compile_statements  # Jinja comes with it

        statements = compile_statements(text)
        return Template(text, statements, statements.names)
    found = cut(text)
    check_parts(sum(parts(piece.source) for piece in found if isinstance(piece, Expression)))
    pieces = tuple(_compile(piece) if isinstance(piece, Expression) else piece for piece in found)
    names = frozenset[str]().union(*(piece.names for piece in pieces if not isinstance(piece, str)))
    return Template(text, pieces, names)


def compile_tree(value: Any, *, mode: Mode = "expressions") -> Any:
    """Makes templates of the texts in a JSON value; keys are left alone."""
    try:
        return _compile_tree(value, mode)
    except RecursionError as error:
        raise TemplateError("the value is nested too deeply") from error


def _compile_tree(value: Any, mode: Mode) -> Any:
    if isinstance(value, str):
        return compile_text(value, mode=mode)
    if isinstance(value, Mapping):
        return {key: _compile_tree(item, mode) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_compile_tree(item, mode) for item in value]
    return value


def render_tree(tree: Any, context: Context) -> Any:
    """Fills in the templates of a tree that `compile_tree` made."""
    try:
        return _render_tree(tree, context)
    except RecursionError as error:
        raise TemplateError("the value is nested too deeply") from error


def _render_tree(tree: Any, context: Context) -> Any:
    if isinstance(tree, Template):
        return tree.value(context)
    if isinstance(tree, Mapping):
        return {key: _render_tree(item, context) for key, item in tree.items()}
    if isinstance(tree, list):
        return [_render_tree(item, context) for item in tree]
    return tree


def has_templates(tree: Any) -> bool:
    """Says whether anything in a tree is to be filled in."""
    if isinstance(tree, Template):
        return True
    if isinstance(tree, Mapping):
        return any(map(has_templates, tree.values()))
    return isinstance(tree, list) and any(map(has_templates, tree))


def names(template: object) -> frozenset[str]:
    """Returns the variables that a template, or the templates of a tree, speak of."""
    if isinstance(template, Template):
        return template._names
    parts: Iterable[Any] = ()
    if isinstance(template, Mapping):
        parts = template.values()
    elif isinstance(template, list):
        parts = template
    return frozenset[str]().union(*(names(part) for part in parts))


def _compile(piece: Expression) -> "Path | Compiled":
    found = path(piece)
    if found is not None:
        return found
    from .expressions import compile_expression  # Jinja comes with it

    return compile_expression(piece)


def _holds_statements(text: str) -> bool:
    return "{%" in text or "{#" in text
