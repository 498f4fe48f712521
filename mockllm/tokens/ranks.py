"""The merge ranks of tiktoken's two large vocabularies, shipped in compact form.

A blob is zlib of all tokens in the order of their ranks, with a border between each two.
`scripts/build_vocabularies.py` makes the blobs.
"""

import zlib
from base64 import b64encode
from collections.abc import Iterable, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Literal

from mockllm.errors import VocabularyError

RanksName = Literal["cl100k_base", "o200k_base"]

DATA = Path(__file__).with_name("data")

BORDER = b"\xff\xfe"
"""Two bytes that UTF-8 lacks and no token has side by side; to split at them is the quickest way to read a blob."""

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
    """Returns the compact form; no token may hold a border."""
    return zlib.compress(BORDER.join(tokens), 9)


def unpack(blob: bytes, count: int) -> list[bytes]:
    """Returns the tokens of the compact form."""
    tokens = zlib.decompress(blob).split(BORDER)
    if len(tokens) != count:
        raise ValueError(f"holds {len(tokens)} tokens where {count} are due")
    return tokens


def digest(tokens: Iterable[bytes]) -> str:
    """Returns the sha256 of the official file that holds these tokens."""
    lines = (b"%b %d\n" % (b64encode(token), rank) for rank, token in enumerate(tokens))
    return sha256(b"".join(lines)).hexdigest()
