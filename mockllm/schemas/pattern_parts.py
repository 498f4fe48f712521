"""The parts a pattern is made of; each knows the least and the most characters it stands for."""

from math import inf

from .characters import Span


class PatternError(Exception):
    """A pattern, or a part of one, that we don't know how to write texts for."""


class Part:
    """A part of a pattern; the plain one stands for no characters."""

    __slots__ = ("least", "most")

    def __init__(self, least: float = 0, most: float = 0) -> None:
        self.least = least
        self.most = most


class Start(Part):
    __slots__ = ()


class End(Part):
    __slots__ = ()


class OneOf(Part):
    """One character out of some."""

    __slots__ = ("spans",)

    def __init__(self, spans: tuple[Span, ...]) -> None:
        super().__init__(1, 1)
        self.spans = spans


class Row(Part):
    """Parts one after the other."""

    __slots__ = ("parts",)

    def __init__(self, parts: list[Part]) -> None:
        super().__init__(sum(part.least for part in parts), sum(part.most for part in parts))
        self.parts = parts


class Choice(Part):
    """One of several parts."""

    __slots__ = ("options",)

    def __init__(self, options: list[Part]) -> None:
        super().__init__(min(part.least for part in options), max(part.most for part in options))
        self.options = options


class Repeat(Part):
    """A part some times over."""

    __slots__ = ("high", "low", "part")

    def __init__(self, part: Part, low: int, high: float) -> None:
        super().__init__(low * part.least, high * part.most if part.most else 0)
        self.part = part
        self.low = low
        self.high = high


class Group(Part):
    """A part that can be said again."""

    __slots__ = ("name", "part")

    def __init__(self, part: Part, name: int | str) -> None:
        super().__init__(part.least, part.most)
        self.part = part
        self.name = name


class Again(Part):
    """What a group stood for before."""

    __slots__ = ("name",)

    def __init__(self, name: int | str) -> None:
        super().__init__(0, inf)
        self.name = name


class Look(Part):
    """A condition on what follows a place, or on what stands before it; a `negative` one must not hold."""

    __slots__ = ("behind", "negative", "part")

    def __init__(self, part: Part, *, behind: bool, negative: bool) -> None:
        super().__init__()
        self.part = part
        self.behind = behind
        self.negative = negative
