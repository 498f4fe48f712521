"""Serves the application with uvicorn until a signal says to stop."""

import functools
import gc
import signal
import socket
import sys
from collections.abc import Callable
from types import FrameType

import uvicorn
from starlette.types import ASGIApp
from uvicorn.supervisors.multiprocess import Multiprocess

from mockllm.settings import Settings
from mockllm.tokens import warm

from .app import build

Ready = Callable[[], None]

DRAIN_S = 5
"""How long answers under way may take to finish after a signal to stop."""

KEEP_ALIVE_S = 120
"""As the Inference Gateway has it (wire/gateway.md 8); a short one lets clients run into connections just closed."""


def serve(app: ASGIApp, listener: socket.socket, ready: Ready) -> None:
    """Serves in this process; calls `ready` as soon as signals are obeyed and requests answered."""
    settle()
    Server(config(app), ready).run(sockets=[listener])


def serve_with_workers(settings: Settings, listener: socket.socket, ready: Ready) -> None:
    """Serves in several processes, each with an application of its own; `ready` as above."""
    factory = functools.partial(worker_app, settings)
    Workers(config(factory, workers=settings.workers, factory=True), [listener], ready).run()


def worker_app(settings: Settings) -> ASGIApp:
    warm("cl100k")
    app = build(settings, sys.stdout)
    settle()
    return app


def settle() -> None:
    """Lets the garbage collector leave alone what was made so far, since it stays for as long as the process."""
    gc.freeze()
    gc.enable()


def config(app: object, *, workers: int = 1, factory: bool = False) -> uvicorn.Config:
    """The `Date` header is ours, since it has to obey the clock; so is the log.

    What uvicorn could say of an application that fails is said better elsewhere, or meant: a stream that is cut.
    """
    return uvicorn.Config(
        app,  # type: ignore[arg-type] # uvicorn's types for applications are private
        workers=workers,
        factory=factory,
        ws="none",
        access_log=False,
        log_config=None,
        log_level="critical",
        server_header=False,
        date_header=False,
        proxy_headers=False,
        timeout_keep_alive=KEEP_ALIVE_S,
        timeout_graceful_shutdown=DRAIN_S,
    )


class Server(uvicorn.Server):
    """The first signal drains, and is no reason for a process to end as if killed; the second one stops at once."""

    def __init__(self, config: uvicorn.Config, ready: Ready) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002 - so signals are told
        if self.should_exit:
            stop_at_once(sig)
        self.should_exit = True


class Workers(Multiprocess):
    """The same for several processes."""

    def __init__(self, config: uvicorn.Config, sockets: list[socket.socket], ready: Ready) -> None:
        super().__init__(config, sockets)
        self._ready = ready
        for sig in (signal.SIGINT, signal.SIGTERM):
            signal.signal(sig, self._on_signal)

    def init_processes(self) -> None:
        super().init_processes()
        self._ready()

    def _on_signal(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002 - likewise
        if self.should_exit.is_set():
            for process in self.processes:
                process.process.kill()
            stop_at_once(sig)
        self.should_exit.set()


def stop_at_once(sig: int) -> None:
    signal.signal(sig, signal.SIG_DFL)
    signal.raise_signal(sig)
