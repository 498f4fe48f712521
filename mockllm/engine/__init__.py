"""What happens between a request and its answer."""

from .deliver import deliver
from .engine import Engine
from .options import Options

__all__ = ["Engine", "Options", "deliver"]
