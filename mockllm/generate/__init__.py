"""The source that always has an answer: seeded English text, drawn from one consistent distribution."""

from .generator import Generator

__all__ = ["Generator"]
