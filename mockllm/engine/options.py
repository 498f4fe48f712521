"""What the engine is told once, when it is made."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from mockllm.core import Clock, Level
from mockllm.pace import Pace


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """`speed` is how many times faster than scripted waits pass (None: they don't); `max_work` bounds the tokens of
    one answer over all its choices; `deployment` names the dedicated deployment that metrics tell of. The fields
    `models` to `fault_models` are `core.Rules`.
    """

    clock: Clock
    seed: int = 0
    fidelity: Level = "contract"
    pace: Pace = field(default_factory=Pace)
    speed: float | None = 1.0
    models: str = "any"
    providers: frozenset[str] | None = None
    allowed_models: tuple[str, ...] = ()
    disallowed_models: tuple[str, ...] = ()
    fault_models: bool = False
    api_keys: tuple[str, ...] = ()
    max_body_bytes: int = 10_485_760
    max_work: int = 262_144
    deployment: str | None = None
    tokenizers: Sequence[tuple[str, str]] = ()
