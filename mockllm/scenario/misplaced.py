"""Keys that people write where they think a thing belongs, and where it does belong."""

import re
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

from mockllm.faults import names as fault_names
from mockllm.matching import FIELDS, GROUPS

from .file_models import ConversationEntry, RuleEntry, ScenarioFile
from .reply_models import ErrorEntry, MannerEntry, ReplyEntry, TimedReply, TurnEntry, WordsEntry

STATUS = ("status", "status_code", "code")
TIMES = "it belongs in an item of `replies`, as in `replies: [{error: 503, times: 2}, Here.]`"
OF_A_TEXT = "the text of a reply is its `content`"
ONE_FOR_ALL = "what is answered where no rule fits is `otherwise`"

KEYS: Mapping[type[BaseModel], Mapping[str, str]] = {
    ScenarioFile: {
        **dict.fromkeys(("fallback", "default", "else", "catch_all"), ONE_FOR_ALL),
        "default": f"{ONE_FOR_ALL}; what holds for all rules is `defaults`",
        "scenarios": "answers to requests are `rules`, and dialogues `conversations`",
        "scenario": "answers to requests are `rules`, and dialogues `conversations`",
    },
    RuleEntry: {
        **dict.fromkeys(("match", "matches", "matcher", "if", "request", "condition", "conditions", "on"), "`when`"),
        **dict.fromkeys(("response", "respond", "answer", "then", "return", "returns", "output"), "`reply`"),
        **dict.fromkeys(("responses", "answers", "sequence"), "`replies`"),
        "turns": "a dialogue of several turns stands under `conversations:`, beside `rules:`",
        "times": TIMES,
        "id": "`name`",
        "priority": "rules are tried in the order in which they stand, and the first that fits answers",
    },
    ConversationEntry: {
        **dict.fromkeys(("match", "matches", "if", "request", "condition", "conditions"), "`when`"),
        **dict.fromkeys(("messages", "steps", "dialogue", "dialog", "script"), "`turns`"),
        **dict.fromkeys(("reply", "replies"), "it belongs to one of its `turns`"),
        "expect": "it belongs to one of its `turns`",
    },
    TurnEntry: {
        **dict.fromkeys(("when", "match", "request"), "what the request must be like is `expect`"),
        "assistant": "what the model says is the turn's `reply`; a condition belongs under `expect:`",
    },
    TimedReply: {"reply": "the keys of a reply stand here themselves"},
    ReplyEntry: {"times": TIMES, "replies": "`replies` stands in the place of `reply`"},
    WordsEntry: {
        **dict.fromkeys(("text", "answer", "response", "body", "say", "output", "role"), OF_A_TEXT),
        "message": f"{OF_A_TEXT}, and the words of an error are written `error: {{status: 500, message: …}}`",
        **dict.fromkeys(STATUS, "a status other than 200 is written `error: {value}`"),
        **dict.fromkeys(("tools", "tool_call", "function_call", "calls"), "calls of tools are `tool_calls`"),
        **dict.fromkeys(("reasoning_content", "thinking"), "what the model thinks is `reasoning`"),
        **dict.fromkeys(("wait", "sleep", "latency"), "`fault: {{delay: {value}}}`, or a `pace`"),
    },
    MannerEntry: dict.fromkeys(("ttft", "tps", "jitter"), "it belongs under `pace:`, as in `pace: {{ttft: 200ms}}`"),
    ErrorEntry: {
        **dict.fromkeys(("code", "status_code"), "`status`"),
        **dict.fromkeys(("text", "content", "detail"), "its words are `message`"),
        **dict.fromkeys(("type", "kind"), "an error's type comes with its `name`, or with the `body` that is given"),
    },
}
"""What to write in place of a key, or where it belongs; `{value}` is what was written there. A mapping's keys are
looked for in the models it is made of too."""


def elsewhere(kind: Any, key: str, value: Any = None) -> str | None:
    """Returns the end of a sentence which says what to write in place of a key, None where that is not known."""
    if not isinstance(kind, type):
        return None
    shown = str(value) if isinstance(value, str | int | float) else "…"
    if key in STATUS and not re.fullmatch("[45][0-9][0-9]", shown):
        shown = "503"
    for model in kind.__mro__:
        if (said := KEYS.get(model, {}).get(key)) is not None:
            told = said.format(value=shown) if "{value}" in said or "{{" in said else said
            return f"did you mean {told}?" if told.startswith("`") and told.count("`") == 2 else told
    if kind is TurnEntry and key in (*FIELDS, *GROUPS):
        return "a condition of a turn belongs under `expect:`, indented more than it"
    if key in (*fault_names(), "rate") and (kind is RuleEntry or issubclass(kind, MannerEntry)):
        where = "`reply:` under `fault:`" if kind is RuleEntry else "`fault:`"
        return f"it belongs under {where}, as in `fault: {{{key}: {shown.lower()}}}`"
    return None
