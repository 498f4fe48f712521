"""What is ordered, one order a request, and what a plain HTTP client has to see then."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

Asked = Literal["text", "call", "JSON"]
"""What the answer is to be: words, a call of a tool, or JSON."""

WHOLE = "whole"
"""The answer comes as it would have without the fault."""

UNNOTICED = "unnoticed"
"""Another answer comes, and nothing is raised."""

CUT, RESET, LATE = "httpx.RemoteProtocolError", "httpx.ReadError", "httpx.ReadTimeout"
STATUS, NO_JSON = "httpx.HTTPStatusError", "json.JSONDecodeError"
NO_CHUNK = "builtins.KeyError"


@dataclass(frozen=True)
class Order:
    """A fault; `streamed` and `body` are what httpx sees of it in a stream and in a body that is sent whole.

    A client is `patient` if its timeout is not what the fault is about.
    """

    text: str
    streamed: str
    body: str
    asked: Asked = "text"
    patient: bool = True

    def __str__(self) -> str:
        match self.asked:
            case "text":
                return f"`{self.text}`"
            case "call":
                return f"`{self.text}` of a call"
            case "JSON":
                return f"`{self.text}` of JSON"


ORDERS = (
    Order("delay=200ms", WHOLE, WHOLE),
    Order("delay=60s", LATE, LATE, patient=False),
    Order("stall=200ms after 3 chunks", WHOLE, WHOLE),
    Order("stall=60s after 3 chunks", LATE, LATE, patient=False),
    Order("hang", LATE, LATE, patient=False),
    Order("hang=3 chunks", LATE, LATE, patient=False),
    Order("drop=before_headers", CUT, CUT),
    Order("drop=before_headers; how=reset", RESET, RESET),
    Order("drop", CUT, CUT),
    Order("drop; how=reset", RESET, RESET),
    Order("drop_after=3 chunks", CUT, CUT),
    Order("drop_after=3 chunks; how=reset", RESET, RESET),
    Order("drop_after=600 bytes", CUT, CUT),
    Order("drop_after=600 bytes; how=reset", RESET, RESET),
    Order("truncate", UNNOTICED, NO_JSON),
    Order("truncate=3 chunks", UNNOTICED, NO_JSON),
    Order("truncate=600 bytes", NO_JSON, NO_JSON),
    Order("error_after=3 chunks", NO_CHUNK, WHOLE),
    Order("empty", UNNOTICED, UNNOTICED),
    Order("empty=body", UNNOTICED, NO_JSON),
    Order("status_only=503", STATUS, STATUS),
    Order("corrupt=chunk", NO_JSON, WHOLE),
    Order("corrupt=json", WHOLE, NO_JSON),
    Order("corrupt=arguments", UNNOTICED, UNNOTICED, asked="call"),
    Order("duplicate_finish", UNNOTICED, WHOLE),
    Order("missing_finish", UNNOTICED, WHOLE),
    Order("duplicate_done", WHOLE, WHOLE),
    Order("missing_done", WHOLE, WHOLE),
    Order("missing_usage", WHOLE, WHOLE),
    Order("invalid=wrong_type", UNNOTICED, UNNOTICED, asked="call"),
    Order("invalid=missing_key", UNNOTICED, UNNOTICED, asked="call"),
    Order("invalid=extra_key", UNNOTICED, UNNOTICED, asked="call"),
    Order("invalid=truncated", UNNOTICED, UNNOTICED, asked="call"),
    Order("invalid=unknown_tool", UNNOTICED, UNNOTICED, asked="call"),
    Order("invalid=wrong_type", UNNOTICED, UNNOTICED, asked="JSON"),
    Order("split=utf8", WHOLE, WHOLE),
    Order("split=data", WHOLE, WHOLE),
    Order("split=bytes", WHOLE, WHOLE),
    Order("coalesce", WHOLE, WHOLE),
    Order("crlf", WHOLE, WHOLE),
    Order("comments", WHOLE, WHOLE),
    Order("content_type=text/html", WHOLE, WHOLE),
)

ERRORS = (
    "bad_request",
    "context_length",
    "unauthorized",
    "payment_required",
    "forbidden",
    "not_found",
    "request_timeout",
    "conflict",
    "suspended",
    "too_large",
    "invalid",
    "rate_limited",
    "overloaded",
    "server_error",
    "bad_gateway",
    "unavailable",
    "gateway_timeout",
    "timeout",
)
"""The errors that have names."""

RULES: Mapping[str, str] = MappingProxyType(
    {
        "Lose the connection.": "drop_after=3 chunks",
        "Reset the connection.": "drop_after=600 bytes; how=reset",
        "Keep me waiting.": "hang=3 chunks",
        "Stop in the middle.": "truncate",
        "Tell me to slow down.": "rate_limited",
    }
)
"""What users say, and what the rules of `faults.yaml` order then."""
