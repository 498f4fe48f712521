"""The HTTP server: an ASGI application around the engine, and the socket it listens on.

What serves it with uvicorn stands in `run`, which brings uvicorn.
"""

from .app import build
from .listen import listen, url

__all__ = ["build", "listen", "url"]
