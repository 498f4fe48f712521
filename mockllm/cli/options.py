"""Makes command-line options of the settings, so that none is forgotten."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

import click

from mockllm.settings import SETTINGS, Setting


def settings_options(*, serve: bool, also: Collection[str] = ()) -> list[click.Option]:
    """Returns the options a command has for the settings; what they were given is read by the settings themselves.

    Settings that mean something to a server alone are left out unless it is one, or they are named in `also`.
    """
    return [
        option(setting)
        for setting in SETTINGS.values()
        if setting.option and (serve or not setting.only_serve or setting.name in also)
    ]


def option(setting: Setting) -> click.Option:
    names = [name for name in (setting.short, setting.flag, setting.name) if name]
    if setting.kind.switch:
        return click.Option(names, is_flag=True, default=False, help=setting.help)
    return click.Option(
        names,
        type=click.UNPROCESSED,
        multiple=setting.kind.many,
        metavar=setting.kind.metavar,
        help=f"{setting.help}{default(setting)}",
    )


def default(setting: Setting) -> str:
    """Shows the default where that says anything."""
    shown = setting.default
    if isinstance(shown, tuple):
        shown = ",".join(shown)
    if shown is None or shown == "":
        return ""
    return f"  [default: {shown:g}]" if isinstance(shown, float) else f"  [default: {shown}]"


def given(options: Mapping[str, Any]) -> dict[str, object]:
    """Returns the settings that were given on the command line."""
    return dict(those_given(options))


def those_given(options: Mapping[str, Any]) -> Iterator[tuple[str, object]]:
    for name, value in options.items():
        if name in SETTINGS and value not in (None, (), False):
            yield name, value
