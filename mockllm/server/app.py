"""Makes the ASGI application around the parts."""

import asyncio
import contextlib
import logging
import signal
import threading
from collections.abc import AsyncIterator, Iterator
from typing import TextIO

from starlette.types import ASGIApp

from mockllm.settings import Settings

from .behind import Behind
from .log import Log
from .namespaces import Namespaces
from .origins import Origins
from .parts import Parts, assemble
from .scripts import Scripts
from .site import Site
from .stopping import Stopping

WATCH_S = 0.5
"""How often scenario files are looked at with `--watch`."""


def build(
    settings: Settings, out: TextIO | None = None, stopping: Stopping | None = None, parts: Parts | None = None
) -> ASGIApp:
    """Makes the application; a line for each request goes to `out`, and `stopping` says when it is about to end.

    Raises UsageError where the settings name a dialect that does not exist, or files that cannot be used; DialectError
    where a dialect cannot be loaded.
    """
    parts = parts or assemble(settings)
    log = None if out is None or settings.quiet else Log(out)
    stopping = stopping or Stopping()
    scripts = parts.scripts

    @contextlib.asynccontextmanager
    async def alive() -> AsyncIterator[None]:
        watcher = asyncio.create_task(watch(scripts)) if settings.watch else None
        with hangups(scripts):
            yield
        if watcher is not None:
            watcher.cancel()
        stopping.report()
        for handler in logging.getLogger().handlers:  # a worker ends by its signal, and Python does not get to it
            handler.flush()
        if log is not None:
            log.flush()

    # The pages stand behind the site, not around it: Starlette's layers would cost every answer a tenth of its time.
    site = Site(
        Behind(parts, alive),
        engine=parts.engine,
        routes=parts.routes,
        log=log,
        stopping=stopping,
        journal=parts.journal,
        scripts=scripts,
    )
    return Namespaces(Origins(site, allowed=settings.cors, log=log))


async def watch(scripts: Scripts) -> None:
    """Reads the scenario files again whenever they have changed."""
    while True:
        await asyncio.sleep(WATCH_S)
        if scripts.changed():
            await asyncio.to_thread(scripts.again)


@contextlib.contextmanager
def hangups(scripts: Scripts) -> Iterator[None]:
    """Has SIGHUP read the scenario files again, where there are signals and they are ours to obey."""
    loop = asyncio.get_running_loop()
    possible = hasattr(signal, "SIGHUP") and threading.current_thread() is threading.main_thread()
    if possible:
        loop.add_signal_handler(signal.SIGHUP, lambda: loop.run_in_executor(None, scripts.again))
    try:
        yield
    finally:
        if possible:
            loop.remove_signal_handler(signal.SIGHUP)
