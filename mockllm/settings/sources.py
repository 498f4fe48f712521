"""Reads the settings: command line before environment before file before default."""

import errno
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mockllm.errors import UsageError

from .readers import WrongPartError, guess
from .record import SETTINGS, Settings
from .setting import Setting

FILE = "mockllm.toml"
PROJECT_FILE = "pyproject.toml"
PREFIX = "MOCKLLM_"


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A value as it was written, and the place where."""

    setting: Setting
    raw: object
    place: str


def read(
    options: Mapping[str, object], environ: Mapping[str, str], directory: Path, *, gateway_variables: bool = False
) -> Settings:
    """Returns the settings; `options` has the values given on the command line, by the settings' names.

    Every value is checked, one that another overrides too. `gateway_variables` takes the variables the Inference
    Gateway itself reads, which no one but a server should.

    Raises UsageError, with one line that names value and place, for the first one that cannot be used.
    """
    values: dict[str, Any] = {}
    for found in (*in_files(directory), *in_environment(environ, gateway_variables), *in_options(options)):
        try:
            values[found.setting.name] = found.setting.kind.read(found.raw)
        except ValueError as error:
            raise UsageError(f"{found.place}: {wrong(found.raw, error)!r} is {error}") from None
    return Settings(**values)


def wrong(raw: object, error: ValueError) -> object:
    """Returns what to show of a value: the part that is wrong; an option given once is no list to whoever gave it."""
    if isinstance(error, WrongPartError):
        return error.part
    return raw[0] if isinstance(raw, tuple) and len(raw) == 1 else raw


def in_options(options: Mapping[str, object]) -> Iterator[Found]:
    for name, raw in options.items():
        yield Found(setting=SETTINGS[name], raw=raw, place=SETTINGS[name].flag)


def in_environment(environ: Mapping[str, str], gateway_variables: bool) -> Iterator[Found]:
    """Yields the gateway's own variables first, so that ours win; an empty variable is as none."""
    if gateway_variables:
        for setting in SETTINGS.values():
            raw = environ.get(setting.gateway_variable or "")
            if raw:
                yield Found(setting=setting, raw=raw, place=f"environment variable {setting.gateway_variable}")
    variables = {setting.variable: setting for setting in SETTINGS.values()}
    for variable in sorted(name for name in environ if name.startswith(PREFIX) and environ[name]):
        place = f"environment variable {variable}"
        if variable not in variables:
            name = variable.removeprefix(PREFIX).lower()
            meant = guess(name, SETTINGS, lambda name: SETTINGS[name].variable)
            raise UsageError(f"{place}: there is no such setting{meant}")
        yield Found(setting=variables[variable], raw=environ[variable], place=place)


def in_files(directory: Path) -> Iterator[Found]:
    own = table(directory / FILE)
    project = table(directory / PROJECT_FILE)
    tools = None if project is None else project.get("tool")
    tool = tools.get("mockllm") if isinstance(tools, dict) else None
    if own is not None and tool is not None:
        raise UsageError(f"settings stand in both {FILE} and [tool.mockllm] of {PROJECT_FILE}; keep one of them")
    place, values = (FILE, own) if own is not None else (f"{PROJECT_FILE}: tool.mockllm", tool)
    if values is None:
        return
    if not isinstance(values, dict):
        raise UsageError(f"{place}: {values!r} is no table")
    written: dict[str, str] = {}
    for key, raw in values.items():
        name = key.replace("-", "_")
        if name in written:
            raise UsageError(f"{place}: {key}: stands there as {written[name]}, too; keep one of them")
        written[name] = key
        if name not in SETTINGS:
            raise UsageError(f"{place}: {key}: there is no such setting{guess(name, SETTINGS)}")
        yield Found(setting=SETTINGS[name], raw=raw, place=f"{place}: {key}")


def table(path: Path) -> dict[str, Any] | None:
    """Reads a TOML file; one that is missing is None, one that is broken an error."""
    if path.exists() and not path.is_file():
        raise UsageError(f"{path.name}: is no file")
    try:
        text = path.read_text("utf-8")
    except FileNotFoundError:
        return None
    except OSError as error:
        if error.errno in (errno.ENOTDIR, errno.ENOENT):
            return None
        raise UsageError(f"{path.name}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{path.name}: is not UTF-8: {error.reason} at byte {error.start}") from error
    if path.name == PROJECT_FILE and "mockllm" not in text:
        return None
    import tomllib  # only where there is something to read

    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # a syntax error is a ValueError; so is a number without end
        raise UsageError(f"{path.name}: {error}") from error
