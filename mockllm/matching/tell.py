"""Puts into words what a condition wanted and what the request has."""

from collections.abc import Callable, Iterable
from typing import Any

from .clauses import AllOf, AnyOf, Clause, Exists, Leaf, Not, Search
from .difference import Difference
from .fields import Field
from .hints import hint_for
from .operators import SIGNS, Compare, Contains, Equals, Glob, Has, Operator, Partial
from .pattern import Pattern
from .show import LONGEST, cut, joined, show, show_name
from .subject import Subject
from .values import ABSENT


def tell(clause: Clause, subject: Subject, *, hints: bool = True) -> Difference:
    """Describes why a clause does not hold."""
    hint = hint_for(clause, subject) if hints else None
    return Difference(clause.field.name, wanted(clause), got(clause.field, subject), hint)


def wanted(clause: Clause) -> str:
    """What a clause takes."""
    match clause:
        case Leaf(field, operator) | Search(field, operator):
            return cut(_operator(operator, _shower(field)))
        case Exists(_, there):
            return "anything" if there else "absent"
        case AnyOf(_, clauses):
            return cut(joined(_each(clauses), LONGEST, by=" or "))
        case AllOf(_, clauses):
            return cut(joined(_each(clauses), LONGEST, by=" and "))
        case Not(_, inner):
            return cut(f"not {' '.join(_each([inner]))}")


def got(field: Field, subject: Subject) -> str:
    """What a request has in a field, as it was sent where it was read as something else."""
    field = field.sent or field
    values, shown = subject.values(field), _shower(field)
    if field.form == "list":
        return shown(values if len(values) != 1 or field.name == "tools" else values[0]) if values else "nothing"
    return shown(values[0] if values else ABSENT)


def _shower(field: Field) -> Callable[[Any], str]:
    """How the values of a field are shown: what people and models say, and what a body holds, stands in quotes."""
    return show_name if (field.sent or field).kind == "name" else show


def _each(clauses: Iterable[Clause]) -> Iterable[str]:
    for clause in clauses:
        inner = wanted(clause)
        yield f"({inner})" if isinstance(clause, AnyOf | AllOf) and len(clause.clauses) > 1 else inner


def _operator(operator: Operator, shown: Callable[[Any], str]) -> str:
    match operator:
        case Equals(value):
            return shown(value)
        case Contains(value) | Has(value):
            return f"something with {show(value)}"
        case Compare(how, bound):
            return f"{SIGNS[how]} {show(bound)}"
        case Partial(value):
            return f"JSON with {show(value)}"
        case Glob():
            return str(operator) if shown is show_name else f"something like {show(str(operator))}"
        case Pattern():
            return str(operator)
        case _:
            return repr(operator)
