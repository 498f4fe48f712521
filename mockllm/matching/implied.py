"""Whether conditions can be reached: what is taken by earlier ones never comes to later ones."""

from .clauses import AllOf, AnyOf, Clause, Exists, Leaf, Not, Search
from .conditions import Conditions
from .operators import Equals, Operator
from .pattern import as_text


def shadows(earlier: Conditions, later: Conditions) -> bool:
    """Says whether it is sure that `earlier` takes whatever `later` takes; never True by mistake."""
    return all(any(implies(given, clause) for given in later.clauses) for clause in earlier.clauses)


def implies(given: Clause, clause: Clause) -> bool:
    """Says whether a clause holds whenever the given one does, when that is sure."""
    match given, clause:
        case AnyOf(), _:
            return all(implies(each, clause) for each in given.clauses)
        case _, AllOf():
            return all(implies(given, each) for each in clause.clauses)
        case AllOf(), _ if any(implies(each, clause) for each in given.clauses):
            return True
        case _, AnyOf():
            return any(implies(given, each) for each in clause.clauses)
        case Not(), Not():
            return implies(clause.clause, given.clause)
        case Leaf() | Search(), Leaf() | Search():
            return _covers(clause, given) or _has_result(given, clause)
        case Leaf() | Search(), Exists(there=True):
            return given.field.key == clause.field.key
        case Leaf(operator=Equals() as only), Not(clause=Leaf() | Search() as other):
            return given.field.key == other.field.key and given.field.form == "one" and _refuses(other.operator, only)
        case Exists(there=False), Not(clause=Leaf() | Search() as other):
            return given.field.key == other.field.key
        case Exists(), Exists():
            return given.field.key == clause.field.key and given.there is clause.there
        case _:
            return False


def _covers(clause: Leaf | Search, given: Leaf | Search) -> bool:
    if clause.field.key != given.field.key:
        return False
    return clause.operator.covers(given.operator) or clause.operator.covers(as_text(given.operator))


def _refuses(operator: Operator, only: Equals) -> bool:
    """Says whether the only value there is is surely not taken; a regex is asked only about what it can search."""
    from mockllm.errors import MatchingTimeout

    try:
        return not operator.accepts(only.value)
    except MatchingTimeout:
        return False


def _has_result(given: Leaf | Search, clause: Leaf | Search) -> bool:
    """Whatever asks for something in a tool's result needs one to be there."""
    return (
        clause.field.key == "has_tool_result"
        and given.field.name.startswith("tool_result")
        and isinstance(clause.operator, Equals)
        and clause.operator.value is True
    )
