"""What a bias does beyond a token's own logit: bans, and tokens from outside the books.

A phrase that holds a banned token (−100), or can only lead to one, is avoided while there are others, else said
without the token. A token lifted high enough is said wherever a phrase could begin, whether the books know it or not:
with +100 nothing else ever is, up to the limit. For the tokens that end a text, a ban makes it endless and +100 empty.
"""

from collections.abc import Sequence

from mockllm.core import Sampling, Tokenizer

from .book import EOS
from .sampler import bounded
from .tree import Node, Phrase
from .walk import STAY

BANNED_AT = -100.0
FORCED_AT = 60.0
MARGIN = 30.0
"""By how much a forced token's bias exceeds all others'."""

ELSEWHERE = -12.0
"""The logit of each token that no phrase here begins with: too low to be drawn unless a bias lifts it."""

NOTICEABLE = 6.0
"""From which bias on such a token takes part in the draw."""

MOST_SPELT = 300
"""How many of the strongest biases may bring in tokens or concern the text's end."""

PATIENCE = 64
"""After how many phrases with nothing left to say the bans are given up."""

ENDS = ("<|endoftext|>", "<|im_end|>", "<|eot_id|>", "<|return|>", "<|end|>")
"""How the tokens are spelled that end a text in one vocabulary or another."""

Candidates = list[tuple[float, Phrase]]


class Bias:
    """A request's biases, sorted by what they do.

    `endless`: the text doesn't end by itself; `forced`: the one phrase that leaves the others no chance;
    `foreign`: tokens may be said that are in no book.
    """

    def __init__(self, sampling: Sampling, tokenizer: Tokenizer, *, endless: bool) -> None:
        biases = {token: bounded(value) for token, value in sampling.logit_bias.items()}
        loudest = sorted(biases, key=lambda token: (-abs(biases[token]), token))[:MOST_SPELT]
        spelt = {token: tuple(tokenizer.pieces((token,))) for token in loudest}
        ends = [biases[token] for token, pieces in spelt.items() if "".join(pieces) in ENDS]
        self.endless = endless or any(value <= BANNED_AT for value in ends)
        self._end = 0.0 if self.endless else max(ends, default=0.0)
        self._banned = frozenset(token for token, value in biases.items() if value <= BANNED_AT)
        self._passable: dict[Node, bool] = {}
        self._silences = 0
        self._lifted = [
            Phrase((token,), pieces, STAY)
            for token, pieces in spelt.items()
            if biases[token] >= NOTICEABLE and "".join(pieces) not in ENDS
        ]
        self.foreign = bool(self._lifted)
        ranks: Candidates = [(biases[phrase.ids[0]], phrase) for phrase in self._lifted]
        self.forced = _forced([*ranks, (self._end, EOS)], sampling)

    def candidates(self, logits: Sequence[float], phrases: Sequence[Phrase]) -> Candidates:
        """The phrases that may be drawn, with their logits before the bias of their first tokens."""
        found = self._allowed(list(zip(logits, phrases, strict=True)))
        if self._end:
            found = [(logit + self._end, phrase) if phrase is EOS else (logit, phrase) for logit, phrase in found]
            if self._end >= NOTICEABLE and found[-1][1] is not EOS:
                found.append((ELSEWHERE + self._end, EOS))
        if self._lifted:
            known = {phrase.ids[0] for _, phrase in found if phrase.ids}
            found += [(ELSEWHERE, phrase) for phrase in self._lifted if phrase.ids[0] not in known]
        return found

    def _allowed(self, candidates: Candidates) -> Candidates:
        """The candidates that keep clear of banned tokens, or all of them without those tokens."""
        if not self._banned:
            return candidates
        clear = [(logit, phrase) for logit, phrase in candidates if self._is_clear(phrase)]
        if clear:
            self._silences = 0
            return clear
        left = [(logit, self._without(phrase)) for logit, phrase in candidates]
        self._silences += all(not phrase.ids for _, phrase in left)
        if self._silences > PATIENCE:
            self._banned = frozenset()
        return left

    def _is_clear(self, phrase: Phrase) -> bool:
        return self._banned.isdisjoint(phrase.ids) and (phrase.next is None or self._can_pass(phrase.next))

    def _can_pass(self, node: Node) -> bool:
        """Says whether a sentence can be finished from a node without a banned token."""
        if node not in self._passable:
            self._passable[node] = (
                self._can_pass(node.next)
                if node.next is not None
                else not node.phrases or any(self._is_clear(phrase) for phrase in node.phrases)
            )
        return self._passable[node]

    def _without(self, phrase: Phrase) -> Phrase:
        if phrase is EOS:
            return phrase
        said = [pair for pair in zip(phrase.ids, phrase.pieces, strict=True) if pair[0] not in self._banned]
        return Phrase(
            tuple(token for token, _ in said), tuple(piece for _, piece in said), phrase.next, shapes=phrase.shapes
        )


def _forced(ranks: Candidates, sampling: Sampling) -> Phrase | None:
    """The one phrase whose bias exceeds all else, unless penalties will wear it down."""
    *others, (highest, phrase) = sorted(ranks, key=lambda rank: rank[0])
    worn = sampling.frequency_penalty > 0 or sampling.presence_penalty > 0 or sampling.repetition_penalty > 1
    alone = not others or others[-1][0] <= highest - MARGIN
    return phrase if highest >= FORCED_AT and alone and not worn else None
