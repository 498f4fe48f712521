"""What is taken for a regex without being read as one."""

import warnings

import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from mockllm.matching.sound import is_sound

PIECES = [*r"ab09 -_^$.|?*+()[]{},:<>=!&~#é/\d\w", r"\d", r"\s", r"\(", "(?:", "(?P<a>", "a-z", "[0-9]", "{2}", "{2,}"]


@settings(max_examples=600, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=9).map("".join))
def test_what_is_sound_can_be_compiled(pattern: str) -> None:
    """Always, and without a warning."""
    if is_sound(pattern, ""):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            regex.compile(pattern)


def test_what_people_write_is_sound() -> None:
    """Or else it would cost nothing less."""
    for pattern in (
        r"weather in (?P<city>\w+)\??$",
        r"^case-[a-z_0-9]+: (\d+(\.\d+)?)%",
        "a|b|(c|d)*?",
        r"[^\s,;]{2,}",
    ):
        assert is_sound(pattern, "i")


def test_of_the_rest_nothing_is_said() -> None:
    """Be it wrong or only rare."""
    for pattern in ("a(b", "a**", "[z-a]", "*", "(?=a)", r"\p{L}", "a++", "(?i)a", r"\1", "((((a))))"):
        assert not is_sound(pattern, "")
    assert not is_sound(" +", "x")
