"""A call that is to be made."""

from typing import Any, NamedTuple

from mockllm.core import Tool

from .sources import Source


class Wish(NamedTuple):
    """A function to be called, and the texts its arguments may be taken from, the most telling first.

    Where the same function is called for several things, `about` is the one that this call is for.
    """

    tool: Tool
    source: Source
    about: Any = None
