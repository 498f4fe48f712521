"""Near words are found, far ones are not offered."""

from mockllm.wire import did_you_mean


def test_a_near_word_is_found() -> None:
    """A typo and another case are near."""
    assert did_you_mean("max_token", ["max_tokens", "model"]) == "max_tokens"
    assert did_you_mean("Temperature", ["temperature", "top_p"]) == "temperature"


def test_a_far_word_is_not_offered() -> None:
    """No suggestion is better than a wrong one."""
    assert did_you_mean("store", ["model", "messages", "temperature"]) is None
