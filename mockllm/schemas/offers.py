"""Takes values from a prompt's clues for properties they fit; what was taken isn't taken again."""

import re
from collections.abc import Callable, Collection, Iterable
from typing import Any

from .clues import Clues, Name
from .figures import beside, stem
from .lists import CITIES, COUNTRIES, FIRST_NAMES
from .topics import words_of

Fits = Callable[[Any], bool]

FILLERS = frozenset((
    "is", "are", "=", ":", "to", "of", "as", "the", "a", "an", "be", "equals", "equal", "named", "called", "with",
    "for", "at", "on", "by", "my",
))  # fmt: skip
SAID_OUTRIGHT = frozenset(["=", ":", "is", "named", "called", "equals"])
AFTER = {
    **dict.fromkeys(("origin", "from", "source", "departure", "start"), "from"),
    **dict.fromkeys(("destination", "to", "target", "arrival", "end"), "to"),
}
PLACE_TOPICS = ("city", "country", "state")
PERSON_TOPICS = ("person", "first_name", "last_name")
FILE_TOPICS = ("path", "file")
MOVED = {"source": 0, "src": 0, "destination": 1, "dest": 1, "target": 1}
"""Properties that are paths where the prompt has some: what is moved, and where it goes."""

ONWARD = frozenset(("to", "into", "as"))
CALLED_TOPICS = ("company", "product", "title", "name", "ticker")
QUOTED_TOPICS = ("sentence", "query", "title", "name", "product", "person", "code", "file", "")
LOCAL = frozenset(("in", "to", "from", "near", "at", "around"))
LOOSELY_LOCAL = frozenset(("for", "between", "and", "of"))
BEFORE_PLACES = LOCAL | LOOSELY_LOCAL
BEFORE_PEOPLE = frozenset(("for", "by", "with", "named", "called", "mr", "mrs", "ms", "dr", "am", "is", "tell", "ask"))
UNTOLD = frozenset(("type", "kind", "id"))
"""Words of names that say too little to find a number by."""

SURE_ONLY = frozenset(
    ("price", "cost", "total", "score", "confidence", "probability", "latitude", "longitude", "lat", "lon", "percent")
)
"""Words of names whose numbers have to stand by them: a lone number in a prompt is seldom one of these."""

HELPING = frozenset(("is", "has", "should", "include", "with", "enable", "enabled", "use", "can", "was", "are", "do"))
DENIALS = frozenset(("not", "no", "without", "never", "isn't", "don't", "non"))
ASKING = re.compile(
    r"^(?:(?:please|can you|could you|would you)\s+)*(?:search(?: the web| online)?|find|look up|google|look)"
    r"(?:\s+me)?(?:\s+(?:for|about|out))?\s+",
    re.IGNORECASE,
)


class Offers:
    """The clues of one prompt, while one instance is made; what was said before it is asked where it has none."""

    def __init__(self, clues: Clues) -> None:
        self._clues = clues
        self._older = Offers(clues.older) if clues.older else None
        self._taken: dict[tuple[str, int], None] = {}

    @property
    def clues(self) -> Clues:
        return self._clues

    def mentioned(self, values: Collection[Any]) -> Any:
        """Returns the value of a closed set that the prompt mentions: the one that stands last, None for none."""
        best, place = None, -1
        for value in values:
            if not isinstance(value, str) or len(value) < 2 or value.lower() in FILLERS:
                continue
            said = " ".join(words_of(value)) or value.lower()
            for form in (f" {value.lower()} ", f" {said} "):
                found = self._clues.lowered.rfind(form)
                if found > place:
                    best, place = value, found
        return self._older.mentioned(values) if best is None and self._older else best

    def flag(self, name: str) -> bool | None:
        """Returns whether the prompt says or denies what a property asks; None where it does neither."""
        said = self._flag(name)
        return self._older.flag(name) if said is None and self._older else said

    def number(self, name: str, *, among: int, fits: Fits) -> int | float | None:
        """Returns a number that stands by a word of the name; or, where the object has as many numbers as the prompt,
        the next one."""
        number = self._number(name, among, fits)
        return self._older.number(name, among=among, fits=fits) if number is None and self._older else number

    def text(self, name: str, topic: str, fits: Fits) -> str | None:
        """Returns a text that fits a property of this name and topic."""
        text = self._text(name, topic, fits)
        return self._older.text(name, topic, fits) if text is None and self._older else text

    def format(self, name: str, fits: Fits) -> str | None:
        """Returns a text of a format."""
        text = self._format(name, fits)
        return self._older.format(name, fits) if text is None and self._older else text

    def _flag(self, name: str) -> bool | None:
        small = self._clues.small
        wanted = tuple(word for word in words_of(name) if word not in HELPING)
        if not wanted or wanted[0] not in small:
            return None
        for place in range(len(small)):
            if small[place : place + len(wanted)] == wanted:
                return not DENIALS.intersection(small[max(0, place - 3) : place])
        return None

    def _number(self, name: str, among: int, fits: Fits) -> int | float | None:
        numbers = self._clues.numbers
        if not numbers:
            return None
        told = words_of(name)
        words = {stem(word) for word in told} - UNTOLD
        for place, figure in enumerate(numbers):
            if ("number", place) not in self._taken and fits(figure.value) and beside(figure, words):
                self._taken["number", place] = None
                return figure.value
        if among != len(numbers) or not SURE_ONLY.isdisjoint(told):
            return None
        for place, figure in enumerate(numbers):
            if ("number", place) not in self._taken and fits(figure.value):
                self._taken["number", place] = None
                return figure.value
        return None

    def _text(self, name: str, topic: str, fits: Fits) -> str | None:
        clues = self._clues
        if not clues.tokens:
            return None
        sorts = {
            "email": clues.emails,
            "url": clues.urls,
            "phone": clues.phones,
            "date": clues.dates,
            "moment": clues.moments,
            "time": clues.times,
        }
        if topic in sorts:
            return self._first(topic, sorts[topic], fits)
        if topic == "currency" and clues.currencies:
            return next(filter(fits, clues.currencies), None)
        kept = self._kept(words_of(name), topic, fits)
        if kept is not None:
            return kept
        said = self._said(name, fits)
        if said is not None:
            return said
        if topic == "amount":
            amount = self._number(name, 0, lambda value: fits(str(value)))
            return None if amount is None else str(amount)
        if topic in PLACE_TOPICS:
            return self._place(words_of(name), topic, fits)
        if topic in PERSON_TOPICS:
            return self._person(topic, fits)
        if topic in QUOTED_TOPICS:
            quoted = self._first("quoted", clues.quoted, fits)
            if quoted is not None:
                return quoted
        if not topic:
            return self._whatever(fits)
        if topic in CALLED_TOPICS:
            called = [found.text for found in clues.names if found.text not in CITIES and found.text not in COUNTRIES]
            return self._first("name", called, fits)
        if topic == "query" and clues.sentence:
            asked = ASKING.sub("", clues.sentence)
            return asked if fits(asked) else None
        return None

    def _kept(self, words: tuple[str, ...], topic: str, fits: Fits) -> str | None:
        """Returns a path, or a part of a repository's name, for properties that are called so."""
        clues = self._clues
        last = words[-1] if words else ""
        moved = MOVED.get(last)
        if clues.paths and (topic in FILE_TOPICS or moved is not None):
            ranked: list[tuple[int | None, str]] = [
                (int(moved is not None and (path.before in ONWARD) != moved), path.text) for path in clues.paths
            ]
            return self._best("path", ranked, fits)
        if last in ("pattern", "glob") and clues.globs:
            return self._first("glob", clues.globs, fits)
        if clues.repositories:
            owner, called = clues.repositories[-1]
            said = {"owner": owner, "org": owner, "repo": called, "repository": f"{owner}/{called}"}.get(last)
            return said if said is not None and fits(said) else None
        return None

    def _format(self, name: str, fits: Fits) -> str | None:
        sorts: dict[str, tuple[str, ...]] = {
            "email": self._clues.emails,
            "idn-email": self._clues.emails,
            "uri": self._clues.urls,
            "url": self._clues.urls,
            "date": self._clues.dates,
            "date-time": self._clues.moments,
        }
        offered = sorts.get(name)
        return self._first(name, offered, fits) if offered else None

    def _first(self, sort: str, offered: Iterable[str], fits: Fits) -> str | None:
        for place, text in enumerate(offered):
            if (sort, place) not in self._taken and fits(text):
                self._taken[sort, place] = None
                return text
        return None

    def _place(self, words: tuple[str, ...], topic: str, fits: Fits) -> str | None:
        """Returns the name that is most likely a place."""
        wanted = next((AFTER[word] for word in words if word in AFTER), None)
        known, others = (COUNTRIES, CITIES) if topic == "country" else (CITIES, COUNTRIES)

        def rank(name: Name) -> int | None:
            if name.text in others or name.text.split()[0] in FIRST_NAMES:
                return None
            if wanted is not None and name.before == wanted:
                return 0
            if name.text in known:
                return 1
            if topic == "country":
                return None
            return 2 if name.before in LOCAL else 3 if name.before in LOOSELY_LOCAL else None

        return self._best("name", [(rank(name), name.text) for name in self._clues.names], fits)

    def _person(self, topic: str, fits: Fits) -> str | None:
        """Returns the name, or the part of one, that is most likely a person."""

        def rank(name: Name) -> int | None:
            parts = name.text.split()
            if name.text in CITIES or name.text in COUNTRIES or (topic == "last_name" and len(parts) == 1):
                return None
            if parts[0] in FIRST_NAMES:
                return 0
            if name.before in BEFORE_PEOPLE:
                return 1
            return None if name.before in LOCAL and len(parts) == 1 else 2

        part = {"first_name": 0, "last_name": -1}.get(topic)
        ranked = [(rank(name), name.text if part is None else name.text.split()[part]) for name in self._clues.names]
        return self._best("name" if part is None else topic, ranked, fits)

    def _whatever(self, fits: Fits) -> str | None:
        """Returns a name for a property we know nothing of, first one behind a small word as in "tides at Port Ellen".

        A property that is sure of the name may still take it.
        """
        ranked = [
            (None if ("name", place) in self._taken else int(name.before not in BEFORE_PLACES), name.text)
            for place, name in enumerate(self._clues.names)
        ]
        return self._best("whatever", ranked, fits)

    def _best(self, sort: str, ranked: list[tuple[int | None, str]], fits: Fits) -> str | None:
        """Returns the text of the lowest rank that fits and wasn't taken, the first of its rank."""
        order = sorted((rank, place) for place, (rank, _) in enumerate(ranked) if rank is not None)
        for _, place in order:
            if (sort, place) not in self._taken and fits(ranked[place][1]):
                self._taken[sort, place] = None
                return ranked[place][1]
        return None

    def _said(self, name: str, fits: Fits) -> str | None:
        """Returns what stands after the property's own name: `title: Report`, `titled "Report"`, `user_id is 42`."""
        tokens, small = self._clues.tokens, self._clues.small
        for wanted in dict.fromkeys(((name.lower(),), words_of(name))):
            told = (f"{wanted[0]}d", f"{wanted[0]}ed") if len(wanted) == 1 else ()
            if not wanted or not any(word in small for word in (wanted[0], *told)):
                continue
            for place in range(len(small)):
                if small[place : place + len(wanted)] == wanted or small[place] in told:
                    value = self._value_after(tokens, place + len(wanted))
                    if value is not None and fits(value):
                        return value
        return None

    def _value_after(self, tokens: tuple[str, ...], place: int) -> str | None:
        outright = False
        for token in tokens[place : place + 3]:
            if token.lower() in FILLERS:
                outright = outright or token.lower() in SAID_OUTRIGHT
                continue
            for place, quote in enumerate(self._clues.quoted):
                if quote.startswith(token):
                    self._taken["quoted", place] = None
                    return quote
            for sort in (self._clues.emails, self._clues.urls):
                whole = next((text for text in sort if text.startswith(token)), None)
                if whole is not None and len(token) > 1:
                    return whole
            name = next((found.text for found in self._clues.names if found.text.split()[0] == token), None)
            if name is not None:
                return name
            if token[0].isdigit() or (outright and token[0].isalnum()):
                return token
            return None
        return None
