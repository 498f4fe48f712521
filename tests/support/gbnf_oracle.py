"""Says whether a text is a sentence of a grammar: a second reader of GBNF, and Earley's recogniser over characters.

It shares nothing with `mockllm.grammars`: the notation is read by recursive descent and rewritten as llama.cpp does
it, repetitions as rules of their own. It takes only grammars without faults.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

Terminal = Callable[[str], bool]
Symbol = str | Terminal
Body = tuple[Symbol, ...]
State = tuple[str, Body, int, int]
"""A rule, the alternative that is tried, how far it has come, and where it began."""

ESCAPES = {"t": "\t", "r": "\r", "n": "\n"}
HEX = {"x": 2, "u": 4, "U": 8}


@dataclass
class Recogniser:
    """The rules of one grammar, by name."""

    rules: dict[str, list[Body]] = field(default_factory=dict)
    nullable: set[str] = field(default_factory=set)

    def accepts(self, text: str) -> bool:
        """Says whether the text is a sentence of `root`."""
        start: State = ("", ("root",), 0, 0)
        columns: list[list[State]] = [[start]]
        waiting: list[dict[str, list[State]]] = []
        for place in range(len(text) + 1):
            column = columns[place]
            seen = set(column)
            wants: dict[str, list[State]] = {}
            waiting.append(wants)
            columns.append([])
            following: set[State] = set()

            def add(state: State, column: list[State] = column, seen: set[State] = seen) -> None:
                if state not in seen:
                    seen.add(state)
                    column.append(state)

            for state in column:  # grows while it is gone through
                name, body, dot, origin = state
                if dot == len(body):
                    for wanting in list(waiting[origin].get(name, ())):
                        add((wanting[0], wanting[1], wanting[2] + 1, wanting[3]))
                    continue
                symbol = body[dot]
                if isinstance(symbol, str):
                    wants.setdefault(symbol, []).append(state)
                    for alternative in self.rules[symbol]:
                        add((symbol, alternative, 0, place))
                    if symbol in self.nullable:
                        add((name, body, dot + 1, origin))
                elif place < len(text) and symbol(text[place]):
                    moved = (name, body, dot + 1, origin)
                    if moved not in following:
                        following.add(moved)
                        columns[place + 1].append(moved)
            if place < len(text) and not columns[place + 1]:
                return False
        return ("", ("root",), 1, 0) in columns[len(text)]

    def find_nullable(self) -> None:
        """Finds the rules that have the empty sentence."""
        while True:
            before = len(self.nullable)
            for name, bodies in self.rules.items():
                if any(all(isinstance(one, str) and one in self.nullable for one in body) for body in bodies):
                    self.nullable.add(name)
            if len(self.nullable) == before:
                return


def recogniser(grammar: str) -> Recogniser:
    """Reads a grammar."""
    reading = _Reading(grammar.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"))
    reading.grammar()
    made = Recogniser(reading.rules)
    made.find_nullable()
    return made


class _Reading:
    def __init__(self, text: str) -> None:
        self.text = text + "\0"
        self.at = 0
        self.rules: dict[str, list[Body]] = {}

    def blank(self, lines: bool) -> None:
        while self.text[self.at] in (" \t#\n" if lines else " \t#"):
            if self.text[self.at] == "#":
                while self.text[self.at] not in "\n\0":
                    self.at += 1
            else:
                self.at += 1

    def name(self) -> str:
        begin = self.at
        while self.text[self.at].isascii() and (self.text[self.at].isalnum() or self.text[self.at] in "-_"):
            self.at += 1
        assert self.at > begin, self.text[begin : begin + 20]
        return self.text[begin : self.at]

    def grammar(self) -> None:
        self.blank(lines=True)
        while self.text[self.at] != "\0":
            name = self.name()
            self.blank(lines=False)
            self.expect("::=")
            self.blank(lines=True)
            self.rules[name] = self.alternatives(nested=False)
            assert self.text[self.at] in "\n\0", self.text[self.at : self.at + 20]
            self.blank(lines=True)

    def expect(self, text: str) -> None:
        assert self.text.startswith(text, self.at), self.text[self.at : self.at + 20]
        self.at += len(text)

    def alternatives(self, nested: bool) -> list[Body]:
        bodies = [self.sequence(nested)]
        while self.text[self.at] == "|":
            self.at += 1
            self.blank(lines=True)
            bodies.append(self.sequence(nested))
        return bodies

    def fresh(self, bodies: list[Body]) -> str:
        name = f"<{len(self.rules)}>"
        self.rules[name] = bodies
        return name

    def sequence(self, nested: bool) -> Body:
        parts: list[Body] = []
        while True:
            sign = self.text[self.at]
            if sign == '"':
                parts.append(self.literal())
            elif sign == "[":
                parts.append((self.set(),))
            elif sign == ".":
                self.at += 1
                parts.append((lambda _: True,))
            elif sign in "<!":
                parts.append(self.token())
            elif sign == "(":
                self.at += 1
                self.blank(lines=True)
                name = self.fresh([])
                self.rules[name] = self.alternatives(nested=True)
                self.expect(")")
                parts.append((name,))
            elif sign in "*+?{":
                parts[-1] = self.repeat(parts[-1])
            elif sign not in "|)\n\0":
                parts.append((self.name(),))
            else:
                return tuple(symbol for part in parts for symbol in part)
            self.blank(lines=nested)

    def repeat(self, part: Body) -> Body:
        sign = self.text[self.at]
        self.at += 1
        low, high = {"*": (0, None), "+": (1, None), "?": (0, 1)}.get(sign, (0, 0))
        if sign == "{":
            inside, _, _ = self.text[self.at :].partition("}")
            self.at += len(inside) + 1
            first, comma, second = inside.partition(",")
            low = int(first)
            high = (int(second) if second.strip() else None) if comma else low
        if high is None:
            name = self.fresh([])
            self.rules[name] = [(*part, name), ()]
            return part * low + (name,)
        rest: Body = ()
        for _ in range(high - low):
            rest = (self.fresh([part + rest, ()]),)
        return part * low + rest

    def literal(self) -> Body:
        self.at += 1
        letters: list[str] = []
        while self.text[self.at] != '"':
            letters.append(self.character())
        self.at += 1
        return tuple(_one(letter) for letter in letters)

    def token(self) -> Body:
        begin, self.at = self.at, self.text.index(">", self.at) + 1
        spelling = self.text[begin : self.at]
        if spelling.startswith("!"):
            return (lambda _: True,)
        return tuple(_one(letter) for letter in spelling)

    def set(self) -> Terminal:
        self.at += 1
        negated = self.text[self.at] == "^"
        self.at += negated
        ranges: list[tuple[str, str]] = []
        while self.text[self.at] != "]":
            first = last = self.character()
            if self.text[self.at] == "-" and self.text[self.at + 1] != "]":
                self.at += 1
                last = self.character()
            ranges.append((first, last))
        self.at += 1
        return lambda letter: any(first <= letter <= last for first, last in ranges) != negated

    def character(self) -> str:
        sign = self.text[self.at]
        self.at += 1
        if sign != "\\":
            return sign
        escape = self.text[self.at]
        self.at += 1
        digits = HEX.get(escape, 0)
        if not digits:
            return ESCAPES.get(escape, escape)
        self.at += digits
        return chr(int(self.text[self.at - digits : self.at], 16))


def _one(letter: str) -> Terminal:
    return lambda other: other == letter
