"""Reads, checks and runs expressions with Jinja, and says what is wrong with them.

An expression is read and checked at once; code is made of it when it is first needed, which takes ten times as long.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NoReturn

from jinja2 import Template as Program
from jinja2 import TemplateSyntaxError, nodes
from jinja2.meta import TrackingCodeGenerator
from jinja2.parser import Parser
from jinja2.runtime import Context as Variables

from mockllm.errors import TemplateError

from .absence import explain
from .bounding import Bounding, heaviest, literal
from .budget import MOST_OUTPUT, Budget
from .checking import check
from .context import Context
from .filters import BUDGET
from .lacking import Lacking, present
from .missing import Missing
from .parts import check_parts, parts_of_statements
from .pieces import MOST_EXPRESSIONS, Expression, shortened
from .sandbox import sandbox
from .weighing import weigh
from .written import plain, write

RESULT = "result"

MOST_STATEMENTS = 100_000
"""Characters of a text with statements."""

CACHED = 4096
"""How many expressions are kept: files repeat them."""


class Code:
    """What was read; its program is made at its first run."""

    __slots__ = ("_program", "literal", "names", "needs", "tree", "weight")

    def __init__(self, tree: nodes.Template, names: frozenset[str]) -> None:
        self.tree = tree
        self.names = names
        self.needs = names | {"choice"} if any(node.name == "random" for node in tree.find_all(nodes.Filter)) else names
        self.literal = literal(tree)
        self.weight = heaviest(tree)
        self._program: Program | None = None

    def begin(self, context: Context, budget: Budget) -> tuple[Program, Variables]:
        """Returns the program and the variables of one run."""
        if self._program is None:
            self._program = sandbox().from_string(Bounding().visit(self.tree))
        variables = {name: _variable(context, name) for name in self.needs}
        budget.literal, budget.weight = self.literal, self.weight
        return self._program, self._program.new_context({BUDGET: budget, **variables})


class Compiled:
    """One `{{ }}` of a text."""

    __slots__ = ("_code", "_piece", "names")

    def __init__(self, piece: Expression, code: Code) -> None:
        self.names = code.names
        self._piece = piece
        self._code = code

    def text(self, context: Context, budget: Budget) -> str:
        """Returns the value as it is written into a text."""
        try:
            return write(self._run(context, budget))
        except Exception as error:  # noqa: BLE001 - whatever an expression raises is a mistake in the script
            self._fail(error, context)

    def plain(self, context: Context, budget: Budget) -> Any:
        """Returns the value as JSON knows it."""
        try:
            return plain(self._run(context, budget))
        except Exception as error:  # noqa: BLE001 - as above
            self._fail(error, context)

    def _run(self, context: Context, budget: Budget) -> Any:
        program, variables = self._code.begin(context, budget)
        for _ in program.root_render_func(variables):
            pass
        value = present(variables.vars[RESULT])
        weigh(budget, value)
        return value

    def _fail(self, error: Exception, context: Context) -> NoReturn:
        _fail(self._piece, explain(error, self._code.tree, context), error)


class Statements:
    """A text in which all of Jinja is active."""

    __slots__ = ("_code", "_source", "names")

    def __init__(self, source: str, code: Code) -> None:
        self.names = code.names
        self._source = source
        self._code = code

    def render(self, context: Context) -> str:
        """Fills the text in."""
        try:
            return "".join(self._parts(context))
        except Exception as error:
            message = f"{shortened(self._source)}: {explain(error, self._code.tree, context)}"
            raise TemplateError(message) from error

    def _parts(self, context: Context) -> Iterator[str]:
        program, variables = self._code.begin(context, Budget())
        total = 0
        for part in program.root_render_func(variables):
            total += len(part)
            if total > MOST_OUTPUT:
                raise TemplateError(f"the text would be longer than {MOST_OUTPUT} characters")
            yield part


def compile_expression(piece: Expression) -> Compiled:
    """Reads what stands in one `{{ }}`; raises TemplateError, with its place, where it cannot be used."""
    try:
        return Compiled(piece, _read(piece.source))
    except TemplateError as error:
        _fail(piece, str(error), error)
    except Exception as error:  # noqa: BLE001 - Jinja and Python have many errors for what they cannot read
        _fail(piece, f"cannot be read: {_unreadable(error)}", error)


def compile_statements(source: str) -> Statements:
    """Reads a text with statements; raises TemplateError where it cannot be used."""
    if len(source) > MOST_STATEMENTS or source.count("{%") + source.count("{{") > MOST_EXPRESSIONS:
        raise TemplateError(
            f"the text is longer than {MOST_STATEMENTS} characters, or holds more than {MOST_EXPRESSIONS} expressions"
            " and statements"
        )
    check_parts(parts_of_statements(source))
    try:
        tree = sandbox().parse(source)
        return Statements(source, Code(tree, check(tree, _undeclared(tree))))
    except TemplateError:
        raise
    except TemplateSyntaxError as error:
        raise TemplateError(f"cannot be read: {error.message} (line {error.lineno})", line=error.lineno) from error
    except Exception as error:
        raise TemplateError(f"{shortened(source)}: cannot be read: {_unreadable(error)}") from error


def _undeclared(tree: nodes.Template) -> set[str]:
    """Finds the variables that a text with statements does not set itself, as `jinja2.meta` does."""
    generator = TrackingCodeGenerator(sandbox())
    generator.optimizer = None  # it would work constants out, and takes the square of an expression's depth
    generator.visit(tree)
    return generator.undeclared_identifiers


def _unreadable(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    return shortened((error.message if isinstance(error, TemplateSyntaxError) else str(error)) or "it is too much", 200)


@lru_cache(maxsize=CACHED)
def _read(source: str) -> Code:
    if not source:
        raise TemplateError("there is nothing between the braces; for the braces themselves write {{ '{{' }}")
    environment = sandbox()
    parser = Parser(environment, source, state="variable")
    expression = parser.parse_expression()
    if not parser.stream.eos:
        token = parser.stream.current
        raise TemplateSyntaxError(f"it should end before {token.value!r}", token.lineno)
    tree = nodes.Template([nodes.Assign(nodes.Name(RESULT, "store"), expression, lineno=1)], lineno=1)
    tree.set_environment(environment)
    return Code(tree, check(tree, {node.name for node in expression_names(tree)}))


def expression_names(tree: nodes.Template) -> list[nodes.Name]:
    return [node for node in tree.find_all(nodes.Name) if node.ctx == "load"]


def _variable(context: Context, name: str) -> Any:
    value = context.get(name)
    return Lacking(hint=value.why, name=name) if isinstance(value, Missing) else value


def _fail(piece: Expression, message: str, error: Exception) -> NoReturn:
    where = f"line {piece.line}, column {piece.column}" if piece.line > 1 else f"column {piece.column}"
    raise TemplateError(f"{piece}: {message} ({where})", line=piece.line, column=piece.column) from error
