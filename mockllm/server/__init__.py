"""The HTTP server: an ASGI application around the engine, and the socket it listens on.

What serves it with uvicorn stands in `run`, which brings uvicorn.
"""

from .app import build
from .listen import listen, url
from .parts import Parts, assemble
from .stopping import Stopping
from .story import Story, tell

__all__ = ["Parts", "Stopping", "Story", "assemble", "build", "listen", "tell", "url"]
