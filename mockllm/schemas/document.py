"""A schema as a document: its subschemas by place, its identifiers and anchors, and where references lead."""

from typing import Any
from urllib.parse import unquote, urljoin

from .draft import Draft, named_draft
from .keywords import subschemas
from .limits import MOST_SUBSCHEMAS
from .problem import Contradiction, Place

ANY_SCHEMA: dict[str, Any] = {"enum": [{"type": "string"}, {"type": "object"}, {"type": "integer", "minimum": 0}, True]}
"""Stands for the schemas of JSON Schema itself, which the validator knows: a few schemas that are valid for all."""


class Resource:
    """A part of a document with an identifier of its own."""

    __slots__ = ("anchors", "dynamic", "place", "uri")

    def __init__(self, uri: str, place: Place) -> None:
        self.uri = uri
        self.place = place
        self.anchors: dict[str, Place] = {}
        self.dynamic: dict[str, Place] = {}


class Node:
    """A schema at its place; there is one node for each place, so nodes are compared by identity.

    `same` are the nodes right below it that speak of the same value, `inside` those that speak of values inside it.
    """

    __slots__ = ("inside", "known", "place", "resource", "same", "schema", "weight")

    def __init__(self, schema: Any, place: Place, resource: Resource, *, known: bool = True) -> None:
        self.schema = schema
        self.place = place
        self.resource = resource
        self.known = known
        self.weight = 1.0
        self.same: list[Node] = []
        self.inside: list[Node] = []


class Document:
    """All the nodes of a schema. `siblings` says whether keywords beside `$ref` count, which they do from 2019 on."""

    def __init__(self, schema: Any, draft: Draft) -> None:
        self.schema = schema
        self.draft = draft
        self.siblings = named_draft(schema) in (None, "2019-09", "2020-12")
        self.nodes: dict[Place, Node] = {}
        self.resources: dict[str, Resource] = {}
        self.aside: list[Node] = []
        """Schemas that references lead to, at places where no keyword we know holds schemas."""
        self.has_dynamic = False
        self.targets: dict[tuple[Node, str], Node] = {}
        resource = self.resources[""] = Resource("", ())
        self.root = Node(schema, (), resource)
        self._grow(self.root, naming=True)

    def child(self, node: Node, *path: str | int) -> Node:
        """Returns the node at a path below another."""
        return self.at((*node.place, *path), node.resource)

    def at(self, place: Place, resource: Resource) -> Node:
        """Returns the node at a place, also where no keyword we know holds schemas."""
        node = self.nodes.get(place)
        if node is None:
            schema = self.schema
            for step in place:
                schema = schema[step]
            node = Node(schema, place, resource)
            self._grow(node, naming=False)
            self.aside.append(node)
        return node

    def reference(self, node: Node) -> str | None:
        """Returns what `$ref` says, where it is one."""
        ref = node.schema.get("$ref") if isinstance(node.schema, dict) else None
        return ref if isinstance(ref, str) else None

    def follow(self, node: Node, keyword: str, ref: str) -> Node:
        """Returns the node that a reference in a node leads to; raises `Contradiction` where there is none."""
        target = self.targets.get((node, keyword))
        if target is None:
            target = self.targets[node, keyword] = self._find(node, keyword, ref)
        return target

    def follow_all(self) -> None:
        """Follows all references, those in places that other references lead to included."""
        done = 0
        while done < len(self.nodes):
            nodes = list(self.nodes.values())[done:]
            done += len(nodes)
            for node in nodes:
                reference = self.reference(node)
                if reference is not None:
                    self.follow(node, "$ref", reference)

    def dynamic(self, node: Node, scope: tuple[Resource, ...], ref: str) -> Node:
        """Follows a `$dynamicRef`: the outermost resource on the way here that has the anchor wins."""
        target = self.follow(node, "$dynamicRef", ref)
        anchor = ref.partition("#")[2]
        if target.resource.dynamic.get(anchor) == target.place:
            for resource in scope:
                if anchor in resource.dynamic:
                    return self.at(resource.dynamic[anchor], resource)
        return target

    def _grow(self, top: Node, *, naming: bool) -> None:
        """Makes the nodes of a schema and of all below it; `naming` also enters the names they give themselves."""
        waiting = [top]
        while waiting:
            node = waiting.pop()
            self.nodes[node.place] = node
            if len(self.nodes) > MOST_SUBSCHEMAS:
                raise Contradiction(node.place, f"A schema may have at most {MOST_SUBSCHEMAS} subschemas")
            if not isinstance(node.schema, dict):
                continue
            if naming:
                self._name(node, node.schema)
            for reach, path, schema in subschemas(node.schema):
                place = (*node.place, *path)
                below = self.nodes.get(place)
                if below is None:
                    below = Node(schema, place, node.resource)
                    waiting.append(below)
                if reach == "same":
                    node.same.append(below)
                elif reach == "inside":
                    node.inside.append(below)

    def _name(self, node: Node, schema: dict[str, Any]) -> None:
        identifier = schema.get("id" if self.draft == "4" else "$id")
        if isinstance(identifier, str) and (self.siblings or "$ref" not in schema):
            uri, _, anchor = identifier.partition("#")
            if uri:
                node.resource = Resource(_join(node.resource.uri, uri), node.place)
                self.resources.setdefault(node.resource.uri, node.resource)
            if anchor:
                node.resource.anchors.setdefault(anchor, node.place)
        for keyword in ("$anchor", "$dynamicAnchor", "$recursiveAnchor"):
            if keyword not in schema:
                continue
            name = "" if schema[keyword] is True else schema[keyword]
            if isinstance(name, str):
                node.resource.anchors.setdefault(name, node.place)
                if keyword != "$anchor":
                    self.has_dynamic = True
                    node.resource.dynamic.setdefault(name, node.place)

    def _find(self, node: Node, keyword: str, ref: str) -> Node:
        uri, _, fragment = ref.partition("#")
        uri = _join(node.resource.uri, uri) if uri else node.resource.uri
        resource = self.resources.get(uri)
        place = (*node.place, keyword)
        if resource is None:
            if "//json-schema.org/draft" in uri:
                return Node(ANY_SCHEMA, node.place, node.resource, known=False)
            raise Contradiction(place, "A reference must lead to a place in the same schema", ref)
        if fragment and not fragment.startswith("/"):
            if fragment in resource.anchors:
                return self.at(resource.anchors[fragment], resource)
            raise Contradiction(place, f"No schema has the anchor {fragment!r}", ref)
        target = self._point(resource, unquote(fragment))
        if target is None:
            raise Contradiction(place, "The reference leads nowhere", ref)
        if not isinstance(target.schema, (dict, bool)):
            raise Contradiction(place, "The reference leads to something that is no schema", ref)
        return target

    def _point(self, resource: Resource, pointer: str) -> Node | None:
        schema = self.schema
        for key in resource.place:
            schema = schema[key]
        place = list(resource.place)
        inner = resource
        for part in pointer.split("/")[1:]:
            step: str | int = part.replace("~1", "/").replace("~0", "~")
            if isinstance(schema, list) and part.isascii() and part.isdigit() and int(part) < len(schema):
                step = int(part)
            elif not isinstance(schema, dict) or step not in schema:
                return None
            schema = schema[step]
            place.append(step)
            met = self.nodes.get(tuple(place))
            inner = met.resource if met is not None else inner
        return self.at(tuple(place), inner)


def _join(base: str, uri: str) -> str:
    try:
        return urljoin(base, uri)
    except ValueError:
        return uri
