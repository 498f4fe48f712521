"""Instances of JSON Schemas: valid, plausible, and the same for the same chance."""

from .clues import Clues, clues_of
from .problem import SchemaProblem, TooMuch
from .schema import Schema, read
from .topics import topic_of

__all__ = ["Clues", "Schema", "SchemaProblem", "TooMuch", "clues_of", "read", "topic_of"]
