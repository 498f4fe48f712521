"""Where chance comes from: generators and ids derived from what they are for.

A derived value depends on its parts and on nothing else, so a new draw somewhere changes no other.
Nothing else in the package draws random numbers.
"""

import secrets
from collections.abc import Callable
from hashlib import blake2b
from random import Random

KEY_BYTES = 16


def key(*parts: str | bytes | int | None) -> bytes:
    """Returns a short digest of the parts.

    Lengths and kinds are digested too, so that no two different lists of parts run together.
    """
    pieces: list[bytes] = []
    for part in parts:
        if part is None:
            pieces.append(b"-")
            continue
        data = part if isinstance(part, bytes) else str(part).encode("utf-8", "surrogatepass")
        kind = b"b" if isinstance(part, bytes) else b"i" if isinstance(part, int) else b"s"
        pieces.append(b"%b%d:%b" % (kind, len(data), data))
    return blake2b(b"".join(pieces), digest_size=KEY_BYTES).digest()


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


def hex_id(*parts: str | bytes | int | None) -> str:
    """Returns 32 hexadecimal digits that stand for the parts."""
    return key(*parts).hex()


def fresh_id() -> str:
    """Returns 32 hexadecimal digits nobody had before: for servers whose clock runs."""
    return secrets.token_hex(16)


def fresh_seed() -> int:
    """Returns a seed nobody had before: for `--seed random`."""
    return secrets.randbits(32)
