"""One request's texts: everything that is decided before the first word, and the writing of each choice."""

from collections.abc import Sequence
from dataclasses import replace

from mockllm import seeds
from mockllm.core import Message, Passage, Request, Tokenizer

from .course import Course
from .draw import Drawing, drawing
from .fills import Fills
from .fingerprint import prompt_key, sampling_key
from .intents import intent
from .library import book_for
from .programs import PROGRAMS, Style, styled
from .topics import topics, words_of
from .tree import Phrase
from .walk import Draw, Trace, walk

READ_CHARACTERS = 400
"""How much of a message is looked at, at its beginning and at its end."""

TOOL_ROLES = ("tool", "function")

MOST_TRIES = 3
"""How often a text is lengthened that has too few tokens in the vocabulary it is encoded in at last."""


class Record:
    """Every draw that made a text, and how likely each was to come out as it did."""

    def __init__(self) -> None:
        self.trace: Trace = []
        self.shares: list[float] = []

    def recording(self, drawn: Drawing) -> Draw:
        def draw(row: Sequence[int], phrases: Sequence[Phrase]) -> Phrase:
            phrase = drawn.draw(row, phrases)
            self.shares.append(drawn.share(row, phrases, phrase))
            return phrase

        return draw


class Writing:
    """A request as the generator sees it: its scores' key, its topics, the program and the length it calls for.

    `foreign` says that the text is written in another vocabulary than it will have; `translated` is the request with
    its biases in that one; `draws` names what draws are made by, beside the seeds.
    """

    def __init__(
        self, seed: int, request: Request, tokenizer: Tokenizer, *, style: Style | None = None, aim: int | None = None
    ) -> None:
        self.request = request
        self.tokenizer = tokenizer
        self.book = book_for(tokenizer)
        self.foreign = self.book.tokenizer is not tokenizer
        self.translated = translated(request, tokenizer, self.book.tokenizer) if self.foreign else request
        self.seed = seed
        prompt = prompt_key(request)
        self.draws = sampling_key(request.sampling, prompt)
        self.key = key = seeds.key("scores", seed, prompt)
        words = words_of(glimpse(asked(request.messages)))
        self.topics = found = topics(words)
        self.fills = Fills(self.book, found)
        after_tool = bool(request.messages) and request.messages[-1].role in TOOL_ROLES
        wanted = intent(words, after_tool=after_tool)
        self._program = program = PROGRAMS[styled(wanted, style, topical=bool(found))]
        self._aim = program.shortest + key[0] * (program.longest - program.shortest) // 255 if aim is None else aim

    def passage(self, choice: int, max_tokens: int, record: Record | None = None) -> Passage:
        """Writes the text of a choice, as far as its end or `max_tokens`."""
        if not self.foreign:
            return self._written(choice, max_tokens, record)
        limit = 2 * max_tokens
        for _ in range(MOST_TRIES):
            said = self._written(choice, limit, None)
            passage = encoded(said, self.tokenizer)
            if said.ended or len(passage.ids) > max_tokens:
                break
            limit *= 4
        return passage

    def _written(self, choice: int, max_tokens: int, record: Record | None) -> Passage:
        chance = seeds.chances(self.seed, self.request.sampling.seed, self.draws, choice, "text")
        drawn = drawing(self.translated, self.book.tokenizer, chance)
        passage = walk(
            Course(self.book, self._program, self._aim, turn=self.key[1]),
            self.fills,
            self.key,
            drawn.draw if record is None else record.recording(drawn),
            max_tokens,
            ignore_eos=drawn.endless,
            careful=drawn.careful,
            trace=None if record is None else record.trace,
        )
        return respelt(passage, self.book.tokenizer) if drawn.foreign else passage


def asked(messages: tuple[Message, ...]) -> str:
    """The text to answer: the user's last, or the last of all."""
    for message in reversed(messages):
        if message.role == "user":
            return message.text
    return messages[-1].text if messages else ""


def glimpse(text: str) -> str:
    """A long text's beginning and end."""
    if len(text) <= 2 * READ_CHARACTERS:
        return text
    return f"{text[:READ_CHARACTERS]}\n{text[-READ_CHARACTERS:]}"


def respelt(passage: Passage, tokenizer: Tokenizer) -> Passage:
    """Spells a passage anew whose tokens may hold parts of characters."""
    pieces = tokenizer.pieces(passage.ids)
    return Passage(text="".join(pieces), ids=passage.ids, pieces=pieces, ended=passage.ended)


def encoded(passage: Passage, tokenizer: Tokenizer) -> Passage:
    """Says a passage in another vocabulary, as well as that can spell it."""
    ids = tokenizer.encode(passage.text)
    pieces = tokenizer.pieces(ids)
    return Passage(text="".join(pieces), ids=ids, pieces=pieces, ended=passage.ended)


def translated(request: Request, tokenizer: Tokenizer, other: Tokenizer) -> Request:
    """A request whose biases are for the tokens of another vocabulary that are spelled alike, where there are any."""
    if not request.sampling.logit_bias:
        return request
    found = {}
    for token, bias in request.sampling.logit_bias.items():
        ids = other.encode("".join(tokenizer.pieces((token,))))
        if len(ids) == 1:
            found[ids[0]] = bias
    return replace(request, sampling=replace(request.sampling, logit_bias=found))
