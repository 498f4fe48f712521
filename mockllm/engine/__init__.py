"""What happens between a request and its answer."""

from .deliver import WRITE_BYTES, deliver
from .engine import ORDERED, Engine
from .options import Options
from .orders import Orders, orders

__all__ = ["ORDERED", "WRITE_BYTES", "Engine", "Options", "Orders", "deliver", "orders"]
