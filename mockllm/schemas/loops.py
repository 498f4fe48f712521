"""Schemas that would make a validator run in circles, or look at values too many times."""

from typing import Any

from .document import Document, Node
from .limits import MOST_EVALUATIONS
from .problem import SchemaProblem


def runaway(document: Document) -> SchemaProblem | None:
    """Finds a schema that refers to itself for the same value, or branches too often for it."""
    costs: dict[Node, float] = {}
    for start in list(document.nodes.values()):
        if start in costs:
            continue
        problem = _visit(document, start, costs)
        if problem is not None:
            return problem
    return None


def _visit(document: Document, start: Node, costs: dict[Node, float]) -> SchemaProblem | None:
    """Walks down from a node, without recursion since references can make long chains."""
    path = [(start, list(_next(document, start)))]
    open_nodes = {start}
    while path:
        node, left = path[-1]
        if left:
            below = left.pop()
            if below in open_nodes:
                message = "The schema refers to itself without end"
                return SchemaProblem(place=node.place, message=message, value=document.reference(node) or node.schema)
            if below not in costs:
                path.append((below, list(_next(document, below))))
                open_nodes.add(below)
            continue
        path.pop()
        open_nodes.discard(node)
        costs[node] = 1 + sum(costs[below] for below in _next(document, node))
        if costs[node] > MOST_EVALUATIONS:
            message = "The schema branches so often that a value can't be checked against it"
            return SchemaProblem(place=node.place, message=message)
    return None


def _next(document: Document, node: Node) -> list[Node]:
    """Returns the nodes that speak of the same value."""
    reference = document.reference(node)
    if reference is None:
        return node.same
    target = document.follow(node, "$ref", reference)
    return [*node.same, target] if document.siblings else [target]


def multiplies(document: Document) -> bool:
    """Says whether the schemas spell out to more than we would let a validator walk through.

    Recursion is not followed. The instance may be far smaller, so this only tells where `checks` is worth its time.
    """
    sizes: dict[Node, float] = {}
    opened: dict[Node, None] = {}
    path = [document.root]
    while path:
        node = path[-1]
        below = _all_below(document, node)
        fresh = [inner for inner in below if inner not in sizes and inner not in opened] if node not in opened else []
        opened[node] = None
        if fresh:
            path.extend(fresh)
            continue
        path.pop()
        sizes[node] = 1 + sum(sizes.get(inner, 1) for inner in below)
        if sizes[node] > MOST_EVALUATIONS:
            return True
    return False


def checks(document: Document, node: Node, value: Any, most: float) -> float:
    """Returns how many steps a validator takes for a value, at the most; stops counting soon after a number."""
    return _Counting(document, most).of(node, value)


class _Counting:
    """Adds up steps, each pair of a schema and a value once."""

    def __init__(self, document: Document, most: float) -> None:
        self._document = document
        self._most = most
        self._known: dict[tuple[Node, int], float] = {}

    def of(self, node: Node, value: Any) -> float:
        pair = (node, id(value))
        if pair not in self._known:
            self._known[pair] = 1
            steps = 1.0 + sum(self.of(below, value) for below in _next(self._document, node))
            if isinstance(node.schema, dict) and isinstance(value, (dict, list)) and steps <= self._most:
                steps += self._inside(node, value)
            self._known[pair] = steps
        return self._known[pair]

    def _inside(self, node: Node, value: dict[str, Any] | list[Any]) -> float:
        steps = 0.0
        for below in node.inside:
            name = below.place[-1]
            if isinstance(value, dict) and below.place[-2:-1] == ("properties",):
                if name in value:
                    steps += self.of(below, value[str(name)])
            else:
                members = value.values() if isinstance(value, dict) else value
                steps += sum(self.of(below, member) for member in members)
        return steps


def _all_below(document: Document, node: Node) -> list[Node]:
    return [*_next(document, node), *node.inside]
