"""Made-up headers, paths, methods and queries, on servers of several settings."""

import pytest
from fuzz_targets import TARGETS, Target, fuzz

OTHERS = [target for target in TARGETS if " " not in target.name]


@pytest.mark.parametrize("target", OTHERS, ids=lambda target: target.name)
def test_every_request_gets_a_complete_answer(target: Target) -> None:
    """In the form that its headers announce."""
    fuzz(target, target.examples)
