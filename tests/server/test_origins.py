"""Which web pages may ask."""

import io

import pytest
from asgi_client import Got, call
from starlette.types import ASGIApp
from toy import Toy, site

from mockllm.server.log import Log

CHAT = "/v1/chat/completions"
PREFLIGHT = {"access-control-request-method": "POST", "access-control-request-headers": "authorization, content-type"}
PRIVATE = "access-control-request-private-network"
ALLOWED = "access-control-allow-origin"


def preflight(app: ASGIApp, origin: str, path: str = CHAT) -> Got:
    return call(app, path, method="OPTIONS", headers={"origin": origin, **PREFLIGHT})


@pytest.mark.parametrize(
    "origin",
    [
        "http://localhost:3000",
        "http://localhost",
        "https://127.0.0.1:8443",
        "http://[::1]:5173",
        "http://app.localhost:3000",
        "https://a.b-c.localhost",
    ],
)
def test_pages_on_this_machine_may_ask(origin: str) -> None:
    """The preflight is answered, and so is the request."""
    app = site(Toy())
    got = preflight(app, origin)
    assert (got.status, got.headers[ALLOWED]) == (200, origin)
    assert "authorization" in got.headers["access-control-allow-headers"]
    assert call(app, CHAT, b'{"text": "hi"}', headers={"origin": origin}).headers[ALLOWED] == origin


@pytest.mark.parametrize(
    "origin",
    [
        "http://example.com",
        "http://localhost.example.com",
        "http://evil-localhost",
        "null",
        "http://127.0.0.12",
        "http://192.168.1.5:3000",
    ],
)
def test_other_pages_get_what_the_service_says(origin: str) -> None:
    """A preflight is a wrong method, with a hint what to do, and an answer has no CORS header."""
    app = site(Toy())
    got = preflight(app, origin)
    assert got.status == 405
    assert got.headers["x-mockllm-hint"] == f"origin {origin} may not ask; --cors {origin} allows it"
    assert ALLOWED not in call(app, CHAT, b'{"text": "hi"}', headers={"origin": origin}).headers


def test_one_origin_may_be_allowed() -> None:
    """Then those on this machine are not."""
    app = site(Toy(), cors=("http://example.com",))
    assert preflight(app, "http://example.com").headers[ALLOWED] == "http://example.com"
    assert preflight(app, "http://localhost:3000").status == 405


def test_all_origins_may_be_allowed() -> None:
    """With a star."""
    assert preflight(site(Toy(), cors=("*",)), "http://example.com").headers[ALLOWED] == "*"


def test_none_may_be_allowed() -> None:
    """Not even those on this machine."""
    got = preflight(site(Toy(), cors=("none",)), "http://localhost:3000")
    assert got.status == 405
    assert "--cors http://localhost:3000" in got.headers["x-mockllm-hint"]


def test_an_origin_that_is_none_may_be_allowed() -> None:
    """As pages have that are opened from a file."""
    assert preflight(site(Toy(), cors=("null",)), "null").headers[ALLOWED] == "null"


@pytest.mark.parametrize(("asked", "granted"), [({PRIVATE: "true"}, "true"), ({}, None)])
def test_a_page_on_the_internet_may_reach_this_machine(asked: dict[str, str], granted: str | None) -> None:
    """If it is allowed, and its browser asks for that too (Private Network Access)."""
    origin = "https://example.com"
    headers = {"origin": origin, **PREFLIGHT, **asked}
    got = call(site(Toy(), cors=(origin,)), CHAT, method="OPTIONS", headers=headers)
    assert got.headers.get("access-control-allow-private-network") == granted


@pytest.mark.parametrize(
    ("origin", "path", "line"),
    [
        ("http://localhost:1", "/t/green" + CHAT, f"OPTIONS {CHAT} 200 [green]"),
        (
            "http://a.b",
            CHAT,
            f"OPTIONS {CHAT} 405 wrong_method (origin http://a.b may not ask; --cors http://a.b allows it)",
        ),
    ],
)
def test_a_preflight_leaves_a_line(origin: str, path: str, line: str) -> None:
    """As any other request does."""
    out = io.StringIO()
    log = Log(out)
    preflight(site(Toy(), log=log), origin, path)
    log.flush()
    assert out.getvalue() == f"{line}\n"


def test_a_page_that_may_not_read_its_answer_leaves_a_note() -> None:
    """Some requests need no preflight, and the browser keeps the answer from the page."""
    out = io.StringIO()
    log = Log(out)
    call(site(Toy(), log=log), "/v1/models", method="GET", headers={"origin": "http://a.b"})
    log.flush()
    assert out.getvalue() == "GET /v1/models 200 (origin http://a.b may not read this; --cors http://a.b allows it)\n"


def test_without_an_origin_there_is_no_trace() -> None:
    """The wire form stays the service's."""
    got = call(site(Toy(), cors=("*",)), CHAT, b'{"text": "hi"}')
    assert [name for name in got.headers if name.startswith("access-control") or name == "vary"] == []


@pytest.mark.parametrize("path", ["/__mockllm/reset", "/t/green/__mockllm/reset"])
def test_no_page_may_control_the_mock(path: str) -> None:
    """Whatever is allowed elsewhere."""
    assert ALLOWED not in preflight(site(Toy(), cors=("*",)), "http://localhost", path).headers


def test_errors_can_be_read_by_pages_too() -> None:
    """A refusal carries the header as an answer does."""
    got = call(site(Toy()), "/nothing", headers={"origin": "http://localhost:3000"})
    assert (got.status, got.headers[ALLOWED]) == (404, "http://localhost:3000")
