"""What the model thought at each token: how likely it was, before and after sampling, and what else was likely.

Where a phrase was drawn, the rows show the draw: the phrases' first tokens with the odds they were drawn by. The other
tokens of a phrase are nearly certain. A little is left everywhere for common words that were never in question.
All of it depends on the prompt and on the text so far alone, so texts that begin alike have rows alike.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from hashlib import blake2b
from math import exp, log
from typing import NamedTuple

from mockllm.core import Candidate, Row, Sampling, Tokenizer

from .bias import ELSEWHERE
from .noise import STEP
from .sampler import COLDEST, State, weights
from .tree import Phrase
from .writing import Record, Writing

MOST_LISTED = 20
FIRST_SHARE = 0.4
"""What the first of the common words has of all that is left for them."""

FADING = 0.55
"""How likely each of them is beside the one before."""

SMALLEST = 1e-300
LEVELS = 64
LEFT_AT_A_DRAW = 0.02
LEFT_AT_LEAST = 0.0005
LEFT_AT_MOST = 0.12

COMMON_WORDS = (
    "the and of to in is that it for was on are as with they be at one have this from or had by not but some what there"
    " we can out other were all your when up use how said an each she which do their time if will way about many then"
    " them would like so these her long make thing see him two has look more day could go come did my no most who over"
    " know than call first people may down been now find any new part work place where after back little only man year"
    " came show every good me give our under"
)

FADED = tuple(FIRST_SHARE * FADING**place for place in range(MOST_LISTED))
AT_A_DRAW = tuple(log(LEFT_AT_A_DRAW * share) for share in FADED)
REST = 1 - sum(FADED)
"""What is left for all words that are not even listed."""


def rows(writing: Writing, choice: int, max_tokens: int, top: int) -> list[Row]:
    """Writes a choice once more and returns a row for each token, with `top` candidates, at most 20.

    Where the text was written in another vocabulary than it has, no draw belongs to a token, and all seem sure.
    """
    record = Record()
    passage = writing.passage(choice, max_tokens, record)
    draws = {
        place: (phrases, scores, share)
        for (place, phrases, scores, phrase), share in zip(record.trace, record.shares, strict=True)
        if phrase.ids and (len(phrases) > 1 or phrase.ids[:1] != phrases[0].ids[:1])
    }
    scorer = Scorer(writing, min(top, MOST_LISTED))
    found = []
    before = -1
    for place, (token, piece) in enumerate(zip(passage.ids[:max_tokens], passage.pieces[:max_tokens], strict=True)):
        if place in draws:
            found.append(scorer.drawn(place, before, token, piece, *draws[place]))
        else:
            found.append(scorer.certain(place, before, token, piece))
        before = token
    return found


class Profile(NamedTuple):
    """How sure a token was: its log probabilities, and those of the common words beside it."""

    logprob: float
    sampling_logprob: float
    others: tuple[float, ...]


class Scorer:
    """Makes the rows of one request's texts."""

    def __init__(self, writing: Writing, top: int) -> None:
        self._key = writing.key
        self._top = top
        self._common = common(writing.tokenizer)
        self._sampling = replace(writing.request.sampling, logit_bias={}, mirostat_target=None)
        self._profiles: dict[int, Profile] = {}

    def certain(self, place: int, before: int, token: int, piece: str) -> Row:
        """The row of a token that had to come."""
        noise = self._noise(place, before)
        logprob, sampling_logprob, others = self._profile(noise)
        top = self._certain(noise, token, piece, logprob, others, self._top)
        return Row(token, piece, logprob, sampling_logprob, tuple(top[: self._top]))

    def drawn(
        self,
        place: int,
        before: int,
        token: int,
        piece: str,
        phrases: Sequence[Phrase],
        scores: Sequence[int],
        share: float,
    ) -> Row:
        """The row of a token that was drawn, perhaps where another had to come, or the text to end."""
        noise = self._noise(place, before)
        elsewhere = ELSEWHERE
        if len(phrases) == 1 and phrases[0].ids:
            logprob, _, others = self._profile(noise)
            due = phrases[0]
            candidates = self._certain(noise, due.ids[0], due.pieces[0], logprob, others, MOST_LISTED)
        elif len(phrases) == 1:
            words = self._words(noise, MOST_LISTED)
            candidates = [Candidate(*word, other) for word, other in zip(words, AT_A_DRAW, strict=False)]
        else:
            powers = [exp(score * STEP) for score in scores]
            shift = log((1 - LEFT_AT_A_DRAW) / sum(powers))
            elsewhere += shift
            known = {
                phrase.ids[0]: Candidate(phrase.ids[0], phrase.pieces[0], score * STEP + shift)
                for phrase, score in zip(phrases, scores, strict=True)
                if phrase.ids
            }
            words = self._words(noise, MOST_LISTED)
            candidates = list(known.values())
            candidates += [
                Candidate(*word, other) for word, other in zip(words, AT_A_DRAW, strict=False) if word[0] not in known
            ]
            candidates.sort(key=lambda candidate: -candidate.logprob)
        listed = [candidate.logprob for candidate in candidates if candidate.id == token]
        logprob = listed[0] if listed else min([elsewhere, *(last.logprob for last in candidates[-1:])])
        return Row(token, piece, logprob, log(max(share, SMALLEST)), tuple(candidates[: self._top]))

    def _profile(self, noise: bytes) -> Profile:
        level = noise[2] * LEVELS >> 8
        if level not in self._profiles:
            self._profiles[level] = profile(level, self._sampling)
        return self._profiles[level]

    def _certain(
        self, noise: bytes, token: int, piece: str, logprob: float, others: Sequence[float], count: int
    ) -> list[Candidate]:
        """A token that has to come, and so many common words beside it."""
        words = zip(self._words(noise, count), others, strict=False)
        return [Candidate(token, piece, logprob)] + [
            Candidate(*word, other) for word, other in words if word[0] != token
        ]

    def _noise(self, place: int, before: int) -> bytes:
        return blake2b(b"%b %d %d" % (self._key, place, before), digest_size=8).digest()

    def _words(self, noise: bytes, count: int) -> Sequence[tuple[int, str]]:
        """Some of the common words, not the same everywhere."""
        start = (noise[0] << 8 | noise[1]) % max(1, len(self._common))
        return [*self._common[start : start + count], *self._common[: max(0, start + count - len(self._common))]]


def profile(level: int, sampling: Sampling) -> Profile:
    """How sure a token is that had to come, from hardly to entirely, in 64 levels."""
    left = LEFT_AT_LEAST + (LEFT_AT_MOST - LEFT_AT_LEAST) * (level / (LEVELS - 1)) ** 4
    others = tuple(log(left * share) for share in FADED)
    drawn = log(1 - left)
    if sampling.temperature < COLDEST:
        drawn = 0.0
    elif sampling != Sampling(seed=sampling.seed):
        rest = log(left * REST)
        row = [log(1 - left), *others, rest]
        share = weights(row, (None,) * len(row), State(sampling), sampling)[0]
        drawn = log(share) if share else 0.0  # `typical_p` may leave out the likeliest, but this one had to come
    return Profile(log(1 - left), drawn, others)


@lru_cache(maxsize=8)
def _common(tokenizer: Tokenizer) -> tuple[tuple[int, str], ...]:
    found = []
    for word in COMMON_WORDS.split():
        ids = tokenizer.encode(f" {word}")
        if len(ids) == 1:
            found.append((ids[0], f" {word}"))
    return tuple(found)


def common(tokenizer: Tokenizer) -> tuple[tuple[int, str], ...]:
    """The common words that are one token, with their ids."""
    return _common(tokenizer)  # type: ignore[arg-type]  # the protocol doesn't say that its objects hash by identity
