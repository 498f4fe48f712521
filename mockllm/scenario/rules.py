"""Makes rules of the entries of a file: their conditions read, their replies made scripts."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import repeat
from typing import Any

from mockllm.matching import EVERYTHING, Conditions
from mockllm.matching import read as read_conditions

from .body_fields import BODY_FIELDS
from .closed import remarks
from .defaults import NONE, Defaults
from .file_models import ConversationEntry, DefaultsEntry, LimitEntry, RuleEntry, ScenarioFile
from .place import Path
from .reading import Reading
from .replies import Replies
from .reply_models import TimedReply, TurnEntry
from .script import Limit, Rule, Script, Turn
from .spelled import spelled

TEXTS = (
    "model", "provider", "user", "system", "any_message", "assistant", "tools", "tool_choice", "tool_result",
    "header", "query", "namespace", "dialect",
)  # fmt: skip
"""Fields of which `yes` and `no` are likely to be words."""


MOST_REPLIES = 1_000_000
"""So many answers there may be one after the other; each takes its place in memory."""


class Rules:
    """Reads the entries of one file; an entry that is wrong is left out, and why is found in the reading."""

    def __init__(self, reading: Reading, defaults: Defaults) -> None:
        self._reading = reading
        self._defaults = defaults

    def rule(self, raw: Any, path: Path) -> Rule | None:
        entry = self._reading.entry(RuleEntry, raw, path)
        if entry is None:
            self._sift(raw, path)
            return None
        when = self._when(entry.when, (*path, "when"))
        expect = self._conditions(entry.expect, (*path, "expect"))
        conditions = ({**self._defaults.when, **entry.when}, entry.expect)
        replies = Replies(self._reading, self._defaults, conditions, wanted_tools(entry.when))
        scripts = tuple(self._scripts(entry, replies, path))
        if not scripts or when is None:
            return None
        place = self._reading.place(path)
        return Rule(
            name=entry.name or place.brief,
            place=place,
            identity=entry.name,
            when=when,
            expect=expect if entry.expect else None,
            replies=scripts,
            after=entry.after,
        )

    def conversation(self, raw: Any, path: Path) -> Rule | None:
        entry = self._reading.entry(ConversationEntry, raw, path)
        if entry is None:
            self._sift(raw, path)
            return None
        when = self._when(entry.when, (*path, "when"))
        turns = [self._turn(turn, entry, (*path, "turns", number)) for number, turn in enumerate(entry.turns)]
        if when is None:
            return None
        place = self._reading.place(path)
        return Rule(
            name=entry.name or place.brief,
            place=place,
            identity=entry.name,
            when=when,
            turns=tuple(turn for turn in turns if turn is not None),
            start=entry.from_,
        )

    def otherwise(self, raw: Any, path: Path) -> Rule | None:
        entry = self._reading.entry(ScenarioFile, {"otherwise": raw}, path[:-1])
        if entry is None:
            return None
        place = self._reading.place(path)
        script = Replies(self._reading, self._defaults, ()).script(entry.otherwise, path)
        return Rule(name="otherwise", identity="otherwise", place=place, when=EVERYTHING, replies=(script,))

    def limit(self, raw: Any, path: Path) -> Limit | None:
        entry = self._reading.entry(LimitEntry, raw, path)
        if entry is None:
            return None
        if not entry.has("requests") and not entry.has("tokens"):
            self._reading.error(path, "a limit needs `requests` or `tokens`, so many in a minute")
        when = self._conditions(entry.when, (*path, "when"))
        if when is None:
            return None
        return Limit(
            place=self._reading.place(path),
            when=when,
            requests=entry.requests,
            tokens=entry.tokens,
            by=entry.by,
            name=entry.name or None,
        )

    def defaults(self, raw: Any, path: Path) -> Defaults:
        """Returns what the file's `defaults` add to those it was included with."""
        entry = self._reading.entry(DefaultsEntry, raw, path)
        if entry is None:
            return self._defaults
        if entry.has("dialect"):
            self._remark({"dialect": entry.dialect}, path)
        if entry.has("dialect") and "dialect" in entry.when:
            self._reading.error((*path, "dialect"), "`dialect` stands in `when` too", key=True)
        if entry.has("chunks") and entry.chunks.by == "list":
            self._reading.error((*path, "chunks"), "a list of chunks belongs to the one content that it cuts")
        if entry.has("raw") and entry.has("template"):
            self._reading.error((*path, "raw"), "`raw` cannot stand beside `template`: they are opposites", key=True)
        self._conditions(entry.when, (*path, "when"))
        made = Replies(self._reading, self._defaults).manner(entry, path)
        when = spelled(entry.when, (*path, "when"), self._reading.document)
        own = {"dialect": entry.dialect, **when} if entry.has("dialect") else when
        return Defaults(
            when={**self._defaults.when, **own},
            model=made.model,
            headers=made.headers,
            pace=made.pace,
            chunks=made.chunks,
            mishap=made.mishap,
            ignore_limits=made.ignore_limits,
            allow_unknown_tool=made.allow_unknown_tool,
            mode=made.mode,
        )

    def _scripts(self, entry: RuleEntry, replies: Replies, path: Path) -> Iterator[Script]:
        given = entry.model_fields_set
        if ("reply" in given) == ("replies" in given):
            both = "either `reply` or `replies`, and has both" if "reply" in given else "a `reply`, or `replies`"
            self._reading.error(path, f"this rule needs {both}")
            return
        if "after" in given and "replies" not in given:
            self._reading.error((*path, "after"), "`after` belongs to `replies`, and there are none", key=True)
        if "reply" in given:
            yield replies.script(entry.reply, (*path, "reply"))
        else:
            yield from each(entry.replies, replies, (*path, "replies"))

    def _turn(self, turn: str | TurnEntry, conversation: ConversationEntry, path: Path) -> Turn | None:
        place = self._reading.place(path)
        when = {**self._defaults.when, **conversation.when}
        if isinstance(turn, str):
            return Turn(place=place, replies=(Replies(self._reading, self._defaults, (when,)).script(turn, path),))
        expect = self._conditions(turn.expect, (*path, "expect"))
        replies = Replies(self._reading, self._defaults, (when, turn.expect), wanted_tools(turn.expect))
        given = [name for name in ("reply", "replies") if turn.has(name)]
        if len(given) > 1:
            self._reading.error(path, "this turn needs either `reply` or `replies`, and has both")
            return None
        if given and (beside := sorted(turn.model_fields_set - {*given, "expect"})):
            key = beside[0].removesuffix("_")
            self._reading.error((*path, key), f"`{key}` belongs under `{given[0]}`, which this turn has", key=True)
            return None
        if turn.model_fields_set <= {"expect"}:
            self._reading.error(path, "this turn needs a `reply`, or the keys of one")
            return None
        if turn.has("replies"):
            scripts = tuple(each(turn.replies, replies, (*path, "replies")))
        elif turn.has("reply"):
            scripts = (replies.script(turn.reply, (*path, "reply")),)
        else:
            scripts = (replies.script(turn, path),)
        return Turn(place=place, expect=expect if turn.expect else None, replies=scripts)

    def _when(self, fields: Mapping[str, Any], path: Path) -> Conditions | None:
        return self._conditions(fields, path, self._defaults.when)

    def _conditions(
        self, fields: Mapping[str, Any], path: Path, more: Mapping[str, Any] = NONE.when
    ) -> Conditions | None:
        """Reads conditions, with more of them from elsewhere; None where some are wrong."""
        if not fields and not more:
            return EVERYTHING
        for key, value in fields.items():
            if value is None and ":" in key:
                before = key.partition(":")[0]
                self._reading.error((*path, key), f"write a space after the colon, as in `{before}: …`", key=True)
                return None
            if key not in TEXTS:
                self._reading.warn_of_old_booleans(value, (*path, key))
        given = spelled(fields, path, self._reading.document)
        found = read_conditions({**more, **given} if more else given, body_fields=BODY_FIELDS)
        if isinstance(found, Conditions):
            self._remark(fields, path)
            return found
        for problem in found:
            own = not problem.path or problem.path[0] in fields
            if own:  # those of the defaults are told where they stand
                unknown = problem.message.startswith("unknown ")
                self._reading.error((*path, *problem.path), problem.message, key=unknown)
        return None

    def _remark(self, fields: Mapping[str, Any], path: Path) -> None:
        """Says what no request meets, or is likely to meet."""
        for remark in remarks(fields, self._reading.dialects):
            if remark.level == "error":
                self._reading.error((*path, *remark.path), remark.text)
            else:
                self._reading.warn((*path, *remark.path), remark.text)

    def _sift(self, raw: Any, path: Path) -> None:
        """Says what is wrong with the conditions of an entry that has other faults."""
        for key in ("when", "expect") if isinstance(raw, dict) else ():
            if isinstance(raw.get(key), dict):
                self._conditions(raw[key], (*path, key))


def each(entries: Sequence[str | TimedReply], replies: Replies, path: Path) -> Iterator[Script]:
    """Yields the scripts of replies that come one after the other, each as many times as it says."""
    left = MOST_REPLIES
    for number, reply in enumerate(entries):
        script = replies.script(reply, (*path, number))
        times = reply.times if isinstance(reply, TimedReply) else 1
        if times > left:
            replies.too_many((*path, number), MOST_REPLIES)
            return
        left -= times
        yield from repeat(script, times)


def wanted_tools(when: Mapping[str, Any]) -> Sequence[str] | None:
    """The tools that conditions want offered, where all of them are plain names."""
    tools = when.get("tools")
    names = [tools] if isinstance(tools, str) else tools
    if not isinstance(names, list) or not names:
        return None
    plain = all(isinstance(name, str) and "*" not in name and not name.startswith("/") for name in names)
    return names if plain else None
