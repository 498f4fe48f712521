"""Sentences of a grammar in GBNF, the notation of llama.cpp that Fireworks takes in `response_format`."""

from .grammar import Grammar
from .problem import GrammarProblem
from .read import read

__all__ = ["Grammar", "GrammarProblem", "read"]
