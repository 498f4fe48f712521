"""What of a reply cannot stand beside what else of it."""

from collections.abc import Sequence

from .place import Path
from .reading import Reading
from .reply_models import WordsEntry

SAYING = ("content", "generate", "reasoning", "refusal", "tool_calls", "json", "finish_reason")
ANSWERING = (*SAYING, "choices", "usage", "logprobs", "chunks", "id", "model")
ENOUGH = (*SAYING, "choices", "error", "fault")

WITHOUT_LOGPROBS = ("error", "choices", "json", "generate", "refusal")

TOGETHER: Sequence[tuple[str, Sequence[str], str]] = (
    ("error", ANSWERING, "an error stands in place of an answer"),
    ("choices", (*SAYING, "logprobs"), "each choice says it for itself"),
    ("json", ("content", "generate", "refusal", "tool_calls", "logprobs"), "`json` is what is said"),
    ("generate", ("content", "refusal", "logprobs"), "the generator writes the content"),
    ("refusal", ("content", "tool_calls", "logprobs"), "a refusal stands in place of content and calls"),
    ("template", ("raw",), "they are opposites"),
)


def check(reading: Reading, entry: WordsEntry, path: Path) -> None:
    """Says which keys exclude each other, and what is missing."""
    given = [name.removesuffix("_") for name in entry.model_fields_set]
    for key, others, why in TOGETHER:
        for other in others if key in given else ():
            if other in given:
                reading.error((*path, other), f"`{other}` cannot stand beside `{key}`: {why}", key=True)
    if "retry_after" in given and "error" not in given:
        reading.error((*path, "retry_after"), "`retry_after` belongs to an `error`, and there is none", key=True)
    if not any(name in given for name in ENOUGH):
        reading.error(path, "this reply says nothing; give it a `content`, or `generate: true`, or an `error`")
    if "logprobs" in given and not any(name in given for name in ("content", *WITHOUT_LOGPROBS)):
        reading.error((*path, "logprobs"), "`logprobs` belong to a `content`, and there is none", key=True)
