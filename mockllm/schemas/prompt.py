"""Finds numbers, quotations, names, places, addresses, dates and words in a prompt."""

import re
from datetime import date

from .clues import Clues, Figure, Name
from .lists import CITIES, COUNTRIES, CURRENCIES, FIRST_NAMES, MONTHS, STARTS, WEEKDAYS
from .places import globs_in, paths_in, repositories_in

LONGEST_READ = 20_000
MOST_OF_A_SORT = 64
MOST_WORDS = 400
LONGEST_QUOTATION = 200
USUAL_YEAR = 2026
"""The year of a date that is said without one: we ask no clock."""


EMAIL = re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}")
URL = re.compile(r"https?://[^\s<>\"'`]{1,300}")
ISO_MOMENT = re.compile(r"\b\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2})?(?:\.\d{1,6})?(?:Z|[+-]\d{2}:\d{2})?")
ISO_DATE = re.compile(r"\b(\d{4})-(\d{2})-(\d{2})\b")
MONTH = "|".join(MONTHS)
DAY = r"(\d{1,2})(?:st|nd|rd|th)?"
SPOKEN_DATE = re.compile(rf"\b(?:({MONTH}) {DAY}|{DAY}(?: of)? ({MONTH}))\b,? ?(\d{{4}})?")
TIME = re.compile(r"\b([01]?\d|2[0-3]):([0-5]\d)(?::[0-5]\d)?\b")
PHONE = re.compile(r"(?<![\w+])\+?\d{1,3}[ -]\(?\d{2,4}\)?[ -]\d{3,4}(?:[ -]\d{2,4})?\b")
UP_TO = f"{{1,{LONGEST_QUOTATION}}}"
QUOTATION = re.compile(rf"\"([^\"\n]{UP_TO})\"|“([^”\n]{UP_TO})”|(?<!\w)'([^'\n]{UP_TO})'(?!\w)|`([^`\n]{UP_TO})`")
TOKEN = re.compile(
    r"-?\d+(?:,\d{3})+(?:\.\d+)?(?!\w)|(?<![\w.])-?\d+(?:\.\d+)?(?!\w)|[^\W\d_][\w'’-]*|\w+|[=:.,;!?$€£%&\n]"
)
NUMBER = re.compile(r"-?\d[\d,]*(?:\.\d+)?")
KEY = r"[`\"']?\w{1,40}[`\"']?"
NAMED = re.compile(
    r"\b(?:keys?|fields?|properties|attributes|columns?)\b(?: (?:named|called|are))?:?[ \n]?"
    rf"((?:{KEY}(?:, ?(?:and )?| and ))*{KEY})"
)
SPELLED = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12, "dozen": 12, "twenty": 20, "thirty": 30, "hundred": 100,
}  # fmt: skip
NO_NAMES = frozenset((*MONTHS, *WEEKDAYS, *STARTS))
"""Words with a capital that are no names."""

SIGNS = {"$": "USD", "€": "EUR", "£": "GBP"}
MONEY = frozenset(CURRENCIES)

PLACES = frozenset((*CITIES, *COUNTRIES))
SMALL_PLACES = {place.lower(): place for place in (*CITIES, *COUNTRIES)}


def clues_in(text: str) -> Clues:
    """Finds the clues in the beginning of a text."""
    text = text[:LONGEST_READ].encode("utf-8", "replace").decode()
    quoted = tuple(next(filter(None, groups)) for groups in QUOTATION.findall(text)[:MOST_OF_A_SORT])
    tokens = tuple(TOKEN.findall(text)[: 4 * MOST_WORDS])
    plain = EMAIL.sub(" ", URL.sub(" ", text))
    bare = ISO_DATE.sub(" ", TIME.sub(" ", PHONE.sub(" ", plain)))
    return Clues(
        numbers=_numbers(TOKEN.findall(bare)[: 4 * MOST_WORDS]),
        quoted=quoted,
        names=_names(tokens),
        emails=tuple(EMAIL.findall(text)[:MOST_OF_A_SORT]),
        urls=tuple(url.rstrip(".,;:!?)") for url in URL.findall(text)[:MOST_OF_A_SORT]),
        phones=tuple(PHONE.findall(text)[:MOST_OF_A_SORT]),
        dates=_dates(text),
        moments=tuple(ISO_MOMENT.findall(text)[:MOST_OF_A_SORT]),
        times=tuple(f"{int(hour):02}:{minute}" for hour, minute in TIME.findall(text)[:MOST_OF_A_SORT]),
        words=tuple(token.lower() for token in tokens if token[0].isalpha())[:MOST_WORDS],
        tokens=tokens,
        small=tuple(token.lower() for token in tokens),
        paths=paths_in(plain)[:MOST_OF_A_SORT],
        globs=globs_in(plain)[:MOST_OF_A_SORT],
        repositories=repositories_in(text)[:MOST_OF_A_SORT],
        currencies=tuple(SIGNS.get(token, token) for token in tokens if token in SIGNS or token in MONEY),
        keys=_keys(text),
        lowered=" " + " ".join(token.lower() for token in tokens if token[0].isalnum()) + " ",
        sentence=_sentence(text),
    )


def _numbers(tokens: list[str]) -> tuple[Figure, ...]:
    found: list[Figure] = []
    for place, token in enumerate(tokens):
        value: int | float
        if NUMBER.fullmatch(token) and len(token) < 18:
            plain = token.replace(",", "")
            value = float(plain) if "." in plain else int(plain)
        elif token.lower() in SPELLED:
            value = SPELLED[token.lower()]
        else:
            continue
        before = tuple(word.lower() for word in tokens[max(0, place - 3) : place])
        after = tuple(word.lower() for word in tokens[place + 1 : place + 3])
        found.append(Figure(value, before, after))
        if len(found) >= MOST_OF_A_SORT:
            break
    return tuple(found)


def _names(tokens: tuple[str, ...]) -> tuple[Name, ...]:
    """Runs of capitalised words; the first word of a sentence only counts where it goes on, or is a place."""
    found: list[Name] = []
    run: list[str] = []
    before = ""
    at_start = start_of_run = True
    for said in (*tokens, "\n"):
        word = SMALL_PLACES.get(said, said)
        capital = word[0].isupper() and len(word) > 1 and word not in NO_NAMES and word not in MONEY
        if capital and (not run or len(run) < 4):
            if not run:
                start_of_run = at_start
            run.append(word)
        else:
            if run and (len(run) > 1 or not start_of_run or run[0] in PLACES):
                if start_of_run and len(run) > 1 and run[1] in FIRST_NAMES:
                    run = run[1:]  # "Invite Clara Meyer"
                found.append(Name(_unpossessive(" ".join(run)), before))
            run = [word] if capital else []
            before = word.lower()
        at_start = word in ".!?\n:"
    return tuple(found[:MOST_OF_A_SORT])


def _unpossessive(name: str) -> str:
    return name.removesuffix("'s").removesuffix("’s")


def _dates(text: str) -> tuple[str, ...]:
    found: list[tuple[int, str]] = []
    for match in ISO_DATE.finditer(text):
        _add_date(found, match.start(), *map(int, match.groups()))
    for match in SPOKEN_DATE.finditer(text):
        month, day, other_day, other_month, year = match.groups()
        _add_date(
            found, match.start(), int(year or 2026), MONTHS.index(month or other_month) + 1, int(day or other_day)
        )
    return tuple(day for _, day in sorted(found)[:MOST_OF_A_SORT])


def _add_date(found: list[tuple[int, str]], place: int, year: int, month: int, day: int) -> None:
    try:
        found.append((place, date(year, month, day).isoformat()))
    except ValueError:
        return


def _keys(text: str) -> tuple[str, ...]:
    match = NAMED.search(text)
    if match is None:
        return ()
    names = re.findall(r"\w+", match[1])
    return tuple(name for name in dict.fromkeys(names) if name.lower() not in ("and", "the", "with", "are", "is"))[:12]


def _sentence(text: str) -> str:
    """The last sentence that isn't empty, without its full stop."""
    pieces = [piece.strip() for piece in re.split(r"[.!?\n]+(?:\s|$)", text[-600:]) if piece.strip()]
    return pieces[-1] if pieces else ""
