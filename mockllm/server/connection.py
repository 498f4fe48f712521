"""The connection below ASGI, for answers that end as no ASGI message can say."""

from typing import Protocol, cast

from starlette.types import Scope

KEY = "mockllm.connection"
"""Under which name a request's `state` has its connection, where our own protocol serves it."""


class Connection(Protocol):
    """What can be done to a connection while its answer is not complete."""

    def close(self) -> None:
        """Closes it after what was written."""
        ...

    def reset(self) -> None:
        """Resets it after what was written."""
        ...


def connection_of(scope: Scope) -> Connection | None:
    """Returns a request's connection; None where somebody else serves us, or nobody."""
    return cast("Connection | None", scope.get("state", {}).get(KEY))
