"""How likely a text seems that the generator did not write: a prompt that is echoed, or an answer from a script.

Each token's surprise comes from a digest of everything up to it, so texts that begin alike have rows alike. The
candidates beside it are common words, which share what the token itself leaves.
"""

from collections.abc import Sequence
from hashlib import blake2b
from math import exp, log, log1p

from mockllm import seeds
from mockllm.core import Candidate, Row, Tokenizer

from .rows import FADED, common

MOST_SURPRISING = 9.0
"""The negative log probability of a prompt's least likely tokens; most are far likelier."""

MOST_SURPRISING_SAID = 0.65
"""That of an answer's: a token the model says is always likelier than any other, so that greedy answers are greedy."""

LEAST_SURPRISING = 0.0005

LOG_FADED = tuple(log(share) for share in FADED)


def score(
    seed: int, model: str, tokenizer: Tokenizer, before: Sequence[int], ids: Sequence[int], top: int
) -> list[Row]:
    """Returns a row for each id, with up to `top` candidates."""
    words = common(tokenizer)
    pieces = tokenizer.pieces(ids)
    most = MOST_SURPRISING_SAID if before else MOST_SURPRISING
    state = seeds.key("score", seed, model, ",".join(map(str, before)))
    found = []
    for token, piece in zip(ids, pieces, strict=False):
        state = blake2b(b"%b%d" % (state, token), digest_size=16).digest()
        share = int.from_bytes(state[:4], "big") / 2**32
        logprob = -(LEAST_SURPRISING + (most - LEAST_SURPRISING) * share**4)
        found.append(Row(token, piece, logprob, logprob, _candidates(words, state, token, piece, logprob, top)))
    return found


def _candidates(
    words: Sequence[tuple[int, str]], state: bytes, token: int, piece: str, logprob: float, top: int
) -> tuple[Candidate, ...]:
    if not top:
        return ()
    left = log1p(-exp(logprob))
    start = state[4]
    beside = [words[(start + place) % len(words)] for place in range(min(top, len(words), len(FADED)))]
    found = [Candidate(token, piece, logprob)]
    found += [
        Candidate(other, spelt, left + faded)
        for (other, spelt), faded in zip(beside, LOG_FADED, strict=False)
        if other != token and spelt != piece
    ]
    found.sort(key=lambda candidate: -candidate.logprob)
    return tuple(found[:top])
