"""Reads the text of a grammar: rules, groups, repetitions, character sets and literals.

As llama.cpp does, a line's end ends a rule, but not after `::=` or `|` nor in parentheses; the last definition of a
rule counts. Beyond it, names may hold `_`, and a part that may be empty can always be repeated.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from .characters import EVERYTHING, bare, chosen, literal, whole
from .parts import Choice, Compound, Letter, Literal, Part, Repeat, Sequence
from .problem import Trouble, brief

MOST_REPEATS = 2000
MOST_NESTED = 20_000

TOKEN = re.compile(
    r"""
    (?P<blank>[ \t]+|\#[^\r\n]*)
    |(?P<line>\r\n?|\n)
    |(?P<name>[A-Za-z0-9_-]+)
    |(?P<define>::=)
    |(?P<literal>"[^"\\]*+(?:\\.[^"\\]*+)*+")
    |(?P<set>\[[^\]\\]*+(?:\\.[^\]\\]*+)*+\])
    |(?P<bar>\|)
    |(?P<open>\()
    |(?P<close>\))
    |(?P<any>\.)
    |(?P<repeat>[*+?]|\{[^{}()\[\]"|]*\})
    |(?P<token>!?<(?:\[[0-9]+\]|[^>\[\r\n][^>\r\n]*)>)
    """,
    re.VERBOSE | re.DOTALL,
)
TIMES = re.compile(r"\{\s*([0-9]+)\s*(?:(,)\s*([0-9]*)\s*)?\}")

STRAY = {
    '"': "this quotation mark opens a literal that is not closed",
    "[": "this square bracket is not closed",
    "{": "{ must be followed by a number and }, as in {3}, {1,} or {1,5}",
    "<": "this is no token; <name> or <[number]> is",
    "!": "! must be followed by a token, as in !<name>",
    "'": "literals stand in double quotes",
    ":": "a rule is written name ::= …",
    "=": "a rule is written name ::= …",
    "/": "comments begin with #",
    ";": "the end of a line ends a rule; nothing else does",
    ",": "parts follow each other without a comma",
}


class Token(NamedTuple):
    """A word of the notation; at the end of the text its kind is `end`."""

    kind: str
    at: int
    text: str


class Draft(NamedTuple):
    """A grammar as it was read: its rules by name, those that were only mentioned too, and all compound parts."""

    rules: dict[str, Choice]
    compounds: list[Compound]


def parse(text: str) -> Draft:
    """Reads a grammar, or raises `Trouble` at its first fault."""
    parser = Parser(text)
    while (head := parser.head()) is not None:
        parser.body(*head)
    return Draft(parser.rules, parser.compounds)


class Parser:
    """The reading of one grammar."""

    def __init__(self, text: str) -> None:
        self.tokens = _tokens(text)
        self.rules: dict[str, Choice] = {}
        self.compounds: list[Compound] = []

    def head(self) -> tuple[Choice, int] | None:
        """Reads a rule's name and `::=`, or returns None at the end."""
        token = next(self.tokens)
        while token.kind == "line":
            token = next(self.tokens)
        if token.kind == "end":
            return None
        if token.kind == "bar":
            raise Trouble(token.at, "| begins no line; it goes to the end of the line before, or into parentheses")
        if token.kind != "name":
            raise Trouble(token.at, f"a rule's name must stand here, not {brief(token.text)}")
        after = next(self.tokens)
        if after.kind != "define":
            raise Trouble(after.at, f"::= must follow the rule's name {brief(token.text)}, not {_shown(after)}")
        return self.rule(token), token.at

    def rule(self, token: Token) -> Choice:
        """Returns the rule of a name, at its first mention a new one."""
        rule = self.rules.get(token.text)
        if rule is None:
            rule = self.rules[token.text] = Choice(token.at, token.text)
            self.compounds.append(rule)
        return rule

    def body(self, rule: Choice, at: int) -> None:
        """Reads a rule's alternatives, to the end of its line or further."""
        rule.defined, rule.at = True, at
        rule.alternatives = [sequence := Sequence()]
        groups: list[tuple[Choice, Sequence]] = []
        choice, lines_go_on = rule, True
        for token in self.tokens:
            kind = token.kind
            if kind == "line":
                if lines_go_on or groups:
                    continue
                return
            lines_go_on = False
            if kind == "end":
                break
            if kind == "bar":
                sequence, lines_go_on = Sequence(), True
                choice.alternatives.append(sequence)
            elif kind == "open":
                if len(groups) == MOST_NESTED:
                    raise Trouble(token.at, f"parentheses are nested too deeply; {MOST_NESTED} deep is the most")
                groups.append((choice, sequence))
                choice, sequence = Choice(token.at), Sequence()
                choice.alternatives.append(sequence)
                self.compounds.append(choice)
            elif kind == "close":
                if not groups:
                    raise Trouble(token.at, "this ) closes nothing")
                group = choice
                choice, sequence = groups.pop()
                _add(sequence, group, group.at)
            elif kind == "repeat":
                self.repeat(sequence, token)
            elif kind == "define":
                if groups:
                    break
                raise Trouble(
                    token.at, f"::= stands in the middle of the rule {brief(rule.name or '')}; each rule begins a line"
                )
            else:
                _add(sequence, self.part(token), token.at)
        if groups:
            raise Trouble(choice.at, "this ( is not closed")

    def part(self, token: Token) -> Part:
        """Reads what is neither a group nor a repetition."""
        if token.kind == "name":
            return self.rule(token)
        if token.kind == "literal":
            return Literal(literal(token.text[1:-1], token.at + 1))
        if token.kind == "set":
            return Letter(chosen(token.text[1:-1], token.at + 1))
        if token.kind == "any":
            return Letter(EVERYTHING)
        return _token(token)

    def repeat(self, sequence: Sequence, token: Token) -> None:
        """Lets the last part of a sequence be repeated."""
        low, high = _times(token)
        if not sequence.parts:
            raise Trouble(token.at, f"{brief(token.text)} has nothing before it to repeat")
        repeated = Repeat(sequence.parts[-1], low, high)
        sequence.parts[-1] = repeated
        self.compounds.append(repeated)


def _add(sequence: Sequence, part: Part, at: int) -> None:
    sequence.parts.append(part)
    sequence.places.append(at)


def _tokens(text: str) -> Iterator[Token]:
    at = 1 if text.startswith("\ufeff") else 0
    while at < len(text):
        found = TOKEN.match(text, at)
        if found is None:
            stray = text[at]
            raise Trouble(at, STRAY.get(stray, f"{stray!r} means nothing here"))
        kind = found.lastgroup or ""
        if kind != "blank":
            yield Token(kind, at, found[0])
        at = found.end()
    while True:
        yield Token("end", len(text), "")


def _times(token: Token) -> tuple[int, int | None]:
    """Reads how often something is repeated."""
    if token.text in "*+?":
        return (1 if token.text == "+" else 0), (1 if token.text == "?" else None)
    found = TIMES.fullmatch(token.text)
    if found is None:
        raise Trouble(token.at, f"{brief(token.text)} is no number of repetitions; {{3}}, {{1,}} and {{1,5}} are")
    counts = [number.lstrip("0") or "0" for number in (found[1], found[3]) if number]
    for number in counts:
        if len(number) > len(str(MOST_REPEATS)) or int(number) > MOST_REPEATS:
            raise Trouble(token.at, f"{brief(token.text)} repeats too often; {MOST_REPEATS} times is the most")
    low = int(counts[0])
    high = low if found[2] is None else int(counts[1]) if found[3] else None
    if high is not None and high < low:
        raise Trouble(token.at, f"{brief(token.text)} has its numbers the wrong way round: {{{high},{low}}}")
    return low, high


def _token(token: Token) -> Part:
    """Reads a token of the model's vocabulary: it is written as it is spelled, all but one as a single character."""
    if token.text.startswith("!"):
        return Letter(EVERYTHING)
    if token.text.startswith("<["):
        number = token.text[2:-2]
        raise Trouble(token.at, f"mockllm does not know what token {brief(number)} spells; write <name>, or a literal")
    return Literal(whole(bare(token.text, token.at)))


def _shown(token: Token) -> str:
    return {"end": "the end", "line": "the end of the line"}.get(token.kind, brief(token.text))
