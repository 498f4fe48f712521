"""What this package needs to know of a model; a model card knows it."""

from typing import Protocol


class ReasoningDefaults(Protocol):
    """How a model treats the reasoning of earlier messages unless told."""

    @property
    def default_history(self) -> str:
        """`disabled`, `interleaved` or `preserved`."""
        ...


class ChatModel(Protocol):
    """How a model's texts become tokens."""

    @property
    def vocabulary(self) -> str:
        """The name of a vocabulary; see `vocabulary.RECIPES`."""
        ...

    @property
    def template(self) -> str:
        """The name of a chat template; see `template.TEMPLATES`."""
        ...

    @property
    def reasoning(self) -> ReasoningDefaults: ...
