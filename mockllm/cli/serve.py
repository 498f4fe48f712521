"""`mockllm serve`."""

import ipaddress
import socket
import sys
from collections.abc import Iterator
from typing import Any, TextIO

from mockllm import __version__
from mockllm.server import Parts, Stopping, assemble, build, listen, run, url
from mockllm.settings import SETTINGS, Settings
from mockllm.tokens import warm

from .clients import guide

SHOWN = ("dialect", "fidelity", "seed", "clock", "host", "port", "workers", "quiet", "scenario")
"""The settings that the first line shows, or that nobody needs to be told of."""


def serve(settings: Settings, out: TextIO) -> int:
    """Listens, says where, and serves until a signal says to stop."""
    stopping = Stopping()
    parts = assemble(settings)
    app = build(settings, out, stopping, parts)
    with listen(settings.host, settings.port) as listener:
        warn(settings, listener)

        def greet() -> None:
            out.write(greeting(parts, url(listener)))
            out.flush()

        if settings.workers == 1:
            warm("cl100k")
            run.serve(app, listener, greet, stopping)
        else:
            run.serve_with_workers(settings, listener, greet)
    return 0


def greeting(parts: Parts, base: str) -> str:
    """Says where the server is, how it is set, what answers, and what to give to clients."""
    settings = parts.settings
    workers = f", {settings.workers} workers" if settings.workers > 1 else ""
    others = ", ".join([*scripted(parts), *changed(settings)])
    return (
        f"mockllm {__version__} at {base} (dialect {settings.dialect}, fidelity {settings.fidelity}, "
        f"seed {settings.seed}, clock {settings.clock}{workers})"
        f"{f'; {others}' if others else ''}; base URLs:\n{guide(base, settings.dialect, settings.api_key)}\n"
    )


def scripted(parts: Parts) -> Iterator[str]:
    """Yields the scenarios that answer, in the order in which their rules are tried."""
    loaded = parts.scripts.loaded
    if loaded is not None:
        named = dict.fromkeys(parts.settings.scenario) or loaded.files
        yield f"scenario {' '.join(named)} ({loaded.rules} rule{'' if loaded.rules == 1 else 's'})"


def changed(settings: Settings) -> Iterator[str]:
    """Yields the other settings that are not as they are by default."""
    for name, setting in SETTINGS.items():
        value = getattr(settings, name)
        if name not in SHOWN and value != setting.default:
            yield f"{name.replace('_', ' ')} {shown(name, value)}"


def shown(name: str, value: Any) -> str:
    match name, value:
        case "api_key", _:
            return "wanted"
        case "speed", None:
            return "max"
        case _, bool():
            return "on" if value else "off"
        case "tokenizers", _:
            return " ".join(pattern for pattern, _ in value)
        case _, tuple() | frozenset():
            return " ".join(sorted(value))
        case _, float():
            return f"{value:g}"
        case _:
            return str(value)


def warn(settings: Settings, listener: socket.socket) -> None:
    """Says on the error output what may be unwanted."""
    host = listener.getsockname()[0]
    if not ipaddress.ip_address(host.partition("%")[0]).is_loopback and not settings.api_key:
        text = f"mockllm: listening on {host}: whoever reaches this machine can use it, since there is no --api-key"
        print(text, file=sys.stderr)  # noqa: T201 - this is what the command is for
