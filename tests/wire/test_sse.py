"""Server-sent events, and the turns that several choices take."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from mockllm.wire import DONE, interleave, sse


def test_an_event_is_a_line_and_an_empty_line() -> None:
    """Clients split at the empty line."""
    assert sse(b"{}") == b"data: {}\n\n"
    assert DONE == b"data: [DONE]\n\n"


@given(st.lists(st.integers(0, 8), max_size=5))
def test_turns_give_every_piece_once_and_in_order(lengths: list[int]) -> None:
    """Each choice's pieces come in order, none twice, and no choice runs ahead by more than one."""
    turns = list(interleave(lengths))
    assert len(set(turns)) == len(turns) == sum(lengths)
    seen: Counter[int] = Counter()
    for choice, piece in turns:
        assert piece == seen[choice]
        seen[choice] += 1
        assert all(seen[other] >= min(lengths[other], seen[choice] - 1) for other in range(len(lengths)))
