"""Asks an application what was made up, in virtual time and within bounds of the real one; finds what is wrong."""

import json
import logging
import signal
import threading
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, TextIO, cast

from agreement import CHAT, Exchange, problems, told_twice
from asgi_client import Client, Got
from fuzz_bodies import json_of
from starlette.types import ASGIApp
from virtual_time import run

from mockllm.server import build
from mockllm.settings import Settings

ROOTS = {"fireworks": "/inference/v1", "gateway": ""}
MAX_WORK = 240
SETTINGS = Settings(clock="frozen", speed=None, max_work=MAX_WORK, max_body_bytes=300_000)
HANG_S = 30


class Unwritten:
    """Takes a log and forgets it."""

    def write(self, text: str) -> int:
        return len(text)

    def flush(self) -> None:
        pass


class Tracebacks(logging.Handler):
    """Keeps what the server logs when it fails."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info and record.exc_info[1]:
            self.seen.append("".join(traceback.format_exception(record.exc_info[1])))


@dataclass(slots=True)
class Tally:
    """What was asked so far, for a summary."""

    statuses: Counter[str] = field(default_factory=Counter)


TALLY = Tally()


def app(**settings: Any) -> ASGIApp:
    """An application that writes a log to nowhere; long answers are cut, so that many fit into a second."""
    return build(replace(SETTINGS, **settings), cast("TextIO", Unwritten()))


@contextmanager
def watched() -> Iterator[Tracebacks]:
    """Interrupts what hangs, where the platform can, and collects tracebacks."""
    handler = Tracebacks()
    logger = logging.getLogger("mockllm")
    logger.addHandler(handler)
    alarmed = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()

    def hang(number: int, frame: object) -> None:
        raise TimeoutError(f"no answer after {HANG_S} s")

    before = signal.signal(signal.SIGALRM, hang) if alarmed else None
    if alarmed:
        signal.setitimer(signal.ITIMER_REAL, HANG_S)
    try:
        yield handler
    finally:
        if alarmed:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
        logger.removeHandler(handler)


def send(asked_app: ASGIApp, client: Client) -> Got:
    """Makes a request; fails with the server's traceback if it has a bug."""
    with watched() as handler:
        got = run(client.call(asked_app))
    TALLY.statuses[f"{got.status}"] += 1
    assert not handler.seen, handler.seen[0]
    return got


def exchange(asked_app: ASGIApp, dialect: str, level: str, body: bytes, query: str = "") -> Exchange:
    """Asks for a chat completion."""
    headers = {"content-type": "application/json", "x-mockllm-fidelity": level}
    client = Client(path=ROOTS[dialect] + CHAT, query=query, headers=headers, pieces=(body,))
    got = send(asked_app, client)
    return Exchange(dialect=dialect, level=level, body=body, got=got, query=query, max_work=MAX_WORK)


def check_chat(asked_app: ASGIApp, dialect: str, level: str, body: bytes, query: str = "") -> None:
    """Asks, and asks again the other way, streamed or whole; nothing may be wrong with either or between them."""
    one = exchange(asked_app, dialect, level, body, query)
    insist(problems(one), one)
    asked = json_of(body)
    if one.got.status != 200 or asked is None:
        return
    if one.got.headers["content-type"].startswith("text/event-stream"):
        changed = {key: value for key, value in asked.items() if key not in ("stream", "stream_options")}
    else:
        changed = {**asked, "stream": True}
    try:
        text = json.dumps(changed, allow_nan=False)
    except ValueError:  # a number that Python reads as infinite
        return
    if len(text) > SETTINGS.max_body_bytes:
        return
    other = exchange(asked_app, dialect, level, text.encode("utf-8", "surrogatepass"), query)
    if other.got.status != 200:
        insist([] if level != "contract" else [f"refused when asked the other way: {other.got.text}"], other)
        return
    insist(problems(other), other)
    insist(told_twice(one, other), other)


def insist(found: Iterable[str], about: Exchange) -> None:
    """Fails if there is anything to complain of, with the request as it was sent."""
    said = list(found)
    if said:
        raise AssertionError("\n".join([*said, f"asked at {about.level}, ?{about.query}: {about.body[:2_000]!r}"]))
