"""Which files are meant: those that are named, those of folders, and those of the library that is shipped."""

import os
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

import mockllm
from mockllm.wire import did_you_mean

from .place import Finding, Place

ENDINGS = (".yaml", ".yml")
LIBRARY = "@"
NO_FILE = "it is neither a file nor a folder"


def meant(sources: Sequence[Path | str], library: Path | None) -> Iterator[Path | Finding]:
    """Yields the files that are meant, each once, and what is wrong with a source."""
    seen: set[str] = set()
    for source in sources:
        for found in one(source, library):
            if isinstance(found, Finding):
                yield found
            elif (real := os.path.realpath(found)) not in seen:
                seen.add(real)
                yield found


def one(source: Path | str, library: Path | None) -> Iterator[Path | Finding]:
    name = os.fspath(source)
    if name.startswith(LIBRARY):
        yield from of_library(name, library)
        return
    path = Path(source)
    if not can_be(path):
        yield trouble(name, "there can be no file of this name")
    elif (kind := kind_of(path)) == "folder":
        files = in_folder(path)
        yield from files
        if not files:
            yield trouble(name, "the folder holds no .yaml or .yml file")
    elif kind in ("file", "pipe"):
        yield path
    elif kind == "other":
        yield trouble(name, NO_FILE)
    else:
        yield trouble(name, missing(path))


def can_be(path: Path) -> bool:
    """Whether the system can look for such a file at all: a name may be too long, or hold what none can."""
    try:
        path.stat()
    except FileNotFoundError:
        return True
    except (OSError, ValueError) as error:
        return isinstance(error, PermissionError | NotADirectoryError)
    return True


def kind_of(path: Path) -> Literal["file", "folder", "pipe", "other"] | None:
    """What a name stands for; None where nothing can be seen there. A pipe is what shells have for `<(…)`."""
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):
        return None
    if stat.S_ISREG(mode):
        return "file"
    if stat.S_ISDIR(mode):
        return "folder"
    return "pipe" if stat.S_ISFIFO(mode) else "other"


def no_include(path: Path) -> str | None:
    """Says why a file is not taken in, before anything of it is read; None where it is."""
    kind = kind_of(path)
    if kind == "folder":
        return "it is a folder; name its files"
    if path.suffix not in ENDINGS:
        return "scenario files are named *.yaml or *.yml"
    if kind == "file":
        return None
    return missing(path) if kind is None else NO_FILE


def in_folder(folder: Path) -> list[Path]:
    """All YAML files below a folder, in the order of their names; hidden ones are left out."""
    found = [path for path in folder.rglob("*") if path.suffix in ENDINGS and kind_of(path) == "file"]
    return sorted(path for path in found if not any(part.startswith(".") for part in path.relative_to(folder).parts))


def of_library(name: str, library: Path | None) -> Iterator[Path | Finding]:
    """Yields the file, or the files of the folder, that the library has under a name."""
    files = in_folder(library) if library is not None and library.is_dir() else []
    if library is None or not files:
        yield trouble(name, "the library of scenarios is not there, which is shipped with mockllm")
        return
    wanted = name.removeprefix(LIBRARY)
    names = {path.relative_to(library).with_suffix("").as_posix(): [path] for path in files}
    for folder in sorted(path for path in library.iterdir() if path.is_dir() and not path.name.startswith(".")):
        names.setdefault(folder.name, in_folder(folder))
    wanted = wanted.removesuffix(".yaml").removesuffix(".yml")
    found = names.get(wanted) or names.get(wanted.replace("-", "_"))
    if found:
        yield from found
        return
    guess = did_you_mean(wanted, names)
    there = ", ".join(LIBRARY + each for each in sorted(names))
    yield trouble(
        name,
        "the library has no such scenario" + (f"; did you mean {LIBRARY}{guess}?" if guess else f"; it has {there}"),
    )


def called(path: Path, library: Path | None) -> str:
    """What a file is called where it is spoken of: its name in the library, if it is a part of that."""
    if library is None or not path.is_relative_to(library):
        return str(path)
    return LIBRARY + path.relative_to(library).with_suffix("").as_posix()


def shipped() -> Path | None:
    """The folder of the scenarios that are shipped: in the package, or beside it in a checkout."""
    package = Path(mockllm.__file__).parent
    for folder in (package / "scenario" / "library", package.parent / "scenarios"):
        if folder.is_dir():
            return folder
    return None


def missing(path: Path) -> str:
    """Says that a file is not there, and which may have been meant."""
    folder = path.parent
    try:
        names = sorted(each.name for each in folder.iterdir())
    except (OSError, ValueError):
        names = []
    if (shelf := shipped()) is not None and (shelf / f"{path.name}.yaml").is_file() and str(path) == path.name:
        return f"there is no such file; did you mean @{path.name}?"
    guess = did_you_mean(path.name, names) if path.name else None
    return "there is no such file" + (f"; did you mean {folder / guess}?" if guess else "")


def trouble(name: str, text: str) -> Finding:
    return Finding(Place(name, 0, 0), "error", text)
