"""How one of several phrases is drawn: the likeliest, by temperature alone, or with all that sampling knows."""

from bisect import bisect
from collections.abc import Callable, Sequence
from functools import partial
from itertools import accumulate
from operator import itemgetter
from typing import NamedTuple

from mockllm.core import Request, Sampling, Tokenizer

from .bias import Bias
from .fingerprint import UNSAID
from .noise import STEP, odds
from .sampler import COLDEST, State, weights
from .tree import Phrase
from .walk import Draw

TABLES_FROM = 0.1
"""Below this temperature the factors of `noise.odds` would leave the range of floats."""

READ_PROMPT_CHARACTERS = 4000
"""How much of the prompt the repetition penalty knows, from its end."""


Share = Callable[[Sequence[int], Sequence[Phrase], Phrase], float]
"""Says how likely the draw that was just made was to come out as it did."""


class Drawing(NamedTuple):
    """A way to draw, and how likely what it drew was.

    `careful`: it must be asked even about a single phrase; `endless`: texts don't end by themselves; `foreign`: tokens
    may be said that are in no book.
    """

    draw: Draw
    share: Share
    careful: bool = False
    endless: bool = False
    foreign: bool = False


def drawing(request: Request, tokenizer: Tokenizer, random: Callable[[], float]) -> Drawing:
    """Chooses the cheapest way that does all a request's sampling asks for."""
    sampling = request.sampling
    endless = request.limits.ignore_eos
    if sampling is not UNSAID and not is_plain(sampling):
        bias = Bias(sampling, tokenizer, endless=endless)
        state = State(sampling, prompt_tokens(request, tokenizer))
        sampled = Sampled(sampling, bias, state, random)
        return Drawing(sampled, sampled.share, careful=True, endless=bias.endless, foreign=bias.foreign)
    if sampling.temperature < COLDEST:
        return Drawing(greedy, certainly, endless=endless)
    draw = by_temperature(sampling.temperature, random)
    return Drawing(draw, partial(share_at, sampling.temperature), endless=endless)


def is_plain(sampling: Sampling) -> bool:
    """Says whether temperature alone decides."""
    return (
        sampling.top_k <= 0
        and sampling.top_p >= 1
        and sampling.min_p <= 0
        and sampling.typical_p >= 1
        and sampling.frequency_penalty == 0
        and sampling.presence_penalty == 0
        and sampling.repetition_penalty == 1
        and sampling.mirostat_target is None
        and not sampling.logit_bias
        and not COLDEST <= sampling.temperature < TABLES_FROM
    )


def prompt_tokens(request: Request, tokenizer: Tokenizer) -> frozenset[int]:
    """The tokens of the prompt's last part, where a penalty asks for them."""
    if request.sampling.repetition_penalty == 1:
        return frozenset()
    texts: list[str] = []
    room = READ_PROMPT_CHARACTERS
    for message in reversed(request.messages):
        texts.append(message.text[-room:])
        room -= len(texts[-1])
        if room <= 0:
            break
    return frozenset(token for text in texts for token in tokenizer.encode(text))


def greedy(row: Sequence[int], phrases: Sequence[Phrase]) -> Phrase:
    """Takes the likeliest phrase, the first of several."""
    return phrases[row.index(max(row))]


def certainly(_row: Sequence[int], _phrases: Sequence[Phrase], _phrase: Phrase) -> float:
    """What is likeliest had to be taken."""
    return 1.0


def by_temperature(temperature: float, random: Callable[[], float]) -> Draw:
    """Draws at a temperature, with no filter."""
    factors = odds(temperature)

    def draw(row: Sequence[int], phrases: Sequence[Phrase]) -> Phrase:
        size = len(row)
        if size == 2:  # so it is at most nodes; what follows would come to the same
            first, second = row
            share = factors[first]
            return phrases[random() * (share + factors[second]) >= share]
        number = random()  # taken even for the one phrase of a certain end, which may be passed over
        if size == 1:
            return phrases[0]
        sums = list(accumulate(itemgetter(*row)(factors)))
        return phrases[bisect(sums, number * sums[-1], 0, size - 1)]

    return draw


def share_at(temperature: float, row: Sequence[int], phrases: Sequence[Phrase], phrase: Phrase) -> float:
    """The share a phrase has of all at a temperature."""
    factors = odds(temperature)
    return factors[row[phrases.index(phrase)]] / sum(factors[score] for score in row)


class Sampled:
    """Draws with every parameter of sampling, and remembers what was said."""

    def __init__(self, sampling: Sampling, bias: Bias, state: State, random: Callable[[], float]) -> None:
        self._sampling = sampling
        self._bias = bias
        self._state = state
        self._random = random
        self._share = 1.0

    def __call__(self, row: Sequence[int], phrases: Sequence[Phrase]) -> Phrase:
        if self._bias.forced is not None:
            return self._bias.forced
        candidates = self._bias.candidates([score * STEP for score in row], phrases)
        shares = weights(
            [logit for logit, _ in candidates],
            [phrase.ids[0] if phrase.ids else None for _, phrase in candidates],
            self._state,
            self._sampling,
        )
        sums = list(accumulate(shares))
        place = bisect(sums, self._random() * sums[-1], 0, len(sums) - 1)
        phrase = candidates[place][1]
        self._share = shares[place]
        self._state.drew(self._share, self._sampling)
        self._state.saw(phrase.ids)
        return phrase

    def share(self, _row: Sequence[int], _phrases: Sequence[Phrase], _phrase: Phrase) -> float:
        """How likely the last draw was to come out as it did."""
        return self._share
