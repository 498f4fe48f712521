"""Which of a prompt's numbers belongs to which word: what is counted, paid or measured."""

from .clues import Figure
from .lists import CURRENCIES

MONEY = frozenset(("price", "amount", "cost", "budget", "total", "fee", "salary", "money", "payment", "balance"))
COINS = frozenset((*map(str.lower, CURRENCIES), "euro", "euros", "dollar", "dollars", "pounds", "yen"))
SHARES = frozenset(("percent", "percentage", "discount", "rate"))
COUNTS = frozenset(("quantity", "qty", "count"))
PEOPLE = frozenset(
    ("people", "person", "guest", "passenger", "traveler", "traveller", "adult", "attendee", "party", "seat")
)


def beside(figure: Figure, words: set[str]) -> bool:
    """Says whether a number belongs to a word: `3 people`, `people: 3`, `under $50` for a price, `36 years old`."""
    if any(stem(word) in words for word in (*figure.after, *figure.before)):
        return True
    after = figure.after[0] if figure.after else ""
    if figure.before and figure.before[-1] in "$€£":
        return bool(words & MONEY)
    if after in COINS and words & MONEY:
        return True
    if after == "%":
        return bool(words & SHARES)
    if after in ("years", "year", "year-old"):
        return "age" in words
    return bool(words & COUNTS) and any(word.endswith("s") for word in figure.after)


def stem(word: str) -> str:
    """Cuts a plural's ending: enough to find `nights` for `night`."""
    cut = word[:-1] if word.endswith("s") and len(word) > 3 and not word.endswith("ss") else word
    return "guest" if cut in PEOPLE else cut
