"""The wire languages mockllm speaks: one folder each, found by scanning, and those other packages bring.

Another package adds one with an entry point of the group `mockllm.dialects`, whose object is the dialect.
"""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pkgutil import iter_modules
from types import MappingProxyType

from mockllm.core import Dialect
from mockllm.errors import DialectError

__all__ = ["load"]

GROUP = "mockllm.dialects"


@cache
def load() -> Mapping[str, Dialect]:
    """Returns every dialect by its name, in the order of the names.

    Raises DialectError where one cannot be loaded, is no dialect, or has the name of another.
    """
    found: dict[str, Dialect] = {}
    for module in iter_modules(__path__):
        if module.ispkg:
            place = f"{__name__}.{module.name}"
            add(found, import_module(place).dialect, place)
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        place = f"entry point {entry.name!r} = {entry.value!r}"
        try:
            dialect = entry.load()
        except Exception as error:
            raise DialectError(f"{place} of the group {GROUP} cannot be loaded: {error!r}") from error
        add(found, dialect, place)
    return MappingProxyType(dict(sorted(found.items())))


def add(found: dict[str, Dialect], dialect: object, place: str) -> None:
    if not isinstance(dialect, Dialect):
        raise DialectError(f"{place} is {dialect!r}, which lacks some of what mockllm.core.Dialect asks for")
    if dialect.name in found:
        raise DialectError(f"{place} is called {dialect.name!r}, as another dialect is; names are unique")
    found[dialect.name] = dialect
