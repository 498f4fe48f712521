"""Relays a provider's error as the gateway does: its status, and its body as a text (wire/gateway.md 2)."""

from mockllm.core import Header, Level, Outgoing

from .gotext import go_body, go_quote

CONTRACT = (("content-type", "application/json; charset=utf-8"),)
WHOLE = (("content-type", "application/json"),)
STREAM = (("cache-control", "no-cache"), ("content-type", "text/event-stream"), ("x-accel-buffering", "no"))


def relay(status: int, body: str, level: Level, stream: bool, headers: tuple[Header, ...] = ()) -> Outgoing:
    """Wraps a provider's body; at `live` with the content type seen, which for a stream is that of a stream."""
    own: tuple[Header, ...] = CONTRACT
    if level == "live":
        own = STREAM if stream else WHOLE
    return Outgoing(status=status, headers=(*own, *headers), body=go_body(f'{{"error":{go_quote(body)}}}'))
