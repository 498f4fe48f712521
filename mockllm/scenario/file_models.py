"""A scenario file: its sections, and the entries of each."""

from typing import Annotated, Any, Literal

from pydantic import Field

from mockllm.wire import arm

from .field_types import MOST_COUNTED, NOT_GIVEN, FileModel
from .reply_models import MannerEntry, ReplyEntry, TimedReply, TurnEntry
from .script import After

Name = Annotated[str, Field(min_length=1)]
Reply = Annotated[str, arm("a text")] | Annotated[ReplyEntry, arm("a mapping")]
Rate = Annotated[int, Field(ge=1, le=MOST_COUNTED)]


class DefaultsEntry(MannerEntry):
    """What holds for every rule of the file and of those it includes, unless the rule says otherwise."""

    dialect: Name = Field(default=NOT_GIVEN, description="The only dialect they answer in.")
    when: dict[str, Any] = Field(default_factory=dict, description="Conditions of all rules, beside their own.")


class RuleEntry(FileModel):
    """What is answered to which requests."""

    name: Name = Field(default="", description="What it is called in logs and headers; else its file and line.")
    when: dict[str, Any] = Field(default_factory=dict, description="Which requests it answers; without it, all.")
    expect: dict[str, Any] = Field(default_factory=dict, description="What such a request must be like; else it fails.")
    reply: Reply = Field(default=NOT_GIVEN, description="What is answered: a text, or a mapping.")
    replies: list[Annotated[str, arm("a text")] | Annotated[TimedReply, arm("a mapping")]] = Field(
        default_factory=list, min_length=1, description="What is answered to one request after the other."
    )
    after: After = Field(
        default="last",
        description="What follows the last of the replies: it again (last), an error, the rules below (next), or the"
        " first again (cycle).",
    )


class ConversationEntry(FileModel):
    """A whole dialogue, turn by turn."""

    name: Name = Field(default="", description="What it is called in logs and headers; else its file and line.")
    when: dict[str, Any] = Field(
        default_factory=dict,
        description="Which dialogues it plays, by the request at their beginning.",
    )
    from_: Literal["first_user", "last_user"] = Field(
        default="first_user",
        alias="from",
        description="Where the dialogue begins: at the first user message, or at the last.",
    )
    turns: list[Annotated[str, arm("a text")] | Annotated[TurnEntry, arm("a mapping")]] = Field(
        min_length=1, description="The model's answers in order: each a text, or {expect, reply}."
    )


class LimitEntry(FileModel):
    """How much a client may ask for in a minute, before it is told to wait."""

    name: Name = Field(default="", description="What it is called in the header of refusals; else its file and line.")
    when: dict[str, Any] = Field(default_factory=dict, description="Which requests it holds for; without it, all.")
    requests: Rate = Field(default=NOT_GIVEN, description="So many requests in a minute.")
    tokens: Rate = Field(default=NOT_GIVEN, description="So many tokens in a minute.")
    by: Literal["namespace", "key", "model"] = Field(
        default="namespace", description="What has a count of its own: each namespace, each API key, each model."
    )


class ScenarioFile(FileModel):
    """Answers scripted for mockllm. Rules and conversations are tried in the order in which they stand here."""

    include: Annotated[str, arm("a text")] | Annotated[list[str], arm("a list")] = Field(
        default_factory=list, description="Other files, relative to this one, whose rules stand in this place."
    )
    defaults: DefaultsEntry = Field(
        default=NOT_GIVEN, description="What holds for all rules of this file and its includes."
    )
    rules: list[RuleEntry] = Field(default_factory=list, description="What is answered to which requests.")
    conversations: list[ConversationEntry] = Field(default_factory=list, description="Whole dialogues, turn by turn.")
    otherwise: Reply = Field(default=NOT_GIVEN, description="What is answered where no rule of any file fits.")
    limits: list[LimitEntry] = Field(default_factory=list, description="Limits of requests and tokens per minute.")
