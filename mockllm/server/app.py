"""Puts all parts together; nothing else does."""

import contextlib
import logging
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import TextIO

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp

from mockllm import dialects
from mockllm.clock import FrozenClock, SystemClock
from mockllm.engine import Engine, Options
from mockllm.errors import UsageError, VocabularyError
from mockllm.generate import Generator
from mockllm.pace import NAMED, Pace
from mockllm.settings import Settings
from mockllm.wire import did_you_mean

from .log import Log
from .namespaces import Namespaces
from .origins import Origins
from .routes import Routes
from .site import Site
from .stopping import Stopping


def build(settings: Settings, out: TextIO | None = None, stopping: Stopping | None = None) -> ASGIApp:
    """Makes the application; a line for each request goes to `out`, and `stopping` says when it is about to end.

    Raises UsageError where the settings name a dialect that does not exist or a tokenizer's file that cannot be used,
    DialectError where a dialect cannot be loaded.
    """
    found = dialects.load()
    if settings.dialect not in found:
        meant = did_you_mean(settings.dialect, found)
        guess = f"; did you mean {meant}?" if meant else ""
        raise UsageError(f"--dialect: {settings.dialect!r} is none of {', '.join(found)}{guess}")
    options = engine_options(settings)
    generator = Generator(options.seed)
    try:
        engine = Engine(options, sources=[generator], scorer=generator)
    except VocabularyError as error:
        raise UsageError(str(error)) from error
    routes = Routes(found, found[settings.dialect])
    log = None if out is None or settings.quiet else Log(out)
    stopping = stopping or Stopping()

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        stopping.report()
        for handler in logging.getLogger().handlers:  # a worker ends by its signal, and Python does not get to it
            handler.flush()
        if log is not None:
            log.flush()

    # Starlette stands behind the site, not around it: its layers would cost every answer a tenth of its time.
    pages = Starlette(lifespan=lifespan, exception_handlers={HTTPException: nothing_here})
    site = Site(pages, engine=engine, routes=routes, log=log, stopping=stopping)
    return Namespaces(Origins(site, allowed=settings.cors, log=log))


def engine_options(settings: Settings) -> Options:
    return Options(
        clock=FrozenClock() if settings.clock == "frozen" else SystemClock(),
        seed=settings.seed,
        fidelity=settings.fidelity,
        pace=pace(settings),
        speed=settings.speed,
        models=settings.models,
        providers=settings.providers,
        allowed_models=settings.allowed_models,
        disallowed_models=settings.disallowed_models,
        api_keys=settings.api_key,
        max_body_bytes=settings.max_body_bytes,
        max_work=settings.max_work,
        tokenizers=settings.tokenizers,
        deployment=settings.deployment,
    )


def pace(settings: Settings) -> Pace:
    """The named pace, with what was said beside it."""
    named = NAMED[settings.pace]
    return replace(
        named,
        ttft_s=named.ttft_s if settings.ttft is None else settings.ttft,
        tps=settings.tps or named.tps,
        jitter=named.jitter if settings.jitter is None else settings.jitter,
    )


def nothing_here(request: Request, error: Exception) -> Response:
    """What the mock's own pages say at paths that are none."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    return JSONResponse({"error": f"mockllm: there is nothing at {request.url.path}"}, status_code=status)
