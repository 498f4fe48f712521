"""JSONPaths (RFC 9535): what each finds in a body, within a bound on the time of its regexes."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

from .budget import Budget

if TYPE_CHECKING:
    import jsonpath_rfc9535

Find = Callable[[Any, Budget], list[Any]]

STEP = r"\.[A-Za-z_][A-Za-z0-9_]*|\.\*|\[\*\]|\[(?:0|-?[1-9][0-9]{0,8})\]|\['[A-Za-z0-9_ .:/-]*'\]"
PLAIN = re.compile(rf"\$(?:{STEP})*")
STEPS = re.compile(STEP)
ALL = "*"
"""Stands for every member of an object and every element of a list; no name, which is in a tuple."""

DEEPEST = 300
"""How deep `..` looks into a body; what has more levels has nothing that is found by it."""

Step = tuple[str] | int | str


def read_path(path: str) -> Find | str:
    """Returns what finds the values at a path; a text that comes back says what is wrong."""
    if not path.startswith("$"):
        return f"a JSONPath begins with $: write $.{path}"
    if PLAIN.fullmatch(path):
        steps = tuple(_step(step) for step in STEPS.findall(path))
        return lambda body, _: walk(body, steps)
    try:
        compiled = environment().compile(path)
    except Exception as error:  # noqa: BLE001 - besides its own errors the library raises RecursionError, ValueError, …
        return f"the JSONPath {path} cannot be read: {error}"
    return lambda body, budget: _found(compiled, path, body, budget)


def walk(body: Any, steps: tuple[Step, ...]) -> list[Any]:
    """Finds what a path of names, places and wildcards leads to, a tenth of the time that the library takes."""
    found = [body]
    for step in steps:
        found = [each for value in found for each in _below(value, step)]
        if not found:
            break
    return found


def _step(text: str) -> Step:
    inner = text.strip(".[]") if text[0] == "[" and text[1] != "'" else text.removeprefix(".")
    if inner == ALL:
        return ALL
    if text[0] == ".":
        return (inner,)
    return (text[2:-2],) if text[1] == "'" else int(inner)


def _below(value: Any, step: Step) -> Iterator[Any]:
    if step == ALL:
        if isinstance(value, dict):
            yield from value.values()
        elif isinstance(value, list):
            yield from value
    elif isinstance(step, int):
        if isinstance(value, list) and -len(value) <= step < len(value):
            yield value[step]
    elif isinstance(value, dict) and step[0] in value:
        yield value[step[0]]


@cache
def environment() -> "jsonpath_rfc9535.JSONPathEnvironment":
    """The library with regexes that end; made when the first path needs it, since importing it takes 20 ms."""
    import jsonpath_rfc9535

    from .i_regexp import functions

    found = jsonpath_rfc9535.JSONPathEnvironment()
    found.max_recursion_depth = DEEPEST
    found.function_extensions.update(functions())
    return found


def _found(compiled: "jsonpath_rfc9535.JSONPathQuery", path: str, body: Any, budget: Budget) -> list[Any]:
    from jsonpath_rfc9535.exceptions import JSONPathRecursionError

    from .i_regexp import searching

    try:
        with searching(f"body.{path}", budget):
            return list(compiled.find(body).values())
    except (JSONPathRecursionError, RecursionError):
        return []
