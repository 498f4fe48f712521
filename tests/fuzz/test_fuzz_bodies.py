"""Made-up bodies at every level, through the whole application: no bug, no hang, no answer that contradicts itself."""

import pytest
from fuzz_targets import TARGETS, Target, fuzz

CHATS = [target for target in TARGETS if " " in target.name]


@pytest.mark.parametrize("target", CHATS, ids=lambda target: target.name)
def test_every_answer_agrees_with_its_request_and_itself(target: Target) -> None:
    """Streamed or whole, accepted or refused, as the OpenAPI document has it."""
    fuzz(target, target.examples)
