"""`prompt_truncate_len` evicts messages in the documented order."""

from hypothesis import given
from hypothesis import strategies as st

from mockllm.tokens.block import Block
from mockllm.tokens.truncate import fit

FRAME = 2


def block(role: str, mark: int, length: int = 10) -> Block:
    """A block whose text is `length` times its mark, in a frame of two tokens."""
    return Block(role, [0], [mark] * length, [0])


def talk(*roles: str) -> list[Block]:
    """Blocks of ten tokens, marked 1, 2, …"""
    return [block(role, mark) for mark, role in enumerate(roles, 1)]


def marks(blocks: list[Block]) -> list[int]:
    return [part.body[0] if part.body else 0 for part in blocks]


SIZE = block("user", 1).size
TALK = talk("system", "user", "assistant", "user", "assistant", "user")


def test_room_enough_changes_nothing() -> None:
    """What fits stays as it is."""
    assert fit(TALK, 6 * SIZE) == TALK


def test_oldest_goes_first() -> None:
    """The oldest user and assistant messages are evicted, as few as will do."""
    assert marks(fit(TALK, 6 * SIZE - 1)) == [1, 3, 4, 5, 6]
    assert marks(fit(TALK, 4 * SIZE - 1)) == [1, 5, 6]
    assert marks(fit(TALK, 2 * SIZE)) == [1, 6]


def test_tool_messages_go_with_their_call() -> None:
    """An evicted call takes its results along, and no result is left without its call."""
    told = talk("user", "assistant", "tool", "tool", "assistant", "user")
    assert marks(fit(told, 5 * SIZE)) == [2, 3, 4, 5, 6]
    assert marks(fit(told, 5 * SIZE - 1)) == [5, 6]


def test_last_user_message_outlives_the_steps_after_it() -> None:
    """In the middle of an agent's turn the question stays, and the oldest steps after it go."""
    told = talk("user", "user", "assistant", "tool", "assistant", "tool")
    assert marks(fit(told, 5 * SIZE)) == [2, 3, 4, 5, 6]
    assert marks(fit(told, 4 * SIZE)) == [2, 5, 6]


def test_system_is_cut_as_a_last_resort() -> None:
    """Only when nothing else can go is the system message cut at its end, and then it goes whole."""
    kept = fit(TALK, SIZE + FRAME + 3)
    assert [list(part.body) for part in kept] == [[1] * 3, [6] * 10]
    assert marks(fit(TALK, SIZE)) == [6]


def test_last_message_is_cut_at_the_very_last() -> None:
    """A last message too long by itself loses its end, but never its frame."""
    kept = fit(TALK, FRAME + 4)
    assert [list(part.body) for part in kept] == [[6] * 4]
    assert fit(TALK, 0) == [Block("user", [0], [], [0])]


def test_only_system_messages() -> None:
    """Without any user the last message is the one that stays."""
    assert marks(fit([block("system", 1), block("system", 2)], SIZE)) == [2]


def test_no_messages() -> None:
    """Nothing can be made of nothing."""
    assert fit([], -5) == []


BLOCKS = st.lists(
    st.builds(block, st.sampled_from(["system", "user", "assistant", "tool"]), st.integers(1, 9), st.integers(0, 12)),
    min_size=1,
    max_size=10,
)


@given(BLOCKS, st.integers(-10, 140))
def test_fits_whenever_that_is_possible(blocks: list[Block], room: int) -> None:
    """Whatever leaves room for the last message's frame is kept to; the last message is always there, in order."""
    kept = fit(blocks, room)
    assert sum(part.size for part in kept) <= max(room, FRAME)
    assert kept[-1].role == blocks[-1].role
    rest = iter(blocks)
    assert all(any(is_start(part, other) for other in rest) for part in kept)


def is_start(part: Block, of: Block) -> bool:
    """Whether a block is another one, or what is left of it after its end was cut."""
    return part.role == of.role and list(part.body) == list(of.body[: len(part.body)])


@given(BLOCKS, st.integers(0, 140))
def test_more_room_keeps_no_fewer_messages(blocks: list[Block], room: int) -> None:
    """With more room, at least as many messages stay."""
    assert len(fit(blocks, room)) <= len(fit(blocks, room + 1))
