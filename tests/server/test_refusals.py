"""What is refused before a dialect reads the body: wrong paths, methods, namespaces, levels and sizes."""

import json

import pytest
from asgi_client import Client, call
from toy import Toy, site

BODY = b'{"text": "hi"}'
CHAT = "/v1/chat/completions"


def code(body: bytes) -> str:
    return str(json.loads(body)["code"])


def test_an_unknown_path_is_refused_by_its_owner() -> None:
    """The dialect that owns the prefix words the refusal."""
    got = call(site(Toy("one", ("/one",)), Toy("two", ("/two",))), "/two/nothing", BODY)
    assert (got.status, json.loads(got.body)["by"], code(got.body)) == (404, "two", "no_route")


@pytest.mark.parametrize("method", ["GET", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"])
def test_a_wrong_method_is_refused(method: str) -> None:
    """Chat takes POST alone, and the hint says so."""
    got = call(site(Toy()), CHAT, BODY, method=method)
    assert (got.status, code(got.body), got.headers["x-mockllm-hint"]) == (405, "wrong_method", "this path takes POST")


@pytest.mark.parametrize("path", [CHAT, "/v1/models", "/health", "/nothing"])
def test_head_never_has_a_body(path: str) -> None:
    """Whatever the status is."""
    got = call(site(Toy()), path, method="HEAD")
    assert (got.complete, got.body) == (True, b"")
    assert got.status in (404, 405)


@pytest.mark.parametrize("path", ["/v1/models", "/health"])
def test_lists_and_health_take_get_alone(path: str) -> None:
    """A POST there is refused."""
    assert call(site(Toy()), path, BODY).status == 405
    assert call(site(Toy()), path, method="GET").status == 200


@pytest.mark.parametrize(
    ("path", "method", "status", "location"),
    [
        (CHAT + "/", "POST", 307, CHAT + "?provider=openai&x=1"),
        ("/t/green/toy/chat/completions/", "POST", 307, "/t/green/toy/chat/completions?provider=openai&x=1"),
        ("/health/", "GET", 301, "/health?provider=openai&x=1"),
    ],
)
def test_a_slash_at_the_end_redirects(path: str, method: str, status: int, location: str) -> None:
    """To the path without it, relative, with the query and without a body (wire/gateway.md 2 and 7)."""
    got = call(site(Toy()), path, BODY, method=method, query="provider=openai&x=1")
    assert (got.status, got.headers["location"], got.body) == (status, location, b"")
    assert got.headers["content-length"] == "0"


def test_a_redirect_without_query_has_no_question_mark() -> None:
    """The location is the bare path."""
    assert call(site(Toy()), CHAT + "/", BODY).headers["location"] == CHAT


@pytest.mark.parametrize("path", [CHAT + "//", "/v1//chat/completions", "/nothing/", "/"])
def test_paths_are_not_cleaned(path: str) -> None:
    """Two slashes stay two, and an unknown path does not redirect."""
    assert call(site(Toy()), path, BODY).status == 404


def test_a_wrong_method_does_not_redirect() -> None:
    """Only a method that is served there is sent on."""
    assert call(site(Toy()), CHAT + "/", method="GET").status == 404


@pytest.mark.parametrize("level", ["contract", "live", "lenient"])
def test_a_header_sets_the_level(level: str) -> None:
    """It stands above the server's."""
    toy = Toy()
    call(site(toy), CHAT, BODY, headers={"x-mockllm-fidelity": level})
    assert toy.seen[0].level == level


def test_the_server_has_a_level() -> None:
    """Without the header it counts."""
    toy = Toy()
    call(site(toy, fidelity="live"), CHAT, BODY)
    assert toy.seen[0].level == "live"


def test_a_wrong_level_is_a_complaint() -> None:
    """It names the value and the right ones, and nothing is read."""
    toy = Toy()
    got = call(site(toy), CHAT, BODY, headers={"x-mockllm-fidelity": "liv"})
    message = json.loads(got.body)["detail"]["message"]
    assert (got.status, code(got.body), toy.seen) == (400, "complaint", [])
    assert "'liv'" in message
    assert "contract, live, lenient" in message


@pytest.mark.parametrize("path", ["/t/green" + CHAT, "/t/A-z_0.9" + CHAT, f"/t/{'x' * 64}{CHAT}"])
def test_a_path_may_begin_with_a_namespace(path: str) -> None:
    """It is taken off, and the rest is found as ever."""
    toy = Toy()
    assert call(site(toy), path, BODY).status == 200
    assert (toy.seen[0].namespace, toy.seen[0].path) == (path.split("/")[2], "/chat/completions")


def test_a_header_names_the_namespace() -> None:
    """For clients that can send one; the path wins over it."""
    toy = Toy()
    app = site(toy)
    call(app, CHAT, BODY, headers={"x-mockllm-namespace": "blue"})
    call(app, "/t/green" + CHAT, BODY, headers={"x-mockllm-namespace": "blue"})
    assert [incoming.namespace for incoming in toy.seen] == ["blue", "green"]


@pytest.mark.parametrize("namespace", ["", "a:b", "x" * 65, "ü", "a b"])
def test_a_bad_namespace_is_a_complaint(namespace: str) -> None:
    """In the path as in the header."""
    app = site(Toy())
    by_path = call(app, f"/t/{namespace}{CHAT}", BODY)
    assert (by_path.status, code(by_path.body)) == (400, "complaint")
    by_header = call(app, CHAT, BODY, headers={"x-mockllm-namespace": namespace})
    assert (by_header.status, code(by_header.body)) == (400, "complaint")


@pytest.mark.parametrize("path", ["/t/a b/v1/models", f"/t/a b{CHAT}", "/t/a b/nothing", "/t/a b", "/t//x"])
def test_a_bad_namespace_comes_before_all_else(path: str) -> None:
    """Before a wrong method or a path that is none."""
    got = call(site(Toy()), path, method="GET")
    assert (got.status, code(got.body)) == (400, "complaint")


def test_an_application_mounted_elsewhere_finds_its_paths() -> None:
    """The path below the mount counts, and redirects keep it."""
    app = site(Toy())
    scope = {"root_path": "/mock"}
    assert call(app, "/mock" + CHAT, BODY, scope=scope).status == 200
    assert call(app, "/mock/t/green" + CHAT, BODY, scope=scope).status == 200
    assert call(app, f"/mock/t/green{CHAT}/", BODY, scope=scope).headers["location"] == f"/mock/t/green{CHAT}"


@pytest.mark.parametrize("pieces", [(BODY,), (BODY[:5], BODY[5:]), (b"", BODY, b"")])
def test_a_body_of_exactly_the_limit_passes(pieces: tuple[bytes, ...]) -> None:
    """In one piece or several."""
    client = Client(path=CHAT, pieces=pieces)
    assert client.run(site(Toy(), max_body_bytes=len(BODY))).status == 200


def test_a_longer_body_is_read_no_further() -> None:
    """As soon as the limit is passed the refusal goes out."""
    client = Client(path=CHAT, pieces=[b"x" * 10] * 5)
    got = client.run(site(Toy(), max_body_bytes=15))
    assert (got.status, code(got.body), client.asked) == (413, "too_large", 2)


def test_a_length_past_the_limit_is_refused_unread() -> None:
    """The header suffices."""
    client = Client(path=CHAT, headers={"content-length": "16"}, pieces=[b"x" * 16])
    got = client.run(site(Toy(), max_body_bytes=15))
    assert (got.status, client.asked) == (413, 0)


def test_a_key_is_needed_where_keys_are_set() -> None:
    """For chat and the list of models, not for health."""
    app = site(Toy(), api_keys=("right",))
    assert call(app, CHAT, BODY).status == 401
    assert call(app, "/v1/models", method="GET").status == 401
    assert call(app, "/health", method="GET").status == 200
    assert call(app, CHAT, BODY, headers={"authorization": "Bearer right"}).status == 200


def test_of_repeated_headers_the_first_counts() -> None:
    """As with the real services' readers."""
    toy = Toy()
    headers = [(b"x-thing", b"one"), (b"x-thing", b"two")]
    call(site(toy), CHAT, BODY, scope={"headers": headers})
    assert toy.seen[0].headers["x-thing"] == "one"


def test_the_mocks_own_pages_are_not_a_dialects() -> None:
    """What stands behind the site answers there, also in a namespace."""
    app = site(Toy())
    assert call(app, "/__mockllm/anything").text == "own page"
    assert call(app, "/t/green/__mockllm/anything").text == "own page"
