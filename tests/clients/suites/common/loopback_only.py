"""A pytest plugin: a client that turns to any other machine fails there and then."""

import sys

LOOPBACK = ("127.0.0.1", "localhost", "::1")


def refuse(event: str, arguments: tuple[object, ...]) -> None:
    """Looks at every address that is about to be resolved or connected to, whatever library does it."""
    if event == "socket.connect":
        host = arguments[1][0] if isinstance(arguments[1], tuple) else None
    elif event == "socket.getaddrinfo":
        host = arguments[0]
    else:
        return
    if isinstance(host, bytes):
        host = host.decode("ascii", "replace")
    if host is not None and host not in LOOPBACK:
        raise AssertionError(f"a client tried to reach {host!r}, which is not this machine")


def pytest_configure() -> None:
    sys.addaudithook(refuse)
