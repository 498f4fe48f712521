"""What the emulated service refuses, as data that each dialect renders in its own words and envelope."""

from collections.abc import Mapping
from dataclasses import field
from typing import Any, Literal

from .record import record

Code = Literal[
    "unreadable",  # the body is no JSON, or not the kind of JSON a request is
    "invalid",  # fields of the body are at fault
    "too_large",  # the body has too many bytes
    "unauthorized",  # no key, or a wrong one
    "no_route",  # nothing is served at this path
    "wrong_method",  # something is, but not for this method
    "unknown_model",
    "prompt_too_long",
    "unsupported",  # mockllm does not emulate it yet
    "complaint",  # mockllm's own: the request is fine, the mock was told something it cannot do
    "stopping",  # the server stops before the answer is complete
    "bug",  # ours; `detail` holds the id under which the log has it
]


@record
class Fault:
    """One thing that is wrong with a body.

    `loc` is the path to it, of keys and indices; `kind` the error code pydantic has for it; `branches` the path with
    the names of the union members in between, where they differ.
    """

    loc: tuple[str | int, ...]
    kind: str
    message: str
    value: Any = None
    context: Mapping[str, Any] = field(default_factory=dict)
    branches: tuple[str | int, ...] = ()


@record
class Rejection:
    """A refusal: a code that all dialects know, or one that a dialect made for itself.

    `faults` belong to `invalid`; `detail` holds what the wording needs; `hint` tells a person what to change and
    travels beside the body.
    """

    code: Code | str
    faults: tuple[Fault, ...] = ()
    detail: Mapping[str, Any] = field(default_factory=dict)
    hint: str | None = None
