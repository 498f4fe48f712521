"""What a text is about: up to three noun phrases, found by word lists and by where words stand.

There is no grammar here. Words after an article or a preposition are likely nouns, words after "to" or "you" likely
verbs; the worst that happens is an odd topic.
"""

import re
from typing import NamedTuple

from .books import words

MOST_TOPICS = 3
MOST_WORDS = 3
LONGEST = 40
LONGEST_WORD = 24
LONGEST_WITHOUT_BLANKS = 12
"""How much is kept of a run of letters that is no single word, as in Chinese."""

WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*|[^\w\s]|\n")
ASCII_WORD = re.compile(r"[0-9A-Za-z]+(?:['-][0-9A-Za-z]+)*|[^\w\s]|\n")
"""Finds the same in a text of nothing but ASCII, in three quarters of the time."""

ARTICLES = {
    "the": "the", "a": "the", "an": "the", "this": "this", "these": "these", "those": "those",
    "my": "your", "our": "your", "your": "my", "his": "his", "her": "her", "its": "its", "their": "their",
    "each": "the", "every": "the",
}  # fmt: skip

BEFORE_VERBS = words("before_verbs")
ABOUT = words("about")
FUNCTION_WORDS = words("function_words")
INSTRUCTIONS = words("instructions")
ENDING = INSTRUCTIONS - words("nouns_too")
"""Instructions that end a phrase where they stand in one."""
FORMS = words("forms")
WORKS = words("works")
JOINTS = words("joints")
DESCRIBING = words("describing")


class Topic(NamedTuple):
    """A noun phrase: its words, and the article to put before them ("" for none)."""

    article: str
    words: str


class Role(NamedTuple):
    """What a function word says of the next word: its article, whether a topic is told there, whether a verb is due."""

    article: str
    about: bool
    verb_due: bool


ROLES = {word: Role(ARTICLES.get(word, ""), word in ABOUT, word in BEFORE_VERBS) for word in FUNCTION_WORDS}


class Words(NamedTuple):
    """The words, punctuation and line breaks of a text, as written and in lower case."""

    written: list[str]
    lower: list[str]


def words_of(text: str) -> Words:
    """Splits a text into words, punctuation and line breaks."""
    written = (ASCII_WORD if text.isascii() else WORD).findall(text)
    return Words(written, " ".join(written).lower().split(" ") if written else [])  # no word has a blank in it


def topics(read: Words) -> tuple[Topic, ...]:
    """Finds what the words are about, the most telling first."""
    finder = Finder()
    finder.read(read)
    distinct: dict[str, Topic] = {}
    for topic in finder.told + finder.found:
        distinct.setdefault(topic.words.lower(), topic)
    return tuple(distinct.values())[:MOST_TOPICS]


class Finder:
    """Reads words one by one; `told` are the topics that stand after "about" and the like, `found` the others.

    Every prompt comes through here, so words that begin and end nothing are passed by with as few calls as can be.
    """

    __slots__ = (
        "_about",
        "_article",
        "_at_start",
        "_enough",
        "_head",
        "_joint",
        "_plural",
        "_run",
        "_verb_due",
        "found",
        "told",
    )

    def __init__(self) -> None:
        self.told: list[Topic] = []
        self.found: list[Topic] = []
        self._run: list[str] = []
        self._head: Topic | None = None
        self._article = self._joint = ""
        self._about = self._verb_due = self._plural = self._enough = False
        self._at_start = True

    def read(self, words: Words) -> None:
        """Reads words up to the last, or until enough was found."""
        for word, lower, role in zip(*words, map(ROLES.get, words.lower), strict=True):
            if role is not None:
                self._at_start = False
                if (self._run or self._head is not None) and self._goes_on(lower, role):
                    continue
                self._article, about, self._verb_due = role
                self._about = about or (self._about and self._article != "")
            elif word[0].isalnum():
                self._content_word(word, lower)
                self._at_start = False
            else:
                self._close()
                self._at_start = True
            if self._enough:
                break
        self._close()

    def _content_word(self, word: str, lower: str) -> None:
        if lower in WORKS:
            self._forget()
        elif self._plural or (self._run and lower in ENDING):
            self._close()
        elif self._run or self._can_begin(word, lower):
            plain = self._at_start and word[1:].islower()
            self._run.append(lower if plain else word)
            self._plural = lower[-1] == "s" and _is_plural(lower)

    def _goes_on(self, lower: str, role: Role) -> bool:
        """Says whether a phrase goes on with a function word: with a joint, or the article after one; else ends it."""
        if not self._run:
            if role.article and not self._article:
                self._article = role.article
                return True
            self._close(still_told=self._about)
            return False
        if lower in JOINTS and self._head is None:
            self._head, self._joint = Topic(self._article, _phrase(self._run)), lower
            self._run, self._article, self._plural = [], "", False
            return True
        if role.article and len(self._run) == 1 and self._run[0].endswith("ing"):
            self._run = []
        self._close()
        return False

    def _close(self, *, still_told: bool = False) -> None:
        """Ends the phrase that is being read, if there is one."""
        if self._run or self._head is not None:
            words, article = _phrase(self._run), self._article
            if self._head is not None:
                whole = " ".join(part for part in (self._head.words, self._joint, article, words) if part)
                joined = self._head.words and words and len(whole) <= LONGEST
                words, article = (whole if joined else self._head.words), self._head.article
            if words:
                (self.told if self._about else self.found).append(Topic(article, words))
                self._enough = len(self.found) > MOST_TOPICS
        self._forget(about=still_told)

    def _can_begin(self, word: str, lower: str) -> bool:
        """Says whether a topic may begin with a word; a verb after "to" or "you" may not."""
        is_verb = lower in INSTRUCTIONS or (self._verb_due and word.islower() and not word.endswith("ing"))
        begins = lower not in FORMS and word[0].isalpha() and (self._article != "" or not is_verb)
        self._verb_due = False
        if not begins:
            self._article = ""
        return begins

    def _forget(self, *, about: bool = False) -> None:
        self._run = []
        self._head = None
        self._article = self._joint = ""
        self._about = about
        self._verb_due = self._plural = False


def _phrase(run: list[str]) -> str:
    """The words of a topic, or "" where nothing is left of them.

    A topic begins with a letter and ends with a letter or a digit, so that its tokens stay its own whatever follows.
    """
    end = len(run)
    while end and run[end - 1].lower() in DESCRIBING:
        end -= 1
    if not end:
        return ""
    cut = run[:end][-MOST_WORDS:]
    if cut[-1][-1] == "s":
        cut[-1] = cut[-1].removesuffix("'s").removesuffix("’s")
    text = " ".join(cut)
    if not text.isascii():
        cut = [word[:LONGEST_WITHOUT_BLANKS] if word[0] >= "\u0e00" else word for word in cut]
        text = " ".join(cut)
    fits = len(text) <= LONGEST_WORD or (len(text) <= LONGEST and max(map(len, cut)) <= LONGEST_WORD)
    return text if fits and text[0].isalpha() and text[-1].isalnum() else ""


def _is_plural(word: str) -> bool:
    """A plural ends its phrase: what follows it is more often a verb than a noun."""
    return len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is", "'s", "’s"))
