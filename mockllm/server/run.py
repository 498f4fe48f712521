"""Serves the application with uvicorn until a signal says to stop."""

import asyncio
import contextlib
import functools
import gc
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from types import FrameType

import uvicorn
from starlette.types import ASGIApp
from uvicorn.supervisors.multiprocess import Multiprocess

from mockllm.settings import Settings
from mockllm.tokens import warm

from .app import build
from .log import Errors, Log
from .protocol import Protocol
from .stopping import DRAIN_S, Stopping

Ready = Callable[[], None]

KEEP_ALIVE_S = 120
"""As the Inference Gateway has it (wire/gateway.md 8); a short one lets clients run into connections just closed."""

COLLECT_AFTER = 20_000
"""How many objects are made before the garbage collector looks for cycles among them."""


def serve(app: ASGIApp, listener: socket.socket, ready: Ready, stopping: Stopping) -> None:
    """Serves in this process; calls `ready` as soon as signals are obeyed and requests answered."""
    settle()
    with logged_errors():
        Server(config(app), ready, stopping).run(sockets=[listener])


def serve_with_workers(settings: Settings, listener: socket.socket, ready: Ready) -> None:
    """Serves in several processes, each with an application of its own; `ready` as above."""
    factory = functools.partial(worker_app, settings)
    Workers(config(factory, workers=settings.workers, factory=True), [listener], ready).run()


def worker_app(settings: Settings) -> ASGIApp:
    """Makes the application of one process, inside it and its event loop."""
    warm("cl100k")
    stopping = Stopping()
    app = build(settings, sys.stdout, stopping)
    logging.getLogger().addHandler(Errors(Log(sys.stderr)))
    notice_signals(stopping)
    settle()
    return app


def notice_signals(stopping: Stopping) -> None:
    """Lets the application know of the signals that uvicorn obeys in its own processes, which are not ours to make."""
    loop = asyncio.get_running_loop()

    def notice(obey: Callable[[int, FrameType | None], object], sig: int, frame: FrameType | None) -> None:
        if not stopping.begun:
            stopping.begun = True
            loop.call_soon_threadsafe(stopping.announce)
        obey(sig, frame)

    for sig in (signal.SIGINT, signal.SIGTERM):
        obeyed = signal.getsignal(sig)
        if callable(obeyed):
            signal.signal(sig, functools.partial(notice, obeyed))


@contextlib.contextmanager
def logged_errors() -> Iterator[None]:
    """Sends what is logged of errors to the error output, but waits for nobody who should read it."""
    handler = Errors(Log(sys.stderr))
    logging.getLogger().addHandler(handler)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(handler)
        handler.flush()


def settle() -> None:
    """Lets the garbage collector leave alone what was made so far, since it stays for as long as the process.

    It looks less often than usual for what requests leave behind, since they leave next to no cycles.
    """
    gc.freeze()
    gc.set_threshold(COLLECT_AFTER)
    gc.enable()


def config(app: object, *, workers: int = 1, factory: bool = False) -> uvicorn.Config:
    """The `Date` header is ours, since it has to obey the clock; so is the log.

    What uvicorn could say of an application that fails is said better elsewhere, or meant: a stream that is cut.
    """
    return uvicorn.Config(
        app,  # type: ignore[arg-type] # uvicorn's types for applications are private
        workers=workers,
        factory=factory,
        http=Protocol,
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

    def __init__(self, config: uvicorn.Config, ready: Ready, stopping: Stopping) -> None:
        super().__init__(config)
        self._ready = ready
        self._stopping = stopping

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._stopping.begun = True
        self._stopping.announce()
        await super().shutdown(sockets)

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

    def handle_hup(self) -> None:
        """Hands the signal on: a process that was started anew would not come up with a broken scenario."""
        for process in self.processes:
            if process.pid is not None:
                os.kill(process.pid, signal.SIGHUP)

    def _on_signal(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002 - likewise
        if self.should_exit.is_set():
            for process in self.processes:
                process.process.kill()
            stop_at_once(sig)
        self.should_exit.set()


def stop_at_once(sig: int) -> None:
    signal.signal(sig, signal.SIG_DFL)
    signal.raise_signal(sig)
