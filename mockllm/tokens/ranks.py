"""The merge ranks of tiktoken's two large vocabularies, shipped in compact form.

A blob is zlib of one byte for each token's length, then all tokens end to end, in the order of their ranks.
`scripts/build_vocabularies.py` makes the blobs.
"""

import zlib
from base64 import b64encode
from collections.abc import Iterable, Sequence
from functools import cache
from hashlib import sha256
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Literal

from mockllm.errors import VocabularyError

RanksName = Literal["cl100k_base", "o200k_base"]

DATA = Path(__file__).with_name("data")

SIZES: dict[RanksName, int] = {"cl100k_base": 100_256, "o200k_base": 199_998}
"""How many tokens each holds; ranks have no gaps."""

SHA256: dict[RanksName, str] = {
    "cl100k_base": "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
    "o200k_base": "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
}
"""The digests of the official files, as tiktoken pins them."""


@cache
def ranks(name: RanksName) -> dict[bytes, int]:
    """Returns each token's rank; the caller must not change the dictionary, which vocabularies share."""
    return dict(zip(tokens(name), range(SIZES[name]), strict=True))


def tokens(name: RanksName) -> list[bytes]:
    """Returns the tokens in the order of their ranks."""
    path = DATA / f"{name}.bin"
    try:
        return unpack(path.read_bytes(), SIZES[name])
    except (OSError, ValueError, zlib.error) as error:
        raise VocabularyError(f"{path}: cannot be read ({error}); install mockllm-server again") from error


def pack(tokens: Sequence[bytes]) -> bytes:
    """Returns the compact form; no token may be longer than 255 bytes."""
    return zlib.compress(bytes(map(len, tokens)) + b"".join(tokens), 9)


def unpack(blob: bytes, count: int) -> list[bytes]:
    """Returns the tokens of the compact form."""
    data = zlib.decompress(blob)
    ends = list(accumulate(data[:count], initial=count))
    if ends[-1] != len(data):
        raise ValueError(f"holds {len(data)} bytes where {ends[-1]} are due")
    return [data[start:end] for start, end in pairwise(ends)]


def digest(tokens: Iterable[bytes]) -> str:
    """Returns the sha256 of the official file that holds these tokens."""
    lines = (b"%b %d\n" % (b64encode(token), rank) for rank, token in enumerate(tokens))
    return sha256(b"".join(lines)).hexdigest()
