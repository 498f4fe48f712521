"""Which web pages may ask."""

import pytest
from asgi_client import Got, call
from starlette.types import ASGIApp
from toy import Toy, site

CHAT = "/v1/chat/completions"
PREFLIGHT = {"access-control-request-method": "POST", "access-control-request-headers": "authorization, content-type"}
ALLOWED = "access-control-allow-origin"


def preflight(app: ASGIApp, origin: str, path: str = CHAT) -> Got:
    return call(app, path, method="OPTIONS", headers={"origin": origin, **PREFLIGHT})


@pytest.mark.parametrize(
    "origin", ["http://localhost:3000", "http://localhost", "https://127.0.0.1:8443", "http://[::1]:5173"]
)
def test_pages_on_this_machine_may_ask(origin: str) -> None:
    """The preflight is answered, and so is the request."""
    app = site(Toy())
    got = preflight(app, origin)
    assert (got.status, got.headers[ALLOWED]) == (200, origin)
    assert "authorization" in got.headers["access-control-allow-headers"]
    assert call(app, CHAT, b'{"text": "hi"}', headers={"origin": origin}).headers[ALLOWED] == origin


@pytest.mark.parametrize("origin", ["http://example.com", "http://localhost.example.com", "null", "http://127.0.0.12"])
def test_other_pages_get_what_the_service_says(origin: str) -> None:
    """A preflight is a wrong method, and an answer has no CORS header."""
    app = site(Toy())
    assert preflight(app, origin).status == 405
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
    assert preflight(site(Toy(), cors=("none",)), "http://localhost:3000").status == 405


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
