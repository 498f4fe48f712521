"""Google's thought signatures: what a call of Gemini's carries, and has to bring along when it comes back.

A real signature is encrypted thought that only Google can read. Ours is a digest of the call's id and name, so that one
that was altered, or belongs to another call, is told without remembering any. (Gateway reference, `thought_signature`.)
"""

import re
from base64 import b64encode
from collections.abc import Iterator, Mapping
from typing import Any

from mockllm import seeds
from mockllm.core import Fault

PROVIDER = "google"
PLACE = ("extra_content", "google", "thought_signature")

DIGESTS = 6
"""Of 16 bytes each: a signature has 128 characters."""

ISSUED = re.compile(r"call_[0-9A-Za-z]{24}")
"""The ids of calls that mockllm answered with: theirs must be signed. A history written by hand needs no signatures."""

PLACEHOLDERS = ("skip_thought_signature_validator", "context_engineering_is_the_way_to_go")
"""What Google takes instead, for calls that no Gemini made (Google's page on thought signatures)."""


def signature(call_id: str, name: str) -> str:
    """Returns the signature of a call; it says nothing of the arguments, which clients may write anew."""
    digest = seeds.key("thought_signature", call_id, name)
    return b64encode(b"".join([digest := seeds.key(digest) for _ in range(DIGESTS)])).decode()


def unsigned(body: Mapping[str, Any]) -> Iterator[Fault]:
    """Finds the calls of a conversation whose signature is missing, or another than they were answered with."""
    messages = body.get("messages")
    for index, message in enumerate(messages if isinstance(messages, list) else ()):
        calls = message.get("tool_calls") if isinstance(message, dict) else None
        for position, call in enumerate(calls if isinstance(calls, list) else ()):
            yield from _faults(call, ("messages", index, "tool_calls", position, *PLACE))


def _faults(call: Any, loc: tuple[str | int, ...]) -> Iterator[Fault]:
    name, call_id, found = _text(call, "function", "name"), _text(call, "id"), _text(call, *PLACE)
    if found:
        if found not in PLACEHOLDERS and found != signature(call_id, name):
            message = "must be the signature this call was answered with, unchanged"
            yield Fault(loc=loc, kind="signature", message=message, value=found)
    elif ISSUED.fullmatch(call_id):
        message = "is missing: google wants a call back with the signature it was answered with"
        position = 1 + int(loc[1])  # Google counts messages from 1
        yield Fault(loc=loc, kind="no_signature", message=message, context={"name": name, "position": position})


def _text(value: Any, *way: str) -> str:
    for step in way:
        value = value.get(step) if isinstance(value, dict) else None
    return value if isinstance(value, str) else ""
