"""What each fault does to what is sent, frame by frame."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from mockllm.core import Frame, Outgoing
from mockllm.faults import Mishap, names, read
from mockllm.faults.endings import ERROR

HEADERS = (("content-type", "text/event-stream"), ("x-request-id", "1"))
TYPE = (("content-type", "application/json"),)
BODY = b'{"choices":[{"message":{"content":"It is cold."}}]}'
COMMENT = b": keep-alive\n\n"
DONE = b"data: [DONE]\n\n"


def event(delta: str, finish: str = "null") -> bytes:
    return b'data: {"choices":[{"delta":%b,"finish_reason":%b}]}\n\n' % (delta.encode(), finish.encode())


ROLE = event('{"role":"assistant"}')
WORDS = [event('{"content":"Kalt: \\"finish_reason\\":\\"stop\\""}'), event('{"content":"−4 °C"}')]
FINISH = event("{}", '"stop"')
USAGE = b'data: {"choices":[],"usage":{"total_tokens":3}}\n\n'
ALL = [ROLE, *WORDS, FINISH, USAGE, DONE]


def no_chance() -> float:
    raise AssertionError("nothing is left to chance here")


def stream(*events: bytes) -> Outgoing:
    """A stream whose first event takes two seconds, and the others one."""
    given = events or ALL
    return Outgoing(status=200, headers=HEADERS, frames=[(2.0 if not n else 1.0, data) for n, data in enumerate(given)])


def whole() -> Outgoing:
    return Outgoing(status=200, headers=TYPE, body=BODY, wait_s=2.0)


def spoilt(fault: Any, outgoing: Outgoing | None = None) -> Outgoing:
    mishap = read(fault)
    assert isinstance(mishap, Mishap), mishap
    return mishap.outgoing(stream() if outgoing is None else outgoing, no_chance)


def sent(outgoing: Outgoing) -> list[bytes]:
    return [data for _, data in outgoing.frames or ()]


def waits(outgoing: Outgoing) -> list[float]:
    return [wait for wait, _ in outgoing.frames or ()]


def text(fault: Any) -> bytes:
    return b"".join(sent(spoilt(fault)))


@pytest.mark.parametrize(
    ("fault", "left", "ending", "note"),
    [
        ("drop", [], "close", "dropped after the headers"),
        ("drop_after=1 chunk", [ROLE], "close", "dropped after 1 chunk"),
        ("drop_after=3 chunks; how=reset", [ROLE, *WORDS], "reset", "reset after 3 chunks"),
        ("drop_after=99 chunks", ALL[:-1], "close", "dropped after 99 chunks"),
        ("drop_after=10 bytes", [ROLE[:10]], "close", "dropped after 10 bytes"),
        (f"drop_after={len(ROLE)} bytes", [ROLE], "close", f"dropped after {len(ROLE)} bytes"),
        (f"drop_after={len(ROLE) + 3} bytes", [ROLE, WORDS[0][:3]], "close", f"dropped after {len(ROLE) + 3} bytes"),
        ("drop_after=99999 bytes", ALL[:-1], "close", "dropped after 99999 bytes"),
        ("hang=2 chunks", [ROLE, WORDS[0]], "hang", "hung after 2 chunks"),
        ("hang=0 chunks", [], "hang", "hung after the headers"),
        ("truncate", [ROLE, *WORDS], "complete", "truncated"),
        ("truncate=2 chunks", [ROLE, WORDS[0]], "complete", "truncated after 2 chunks"),
        ("truncate=9 bytes", [ROLE[:9]], "complete", "truncated after 9 bytes"),
        ("error_after=2 chunks", [ROLE, WORDS[0], ERROR], "complete", "failed after 2 chunks"),
        ("error_after=0 chunks", [ERROR], "complete", "failed after 0 chunks"),
        ("error_after=99 chunks", [*ALL[:-1], ERROR], "complete", "failed after 99 chunks"),
    ],
)
def test_a_stream_ends_early(fault: str, left: list[bytes], ending: str, note: str) -> None:
    """After so many chunks or bytes, and never with its `[DONE]`."""
    got = spoilt(fault)
    assert (sent(got), got.ending, got.note) == (left, ending, f"{note}, on purpose")
    assert got.headers == HEADERS


@pytest.mark.parametrize(
    ("fault", "left", "ending"),
    [
        ("drop", b"", "close"),
        ("drop_after=3 chunks; how=reset", BODY[: len(BODY) // 2], "reset"),
        ("drop_after=7 bytes", BODY[:7], "close"),
        ("drop_after=9999 bytes", BODY[:-1], "close"),
        ("hang=3 chunks", BODY[: len(BODY) // 2], "hang"),
    ],
)
def test_a_whole_body_is_cut_in_what_it_promised(fault: str, left: bytes, ending: str) -> None:
    """Its length is told in full; at least one byte is missing."""
    got = spoilt(fault, whole())
    assert (list(got.frames or ()), got.ending) == ([(2.0, left)], ending)
    assert dict(got.headers)["content-length"] == str(len(BODY))


@pytest.mark.parametrize("outgoing", [stream, whole])
@pytest.mark.parametrize(("fault", "ending"), [("drop=before_headers", "close"), ("hang", "hang")])
def test_nothing_may_come_at_all(fault: str, ending: str, outgoing: Any) -> None:
    """Not even a status."""
    got = spoilt(fault, outgoing())
    assert (got.status, got.headers, got.body, got.frames, got.wait_s, got.ending) == (0, (), b"", None, 0.0, ending)


@pytest.mark.parametrize(("fault", "left"), [("truncate", len(BODY) // 2), ("truncate=7 bytes", 7)])
def test_a_truncated_body_is_no_json_but_complete(fault: str, left: int) -> None:
    """For HTTP: its length is what it has."""
    got = spoilt(fault, whole())
    assert (got.body, got.wait_s, got.ending, got.headers) == (BODY[:left], 2.0, "complete", TYPE)


def test_a_stream_is_taken_no_further_than_it_is_sent() -> None:
    """What a client will never see is not even made."""
    taken: list[bytes] = []

    def frames() -> Iterator[Frame]:
        for data in ALL:
            taken.append(data)
            yield 0.0, data

    got = spoilt("drop_after=2 chunks", Outgoing(status=200, headers=HEADERS, frames=frames()))
    assert taken == []
    assert sent(got) == taken == [ROLE, WORDS[0]]


def test_waits_are_kept() -> None:
    """A fault changes when events come only where that is what it does."""
    for fault in ("corrupt=chunk", "duplicate_done", "drop_after=3 chunks", "crlf"):
        assert waits(spoilt(fault))[:3] == [2.0, 1.0, 1.0]
    assert sum(waits(spoilt("missing_finish"))) == sum(waits(stream()))
    assert sum(waits(spoilt("missing_done"))) == sum(waits(stream()))


@pytest.mark.parametrize(
    ("fault", "waited"),
    [
        ("delay=5s", [7.0, 1.0, 1.0, 1.0, 1.0, 1.0]),
        ("stall=5s", [2.0, 1.0, 1.0, 6.0, 1.0, 1.0]),
        ("stall=5s after 1 chunk", [2.0, 6.0, 1.0, 1.0, 1.0, 1.0]),
        ("stall=5s after 0 chunks", [7.0, 1.0, 1.0, 1.0, 1.0, 1.0]),
        ("stall=5s after 99 chunks", [2.0, 1.0, 1.0, 1.0, 1.0, 6.0]),
        ("stall=5s after 4 bytes", [2.0, 5.0, 1.0, 1.0, 1.0, 1.0, 1.0]),
        ("stall=5s after 5 chunks; delay=1s", [3.0, 1.0, 1.0, 1.0, 1.0, 6.0]),
        ("delay=5s; drop", [5.0]),
    ],
)
def test_a_stream_takes_longer(fault: str, waited: list[float]) -> None:
    """At its beginning, or in its middle."""
    assert waits(spoilt(fault)) == waited


def test_a_whole_body_takes_longer() -> None:
    """Before its headers, or in its middle; and before a connection that just ends."""
    assert spoilt("delay=5s", whole()).wait_s == 7.0
    got = spoilt("stall=5s", whole())
    half = len(BODY) // 2
    assert list(got.frames or ()) == [(2.0, BODY[:half]), (5.0, BODY[half:])]
    assert dict(got.headers)["content-length"] == str(len(BODY))
    dropped = spoilt("drop=before_headers; delay=5s", whole())
    assert (dropped.status, dropped.wait_s) == (0, 5.0)
    assert dropped.note == "dropped before the headers, delayed by 5 s, on purpose"


def test_one_chunk_is_no_json() -> None:
    """The first with words; all others are."""
    faulty = []
    for place, data in enumerate(sent(spoilt("corrupt=chunk"))[:-1]):
        try:
            json.loads(data[6:])
        except ValueError:
            faulty.append(place)
    assert faulty == [1]


def test_a_body_is_no_json() -> None:
    """And as long as it was."""
    got = spoilt("corrupt=json", whole())
    assert len(got.body) == len(BODY)
    with pytest.raises(ValueError, match="delimiter"):
        json.loads(got.body)


@pytest.mark.parametrize(
    ("fault", "events"),
    [
        ("duplicate_finish", [ROLE, *WORDS, FINISH, FINISH, USAGE, DONE]),
        ("missing_finish", [ROLE, *WORDS, USAGE, DONE]),
        ("duplicate_done", [*ALL, DONE]),
        ("missing_done", ALL[:-1]),
        ("comments", [part for data in ALL for part in (COMMENT, data)]),
        ("comments=PROCESSING", [part for data in ALL for part in (b": PROCESSING\n\n", data)]),
        ("crlf", [data.replace(b"\n", b"\r\n") for data in ALL]),
        ("coalesce", [b"".join(ALL)]),
        ("crlf; coalesce", [b"".join(ALL).replace(b"\n", b"\r\n")]),
        ("split=data", [part for data in ALL for part in (b"da", data[2:])]),
        ("comments; missing_done; crlf", [p.replace(b"\n", b"\r\n") for data in ALL[:-1] for p in (COMMENT, data)]),
        ("crlf; duplicate_done", [data.replace(b"\n", b"\r\n") for data in [*ALL, DONE]]),
    ],
)
def test_events_are_written_otherwise(fault: str, events: list[bytes]) -> None:
    """Repeated, left out, joined, divided; a text that looks like a finish is none."""
    assert [data for data in sent(spoilt(fault)) if data] == events


def test_the_first_comment_does_not_wait() -> None:
    """It is there while the model thinks."""
    assert list(spoilt("comments").frames or ())[:3] == [(0.0, COMMENT), (2.0, ROLE), (0.0, COMMENT)]


def test_a_coalesced_stream_comes_when_its_last_event_is_due() -> None:
    """All of it."""
    assert waits(spoilt("coalesce")) == [7.0]


def test_pieces_fall_inside_characters() -> None:
    """Of which every one that has several bytes is cut; nothing is lost, and pieces are sent apart."""
    got = spoilt("split=utf8")
    pieces = sent(got)
    assert b"".join(pieces) == b"".join(ALL)
    assert got.apart
    broken = 0
    for piece in pieces:
        try:
            piece.decode()
        except UnicodeDecodeError:
            broken += 1
    assert broken == 3, "two characters in one event, each cut once"


def test_bytes_come_one_by_one() -> None:
    """Each event's wait comes before its first byte."""
    got = spoilt("split=bytes")
    frames = list(got.frames or ())
    assert [len(data) for _, data in frames] == [1] * len(b"".join(ALL))
    assert [wait for wait, _ in frames if wait] == [2.0, 1.0, 1.0, 1.0, 1.0, 1.0]
    assert got.apart


@pytest.mark.parametrize("outgoing", [stream, whole])
def test_an_answer_can_be_called_something_else(outgoing: Any) -> None:
    """Its other headers stay."""
    got = spoilt("content_type=text/html", outgoing())
    assert [value for name, value in got.headers if name == "content-type"] == ["text/html"]
    assert len(got.headers) == len(outgoing().headers)


@pytest.mark.parametrize("outgoing", [stream, whole])
def test_an_answer_can_have_no_body(outgoing: Any) -> None:
    """Under its own status, or under another one."""
    got = spoilt("empty=body", outgoing())
    assert (got.status, got.body, sent(got)) == (200, b"", [])
    got = spoilt("status_only=502", outgoing())
    assert (got.status, got.body, got.frames) == (502, b"", None)
    assert "content-type" not in dict(got.headers)


def test_the_usage_is_left_out() -> None:
    """A chunk of its own, what rides on the finish, or a key of the body; a text that speaks of it stays."""
    riding = b'data: {"choices":[{"delta":{},"finish_reason":"stop"}],"usage":{"total_tokens":3,"d":{"a":1}}}\n\n'
    said = event('{"content":",\\"usage\\":{}"}')
    got = spoilt("missing_usage", stream(ROLE, said, riding, USAGE, DONE))
    left = [ROLE, said, riding.replace(b'{"total_tokens":3,"d":{"a":1}}', b"null"), DONE]
    assert list(got.frames or ()) == list(zip([2.0, 1.0, 1.0, 2.0], left, strict=True))
    body = b'{"choices":[],"usage":{"prompt_tokens":1,"d":{"a":1},"x":2},"z":1}'
    got = spoilt("missing_usage", Outgoing(status=200, headers=(*TYPE, ("content-length", "66")), body=body))
    assert (got.body, got.headers, got.note) == (b'{"choices":[],"z":1}', TYPE, "usage left out, on purpose")


@pytest.mark.parametrize("name", [
    "crlf", "comments", "coalesce", "missing_finish", "missing_done", "split=bytes", "error_after=1 chunk",
    "missing_usage",
])  # fmt: skip
def test_what_means_nothing_for_a_whole_body_leaves_it_alone(name: str) -> None:
    """The very same object, and no note; not even where another fault sends it in parts."""
    body = whole()
    assert spoilt(name, body) is body
    if name != "coalesce":
        assert list(spoilt(f"{name}; stall=5s", body).frames or ()) == list(spoilt("stall=5s", body).frames or ())


def test_what_means_nothing_for_a_stream_leaves_it_alone() -> None:
    """Likewise."""
    outgoing = stream()
    assert spoilt("corrupt=json", outgoing) is outgoing
    assert spoilt("invalid=any", outgoing) is outgoing


def test_the_first_of_two_ends_counts() -> None:
    """Where both happen, though each happens only at times."""
    got = read([{"drop_after": "1 chunk", "rate": 0.5}, {"hang": True, "rate": 0.5}])
    assert isinstance(got, Mishap)
    outgoing = got.outgoing(stream(), lambda: 0.1)
    assert (sent(outgoing), outgoing.ending, outgoing.note) == ([ROLE], "close", "dropped after 1 chunk, on purpose")


def test_a_part_happens_as_often_as_its_rate_says() -> None:
    """One draw for each that has a rate."""
    got = read([{"delay": "5s", "rate": 0.5}, {"content_type": "text/html", "rate": 0.5}, "crlf"])
    assert isinstance(got, Mishap)
    outgoing = got.outgoing(stream(), iter([0.7, 0.2]).__next__)
    assert outgoing.note == "lines ended with CRLF, delayed by 5 s, on purpose"


@pytest.mark.parametrize("name", names())
def test_events_that_come_in_odd_frames_are_events(name: str) -> None:
    """As from a recording: two in a frame, and one in two."""
    if name in ("delay", "split", "drop_after", "error_after"):
        return
    joined = b"".join(ALL)
    odd = [joined[:5], joined[5:200], joined[200:]]
    fault = {"corrupt": "chunk", "stall": "5s", "content_type": "text/html", "status_only": 503}.get(name, True)
    got, plain = spoilt({name: fault}, stream(*odd)), spoilt({name: fault})
    assert b"".join(sent(got)) == b"".join(sent(plain))
