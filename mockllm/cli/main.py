"""`main`: from arguments to an exit code."""

import contextlib
import gc
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NoReturn, TextIO

import click

from mockllm.errors import MockLLMError, UsageError

from .commands import COMMANDS, World

FINE, FAILED, MISUSED = 0, 1, 2


def main(argv: Sequence[str], environ: Mapping[str, str], out: TextIO) -> int:
    """Runs a command: 0 fine, 1 failed, 2 used wrongly."""
    world = World(environ=environ, directory=Path.cwd(), out=out)
    try:
        with contextlib.redirect_stdout(out):
            return int(COMMANDS.main(list(argv), "mockllm", standalone_mode=False, obj=world) or FINE)
    except click.ClickException as error:
        return complain(wording(error), MISUSED)
    except UsageError as error:
        return complain(str(error), MISUSED)
    except MockLLMError as error:
        return complain(str(error), FAILED)
    except (click.Abort, KeyboardInterrupt):
        return FAILED


def run() -> NoReturn:
    """The command `mockllm`.

    While it starts, collecting garbage costs a tenth of the time and finds none; a server switches it on again.
    """
    gc.disable()
    try:
        code = main(sys.argv[1:], os.environ, sys.stdout)
        sys.stdout.flush()
    except BrokenPipeError:  # whoever read our output has gone; the interpreter shall not try to flush it again
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = FAILED
    sys.exit(code)


def complain(text: str, code: int) -> int:
    print(f"mockllm: {text}", file=sys.stderr)  # noqa: T201 - this is what the command is for
    return code


def wording(error: click.ClickException) -> str:
    """Click's complaint in one line, with the word that may have been meant."""
    if isinstance(error, click.NoSuchOption):
        meant = f"; did you mean {error.possibilities[0]}?" if error.possibilities else ""
        return f"{error.option_name}: there is no such option{meant}"
    return " ".join(error.format_message().split())
