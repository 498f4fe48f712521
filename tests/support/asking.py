"""Requests as the generator gets them, and the passages it answers with."""

from dataclasses import replace
from typing import Any

from mockllm.core import Limits, Message, Passage, Request, Sampling, Tokenizer
from mockllm.generate import Generator
from mockllm.tokens import for_vocabulary

LENGTH = 2048
SAMPLING = frozenset(Sampling.__dataclass_fields__)
LIMITS = frozenset(Limits.__dataclass_fields__)


def question(text: str | None, **changes: Any) -> Request:
    """A request with one user message; fields of `Sampling` and `Limits` may be given beside those of `Request`."""
    request = Request(
        dialect="fireworks",
        level="contract",
        model="accounts/fireworks/models/kimi-k2-instruct-0905",
        asked_model="accounts/fireworks/models/kimi-k2-instruct-0905",
        messages=(Message(role="user", content=text),),
        sampling=Sampling(**{name: value for name, value in changes.items() if name in SAMPLING}),
        limits=Limits(**{name: value for name, value in changes.items() if name in LIMITS}),
    )
    rest = {name: value for name, value in changes.items() if name not in SAMPLING | LIMITS}
    return replace(request, **rest)


def passages(
    request: Request, *, seed: int = 4, tokenizer: Tokenizer | None = None, max_tokens: int = LENGTH
) -> list[Passage]:
    """What the generator says in each choice."""
    plan = Generator(seed).plan(request, tokenizer or for_vocabulary("cl100k"), max_tokens)
    found = [reply.content for reply in plan.replies]
    assert all(isinstance(passage, Passage) for passage in found)
    return [passage for passage in found if isinstance(passage, Passage)]


def passage(text: str | None, **changes: Any) -> Passage:
    """What the generator says to a text."""
    return passages(question(text, **changes))[0]
