"""The HTTP server: an ASGI application around the engine, and the socket it listens on.

What serves it with uvicorn stands in `run`, which brings uvicorn; what tells of requests in `story`, which brings all
that belongs to scenarios.
"""

from .app import build
from .listen import listen, url
from .parts import Parts, assemble
from .stopping import Stopping

__all__ = ["Parts", "Stopping", "assemble", "build", "listen", "url"]
