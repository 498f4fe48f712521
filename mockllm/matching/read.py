"""Reads conditions as people write them, and says what is wrong with them."""

from collections.abc import Callable, Collection, Mapping
from typing import Any

from mockllm.suggest import did_you_mean

from .clauses import Clause
from .conditions import Conditions
from .fields import FIELDS, GROUPS, Field, body_field, body_path, header, query
from .problem import Problem
from .reader import OPERATORS, Path, Reader

__all__ = ["OPERATORS", "read"]


def read(fields: Any, *, body_fields: Collection[str] | None = None) -> Conditions | list[Problem]:
    """Reads the mapping under `when` or `expect`.

    Whatever is no field of ours is a field of the body; it has to be one of `body_fields`, where those are given.
    """
    if not isinstance(fields, Mapping):
        return [
            Problem((), f"conditions are a mapping of fields to what is wanted, such as {{user: …}}, not {fields!r}")
        ]
    reader = Reader()
    clauses = [clause for name, raw in fields.items() for clause in _field(reader, name, raw, body_fields)]
    return reader.problems or Conditions(fields, clauses)


def _field(reader: Reader, name: Any, raw: Any, body_fields: Collection[str] | None) -> list[Clause]:
    path: Path = (name,)
    if not isinstance(name, str):
        return reader.wrong((str(name),), f"a field's name is a text, not {name!r}; quote it if it is one")
    if name in FIELDS:
        return reader.clauses(FIELDS[name], raw, path)
    if name in GROUPS:
        return _group(reader, name, raw)
    if name in OPERATORS:
        return reader.wrong(path, f"`{name}` stands below a field, as in {{user: {{{name}: …}}}}")
    if body_fields is not None and name not in body_fields:
        meant = did_you_mean(name, {*FIELDS, *GROUPS, *body_fields})
        also = f"; did you mean `{meant}`?" if meant else ""
        return reader.wrong(path, f"unknown field `{name}`{also or _by_path(name)}")
    return reader.clauses(body_field(name), raw, path)


def _by_path(name: str) -> str:
    return f"; what no API knows can be asked for by its path: body: {{$.{name}: …}}"


def _group(reader: Reader, group: str, raw: Any) -> list[Clause]:
    if not isinstance(raw, Mapping):
        what = "JSONPaths" if group == "body" else "names"
        example = "$.metadata.case: …" if group == "body" else "x-case: …"
        return reader.wrong((group,), f"`{group}` is a mapping of {what} to conditions: {group}: {{{example}}}")
    found: list[Clause] = []
    for name, condition in raw.items():
        path = (group, name if isinstance(name, str | int) else str(name))
        field = _member(group, name)
        if isinstance(field, str):
            reader.wrong(path, field)
        else:
            found += reader.clauses(field, condition, path)
    return found


def _member(group: str, name: Any) -> Field | str:
    if not isinstance(name, str):
        return f"this has to be a text, not {name!r}; quote it if it is one"
    if group == "header":
        return header(name)
    if group == "query":
        return query(name)
    found = _json_path(name)
    return found if isinstance(found, str) else body_path(name, found)


def _json_path(path: str) -> Callable[[Any], list[Any]] | str:
    if not path.startswith("$"):
        return f"a JSONPath begins with $: write $.{path}"
    import jsonpath_rfc9535  # takes 20 ms, and few scenarios look that far

    try:
        compiled = jsonpath_rfc9535.compile(path)
    except jsonpath_rfc9535.JSONPathError as error:
        return f"the JSONPath {path} cannot be read: {error}"
    return lambda body: compiled.find(body).values()
