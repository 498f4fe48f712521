"""Which path belongs to which dialect, and what it is for there."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from mockllm.core import Dialect
from mockllm.errors import DialectError

Purpose = Literal["chat", "models", "health", "openapi", "nothing"]
PURPOSES: tuple[tuple[str, Purpose, str], ...] = (
    ("/chat/completions", "chat", "POST"),
    ("/models", "models", "GET"),
    ("/health", "health", "GET"),
    ("/openapi.json", "openapi", "GET"),
)
ADMIN = "/__mockllm"
"""Below it stand the mock's own pages, never a dialect's."""

SHARED_ROOT = "/v1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A path, and whose it is; `path` is what follows the dialect's root. At `nothing`, nothing is served."""

    dialect: Dialect
    path: str
    purpose: Purpose
    method: str = ""


class Routes:
    """All paths that are served: below each dialect's own roots, and at `/v1` the default dialect's."""

    def __init__(self, dialects: Mapping[str, Dialect], default: Dialect) -> None:
        self._default = default
        self._roots: dict[str, Dialect] = {SHARED_ROOT: default}
        self._places: dict[str, Place] = {}
        self._mount(SHARED_ROOT, default, purposes=[each for each in PURPOSES if each[1] != "health"])
        self._mount("", default, purposes=PURPOSES[2:])
        for dialect in dialects.values():
            for root in dialect.roots:
                if self._roots.setdefault(root, dialect) is not dialect:
                    raise DialectError(f"the dialects {self._roots[root].name} and {dialect.name} both want {root!r}")
                self._mount(root, dialect, purposes=PURPOSES)

    @property
    def places(self) -> Mapping[str, Place]:
        """Everything that is served, by its path."""
        return MappingProxyType(self._places)

    def find(self, path: str) -> Place:
        """Returns what is served at a path, or who says that nothing is."""
        return self._places.get(path) or self._nothing(path)

    def _nothing(self, path: str) -> Place:
        """The dialect with the longest root answers; one that is mounted at the top owns only what looks like its own.

        Everything else belongs to the default dialect.
        """
        roots = [root for root in self._roots if root and f"{path}/".startswith(f"{root}/")]
        root = max(roots, key=len, default="")
        owns_top = path.startswith(("/chat/", "/models/"))
        dialect = self._roots[root] if root or (owns_top and "" in self._roots) else self._default
        return Place(dialect=dialect, path=path.removeprefix(root), purpose="nothing")

    def _mount(self, root: str, dialect: Dialect, purposes: Iterable[tuple[str, Purpose, str]]) -> None:
        for path, purpose, method in purposes:
            self._places.setdefault(root + path, Place(dialect=dialect, path=path, purpose=purpose, method=method))
