"""The HTTP server: an ASGI application around the engine, and the socket it listens on.

What serves it with uvicorn stands in `run`, which brings uvicorn.
"""

from .app import build
from .listen import listen, url
from .stopping import Stopping

__all__ = ["Stopping", "build", "listen", "url"]
