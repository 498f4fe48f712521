"""Server-sent events as chat-completions services write them: `data: ` lines alone, each followed by an empty line."""

from collections.abc import Iterator, Sequence

DONE = b"data: [DONE]\n\n"


def sse(data: bytes) -> bytes:
    """Frames the bytes of one event, which hold no line break."""
    return b"data: %b\n\n" % data


def interleave(lengths: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Takes turns between choices of these many pieces: yields the choice and its piece, round after round.

    The order of several choices in one stream is our own (nobody has seen the real one; wire/fireworks.md 11).
    """
    if len(lengths) == 1:
        for piece in range(lengths[0]):
            yield 0, piece
        return
    for piece in range(max(lengths, default=0)):
        for choice, length in enumerate(lengths):
            if piece < length:
                yield choice, piece
