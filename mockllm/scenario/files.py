"""Which files are meant: those that are named, those of folders, and those of the library that is shipped."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import mockllm
from mockllm.wire import did_you_mean

from .place import Finding, Place

ENDINGS = (".yaml", ".yml")
LIBRARY = "@"


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
    elif path.is_dir():
        files = in_folder(path)
        yield from files
        if not files:
            yield trouble(name, "the folder holds no .yaml or .yml file")
    elif path.exists():
        yield path
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


def in_folder(folder: Path) -> list[Path]:
    """All YAML files below a folder, in the order of their names; hidden ones are left out."""
    found = [path for path in folder.rglob("*") if path.suffix in ENDINGS and path.is_file()]
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
    names = [each.name for each in folder.iterdir()] if folder.is_dir() else []
    guess = did_you_mean(path.name, names) if path.name else None
    return "there is no such file" + (f"; did you mean {folder / guess}?" if guess else "")


def trouble(name: str, text: str) -> Finding:
    return Finding(Place(name, 0, 0), "error", text)
