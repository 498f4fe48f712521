"""Strings: from the prompt, from examples, by name, by pattern or format, and cut or filled to their length."""

import json
from base64 import b64encode
from collections.abc import Callable, Iterator

from .checker import is_format, matches
from .claims import Wish
from .crossing import crossing
from .demands import Demands
from .format_patterns import rounds
from .formats import text_of_format
from .lists import WORDS
from .making import Making, Spot
from .pattern import LOOKS
from .pattern_parts import PatternError
from .pattern_text import text_for
from .plausible import pick, text
from .problem import Contradiction
from .same import key_of
from .topics import topic_of

Chance = Callable[[], float]

MOST_TRIES = 30
NAMED_TRIES = 4
EASY_TRIES = 2
"""How often one demand after the other is tried before all are crossed."""

CROSSED_TRIES = 8
FREE_TRIES = 16
WORK = 25
"""What a try costs after these, in values made."""

SLOW = 10
"""How much more it costs where the validator has to go back in patterns."""

USUAL_MOST = 300
"""How long a text may be that one wouldn't call long."""

SAMPLE_RATE = 0.5
ODD_LETTERS = (
    "0123456789",
    "BCDFGHKLMNPRST",
    "bcdfghkmnprst",
    "aeiou",
    "-_.",
    "éøß",
    "abcdefghijklmnopqrstuvwxyz",
    " ",
)


def make_text(demands: Demands, spot: Spot, making: Making) -> str:
    """Returns a string that meets the demands; raises `Contradiction` where none is found."""
    if demands.samples:
        samples = [sample for sample in demands.samples if isinstance(sample, str)]
        topic = _topic(demands, spot)
        offered = making.offers.text(spot.name, topic, lambda value: fits(demands, value))
        if offered is not None:
            return offered
        if samples and making.chance() < SAMPLE_RATE:
            return pick(samples, making.chance)
    place = next(iter((*demands.patterns.values(), *demands.formats.values())), demands.big_at)
    work = WORK * SLOW if any(map(LOOKS.search, demands.patterns)) else WORK
    for tried, candidate in enumerate(_candidates(demands, spot, making)):
        if tried > FREE_TRIES:
            making.spend(work, place)
        if fits(demands, candidate):
            return candidate
    raise Contradiction(place, "We found no text that meets the demands", proved=False)


def _topic(demands: Demands, spot: Spot) -> str:
    topic = topic_of(spot.name, demands.title, demands.description, spot.around)
    return "country_code" if topic == "country" and demands.most_length <= 3 else topic


def fits(demands: Demands, candidate: object) -> bool:
    """Says whether a text meets all demands on texts."""
    if not isinstance(candidate, str) or not demands.least_length <= len(candidate) <= demands.most_length:
        return False
    if demands.excluded and key_of(candidate) in demands.excluded:
        return False
    return (
        all(matches(pattern, candidate) for pattern in demands.patterns)
        and not any(matches(pattern, candidate) for pattern in demands.not_patterns)
        and all(is_format(name, candidate) for name in demands.formats)
    )


def _candidates(demands: Demands, spot: Spot, making: Making) -> Iterator[str]:
    chance = making.chance
    topic = _topic(demands, spot)
    for name in demands.formats:
        offered = making.offers.format(name, lambda value: fits(demands, value))
        if offered is not None:
            yield offered
    if demands.written:
        yield from _written(demands, spot, making)
    if not demands.formats:
        offered = making.offers.text(spot.name, topic, lambda value: fits(demands, value))
        if offered is not None:
            yield offered
        for _ in range(NAMED_TRIES if topic or not demands.patterns else 0):
            yield text(topic, chance)
        if topic == "phone" and demands.patterns:
            yield text(topic, chance).replace("-", "")  # as E.164 has it
    for attempt in range(MOST_TRIES):
        if attempt == EASY_TRIES:
            yield from _crossed(demands, chance)
        for name in demands.formats:
            made = text_of_format(name, demands.least_length, demands.most_length, chance)
            if made is not None:
                yield made
        for pattern in demands.patterns:
            made = _by_pattern(pattern, demands.least_length, demands, chance)
            if made is not None:
                yield made
        if len(demands.patterns) > 1:
            parts = [_by_pattern(pattern, 0, demands, chance) or "" for pattern in demands.patterns]
            yield "".join(parts)
            yield "".join(reversed(parts))
        if attempt < NAMED_TRIES or demands.not_patterns or demands.excluded:
            yield filled(demands.least_length, demands.most_length, topic, chance)
            yield _odd(demands, attempt, chance)
        if attempt == NAMED_TRIES:
            yield ""


def _written(demands: Demands, spot: Spot, making: Making) -> Iterator[str]:
    """JSON for the schema of what is in the text."""
    try:
        value = making.make(Wish(tuple(demands.written)), spot.below(spot.name, spot.around, 1))
    except Contradiction:
        return
    written = json.dumps(value, ensure_ascii=False)
    yield b64encode(written.encode(errors="replace")).decode() if "base64" in demands.formats else written


def _crossed(demands: Demands, chance: Chance) -> Iterator[str]:
    """Texts that meet all patterns at once, those of the formats too: those one expects first."""
    for formats in rounds(demands.formats):
        found = crossing((*demands.patterns, *formats), tuple(demands.not_patterns))
        if found is None:
            continue
        for _ in range(CROSSED_TRIES):
            text = found.draw(demands.least_length, demands.most_length, chance)
            if text is None:
                break
            yield text


def _odd(demands: Demands, attempt: int, chance: Chance) -> str:
    """A text of letters that another pattern may have nothing against."""
    letters = ODD_LETTERS[attempt % len(ODD_LETTERS)]
    least = max(demands.least_length, min(1, demands.most_length))
    length = int(min(demands.most_length, least + int(chance() * 4)))
    return "".join(letters[int(chance() * len(letters))] for _ in range(length))


def _by_pattern(pattern: str, least: float, demands: Demands, chance: Chance) -> str | None:
    try:
        return text_for(pattern, least, min(demands.most_length, _long(demands)), chance)
    except PatternError:
        return None


def _long(demands: Demands) -> float:
    return max(demands.least_length * 2, USUAL_MOST * 100)


def filled(least: float, most: float, topic: str, chance: Chance) -> str:
    """Returns a text of a length between two bounds: sentences for a topic that has them, else words."""
    most = min(most, max(least, USUAL_MOST))
    said = text(topic, chance)
    joint = " "
    while len(said) < least:
        said += joint + (text("sentence", chance) if least > 40 else pick(WORDS, chance))
    said = said[: int(most)]
    if said != said.strip():
        said = said.strip() + "e" * (len(said) - len(said.strip()))
    return said
