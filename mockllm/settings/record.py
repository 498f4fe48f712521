"""Every setting, declared once: options, environment, files and the documentation are made from this table."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Literal

from mockllm.core import Level
from mockllm.pace import NAMED

from .kinds import (
    DIALECT,
    DURATION,
    KEYS,
    NAMES,
    ORIGINS,
    PATHS,
    PROVIDERS,
    RATE,
    SEED,
    SHARE,
    SPEED,
    SWITCH,
    TABLE,
    TEXT,
    one_of,
    whole,
)
from .setting import KEY, Setting, setting


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What a server, or a single question, is set to."""

    dialect: str = setting(DIALECT, "fireworks", "Which API stands at /v1: fireworks or gateway.")
    host: str = setting(TEXT, "127.0.0.1", "The address to listen on.", only_serve=True)
    port: int = setting(whole(0, 65535), 4242, "The port; 0 takes a free one.", short="-p", only_serve=True)
    seed: int = setting(SEED, 0, "Where all chance comes from: the same seed gives the same answers.")
    fidelity: Level = setting(  # noqa: RUF009 - makes a field, as dataclasses.field does
        one_of("contract", "live", "lenient"),
        "contract",
        "Faithful to the API's reference, to the real service as seen, or taking whatever can be understood.",
    )
    clock: Literal["system", "frozen"] = setting(
        one_of("system", "frozen"), "system", "What time it is; frozen makes ids and timestamps repeatable too."
    )
    speed: float | None = setting(SPEED, 1.0, "How many times faster than said waits pass; max waits for nothing.")
    pace: str = setting(one_of(*NAMED), "instant", "How fast answers come.")
    ttft: float | None = setting(DURATION, None, "The time to the first token, in place of the pace's.")
    tps: float | None = setting(RATE, None, "Tokens per second, in place of the pace's.")
    jitter: float | None = setting(SHARE, None, "By what share waits vary, in place of the pace's.")
    models: Literal["any", "strict"] = setting(
        one_of("any", "strict"), "any", "Whether a model has to be in the catalogue."
    )
    providers: frozenset[str] | None = setting(
        PROVIDERS, None, "The gateway's providers that have a key; all of them unless said."
    )
    api_key: tuple[str, ...] = setting(
        KEYS, (), "A key that clients have to send; may be given several times.", only_serve=True
    )
    cors: tuple[str, ...] = setting(
        ORIGINS, ("local",), "Which web pages may ask: those on this machine, an origin, none, or all.", only_serve=True
    )
    workers: int = setting(whole(1), 1, "How many processes answer.", only_serve=True)
    quiet: bool = setting(SWITCH, False, "Print no line for each request.", short="-q", only_serve=True)
    scenario: tuple[str, ...] = setting(
        PATHS,
        (),
        "A scenario file, a folder of them, or @NAME of the shipped ones; may be given several times.",
        short="-s",
    )
    on_unmatched: Literal["auto", "error", "generate"] = setting(
        one_of("auto", "error", "generate"),
        "auto",
        "What becomes of a request no rule matches; auto refuses it once anything is scripted.",
    )
    watch: bool = setting(SWITCH, False, "Read scenario files again when they change.", only_serve=True)
    fault_models: bool = setting(
        SWITCH, False, "List models whose names order a fault, as …:mock-rate_limited.", only_serve=True
    )
    deployment: str | None = setting(
        TEXT, None, "The dedicated deployment of Fireworks whose metrics answers show; none unless said."
    )
    tokenizers: tuple[tuple[str, str], ...] = setting(
        TABLE, (), "Tokenizer files for models, by name with wildcards; needs mockllm-server[hf].", option=False
    )
    allowed_models: tuple[str, ...] = setting(
        NAMES, (), "The only models the gateway takes.", option=False, gateway_variable="ALLOWED_MODELS"
    )
    disallowed_models: tuple[str, ...] = setting(
        NAMES, (), "Models the gateway refuses.", option=False, gateway_variable="DISALLOWED_MODELS"
    )
    max_body_bytes: int = setting(
        whole(1),
        10_485_760,
        "How many bytes a request may have.",
        option=False,
        gateway_variable="SERVER_MAX_REQUEST_BODY_SIZE",
    )
    max_work: int = setting(
        whole(1), 262_144, "How many tokens one answer may have, all its choices together.", option=False
    )


def declared() -> Mapping[str, Setting]:
    return MappingProxyType({field.name: Setting(name=field.name, **field.metadata[KEY]) for field in fields(Settings)})


SETTINGS = declared()
"""The table, by name and in the order of the record."""
