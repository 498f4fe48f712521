"""Conditions for requests: one matcher that says how a request differs, and an index of many conditions."""

from .conditions import EVERYTHING, Conditions
from .difference import Difference
from .fields import FIELDS, GROUPS
from .implied import shadows
from .index import Index
from .problem import Problem
from .read import OPERATORS, read
from .shadowed import shadowed
from .subject import Subject

__all__ = [
    "EVERYTHING", "FIELDS", "GROUPS", "OPERATORS", "Conditions", "Difference", "Index", "Problem", "Subject", "read",
    "shadowed", "shadows",
]  # fmt: skip
