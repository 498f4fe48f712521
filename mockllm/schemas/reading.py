"""A schema being read: what its keywords need for saying what they demand."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from .claims import Claim, Fork, Kind
from .demands import Demands
from .document import Document, Node
from .problem import Contradiction, Place


class Reading:
    """Reads one node for the demands on a value; `todo` gets the claims on the same value that come of it.

    `keyword` is the one that is being read.
    """

    def __init__(self, document: Document, demands: Demands, claim: Claim, todo: list[Claim]) -> None:
        self.document = document
        self.demands = demands
        self.claim = claim
        self.node: Node = claim.node
        self.todo = todo
        self.owners = claim.owners
        self.scope = claim.scope
        self.keyword = ""

    @property
    def place(self) -> Place:
        return (*self.node.place, self.keyword)

    def inner(self, *path: str | int) -> Claim:
        """Returns the claim that a value inside this one meets a schema below this node."""
        return Claim("meets", self.document.child(self.node, *path), scope=self.scope)

    def same(self, *path: str | int) -> Claim:
        """Returns the claim that this very value meets a schema below this node."""
        return Claim("meets", self.document.child(self.node, *path), owners=self.owners, scope=self.scope)

    def fork(self, options: Sequence[tuple[Claim, ...]], label: str = "") -> None:
        """Leaves a choice open; one of a single option is none."""
        if not options:
            raise Contradiction(self.place, "The keyword can't be broken, and it has to be")
        if len(options) == 1:
            self.todo.extend(options[0])
        else:
            mark = (self.claim, f"{self.keyword}/{label}")
            self.demands.forks.append(Fork(mark, tuple(options), self.place))

    def only(self, which: int) -> Demands:
        """Rules out other kinds of values, and says that this one is spoken of."""
        self.demands.only(which, self.place, "The other keywords forbid what is demanded here")
        self.demands.mentioned |= which
        return self.demands

    def breach(self, *path: str | int) -> Claim:
        """Returns the claim that a value fails a schema below this node."""
        return Claim("fails", self.document.child(self.node, *path), scope=self.scope)

    def target(self, kind: Kind, reference: str) -> None:
        """Claims the same of the schema that a reference leads to."""
        target = self.document.follow(self.node, "$ref", reference)
        owners = self.owners if kind == "meets" else ()
        self.todo.append(Claim(kind, target, owners=owners, scope=self.scope))


def fraction(number: Any) -> Fraction:
    """Returns the number that was written: 0.1 is a tenth."""
    return Fraction(number) if isinstance(number, int) else Fraction(str(number))
