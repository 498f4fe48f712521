"""What goes wrong with an answer on purpose."""

from .mishap import Mishap, Part
from .problem import Problem
from .read import examples, names, read
from .text import from_text, suffix

__all__ = ["Mishap", "Part", "Problem", "examples", "from_text", "names", "read", "suffix"]
