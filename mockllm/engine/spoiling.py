"""Decides whether an answer is spoilt, and spoils it."""

from collections.abc import Sequence

from mockllm import seeds
from mockllm.core import Chance, Memory, Outgoing, Reply, Request, Spoiler, Writer


class Spoiling:
    """What goes wrong with one answer: those of its spoilers whose rate says so.

    A rate draws from the server's seed, the rule, what decides the request's text, and how often that was asked in its
    namespace before; so the same requests in the same order meet the same faults.
    """

    def __init__(
        self, spoilers: Sequence[Spoiler], seed: int, rule: str | None, request: Request, memory: Memory, writer: Writer
    ) -> None:
        key = writer.fingerprint(request)
        sure = all(spoiler.rate >= 1 for spoiler in spoilers)  # what strikes always need not be counted
        nth = 0 if sure else memory.count(f"spoilt:{rule}:{key.hex()}")
        self._struck: list[tuple[Spoiler, Chance]] = []
        for place, spoiler in enumerate(spoilers):
            chance = seeds.chances("fault", seed, rule, key, nth, place)
            if chance() < spoiler.rate:
                self._struck.append((spoiler, chance))
        self._request = request

    def replies(self, replies: Sequence[Reply]) -> tuple[Reply, ...]:
        """Spoils what is said."""
        said = list(replies)
        for spoiler, chance in self._struck:
            said = [spoiler.reply(reply, self._request, chance) for reply in said]
        return tuple(said)

    def outgoing(self, outgoing: Outgoing) -> Outgoing:
        """Spoils what is sent."""
        for spoiler, chance in self._struck:
            outgoing = spoiler.outgoing(outgoing, chance)
        return outgoing
