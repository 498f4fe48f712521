"""Where OpenAPI documents stand, and that they say where the API they describe is served."""

import json
from typing import Any

import pytest
from asgi_client import Got, call
from toy import Toy, site

ONE = Toy("one", ("/one/v1", "/one"))
TOP = Toy("top", ("", "/top"))
CHAT = {"/chat/completions": "/chat/completions", "/health": "/health"}


def get(path: str, *dialects: Toy, **more: Any) -> Got:
    return call(site(*dialects), path, method="GET", **more)


def document(path: str, *dialects: Toy, **more: Any) -> dict[str, Any]:
    got = get(path, *dialects, **more)
    assert (got.status, got.headers["content-type"]) == (200, "application/json")
    found: dict[str, Any] = json.loads(got.body)
    return found


def owner(said: dict[str, Any]) -> set[str]:
    return {item["get"]["responses"]["200"]["description"] for item in said["paths"].values()}


@pytest.mark.parametrize(
    ("path", "dialect", "server", "paths"),
    [
        ("/one/openapi.json", "one", "/one", ["/chat/completions", "/health"]),
        ("/one/v1/openapi.json", "one", "/one/v1", ["/chat/completions", "/health"]),
        ("/top/openapi.json", "top", "/top", ["/chat/completions", "/health"]),
        ("/v1/openapi.json", "one", "/v1", ["/chat/completions"]),
        ("/openapi.json", "one", "/", ["/v1/chat/completions", "/health"]),
        ("/t/ns/one/openapi.json", "one", "/t/ns/one", ["/chat/completions", "/health"]),
    ],
)
def test_a_document_says_where_its_api_is(path: str, dialect: str, server: str, paths: list[str]) -> None:
    """Below each root of each dialect; at the top and at /v1 stands the default one's."""
    said = document(path, ONE, TOP)
    assert owner(said) == {dialect}
    assert (said["servers"], list(said["paths"])) == ([{"url": server}], paths)


def test_the_default_dialect_has_the_document_at_the_top() -> None:
    """Also when it is itself mounted there: its paths at /v1 are the ones told of."""
    said = document("/openapi.json", TOP, ONE)
    assert owner(said) == {"top"}
    assert list(said["paths"]) == ["/v1/chat/completions", "/health"]


@pytest.mark.parametrize("path", ["/openapi.json", "/v1/openapi.json", "/one/v1/openapi.json", "/top/openapi.json"])
def test_everything_a_document_names_is_served(path: str) -> None:
    """By the same dialect."""
    said = document(path, ONE, TOP)
    server = said["servers"][0]["url"].rstrip("/")
    app = site(ONE, TOP)
    for below in said["paths"]:
        method = "POST" if "chat" in below else "GET"
        got = call(app, server + below, b'{"text": "hi"}', method=method)
        assert got.status == 200, below
        assert owner(said) <= set(json.loads(got.body).values())


def test_an_application_mounted_elsewhere_says_so() -> None:
    """The server's URL begins with what the application is mounted at, in a URL's form."""
    said = document("/a mount/one/openapi.json", ONE, scope={"root_path": "/a mount"})
    assert said["servers"] == [{"url": "/a%20mount/one"}]


def test_no_key_is_needed() -> None:
    """It is documentation."""
    assert call(site(ONE, api_keys=("key",)), "/one/openapi.json", method="GET").status == 200


def test_it_takes_get_alone() -> None:
    """Other methods are refused as everywhere."""
    assert call(site(ONE), "/one/openapi.json").status == 405
