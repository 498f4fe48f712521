"""What was seen: the latest exchanges, for whoever wants to know what happened."""

from .journal import Entry, Journal

__all__ = ["Entry", "Journal"]
