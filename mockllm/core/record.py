"""What the hot path's dataclasses are made with."""

from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
def record(cls: type[T]) -> type[T]:
    """A slotted dataclass, its fields given by name, that type checkers keep frozen.

    At run time nobody does: to freeze an object triples what it costs to make, and every request makes dozens.
    All fields count when records are compared, hashed and shown. What does that is ours, since `dataclass` would
    compile source text for each class and method, which is most of what a class costs when the server starts.
    """
    made = dataclass(slots=True, kw_only=True, eq=False, repr=False)(cls)
    names = [each.name for each in fields(made)]  # type: ignore[arg-type] # it is a dataclass by now
    values = attrgetter(*names)

    def equal(self: T, other: object) -> bool:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    def hashed(self: T) -> int:
        return hash(values(self))

    def shown(self: T) -> str:
        told = ", ".join([f"{name}={getattr(self, name)!r}" for name in names])
        return f"{self.__class__.__qualname__}({told})"

    made.__eq__ = equal  # type: ignore[method-assign, assignment] # as dataclass itself does it
    made.__hash__ = hashed  # type: ignore[method-assign, assignment]
    made.__repr__ = shown  # type: ignore[method-assign, assignment]
    return made
