"""The commands and their options; what they do is imported when one is called."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

import click

from mockllm import __version__
from mockllm.errors import UsageError
from mockllm.settings import Settings, read

from .options import given, settings_options


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """What a command knows of the world."""

    environ: Mapping[str, str]
    directory: Path
    out: TextIO


class Commands(click.Group):
    """A group that says which command may have been meant."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if self.get_command(ctx, args[0]) is None:
            from mockllm.wire import did_you_mean

            meant = did_you_mean(args[0], self.commands)
            *others, last = self.commands
            names = f"{', '.join(others)} and {last}"
            raise click.UsageError(
                f"there is no command {args[0]!r}; " + (f"did you mean {meant}?" if meant else f"there are {names}")
            )
        return super().resolve_command(ctx, args)


@click.pass_obj
def serve(world: World, /, **options: Any) -> int:
    settings = prepare(world, options, gateway_variables=True)
    from .serve import serve as run

    return run(settings, world.out)


@click.pass_obj
def ask(world: World, /, prompt: str, model: str | None, stream: bool, max_tokens: int | None, **options: Any) -> int:
    settings = prepare(world, options, gateway_variables=False)
    from .ask import ask as run
    from .ask import read_prompt

    return run(settings, read_prompt(prompt), world.out, stream=stream, model=model, max_tokens=max_tokens)


@click.pass_obj
def check(world: World, /, paths: tuple[str, ...], as_json: bool) -> int:
    from .check import check as run

    return run(paths, world.out, as_json=as_json)


@click.pass_obj
def explain(world: World, /, request: str | None, last: bool, as_json: bool, **options: Any) -> int:
    if (request is None) is not last:
        both = "" if request is None else ", not both"
        raise UsageError(f"name a file with a request, or say --last for the latest one of a running server{both}")
    settings = prepare(world, options, gateway_variables=False)
    from .explain import explain as run
    from .explain import explain_last

    if request is None:
        return explain_last(settings, world.out, as_json=as_json)
    return run(settings, request, world.out, as_json=as_json)


@click.pass_obj
def schema(world: World, /) -> int:
    from .schema import schema as run

    return run(world.out)


@click.pass_obj
def init(world: World, /, path: str | None, force: bool) -> int:
    from .init import init as run

    return run(path, world.out, force=force)


def whole_number(_: click.Context, option: click.Parameter, raw: str | None) -> int | None:
    """Reads a number above 0; click's own words for what is none would not help anybody."""
    if raw is None:
        return None
    if not WHOLE_NUMBER.fullmatch(raw):
        raise UsageError(f"{option.opts[0]}: {raw!r} is no whole number of at least 1")
    return int(raw)


def prepare(world: World, options: Mapping[str, Any], *, gateway_variables: bool) -> Settings:
    """Reads the settings; says so if another project's files may stand among ours."""
    settings = read(given(options), world.environ, world.directory, gateway_variables=gateway_variables)
    from .foreign import foreign

    if said := foreign():
        click.echo(f"mockllm: {said}", err=True)
    return settings


@click.pass_context
def alone(ctx: click.Context, /) -> None:
    if ctx.invoked_subcommand is None:
        raise click.UsageError("no command given; try mockllm serve, or mockllm --help")


WHOLE_NUMBER = re.compile(r"0*[1-9]\d{0,9}", re.ASCII)
HELP = {"help_option_names": ["-h", "--help"], "max_content_width": 120}


def print_version(ctx: click.Context, _: click.Parameter, asked: bool) -> None:
    if asked:
        click.echo(f"mockllm {__version__}")
        ctx.exit()


VERSION = click.Option(
    ["--version"], is_flag=True, is_eager=True, expose_value=False, callback=print_version, help="Print the version."
)

COMMANDS = Commands(
    name="mockllm",
    help="A local, deterministic emulator of the Fireworks and Inference Gateway chat-completions APIs.",
    callback=alone,
    invoke_without_command=True,
    context_settings=HELP,
    params=[VERSION],
    commands=[
        click.Command(
            name="serve",
            callback=serve,
            params=[*settings_options(serve=True), VERSION],
            help="Serve both APIs until a signal says to stop. Every option can also stand in the environment, as"
            " MOCKLLM_PORT, in mockllm.toml, or in [tool.mockllm] of pyproject.toml.",
        ),
        click.Command(
            name="ask",
            callback=ask,
            params=[
                click.Argument(["prompt"]),
                click.Option(["--model"], metavar="NAME", help="The model to ask; any will do unless --models strict."),
                click.Option(["--stream/--no-stream"], default=False, help="Print the text as it comes."),
                click.Option(["--max-tokens"], callback=whole_number, metavar="N", help="Where the answer ends."),
                *settings_options(serve=False),
                VERSION,
            ],
            help="Ask one question, without a server or a socket, and print the answer. The prompt - is read from the"
            " standard input.",
        ),
        click.Command(
            name="check",
            callback=check,
            params=[
                click.Argument(["paths"], nargs=-1, metavar="[PATH]..."),
                click.Option(["--json", "as_json"], is_flag=True, default=False, help="Print JSON, for other tools."),
                VERSION,
            ],
            help="Say all that is wrong with scenario files, folders of them or @NAMES of the library, each finding"
            " with file, line and column. Without a path, mockllm.yaml is checked. The exit code is 1 where there is"
            " an error.",
        ),
        click.Command(
            name="explain",
            callback=explain,
            params=[
                click.Argument(["request"], required=False, metavar="[REQUEST.json]"),
                click.Option(["--last"], is_flag=True, default=False, help="The latest request of a running server."),
                click.Option(["--json", "as_json"], is_flag=True, default=False, help="Print JSON, for other tools."),
                *settings_options(serve=False, also=("host", "port")),
                VERSION,
            ],
            help="Tell which rule answers a request, or which one nearly does and each field that differs, by the"
            " server's own matcher. The file holds the body, or an object with body, headers, query and dialect. The"
            " exit code is 1 where no rule answers.",
        ),
        click.Command(
            name="schema",
            callback=schema,
            params=[VERSION],
            help="Print the JSON Schema of the scenario file, with which editors check and complete it.",
        ),
        click.Command(
            name="init",
            callback=init,
            params=[
                click.Argument(["path"], required=False),
                click.Option(["--force"], is_flag=True, default=False, help="Write over a file that is there."),
                VERSION,
            ],
            help="Write a first scenario file with comments: mockllm.yaml, or PATH.",
        ),
    ],
)
