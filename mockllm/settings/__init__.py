"""What a server is set to, and how that is read from options, environment and files."""

from .record import SETTINGS, Settings
from .setting import Setting
from .sources import read

__all__ = ["SETTINGS", "Setting", "Settings", "read"]
