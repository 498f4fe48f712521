"""Sets of characters as patterns name them, and which of them look well in a text."""

import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache

Span = tuple[int, int]
"""Two code points, both of them included."""

LAST = 0x10FFFF
SURROGATES = (0xD800, 0xDFFF)
EVERYTHING: tuple[Span, ...] = ((0, LAST),)
DIGITS: tuple[Span, ...] = ((48, 57),)
WORD: tuple[Span, ...] = ((48, 57), (65, 90), (95, 95), (97, 122))
SPACE: tuple[Span, ...] = ((9, 13), (32, 32))
LINE_ENDS: tuple[Span, ...] = ((10, 10), (13, 13), (0x2028, 0x2029))

SCRIPTS: dict[str, tuple[Span, ...]] = {
    "Latin": ((65, 90), (97, 122), (0xC0, 0xD6), (0xD8, 0xF6), (0xF8, 0x24F)),
    "Greek": ((0x391, 0x3A1), (0x3A3, 0x3A9), (0x3B1, 0x3C9)),
    "Cyrillic": ((0x410, 0x44F),),
    "Hebrew": ((0x5D0, 0x5EA),),
    "Arabic": ((0x627, 0x63A), (0x641, 0x64A)),
    "Han": ((0x4E00, 0x9FA5),),
    "Hiragana": ((0x3041, 0x3096),),
    "Katakana": ((0x30A1, 0x30FA),),
    "Hangul": ((0xAC00, 0xD7A3),),
    "Thai": ((0xE01, 0xE30),),
    "Devanagari": ((0x905, 0x939),),
}
CATEGORIES = {
    "Letter": "L", "Lowercase_Letter": "Ll", "Uppercase_Letter": "Lu", "Lowercase": "Ll", "Uppercase": "Lu",
    "Alphabetic": "L", "Alpha": "L", "Number": "N", "Decimal_Number": "Nd", "digit": "Nd", "Punctuation": "P",
    "punct": "P", "Symbol": "S", "Separator": "Z", "Space_Separator": "Zs", "Mark": "M",
}  # fmt: skip
CATEGORIES_END = 0x600
"""General categories are looked up below this code point; later ones have nothing a pattern can't do without."""

POSIX: dict[str, tuple[Span, ...]] = {
    "alpha": ((65, 90), (97, 122)),
    "digit": DIGITS,
    "alnum": ((48, 57), (65, 90), (97, 122)),
    "upper": ((65, 90),),
    "lower": ((97, 122),),
    "space": SPACE,
    "xdigit": ((48, 57), (65, 70), (97, 102)),
    "word": WORD,
    "punct": ((33, 47), (58, 64), (91, 96), (123, 126)),
}

PRINTABLE = range(32, 127)
WIDE = 70
"""So many printable characters and a class means "anything": letters and digits will do."""

MOST_SHOWN = 64


def without(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Returns all characters that are in none of the spans."""
    left: list[Span] = []
    start = 0
    for low, high in sorted(spans):
        if low > start:
            left.append((start, low - 1))
        start = max(start, high + 1)
    if start <= LAST:
        left.append((start, LAST))
    return tuple(left)


@lru_cache(64)
def named(name: str) -> tuple[Span, ...] | None:
    """Returns the characters of a Unicode property (`L`, `Lu`, `Script=Greek`, …), or None if we don't know it."""
    key, _, value = name.partition("=")
    value = (value or key).strip("^")
    if value in SCRIPTS:
        return SCRIPTS[value]
    category = CATEGORIES.get(value, value)
    if category in ("Any", "Assigned"):
        return EVERYTHING
    found = [(code, code) for code in range(CATEGORIES_END) if unicodedata.category(chr(code)).startswith(category)]
    return tuple(found) or None


@lru_cache(1024)
def shown(spans: tuple[Span, ...]) -> Sequence[str]:
    """Returns the characters of a set that we write, the plain ones where it has them."""
    plain = [chr(code) for code in PRINTABLE if _has(spans, code)]
    if len(plain) > WIDE or (len(plain) > MOST_SHOWN and " " in plain):
        plain = [character for character in plain if character.isalnum()] or plain
    if plain:
        return plain
    rest: list[str] = []
    for low, high in spans:
        codes = range(low, min(high, low + MOST_SHOWN) + 1)
        rest.extend(chr(code) for code in codes if not SURROGATES[0] <= code <= SURROGATES[1])
        if len(rest) >= MOST_SHOWN:
            break
    return rest


def _has(spans: tuple[Span, ...], code: int) -> bool:
    return any(low <= code <= high for low, high in spans)
