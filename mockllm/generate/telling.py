"""Whether a text tells the model to answer in JSON, and in a block of code; to talk of a schema is not enough.

Sentence by sentence: an order has its verb where orders have it, and what is quoted or asked is none.
"""

import re
from collections.abc import Iterator
from itertools import islice

from .orders import APPENDED, ORDERS, pattern

MOST_SENTENCES = 100
LONGEST_SENTENCE = 600
"""Of a longer one its beginning and its end are read."""

FENCED = re.compile(r"^[ \t]*(```|~~~)[^\n`]*\n.*?^[ \t]*\1|\"\"\".*?\"\"\"", re.DOTALL | re.MULTILINE)
QUOTED = re.compile(
    r"[\"“](?=[^\"”\n ]+ [^\"”\n ]+ )[^\"”\n]{1,300}[\"”]|(?<!`)`(?=[^`\n ]+ [^`\n ]+ )[^`\n]{1,300}`(?!`)"
)
"""Quotations of three words and more."""

END = re.compile(r"(?<=[.!?…。])[\"')\]]*\s+|\n[ \t]*(?=\n|[-*•#>]|\d+[.)])|</?[A-Za-z][\w-]{0,30}>")

ASKED_TOO = pattern(APPENDED)
POLITE = pattern(r"^\W*(?:please )?(?:can|could|would|will) you (?:please |kindly |just )*")
ASKS = pattern(
    r"^\W*(?:(?:and|so|but|ok|hi|hello|hey|please|tell me|i wonder|do you know)\b\W*)*"
    r"(?:what|why|how|who|whose|which|whether|is|are|was|does|do (?:you|i|we|they)|did|should|has|have (?:you|i)"
    r"|can|could|would|will|may)\b|\?\W*$",
)
TALKS = pattern(
    r"^\W*(?:please )?"
    r"(?:explain|describe|review|discuss|summari[sz]e|document|improve|fix|check|validate|critici[sz]e|convert|translate"
    r"|compare|rewrite|simplify|debug|refactor|rename|tell me about|look at|comment on)\b"
    r"(?: (?!(?:as|in|into|to|json(?! schema))\b)\w+){0,6}? ?schema\b",
)
REFUSED = pattern(
    r"(?:\bnot|n't|n’t|\bnever|\bwithout|\bno|\binstead of|\brather than)\s+(?:(?:any|as|in|to|use|using|return|write"
    r"|give|me|send|output|answer|answering|respond|reply|with|format\w*|it|your|answers?)\s+){0,5}json\b"
    r"(?!,? (?:in|inside|within|with|wrapped|schema|that|unless|as|around))(?![\s-]schema)",
)
BLOCK = pattern(
    r"\b(?:in|inside|within|as|into|use|using|with|between|be|wrap\w*) "
    r"(?:an? |the |one |single |by |proper |triple |markdown |json |fenced )*"
    r"(?:```|code ?-?blocks?|code ?-?snippet|code ?-?fences?|fenced |markdown block|fences?\b)",
)
NO_BLOCK = pattern(
    r"(?:\bnot|n't|n’t|\bnever|\bwithout|\bno|\bshown|\bavoid)\b[^.!?]{0,80}(?:```|block|fenc|snippet|backtick)",
)

FORM = re.compile(r"json|schema|```|\bmarkdown\b|[{}]", re.IGNORECASE)


def tells(text: str) -> bool:
    """Says whether a sentence of the text orders an answer in JSON or of a schema."""
    return any(map(_orders, _sentences(text, "json", "schema")))


def refuses(text: str) -> bool:
    """Says whether the text wants no JSON."""
    return any(REFUSED.search(sentence) and not _orders(sentence) for sentence in _sentences(text, "json"))


def talks(text: str) -> bool:
    """Says whether the text asks something about a schema, or wants something done with it."""
    return any(TALKS.match(sentence) or _asks(sentence) for sentence in _sentences(text, "schema"))


def wants_block(text: str) -> bool:
    """Says whether the answer shall stand in a block of code."""
    found = _sentences(text, "```", "block", "fence", "snippet")
    return any(BLOCK.search(sentence) and not NO_BLOCK.search(sentence) for sentence in found)


def beside(text: str) -> str:
    """The sentences of a text that say nothing of the form of the answer."""
    return " ".join(one for one in END.split(FENCED.sub("\n\n", text)) if not FORM.search(one)).strip()


def _sentences(text: str, *words: str) -> Iterator[str]:
    """The sentences that have one of the words, without needless spaces and without what is shown rather than said."""
    said = QUOTED.sub(" ", FENCED.sub("\n\n", text))
    found = (one for one in END.split(said) if any(word in one.lower() for word in words))
    for sentence in islice(found, MOST_SENTENCES):
        lean = "\n".join([" ".join(line.split()) for line in sentence.strip().splitlines()])
        if len(lean) > LONGEST_SENTENCE:
            lean = f"{lean[: LONGEST_SENTENCE // 2]} {lean[-LONGEST_SENTENCE // 2 :]}"
        yield lean


def _orders(sentence: str) -> bool:
    if _asks(sentence):
        return ASKED_TOO.search(sentence) is not None
    plain = POLITE.sub("", REFUSED.sub(" ", sentence))
    return TALKS.match(plain) is None and ORDERS.search(plain) is not None


def _asks(sentence: str) -> bool:
    return POLITE.match(sentence) is None and ASKS.search(sentence) is not None
