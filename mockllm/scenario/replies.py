"""Makes scripts of replies: what pydantic took, checked as a whole, its texts made templates."""

from collections.abc import Mapping, Sequence
from typing import Any

from mockllm.core import Generate, Pacing
from mockllm.faults import Mishap
from mockllm.faults import read as read_fault
from mockllm.pace import NAMED, Pace
from mockllm.templates import Mode

from .defaults import NONE, Defaults
from .place import Path
from .reading import Reading
from .reply_calls import Calls
from .reply_models import (
    ErrorEntry,
    GeneratedReasoning,
    GenerateEntry,
    MannerEntry,
    PaceEntry,
    Percentiles,
    ReplyEntry,
    UsageEntry,
    WordsEntry,
)
from .reply_rules import check
from .reply_texts import Texts
from .script import Script, ScriptedError, Text
from .waits import FAULTS, PACE, warn_of_long_waits


class Replies:
    """Reads the replies of one rule.

    `conditions` are those whose regexes its texts can speak of; `tools` are those that are wanted offered, None where
    nothing is said of them.
    """

    def __init__(
        self,
        reading: Reading,
        defaults: Defaults = NONE,
        conditions: Sequence[Mapping[str, Any]] | None = None,
        tools: Sequence[str] | None = None,
    ) -> None:
        self._reading = reading
        self._defaults = defaults
        self._texts = Texts(reading, conditions)
        self._calls = Calls(reading, self._texts, tools)

    def script(self, reply: str | ReplyEntry, path: Path) -> Script:
        """Makes a script of one reply."""
        default = self._defaults
        if isinstance(reply, str):
            return Script(
                place=self._reading.place(path),
                content=self._texts.text(reply, path, default.mode),
                model=default.model,
                headers=default.headers,
                pace=default.pace,
                chunks=default.chunks,
                mishap=default.mishap,
                ignore_limits=default.ignore_limits,
                allow_unknown_tool=default.allow_unknown_tool,
            )
        check(self._reading, reply, path)
        manner = self.manner(reply, path)
        words = self._words(reply, path, manner.mode, allow_unknown_tool=manner.allow_unknown_tool)
        self._check_chunks(reply, words["content"], path)
        allow = manner.allow_unknown_tool
        return Script(
            place=self._reading.place(path),
            **words,
            choices=tuple(
                self._choice(choice, (*path, "choices", place), manner.mode, allow_unknown_tool=allow)
                for place, choice in enumerate(reply.choices)
            ),
            usage=usage(reply.usage) if reply.has("usage") else None,
            id=self._text(reply.id, (*path, "id"), manner.mode),
            model=manner.model,
            headers=manner.headers,
            pace=manner.pace,
            chunks=manner.chunks,
            mishap=manner.mishap,
            error=self._error(reply, path, manner.mode),
            ignore_limits=manner.ignore_limits,
            allow_unknown_tool=allow,
        )

    def too_many(self, path: Path, most: int) -> None:
        """Says that a reply is one too many."""
        self._reading.error(path, f"with this one there are more than {most} replies, by `times`")

    def manner(self, entry: MannerEntry, path: Path) -> Defaults:
        """Returns how it is given: as the entry says, else as the defaults do."""
        default = self._defaults
        mode: Mode = default.mode
        if entry.has("template"):
            mode = "full"
        elif entry.has("raw"):
            mode = "raw" if entry.raw else "expressions"
        headers = self._headers(entry.headers, (*path, "headers"), mode)
        return Defaults(
            when=default.when,
            model=self._text(entry.model, (*path, "model"), mode) if entry.has("model") else default.model,
            headers=combined(default.headers, headers),
            pace=pace(self._reading, entry.pace, (*path, "pace")) if entry.has("pace") else default.pace,
            chunks=entry.chunks if entry.has("chunks") else default.chunks,
            mishap=self._mishap(entry.fault, (*path, "fault")) if entry.has("fault") else default.mishap,
            ignore_limits=entry.ignore_limits if entry.has("ignore_limits") else default.ignore_limits,
            allow_unknown_tool=entry.allow_unknown_tool
            if entry.has("allow_unknown_tool")
            else default.allow_unknown_tool,
            mode=mode,
        )

    def _choice(self, choice: str | WordsEntry, path: Path, mode: Mode, *, allow_unknown_tool: bool) -> Script:
        place = self._reading.place(path)
        if isinstance(choice, str):
            return Script(place=place, content=self._texts.text(choice, path, mode))
        check(self._reading, choice, path)
        return Script(place=place, **self._words(choice, path, mode, allow_unknown_tool=allow_unknown_tool))

    def _words(self, entry: WordsEntry, path: Path, mode: Mode, *, allow_unknown_tool: bool) -> dict[str, Any]:
        content: Text | Generate | None = self._text(entry.content, (*path, "content"), mode)
        if entry.has("generate"):
            content = hole(entry.generate)
        reasoning: Text | Generate | None = None
        if isinstance(entry.reasoning, GeneratedReasoning):
            reasoning = hole(entry.reasoning.generate)
        elif entry.has("reasoning"):
            reasoning = self._text(entry.reasoning, (*path, "reasoning"), mode)
        words: dict[str, Any] = {
            "content": content,
            "reasoning": reasoning,
            "refusal": self._text(entry.refusal, (*path, "refusal"), mode),
            "finish_reason": entry.finish_reason,
            "logprobs": tuple(entry.logprobs),
        }
        if entry.has("tool_calls"):
            words["tool_calls"] = self._calls.calls(
                entry.tool_calls, (*path, "tool_calls"), mode, allow_unknown_tool=allow_unknown_tool
            )
        if entry.has("json_"):
            self._reading.warn_of_old_booleans(entry.json_, (*path, "json"))
            words.update(json=self._texts.tree(entry.json_, (*path, "json"), mode), has_json=True)
        return words

    def _check_chunks(self, reply: ReplyEntry, content: Text | Generate | None, path: Path) -> None:
        if not reply.has("chunks") or reply.chunks.by != "list":
            return
        whole = "".join(reply.chunks.texts)
        if not isinstance(content, str):
            self._reading.error((*path, "chunks"), "a list of chunks needs a `content` without expressions to be cut")
        elif whole != content:
            said = f"the chunks together are {whole[:60]!r}, and `content` is {content[:60]!r}"
            self._reading.error((*path, "chunks"), said)

    def _error(self, reply: ReplyEntry, path: Path, mode: Mode) -> ScriptedError | None:
        if not reply.has("error"):
            return None
        error, after = reply.error, reply.retry_after if reply.has("retry_after") else None
        if isinstance(error, str):
            return ScriptedError(name=error, retry_after_s=after)
        if isinstance(error, int):
            return ScriptedError(status=error, retry_after_s=after)
        inside = (*path, "error")
        self._check_error(error, inside, retried=reply.has("retry_after"))
        return ScriptedError(
            name=error.name,
            status=error.status,
            message=self._text(error.message, (*inside, "message"), mode),
            body=self._texts.tree(error.body, (*inside, "body"), mode),
            headers=self._headers(error.headers, (*inside, "headers"), mode),
            retry_after_s=error.retry_after if error.has("retry_after") else after,
        )

    def _check_error(self, error: ErrorEntry, path: Path, *, retried: bool) -> None:
        if retried and error.has("retry_after"):
            self._reading.error((*path, "retry_after"), "`retry_after` stands beside `error` too", key=True)
        if not error.has("name") and not error.has("status"):
            self._reading.error(path, "an error needs a `status` or a `name`")
        if error.has("body") and error.has("message"):
            self._reading.error((*path, "message"), "`message` has no place in a `body` that is given as a whole")

    def _mishap(self, value: Any, path: Path) -> Mishap | None:
        found = read_fault(value)
        if isinstance(found, Mishap):
            for place in (path, *((*path, number) for number in range(len(value) if isinstance(value, list) else 0))):
                warn_of_long_waits(self._reading, place, FAULTS)
            return found
        for problem in found:
            unknown = problem.message.startswith("unknown ")
            self._reading.error((*path, *problem.path), problem.message, key=unknown)
        return None

    def _headers(self, headers: Mapping[str, str], path: Path, mode: Mode) -> Mapping[str, Text]:
        return {name: self._texts.text(text, (*path, name), mode) for name, text in headers.items()}

    def _text(self, text: str | None, path: Path, mode: Mode) -> Text | None:
        return None if text is None else self._texts.text(text, path, mode)


def hole(entry: GenerateEntry | bool) -> Generate:
    return Generate(tokens=entry.tokens, style=entry.style) if isinstance(entry, GenerateEntry) else Generate()


def combined(first: Mapping[str, Text], second: Mapping[str, Text]) -> Mapping[str, Text]:
    """All headers; of two with one name, whatever their cases, the second."""
    if not first or not second:
        return second or first
    known = {name.lower() for name in second}
    return {**{name: text for name, text in first.items() if name.lower() not in known}, **second}


def usage(entry: UsageEntry) -> Mapping[str, int]:
    """The counts that are given."""
    return {name: getattr(entry, name) for name in UsageEntry.model_fields if entry.has(name)}


def pace(reading: Reading, entry: str | PaceEntry, path: Path) -> Pacing:
    if isinstance(entry, str):
        return NAMED[entry]
    warn_of_long_waits(reading, path, PACE)
    tps = entry.tps if entry.has("tps") else None
    if not isinstance(entry.ttft, Percentiles):
        return Pace(ttft_s=entry.ttft, tps=tps, jitter=entry.jitter)
    p50, p99 = entry.ttft.p50, entry.ttft.p99
    if not 0 < p50 <= p99:
        reading.error((*path, "ttft"), f"p50 has to be above 0 and at most p99; {p50:g} s and {p99:g} s are not so")
    return Pace(ttft_s=p50, ttft_p99_s=max(p50, p99), tps=tps, jitter=entry.jitter)
