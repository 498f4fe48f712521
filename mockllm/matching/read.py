"""Reads conditions as people write them, and says what is wrong with them."""

import re
from collections.abc import Collection, Mapping
from typing import Any

from mockllm.suggest import did_you_mean

from .clauses import Clause
from .conditions import Conditions
from .fields import FIELDS, GROUPS, Field, body_field, body_path, header, query
from .json_path import read_path
from .nesting import is_deep
from .problem import Problem
from .reader import OPERATORS, Path, Reader
from .show import quote

__all__ = ["OPERATORS", "read"]

TOKEN = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")
"""What the name of a header is made of (RFC 9110, 5.6.2)."""


def read(fields: Any, *, body_fields: Collection[str] | None = None) -> Conditions | list[Problem]:
    """Reads the mapping under `when` or `expect`.

    Whatever is no field of ours is a field of the body; it has to be one of `body_fields`, where those are given.
    """
    if not isinstance(fields, dict | Mapping):  # by far most are dicts, of which Python knows at once
        return [
            Problem(
                (), f"conditions are a mapping of fields to what is wanted, such as {{user: …}}, not {quote(fields)}"
            )
        ]
    reader = Reader()
    clauses = [clause for name, raw in fields.items() for clause in _field(reader, name, raw, body_fields)]
    return reader.problems or Conditions(fields, clauses)


def _field(reader: Reader, name: Any, raw: Any, body_fields: Collection[str] | None) -> list[Clause]:
    path: Path = (name,)
    if not isinstance(name, str):
        shown = quote(name)
        return reader.wrong((shown,), f"a field's name is a text, not {shown}; quote it if it is one")
    if is_deep(raw):
        return reader.wrong(path, "this is nested too deeply for anybody to read")
    if name in FIELDS:
        return reader.clauses(FIELDS[name], raw, path)
    if name in GROUPS:
        return _group(reader, name, raw)
    if name in ("or", "and"):
        either = "a list below one field means any of its elements, and several rules any of their conditions"
        return reader.wrong(path, f"unknown field `{name}`; all that stands here has to hold: {either}")
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
        path = (group, name if isinstance(name, str | int) else quote(name))
        field = _member(group, name)
        if isinstance(field, str):
            reader.wrong(path, field)
        else:
            found += reader.clauses(field, condition, path)
    return found


def _member(group: str, name: Any) -> Field | str:
    if not isinstance(name, str):
        return f"this has to be a text, not {quote(name)}; quote it if it is one"
    if group == "header" and TOKEN.fullmatch(name) is None:
        return f"no request has a header {name!r}: names of headers are letters, digits and !#$%&'*+-.^_`|~ (RFC 9110)"
    if group == "header":
        return header(name)
    if group == "query":
        return query(name)
    found = read_path(name)
    return found if isinstance(found, str) else body_path(name, found)
