"""Which bodies are too large to have all their faults told."""

from mockllm.wire import bulky


def test_many_parts_make_a_body_bulky_however_short_they_are() -> None:
    """The least that so many parts take is two bytes each."""
    assert bulky(b"[" + b"0," * 20_001 + b"0]")


def test_a_long_text_is_not_bulky() -> None:
    """It is one part."""
    assert not bulky(b'"' + b"x" * 1_000_000 + b'"')
