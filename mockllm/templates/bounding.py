"""Puts filters that count into a template's tree, at what Jinja would do without asking: `~`, loops, `==`, slices."""

from typing import cast

from jinja2 import nodes
from jinja2.visitor import NodeTransformer

JOINED = " joined"
LOOPED = " looped"
WEIGHED = " weighed"
"""Filters that stand in place of `~`, around what a loop goes over, and around what is compared or cut; the blank keeps
templates from naming them."""

SCRATCH = "mockllm_namespace"
"""Jinja's `namespace(…)`, whose name is that of a variable of ours."""

LIGHT = 8
"""How many nodes of a loop's body count as one step."""


class Bounding(NodeTransformer):
    """Rewrites a tree in place."""

    def visit_Concat(self, node: nodes.Concat) -> nodes.Node:  # noqa: N802 - as Jinja has it
        self.generic_visit(node)
        return _filter(nodes.List(node.nodes, lineno=node.lineno), JOINED)

    def visit_Compare(self, node: nodes.Compare) -> nodes.Node:  # noqa: N802 - as Jinja has it
        self.generic_visit(node)
        node.expr = _filter(node.expr, WEIGHED)
        for operand in node.ops:
            operand.expr = _filter(operand.expr, WEIGHED)
        return node

    def visit_Getitem(self, node: nodes.Getitem) -> nodes.Node:  # noqa: N802 - as Jinja has it
        self.generic_visit(node)
        if isinstance(node.arg, nodes.Slice):
            node.node = _filter(node.node, WEIGHED)
        return node

    def visit_Call(self, node: nodes.Call) -> nodes.Node:  # noqa: N802 - as Jinja has it
        self.generic_visit(node)
        if isinstance(node.node, nodes.Name) and node.node.name == "namespace":
            node.node.name = SCRATCH
        return node

    def visit_For(self, node: nodes.For) -> nodes.Node:  # noqa: N802 - as Jinja has it
        length, steps = literal(node), weight(node)  # before filters of ours are in it
        self.generic_visit(node)
        node.iter = _filter(cast("nodes.Expr", node.iter), LOOPED, length, steps)
        return node


def literal(node: nodes.Node) -> int:
    """Returns how much text stands in a part of a template."""
    return sum(len(data.data) for data in node.find_all(nodes.TemplateData))


def weight(node: nodes.Node) -> int:
    """Returns how many steps it takes to go once through a part of a template."""
    return 1 + sum(1 for _ in node.find_all(nodes.Node)) // LIGHT


def heaviest(tree: nodes.Node) -> int:
    """Returns how many steps it takes to go once through the largest macro or loop."""
    return max(map(weight, tree.find_all((nodes.Macro, nodes.CallBlock, nodes.For))), default=1)


def _filter(value: nodes.Expr, name: str, *numbers: int) -> nodes.Filter:
    args: list[nodes.Expr] = [nodes.Const(number, lineno=value.lineno) for number in numbers]
    return nodes.Filter(value, name, args, [], None, None, lineno=value.lineno)
