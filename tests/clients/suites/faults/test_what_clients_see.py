"""Each fault is seen as the failure it stands for, by three clients; docs/faults.md says what they see."""

import errno
import os
from collections.abc import Iterator

import pytest
from clients import CLIENTS, Ask
from conftest import All, three_ways
from orders import ERRORS, LATE, ORDERS, RESET, RULES, UNNOTICED, WHOLE, Order
from seen import Seen
from tables import cell, held, table, write

SDKS = {"openai": "openai", "fireworks-ai": "fireworks"}
REWRITE = 'WRITE_TABLES=1 make test-clients ARGS="--only faults"'

each_way = pytest.mark.parametrize("stream", [True, False], ids=["streamed", "whole"])
each_order = pytest.mark.parametrize("order", ORDERS, ids=str)
each_client = pytest.mark.parametrize("client", CLIENTS)
each_sdk = pytest.mark.parametrize("client", SDKS)


@each_way
@each_order
def test_a_plain_client_sees_what_the_fault_stands_for(everything: All, order: Order, stream: bool) -> None:
    """Nothing stands between it and the connection."""
    plain = everything.plain("httpx", order.asked, stream=stream)
    seen = everything.fault("httpx", order, stream=stream)
    assert seen.verdict(plain) == (order.streamed if stream else order.body)


@each_way
@each_order
@each_sdk
def test_an_sdk_sees_the_same_in_its_own_words(everything: All, client: str, order: Order, stream: bool) -> None:
    """Only a piece of an event at the end of a stream is passed over by both, which a reader of lines takes for one."""
    wanted = order.streamed if stream else order.body
    if order.text == "truncate=600 bytes" and stream:
        wanted = UNNOTICED
    verdict = everything.fault(client, order, stream=stream).verdict(
        everything.plain(client, order.asked, stream=stream)
    )
    assert word(verdict) == word(wanted)


def word(verdict: str) -> str:
    """What a verdict says, however a client calls it: SDKs wrap what HTTP raises before the stream, and some in it."""
    if verdict in (WHOLE, UNNOTICED):
        return verdict
    kind = verdict.partition(".")[2]
    if "Timeout" in kind:
        return "late"
    if kind in ("APIConnectionError", "RemoteProtocolError", "ReadError"):
        return "cut"
    return "no JSON" if kind == "JSONDecodeError" else "status"


@each_way
@each_client
def test_a_reset_is_one_down_to_the_socket(everything: All, client: str, stream: bool) -> None:
    """And nothing else is."""
    for order in ORDERS:
        reset = (order.streamed if stream else order.body) == RESET
        assert (errno.ECONNRESET in numbers(everything.fault(client, order, stream=stream))) == reset, order


def numbers(seen: Seen) -> Iterator[int | None]:
    """The numbers the system gave to what went wrong."""
    error: BaseException | None = seen.exception
    while error is not None:
        yield getattr(error, "errno", None)
        error = error.__cause__ or error.__context__


@each_client
def test_what_came_before_the_end_is_there(everything: All, client: str) -> None:
    """Three chunks are the role and two words."""
    for order in ORDERS:
        if "3 chunks" in order.text and "200ms" not in order.text:
            assert everything.fault(client, order, stream=True).text == "High tide", order


@each_way
@pytest.mark.parametrize("name", ERRORS)
@each_sdk
def test_an_error_has_the_sdk_s_own_class(everything: All, client: str, name: str, stream: bool) -> None:
    """Of an answer with a status, except where none comes."""
    seen = everything.error(client, name, stream=stream)
    assert seen.error
    if name == "timeout":
        assert (seen.error, seen.status) == (f"{SDKS[client]}.APITimeoutError", None)
    else:
        assert seen.error.startswith(f"{SDKS[client]}.")
        assert seen.status
    assert seen == everything.error(client, name, stream=not stream)


@pytest.mark.parametrize("name", ERRORS)
def test_an_error_is_a_status_to_httpx(everything: All, name: str) -> None:
    """The same as to Fireworks' own client."""
    seen = everything.error("httpx", name, stream=False)
    assert seen.error == (LATE if name == "timeout" else "httpx.HTTPStatusError")
    assert seen.status == everything.error("fireworks-ai", name, stream=False).status


@each_sdk
def test_clients_are_told_when_to_come_again(client: str) -> None:
    """In the header that both SDKs wait for."""
    exception = CLIENTS[client](Ask(stream=False, order="429; retry_after=1500ms")).exception
    assert exception.response.headers["retry-after"] == "2"


@pytest.mark.parametrize(("question", "order"), RULES.items())
@each_way
@each_client
def test_it_is_the_same_whoever_orders(everything: All, client: str, stream: bool, question: str, order: str) -> None:
    """A header, a rule of a scenario, or the model's name."""
    by_header, by_rule, by_model = (everything.asks[client, ask] for ask in three_ways(question, order, stream=stream))
    assert by_header == by_rule == by_model
    assert by_header != everything.plain(client, "text", stream=stream)


def tables(everything: All) -> dict[str, str]:
    """The page's tables, as they should be."""

    def faults(order: Order, *, stream: bool) -> list[str]:
        plain = {client: everything.plain(client, order.asked, stream=stream) for client in CLIENTS}
        return [cell(everything.fault(client, order, stream=stream), plain[client]) for client in CLIENTS]

    def errors(name: str) -> list[str]:
        return [cell(everything.error(client, name, stream=False), Seen()) for client in SDKS]

    return {
        "streams": table("fault", list(CLIENTS), {str(order): faults(order, stream=True) for order in ORDERS}),
        "bodies": table("fault", list(CLIENTS), {str(order): faults(order, stream=False) for order in ORDERS}),
        "errors": table("error", list(SDKS), {f"`{name}`": errors(name) for name in ERRORS}),
    }


@pytest.mark.parametrize("name", ["streams", "bodies", "errors"])
def test_the_page_says_what_was_seen(everything: All, name: str) -> None:
    """To the letter."""
    seen = tables(everything)[name]
    if os.environ.get("WRITE_TABLES"):
        write(name, seen)
    assert held(name) == seen, f"docs/faults.md is not what was seen; to write it anew: {REWRITE}"
