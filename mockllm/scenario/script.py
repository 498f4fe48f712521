"""Scenarios as they are played: what is read from files, checked and compiled."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from mockllm.core import Chunks, FinishReason, Generate, Pacing
from mockllm.faults import Mishap
from mockllm.matching import Conditions, Index
from mockllm.templates import Template

from .place import Place

Text = str | Template
"""A text as it is, or one with expressions to be filled in."""

Tree = Any
"""A JSON value whose texts may be templates, as `templates.compile_tree` makes it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptedCall:
    """A call of a tool: its arguments as a value, or as the bytes of a text, or made by the generator."""

    name: Text
    arguments: Tree | Generate
    raw: bool = False
    id: Text | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptedError:
    """An error to answer with; see `core.Failure`."""

    name: str | None = None
    status: int | None = None
    message: Text | None = None
    body: Tree = None
    headers: Mapping[str, Text] = field(default_factory=dict)
    retry_after_s: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """One scripted reply. `has_json` says that there is a value for `json`, which may be null."""

    place: Place
    content: Text | Generate | None = None
    reasoning: Text | Generate | None = None
    refusal: Text | None = None
    tool_calls: tuple[ScriptedCall, ...] = ()
    json: Tree = None
    has_json: bool = False
    choices: tuple["Script", ...] = ()
    finish_reason: FinishReason | None = None
    usage: Mapping[str, int] | None = None
    logprobs: tuple[float, ...] = ()
    model: Text | None = None
    id: Text | None = None
    headers: Mapping[str, Text] = field(default_factory=dict)
    pace: Pacing | None = None
    chunks: Chunks | None = None
    mishap: Mishap | None = None
    error: ScriptedError | None = None
    ignore_limits: bool = False
    allow_unknown_tool: bool = False


After = Literal["last", "error", "next", "cycle"]
"""What follows the last of several replies: it again, an error, the rules after this one, or the first again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One answer of a conversation, and what is expected of the request for it.

    Of several replies, each request for it gets the next one, and the last is repeated.
    """

    place: Place
    replies: tuple[Script, ...]
    expect: Conditions | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """What is answered when; a conversation has `turns`, another rule `replies`.

    A conversation's conditions look at the request as it was at its beginning: `start` says which user message that is.
    `name` is what it is called, and of one without a name its file and line. `identity` is the same wherever the file
    stands and whatever stands in other lines of it: of a rule without a name, which of all rules it is.
    """

    name: str
    place: Place
    identity: str
    when: Conditions
    expect: Conditions | None = None
    replies: tuple[Script, ...] = ()
    after: After = "last"
    turns: tuple[Turn, ...] = ()
    start: Literal["first_user", "last_user"] = "first_user"


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """A limit of requests or tokens for each minute, counted for each `by`; none where `when` does not hold."""

    place: Place
    when: Conditions
    requests: int | None = None
    tokens: int | None = None
    by: Literal["namespace", "key", "model"] = "namespace"
    name: str | None = None

    @property
    def title(self) -> str:
        """What it is called where rules are called by their names."""
        return f"limit {self.name or self.place.brief}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """All rules of a layer, in the order in which they are tried; `otherwise` answers what none of them does.

    `index` finds those that are no conversations, where loading has made one for its checks.
    """

    rules: tuple[Rule, ...] = ()
    otherwise: Rule | None = None
    limits: tuple[Limit, ...] = ()
    files: tuple[str, ...] = ()
    index: Index | None = field(default=None, repr=False, compare=False)
