"""Where chance comes from: generators and ids derived from what they are for.

A derived value depends on its parts and on nothing else, so a new draw somewhere changes no other.
Nothing else in the package draws random numbers.
"""

import secrets
from collections.abc import Callable, Iterator
from hashlib import blake2b, shake_128
from itertools import count
from random import Random
from struct import Struct

KEY_BYTES = 16

BLOCK = Struct("<21Q")
"""How one block of shake_128, 168 bytes, is read as whole numbers."""

SPARE_BITS = 11
"""How many bits of each are too many for a float's 53."""


def key(*parts: str | bytes | int | None) -> bytes:
    """Returns a short digest of the parts.

    Lengths and kinds are digested too, so that no two different lists of parts run together.
    """
    pieces: list[str] = []
    for part in parts:  # most parts are texts, and all are encoded at once: this runs several times in every request
        if isinstance(part, str):
            pieces.append(f"s{len(part)}:{part}")
        elif part is None:
            pieces.append("-")
        elif isinstance(part, bytes):
            pieces.append(f"b{len(part)}:{part.hex()}")
        else:
            digits = str(part)
            pieces.append(f"i{len(digits)}:{digits}")
    return blake2b("".join(pieces).encode("utf-8", "surrogatepass"), digest_size=KEY_BYTES).digest()


def keyed(*parts: str | bytes | int | None) -> Callable[[bytes], bytes]:
    """Returns a function that makes a key of bytes and these parts: for many keys that begin alike."""
    begun = blake2b(key(*parts), digest_size=KEY_BYTES)

    def finish(data: bytes) -> bytes:
        digest = begun.copy()
        digest.update(data)
        return digest.digest()

    return finish


def random(*parts: str | bytes | int | None) -> Random:
    """Returns a generator for what the parts name; use only its `random()`, which all Pythons compute alike."""
    return Random(int.from_bytes(key(*parts), "big"))  # noqa: S311 - chosen for being repeatable


def chances(*parts: str | bytes | int | None) -> Callable[[], float]:
    """Returns a function that yields numbers from 0 up to 1: for a few draws, where a `Random` costs more to make."""
    return _numbers(key(*parts)).__next__


def hex_id(*parts: str | bytes | int | None) -> str:
    """Returns 32 hexadecimal digits that stand for the parts."""
    return key(*parts).hex()


def fresh_id() -> str:
    """Returns 32 hexadecimal digits nobody had before: for servers whose clock runs."""
    return secrets.token_hex(16)


def fresh_seed() -> int:
    """Returns a seed nobody had before: for `--seed random`."""
    return secrets.randbits(32)


def _numbers(seed: bytes) -> Iterator[float]:
    """Reads the digests of a seed with 0, 1, 2, … behind it as numbers, each with all the bits a float has."""
    for block in count():
        for number in BLOCK.unpack(shake_128(b"%b%d" % (seed, block)).digest(BLOCK.size)):
            yield (number >> SPARE_BITS) * 2.0**-53
