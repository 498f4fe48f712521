"""One setting: its name, what it may be, and where it is read from."""

from dataclasses import dataclass, field
from typing import Any, TypeVar

from .kinds import Kind

T = TypeVar("T")
KEY = "setting"


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What is declared of a setting beside its default.

    `option` says that the command line has it, `short` its one-letter option; `only_serve` that it means something to
    `mockllm serve` alone. `gateway_variable` is the name the Inference Gateway itself has for it (wire/gateway.md 8).
    """

    name: str
    kind: Kind[Any]
    default: Any
    help: str
    option: bool = True
    short: str | None = None
    only_serve: bool = False
    gateway_variable: str | None = None

    @property
    def variable(self) -> str:
        """The environment variable."""
        return f"MOCKLLM_{self.name.upper()}"

    @property
    def flag(self) -> str:
        """The long option."""
        return "--" + self.name.replace("_", "-")


def setting(kind: Kind[T], default: T, help: str, **more: Any) -> T:  # noqa: A002 - the word everybody uses
    """Declares a field of the settings' record; `more` as in `Setting`."""
    declared: T = field(default=default, metadata={KEY: {"kind": kind, "default": default, "help": help, **more}})
    return declared
