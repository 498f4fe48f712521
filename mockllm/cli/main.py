"""`main`: from arguments to an exit code."""

import contextlib
import gc
import io
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
    try:
        world = World(environ=environ, directory=Path.cwd(), out=out)
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
    except FileNotFoundError as error:
        if error.filename is not None:
            raise
        return complain("the working directory is gone", FAILED)


def run() -> NoReturn:
    """The command `mockllm`.

    While it starts, collecting garbage costs a tenth of the time and finds none; a server switches it on again.
    """
    gc.disable()
    out = output()
    try:
        code = main(sys.argv[1:], os.environ, out)
        out.flush()
    except BrokenPipeError:  # whoever read our output has gone
        code = discard(out)
    except OSError as error:
        code = discard(out)
        complain(f"the output cannot be written: {error.strerror}", FAILED)
    sys.exit(code)


def output() -> TextIO:
    """Standard output; what its encoding lacks is written as an escape, and nothing where it is closed."""
    if sys.stdout is None:  # a closed descriptor
        return Path(os.devnull).open("w", encoding="utf-8")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    return sys.stdout


def discard(out: TextIO) -> int:
    """Lets what is still to be written go, so that the interpreter does not try again at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), out.fileno())
    return FAILED


def complain(text: str, code: int) -> int:
    print(f"mockllm: {text}", file=sys.stderr)  # noqa: T201 - this is what the command is for
    return code


def wording(error: click.ClickException) -> str:
    """Click's complaint in one line, with the word that may have been meant."""
    if isinstance(error, click.NoSuchOption):
        meant = f"; did you mean {error.possibilities[0]}?" if error.possibilities else ""
        return f"{error.option_name}: there is no such option{meant}"
    return " ".join(error.format_message().split())
