"""The parts of a server, put together; nothing else does."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from mockllm import dialects
from mockllm.clock import FrozenClock, SystemClock
from mockllm.core import Dialect
from mockllm.engine import Engine, Options
from mockllm.errors import UsageError, VocabularyError
from mockllm.generate import Generator
from mockllm.journal import Journal
from mockllm.pace import NAMED, Pace
from mockllm.settings import Settings
from mockllm.wire import did_you_mean

from .routes import Routes
from .scripted import Scripted
from .scripts import Scripts

if TYPE_CHECKING:
    from mockllm.scenario import Scenarios

WANTED: Mapping[str, bool | None] = {"auto": None, "error": True, "generate": False}
"""Whether a request that no rule matches is complained of, by the setting; None where it depends on there being any."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """What a server consists of, below HTTP."""

    settings: Settings
    engine: Engine
    scripted: Scripted
    scripts: Scripts
    journal: Journal
    routes: Routes
    dialects: Mapping[str, Dialect]

    @property
    def dialect(self) -> Dialect:
        """The one that stands at /v1."""
        return self.dialects[self.settings.dialect]

    @property
    def scenarios(self) -> "Scenarios":
        """The source that holds the rules."""
        return self.scripted.scenarios()


def assemble(settings: Settings) -> Parts:
    """Makes the parts.

    Raises UsageError where the settings name a dialect that does not exist, or files that cannot be used; DialectError
    where a dialect cannot be loaded.
    """
    found = dialects.load()
    if settings.dialect not in found:
        meant = did_you_mean(settings.dialect, found)
        guess = f"; did you mean {meant}?" if meant else ""
        raise UsageError(f"--dialect: {settings.dialect!r} is none of {', '.join(found)}{guess}")
    options = engine_options(settings)
    generator = Generator(options.seed)
    scripted = Scripted(options.seed, generator, WANTED[settings.on_unmatched])
    try:
        engine = Engine(options, sources=scripted.sources, writer=generator)
    except VocabularyError as error:
        raise UsageError(str(error)) from error
    scripts = Scripts(settings.scenario, scripted.scenarios, workers=settings.workers)
    scripts.begin()
    return Parts(
        settings=settings,
        engine=engine,
        scripted=scripted,
        scripts=scripts,
        journal=Journal(),
        routes=Routes(found, found[settings.dialect]),
        dialects=found,
    )


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
        fault_models=settings.fault_models,
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
