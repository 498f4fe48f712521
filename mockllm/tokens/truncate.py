"""Makes a prompt fit into `prompt_truncate_len` tokens."""

from collections.abc import Iterator, Sequence

from .block import Block

SYSTEM_ROLES = frozenset({"system", "developer"})


def fit(blocks: Sequence[Block], room: int) -> list[Block]:
    """Returns the blocks, or as much of them as fits into `room` tokens (Fireworks reference, `prompt_truncate_len`).

    What goes first: the messages before the last user message, oldest first; then those between it and the last
    message. A tool message goes with the message it follows. Only then are system messages and tools cut at their
    ends, the last one first, and those with nothing left go; and at the very last the remaining messages are cut,
    again the last one first. The header of the last message always stays.
    """
    excess = sum(block.size for block in blocks) - room
    if excess <= 0:
        return list(blocks)
    kept: dict[int, Block] = dict(enumerate(blocks))
    for group in _evictable(blocks):
        if excess <= 0:
            break
        excess -= sum(kept.pop(index).size for index in group)
    if excess > 0:
        system = [index for index in reversed(kept) if blocks[index].role in SYSTEM_ROLES and index != len(blocks) - 1]
        rest = [index for index in reversed(kept) if index not in system]
        for index in (*system, *rest):
            excess = _cut(kept, index, excess, droppable=index in system)
        for index in rest[:0:-1]:
            if excess > 0:
                excess -= kept.pop(index).size
    return list(kept.values())


def _evictable(blocks: Sequence[Block]) -> Iterator[list[int]]:
    """Gives the messages that may go, in the order in which they do, each with its tool messages."""
    groups: list[list[int]] = []
    for index, block in enumerate(blocks):
        if block.role == "tool" and groups:
            groups[-1].append(index)
        elif block.role not in SYSTEM_ROLES:
            groups.append([index])
    users = [index for index, block in enumerate(blocks) if block.role == "user"]
    last_user = users[-1] if users else -1
    for group in groups[:-1]:
        if group[0] != last_user:
            yield group


def _cut(kept: dict[int, Block], index: int, excess: int, *, droppable: bool) -> int:
    """Cuts the end of a message's text; returns the excess that is left."""
    if excess <= 0:
        return excess
    block = kept[index]
    if droppable and excess > len(block.body):
        del kept[index]
        return excess - block.size
    left = max(len(block.body) - excess, 0)
    kept[index] = block._replace(body=block.body[:left])
    return excess - (len(block.body) - left)
