"""From logits to probabilities: what each sampling parameter does, in the order the parameters take effect.

Bias and penalties change the logits, temperature sharpens or flattens them, then each filter leaves out some tokens,
never all. The references' words decide what a parameter means (Fireworks reference, fields of those names).
Mirostat is approximated: its second version, which leaves out whatever would surprise more than a moving bound.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import exp, inf, log, log2

from mockllm.core import Sampling

COLDEST = 1e-4
"""Below this temperature the likeliest token is taken; the references have 0 for it."""

LEAST_PENALTY = 0.01
"""Repetition penalties divide, and 0 is legal."""


class State:
    """What sampling remembers of the text so far: its tokens' counts, the prompt's tokens, mirostat's bound."""

    __slots__ = ("bound", "counts", "prompt")

    def __init__(self, sampling: Sampling, prompt: frozenset[int] = frozenset()) -> None:
        self.counts: dict[int, int] = {}
        self.prompt = prompt
        self.bound = 2 * target_surprise(sampling)

    def saw(self, ids: Iterable[int]) -> None:
        """Counts tokens that were said."""
        counts = self.counts
        for token in ids:
            counts[token] = counts.get(token, 0) + 1

    def drew(self, probability: float, sampling: Sampling) -> None:
        """Moves mirostat's bound by how surprising the token was that was drawn."""
        if sampling.mirostat_target is not None and probability > 0:
            self.bound -= sampling.mirostat_lr * (-log2(probability) - target_surprise(sampling))


def target_surprise(sampling: Sampling) -> float:
    """Mirostat's target in bits; the reference has it as a perplexity."""
    target = sampling.mirostat_target
    return inf if target is None else log2(max(target, 1.0))


def weights(logits: Sequence[float], first_ids: Sequence[int | None], state: State, sampling: Sampling) -> list[float]:
    """Returns how likely each token is to be drawn; an id of None is the text's end, which nothing penalizes."""
    logits = penalized(biased(logits, first_ids, sampling.logit_bias), first_ids, state, sampling)
    if sampling.temperature < COLDEST:
        best = logits.index(max(logits))
        return [1.0 if place == best else 0.0 for place in range(len(logits))]
    odds = softmax(logits, sampling.temperature)
    if sampling.top_k > 0:
        odds = top_k(odds, sampling.top_k)
    if sampling.top_p < 1:
        odds = top_p(odds, sampling.top_p)
    if sampling.min_p > 0:
        odds = min_p(odds, sampling.min_p)
    if sampling.typical_p < 1:
        odds = typical_p(odds, sampling.typical_p)
    if sampling.mirostat_target is not None:
        odds = unsurprising(odds, state.bound)
    return odds


def biased(logits: Sequence[float], first_ids: Sequence[int | None], bias: Mapping[int, float]) -> list[float]:
    """Adds each token's bias to its logit."""
    if not bias:
        return list(logits)
    return [
        logit + bounded(bias.get(token, 0.0)) if token is not None else logit
        for logit, token in zip(logits, first_ids, strict=True)
    ]


def penalized(logits: list[float], first_ids: Sequence[int | None], state: State, sampling: Sampling) -> list[float]:
    """Lowers the logits of tokens that were said; the repetition penalty counts the prompt's too."""
    frequency, presence = bounded(sampling.frequency_penalty), bounded(sampling.presence_penalty)
    repetition = sampling.repetition_penalty
    if frequency == 0 and presence == 0 and repetition == 1:
        return logits
    repetition = max(repetition, LEAST_PENALTY)
    lowered = []
    for logit, token in zip(logits, first_ids, strict=True):
        count = 0 if token is None else state.counts.get(token, 0)
        if repetition != 1 and (count or token in state.prompt):
            logit = logit / repetition if logit > 0 else logit * repetition
        if count:
            logit -= frequency * count + presence
        lowered.append(logit)
    return lowered


def bounded(value: float) -> float:
    """Keeps values from the levels that check no ranges within what can be computed."""
    return max(-1000.0, min(1000.0, value))


def softmax(logits: Sequence[float], temperature: float = 1.0) -> list[float]:
    """Turns logits into probabilities."""
    highest = max(logits)
    return normalized([exp((logit - highest) / temperature) for logit in logits])


def top_k(odds: Sequence[float], k: int) -> list[float]:
    """Keeps the k likeliest."""
    return kept(odds, falling(odds)[:k])


def top_p(odds: Sequence[float], p: float) -> list[float]:
    """Keeps the fewest likeliest that have at least the probability p together."""
    chosen, total = [], 0.0
    for place in falling(odds):
        chosen.append(place)
        total += odds[place]
        if total >= p:
            break
    return kept(odds, chosen)


def min_p(odds: Sequence[float], p: float) -> list[float]:
    """Keeps those that are at least as likely as p says, or the likeliest."""
    return kept(odds, [place for place, share in enumerate(odds) if share >= p] or falling(odds)[:1])


def typical_p(odds: Sequence[float], p: float) -> list[float]:
    """Keeps those whose surprise is nearest to what is expected, at least one, while they have at most p together."""
    expected = -sum(share * log(share) for share in odds if share > 0)
    places = [place for place, share in enumerate(odds) if share > 0]
    places.sort(key=lambda place: abs(-log(odds[place]) - expected))
    chosen, total = places[:1], odds[places[0]]
    for place in places[1:]:
        total += odds[place]
        if total > p:
            break
        chosen.append(place)
    return kept(odds, chosen)


def unsurprising(odds: Sequence[float], bound: float) -> list[float]:
    """Keeps those that would surprise by at most `bound` bits, or the likeliest."""
    chosen = [place for place, share in enumerate(odds) if share > 0 and -log2(share) <= bound]
    return kept(odds, chosen or falling(odds)[:1])


def falling(odds: Sequence[float]) -> list[int]:
    """The places from the likeliest on; equal ones in their order."""
    return sorted(range(len(odds)), key=lambda place: -odds[place])


def kept(odds: Sequence[float], places: Iterable[int]) -> list[float]:
    """The odds at the given places, scaled to a sum of 1, and 0 elsewhere."""
    rest = [0.0] * len(odds)
    for place in places:
        rest[place] = odds[place]
    return normalized(rest)


def normalized(shares: list[float]) -> list[float]:
    total = sum(shares)
    return [share / total for share in shares]
