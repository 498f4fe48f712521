"""From what is said of a value to what it must be: schemas merged, and an option taken at every fork."""

from collections.abc import Callable, Sequence
from typing import Final

from .apart import Apart
from .checker import Checker
from .claims import Claim, Fork, Wish, weight
from .closing import close, few
from .demands import Demands
from .document import Document
from .failing import break_keyword, fail
from .meeting import meet
from .problem import Contradiction
from .reading import Reading

Order = Callable[[Fork], Sequence[int]]
"""Says in which order a fork's options shall be tried."""

MOST_KEPT = 8_000
"""How many claims are kept for one document, those in demands and those in wishes."""

MOST_FORKS = 150
DEEPEST_PROOF = 25
MERGE_WORK = 4
"""What a merge costs besides the claims that are read, in claims."""

ATTEMPTS_SHARE = 4
"""Into how many parts the allowance is cut, so that one bad start doesn't use it all."""

COMPLEX = "The schema is too complex to find a value for"


class Knowledge:
    """What was found out about one document and stays true: caches of pure functions, with a bound."""

    def __init__(self, document: Document, checker: Checker) -> None:
        self.document: Final = document
        self.checker: Final = checker
        self.apart: Final = Apart(document)
        self.merged: dict[Wish, Demands | Contradiction] = {}
        self.closed: dict[Wish, Demands | Contradiction] = {}
        self.impossible: dict[Wish, Contradiction | None] = {}
        self._size = 0

    def make_room(self, size: int) -> None:
        """Forgets all if what is kept would become too much."""
        self._size += size
        if self._size > MOST_KEPT:
            self._size = size
            for kept in (self.merged, self.closed, self.impossible):
                kept.clear()


class Allowance:
    """How many values may be made and how many claims read for one instance, over all attempts."""

    def __init__(self, values: int, claims: int) -> None:
        self.values = values
        self.claims = claims
        self._share = claims // ATTEMPTS_SHARE

    def part(self) -> "Allowance":
        """Returns what one attempt may use."""
        return Allowance(self.values, min(self.claims, self._share))

    def spend(self, part: "Allowance", before: int) -> None:
        """Takes off what an attempt has used."""
        self.claims -= before - part.claims
        self.values = part.values - 1


class Settler:
    """Settles wishes for one attempt at an instance."""

    def __init__(self, knowledge: Knowledge, allowance: Allowance) -> None:
        self.knowledge = knowledge
        self._allowance = allowance
        self._open: dict[Wish, None] = {}

    def settle(self, wish: Wish, order: Order) -> Demands:
        """Returns what is demanded once every fork is decided; raises `Contradiction` where no decision works."""
        return self._decide(wish, order, 0)

    def impossible(self, wish: Wish) -> Contradiction | None:
        """Returns why no value can meet a wish, as far as that is seen; None where one may, or where we had to stop
        looking, which isn't kept: the next attempt has an allowance of its own."""
        known = self.knowledge.impossible
        if wish in known:
            return known[wish]
        if wish in self._open or len(self._open) >= DEEPEST_PROOF:
            return None
        self._open[wish] = None
        found = None
        try:
            self.settle(wish, by_weight)
        except Contradiction as contradiction:
            found = contradiction.bare() if contradiction.proved else None
        finally:
            del self._open[wish]
        if found is not None or self._allowance.claims > 0:
            known[wish] = found
        return found

    def choices(self, wish: Wish) -> int | None:
        """Returns how many different values can meet a wish, where they are few and known."""
        try:
            demands = self._merged(wish)
            if demands.forks:
                return None
            demands = self._closed(wish, demands)
        except Contradiction:
            return None
        if demands.allowed is not None:
            return len(demands.allowed)
        return few(demands)

    @property
    def checker(self) -> Checker:
        return self.knowledge.checker

    def _decide(self, wish: Wish, order: Order, depth: int) -> Demands:
        demands = self._merged(wish)
        if not demands.forks:
            return self._closed(wish, demands)
        fork = demands.forks[0]
        self._allowance.claims -= 1 + len(wish.claims) // 8
        if depth > MOST_FORKS:
            raise Contradiction(fork.place, COMPLEX, proved=False)
        failures: list[Contradiction] = []
        for place in order(fork):
            try:
                option = self._needed(fork.options[place])
                return self._decide(self._extended(wish, demands, fork, option), order, depth + 1)
            except Contradiction as contradiction:
                failures.append(contradiction.bare())
                if self._allowance.claims <= 0:
                    break
        doubtful = next((failure for failure in failures if not failure.proved), None)
        if doubtful is not None:
            raise doubtful
        if self._allowance.claims <= 0:
            raise Contradiction(fork.place, COMPLEX, proved=False)
        if len(failures) == 1:
            raise failures[0]
        raise Contradiction(fork.place, f"None of the alternatives can be met: {failures[0].message}")

    def _needed(self, option: tuple[Claim, ...]) -> tuple[Claim, ...]:
        """Leaves out that a value fails what it can't meet anyway, as is usual for the branches of `oneOf`."""
        if len(option) < 2 or option[0].kind != "meets":
            return option
        kept = [option[0]]
        for claim in option[1:]:
            if claim.kind == "fails":
                if self.knowledge.apart.are(option[0].node, claim.node):
                    continue
                pair = Wish((option[0]._replace(owners=()), claim._replace(kind="meets")))
                if self.impossible(pair) is not None:
                    continue
            kept.append(claim)
        return tuple(kept)

    def _extended(self, wish: Wish, demands: Demands, fork: Fork, option: tuple[Claim, ...]) -> Wish:
        """Merges an option into demands that are known already."""
        longer = wish.take(fork, option)
        if longer not in self.knowledge.merged:
            self._keep(longer, lambda: merge(self.knowledge.document, option, demands, fork))
        return longer

    def _merged(self, wish: Wish) -> Demands:
        found = self.knowledge.merged.get(wish)
        if found is None:
            found = self._keep(wish, lambda: merge(self.knowledge.document, wish.claims))
        if isinstance(found, Contradiction):
            raise found.bare()
        return found

    def _keep(self, wish: Wish, work: Callable[[], Demands]) -> Demands | Contradiction:
        if self._allowance.claims <= 0:
            place = wish.claims[0].node.place if wish.claims else ()
            raise Contradiction(place, COMPLEX, proved=False)
        found: Demands | Contradiction
        self._allowance.claims -= MERGE_WORK + len(wish.claims) // 4
        try:
            found = work()
            self._allowance.claims -= found.work
        except Contradiction as contradiction:
            found = contradiction.bare()
        read = len(found.seen) if isinstance(found, Demands) else 0
        self.knowledge.make_room(len(wish.claims) + read + 1)
        self.knowledge.merged[wish] = found
        return found

    def _closed(self, wish: Wish, demands: Demands) -> Demands:
        found = self.knowledge.closed.get(wish)
        if found is None:
            try:
                close(demands, wish, self)
                found = demands
            except Contradiction as contradiction:
                found = contradiction.bare()
            proved = isinstance(found, Contradiction) and found.proved
            if proved or (isinstance(found, Demands) and self._allowance.claims > 0):
                self.knowledge.closed[wish] = found
        if isinstance(found, Contradiction):
            raise found.bare()
        return found


def merge(
    document: Document, claims: Sequence[Claim], before: Demands | None = None, taken: Fork | None = None
) -> Demands:
    """Adds up all that is said of a value, and all that follows from it without a choice; `before` is what was demanded
    already, of whose forks one is `taken`."""
    demands = Demands() if before is None else before.copy()
    todo = list(claims)
    seen = demands.seen
    work = 1
    for claim in todo:  # grows while we read it
        if claim in seen:
            continue
        seen[claim] = None
        work += 1
        match claim.kind:
            case "meets":
                meet(Reading(document, demands, claim, todo))
            case "fails":
                fail(Reading(document, demands, claim, todo))
            case "breaks":
                break_keyword(Reading(document, demands, claim, todo))
            case "has":
                demands.has(claim.detail, claim.node.place)
            case "lacks":
                demands.lacks(claim.detail, claim.node.place)
    demands.work = work
    if taken is not None:
        demands.forks.remove(taken)
    if demands.allowed is not None:
        demands.allow(list(demands.allowed.values()), demands.allowed_at)
    return demands


def by_weight(fork: Fork) -> Sequence[int]:
    """The lightest option first."""
    return sorted(range(len(fork.options)), key=lambda place: weight(fork.options[place]))
