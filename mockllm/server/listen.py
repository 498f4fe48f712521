"""Takes an address to listen on."""

import errno
import socket

from mockllm.errors import UsageError

BACKLOG = 2048


def listen(host: str, port: int) -> socket.socket:
    """Returns a socket that already takes connections; they wait until somebody serves them.

    Raises UsageError with the option to change.
    """
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    except (socket.gaierror, UnicodeError) as error:
        raise UsageError(f"--host: {host!r} is no address of this machine: {error}") from None
    try:
        return socket.create_server(address[:2], family=family, backlog=BACKLOG)
    except OSError as error:
        raise UsageError(trouble(error, host, port)) from None


def trouble(error: OSError, host: str, port: int) -> str:
    match error.errno:
        case errno.EADDRINUSE:
            return f"--port: {port} is in use on {host}; choose another one, or 0 for any that is free"
        case errno.EACCES | errno.EPERM:
            return f"--port: {port} may not be used by this user; choose one from 1024 on"
        case errno.EADDRNOTAVAIL:
            return f"--host: {host!r} is no address of this machine"
        case _:
            return f"--host, --port: cannot listen on {host}:{port}: {error.strerror}"


def url(listener: socket.socket) -> str:
    """Returns the address that clients on this machine can use."""
    host, port = listener.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 - every address: this one will do
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
