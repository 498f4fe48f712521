"""What is said of a value: that it meets a schema, fails one, or has or lacks a property."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from .document import Node, Resource
from .problem import Place

Kind = Literal["meets", "fails", "breaks", "has", "lacks"]


class Claim(NamedTuple):
    """`meets` and `fails` speak of the node's whole schema, `breaks` of the keyword in `detail`; `has` and `lacks` of
    the property in `detail`, at the node that wants it so.

    `owners` are the nodes with `unevaluated…` that this claim counts for, `scope` the resources on the way to it, which
    only matter where a document has dynamic anchors.
    """

    kind: Kind
    node: Node
    detail: str = ""
    owners: tuple[Node, ...] = ()
    scope: tuple[Resource, ...] = ()


class Fork(NamedTuple):
    """A choice: a value has to meet all claims of one of the options. `mark` tells it from all others."""

    mark: tuple[Claim, str]
    options: tuple[tuple[Claim, ...], ...]
    place: Place


class Wish(NamedTuple):
    """All that is said of one value, and the forks of which an option has been taken into it."""

    claims: tuple[Claim, ...]
    taken: tuple[tuple[Claim, str], ...] = ()

    def also(self, *claims: Claim) -> "Wish":
        return Wish((*self.claims, *claims), self.taken)

    def take(self, fork: Fork, option: tuple[Claim, ...]) -> "Wish":
        return Wish((*self.claims, *option), (*self.taken, fork.mark))


ANYTHING = Wish(())


def weight(claims: Sequence[Claim]) -> float:
    """Returns how heavy a value is that meets all the claims, at the least."""
    return max((claim.node.weight for claim in claims if claim.kind == "meets"), default=1.0)
