"""Asks everything once, several requests at a time, since some of them wait for their timeouts."""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import pytest
from clients import CLIENTS, EXTRA, Ask
from orders import ERRORS, ORDERS, RULES, Asked, Order
from seen import Seen

SIDE_BY_SIDE = 4

Asks = Mapping[tuple[str, Ask], Seen]


@dataclass(frozen=True)
class All:
    """What came of all requests, by client and request."""

    asks: Asks

    def fault(self, client: str, order: Order, *, stream: bool) -> Seen:
        return self.asks[client, fault(order, stream=stream)]

    def plain(self, client: str, asked: Asked, *, stream: bool) -> Seen:
        """What is seen without a fault."""
        return self.asks[client, Ask(stream=stream, asked=asked)]

    def error(self, client: str, name: str, *, stream: bool) -> Seen:
        return self.asks[client, error(name, stream=stream)]


@pytest.fixture(scope="session")
def everything() -> All:
    """All faults and errors, and the answers without them."""
    ways = [True, False]
    asks = [
        *(fault(order, stream=stream) for order in ORDERS for stream in ways),
        *(error(name, stream=stream) for name in ERRORS for stream in ways),
        *(ask for said, order in RULES.items() for stream in ways for ask in three_ways(said, order, stream=stream)),
        *(Ask(stream=stream, asked=asked) for asked in EXTRA for stream in ways),
    ]
    pairs = [(client, ask) for client in CLIENTS for ask in dict.fromkeys(asks)]
    with ThreadPoolExecutor(SIDE_BY_SIDE) as pool:
        return All(asks=dict(zip(pairs, pool.map(lambda pair: CLIENTS[pair[0]](pair[1]), pairs), strict=True)))


def fault(order: Order, *, stream: bool) -> Ask:
    return Ask(stream=stream, order=order.text, asked=order.asked, patient=order.patient)


def error(name: str, *, stream: bool) -> Ask:
    return Ask(stream=stream, order=name, patient=name != "timeout")


def three_ways(question: str, order: str, *, stream: bool) -> list[Ask]:
    """The same order in a header, by a rule for this question, and behind the model's name."""
    patient = "hang" not in order
    return [
        Ask(stream=stream, order=order, patient=patient),
        Ask(stream=stream, question=question, patient=patient),
        Ask(stream=stream, suffix=f":mock-{order}", patient=patient),
    ]
