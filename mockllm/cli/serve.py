"""`mockllm serve`."""

import ipaddress
import socket
import sys
from typing import TextIO

from mockllm import __version__
from mockllm.server import build, listen, run, url
from mockllm.settings import Settings
from mockllm.tokens import warm

from .clients import guide


def serve(settings: Settings, out: TextIO) -> int:
    """Listens, says where, and serves until a signal says to stop."""
    app = build(settings, out)
    with listen(settings.host, settings.port) as listener:
        warn(settings, listener)

        def greet() -> None:
            out.write(greeting(settings, listener))
            out.flush()

        if settings.workers == 1:
            warm("cl100k")
            run.serve(app, listener, greet)
        else:
            run.serve_with_workers(settings, listener, greet)
    return 0


def greeting(settings: Settings, listener: socket.socket) -> str:
    base = url(listener)
    workers = f", {settings.workers} workers" if settings.workers > 1 else ""
    return (
        f"mockllm {__version__} at {base} (dialect {settings.dialect}, fidelity {settings.fidelity}, "
        f"seed {settings.seed}, clock {settings.clock}{workers}); base URLs:\n{guide(base, settings.dialect)}\n"
    )


def warn(settings: Settings, listener: socket.socket) -> None:
    """Says on the error output what may be unwanted."""
    host = listener.getsockname()[0]
    if not ipaddress.ip_address(host.partition("%")[0]).is_loopback and not settings.api_key:
        text = f"mockllm: listening on {host}: whoever reaches this machine can use it, since there is no --api-key"
        print(text, file=sys.stderr)  # noqa: T201 - this is what the command is for
