"""What has to be in a request for a condition to hold: the cheap question before the real one."""

from typing import Any, NamedTuple

from .clauses import AllOf, AnyOf, Clause, Leaf, Search
from .fields import Field
from .literal import literal
from .operators import Contains, Equals, Glob
from .pattern import Pattern, as_text
from .subject import Subject

SCALARS = (str, int, float, bool, type(None))


class Key(NamedTuple):
    """Where a condition is found: `value` equals the field's or is contained in it, in any case if it is folded."""

    field: Field
    exact: bool
    value: Any
    folded: bool = False

    @property
    def group(self) -> "Group":
        return self.field.key, self.folded


Group = tuple[str, bool]
"""What texts are looked for in the same way in the same field: its key, and whether they are in any case."""


def keys_of(clause: Clause) -> tuple[Key, ...]:
    """Keys one of which fits whenever the clause holds; none where no such are known."""
    match clause:
        case Leaf(field, Equals(value)):
            return (Key(field, exact=True, value=value),) if isinstance(value, SCALARS) else ()
        case Leaf(field, operator) | Search(field, operator):
            return _part_of(field, as_text(operator))
        case AnyOf(_, clauses):
            found = [keys_of(each) for each in clauses]
            return tuple(key for keys in found for key in keys) if all(found) else ()
        case AllOf(_, clauses):
            return next((keys for each in clauses if (keys := keys_of(each))), ())
        case _:
            return ()


def is_known_by_key(clause: Clause) -> bool:
    """Says whether a clause holds whenever one of its keys fits; of numbers that is not sure, since 1 is true there."""
    match clause:
        case Leaf(_, Equals(value)):
            return isinstance(value, str)
        case Leaf(_, Contains()):
            return True
        case AnyOf(_, clauses):
            return all(map(is_known_by_key, clauses))
        case _:
            return False


def may_fit(key: Key, subject: Subject) -> bool:
    """Says whether a key may fit a request; False is sure, and that comes cheap where many texts are asked for."""
    return key.exact or subject.may_contain(key.field, key.value, folded=key.folded)


def _part_of(field: Field, operator: Any) -> tuple[Key, ...]:
    match operator:
        case Contains(text):
            return (Key(field, exact=False, value=text),)
        case Glob(pieces) if longest := max(pieces, key=len):
            return (Key(field, exact=False, value=longest),)
        case Pattern(pattern, flags) if found := literal(pattern, flags):
            folded = "i" in flags
            if folded and not found.isascii():
                return ()
            return (Key(field, exact=False, value=found.lower() if folded else found, folded=folded),)
        case _:
            return ()
