"""What a text is about: up to three noun phrases, found by word lists and by where words stand.

There is no grammar here. Words after an article or a preposition are likely nouns, words after "to" or "you" likely
verbs; the worst that happens is an odd topic.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from .books import words

MOST_TOPICS = 3
MOST_WORDS = 3
LONGEST = 40
LONGEST_WORD = 24
LONGEST_WITHOUT_BLANKS = 12
"""How much is kept of a run of letters that is no single word, as in Chinese."""

WORD = re.compile(r"[^\W_](?:['’-]?[^\W_])*|[^\w\s]|\n")

ARTICLES = {
    "the": "the", "a": "the", "an": "the", "this": "this", "these": "these", "those": "those",
    "my": "your", "our": "your", "your": "my", "his": "his", "her": "her", "its": "its", "their": "their",
    "each": "the", "every": "the",
}  # fmt: skip

BEFORE_VERBS = words("before_verbs")
ABOUT = words("about")
FUNCTION_WORDS = words("function_words")
INSTRUCTIONS = words("instructions")
NOUNS_TOO = words("nouns_too")
FORMS = words("forms")
WORKS = words("works")
JOINTS = words("joints")
DESCRIBING = words("describing")


class Topic(NamedTuple):
    """A noun phrase: its words, and the article to put before them ("" for none)."""

    article: str
    words: str


def words_of(text: str) -> list[str]:
    """Splits a text into words, punctuation and line breaks."""
    return WORD.findall(text)


def topics(read: Iterable[str]) -> tuple[Topic, ...]:
    """Finds what the words are about, the most telling first."""
    finder = Finder()
    for word in read:
        finder.take(word)
        if len(finder.found) > MOST_TOPICS:
            break
    finder.close()
    distinct: dict[str, Topic] = {}
    for topic in (*finder.told, *finder.found):
        distinct.setdefault(topic.words.lower(), topic)
    return tuple(distinct.values())[:MOST_TOPICS]


class Finder:
    """Reads words one by one; `told` are the topics that stand after "about" and the like, `found` the others."""

    def __init__(self) -> None:
        self.told: list[Topic] = []
        self.found: list[Topic] = []
        self._run: list[str] = []
        self._article = ""
        self._head: Topic | None = None
        self._joint = ""
        self._about = self._verb_due = self._plural = False
        self._at_start = True

    def take(self, word: str) -> None:
        """Reads the next word."""
        lower = word.lower()
        if not word[0].isalnum():
            self.close()
            self._at_start = True
        elif lower in JOINTS and self._run and self._head is None:
            self._head, self._joint = Topic(self._article, _phrase(self._run)), lower
            self._run, self._article, self._plural = [], "", False
        elif lower in FUNCTION_WORDS:
            self._function_word(lower)
        elif lower in WORKS:
            self._forget()
        elif self._plural or (self._run and lower in INSTRUCTIONS and lower not in NOUNS_TOO):
            self.close()
        elif self._run or self._can_begin(word, lower):
            plain = self._at_start and word[1:].islower()
            self._run.append(lower if plain else word)
            self._plural = _is_plural(lower)
        if word[0].isalnum():
            self._at_start = False

    def close(self) -> None:
        """Ends the phrase that is being read."""
        words, article = _phrase(self._run), self._article
        if self._head is not None:
            whole = " ".join(part for part in (self._head.words, self._joint, article, words) if part)
            joined = self._head.words and words and len(whole) <= LONGEST
            words, article = (whole if joined else self._head.words), self._head.article
        if words:
            (self.told if self._about else self.found).append(Topic(article, words))
        self._forget()

    def _function_word(self, lower: str) -> None:
        article = ARTICLES.get(lower, "")
        about = lower in ABOUT or (self._about and bool(article) and not self._run)
        if self._head is not None and article and not self._run and not self._article:
            self._article = article
            return
        if article and len(self._run) == 1 and self._run[0].endswith("ing"):
            self._run = []
        self.close()
        self._article, self._about = article, about
        self._verb_due = lower in BEFORE_VERBS

    def _can_begin(self, word: str, lower: str) -> bool:
        """Says whether a topic may begin with a word; a verb after "to" or "you" may not."""
        begins = (
            lower not in FORMS
            and word[0].isalpha()
            and (bool(self._article) or not (lower in INSTRUCTIONS or self._is_verb(word)))
        )
        self._verb_due = False
        if not begins:
            self._article = ""
        return begins

    def _is_verb(self, word: str) -> bool:
        return self._verb_due and word.islower() and not word.endswith("ing")

    def _forget(self) -> None:
        self._run, self._article, self._head, self._joint = [], "", None, ""
        self._about = self._verb_due = self._plural = False


def _phrase(run: list[str]) -> str:
    """The words of a topic, or "" where nothing is left of them.

    A topic begins with a letter and ends with a letter or a digit, so that its tokens stay its own whatever follows.
    """
    kept = list(run)
    while kept and kept[-1].lower() in DESCRIBING:
        kept.pop()
    if kept:
        kept[-1] = kept[-1].removesuffix("'s").removesuffix("’s")
    cut = [word[:LONGEST_WITHOUT_BLANKS] if word[0] >= "\u0e00" else word for word in kept[-MOST_WORDS:]]
    text = " ".join(cut)
    fits = bool(cut) and len(text) <= LONGEST and all(len(word) <= LONGEST_WORD for word in cut)
    return text if fits and text[0].isalpha() and text[-1].isalnum() else ""


def _is_plural(word: str) -> bool:
    """A plural ends its phrase: what follows it is more often a verb than a noun."""
    return len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is", "'s", "’s"))
