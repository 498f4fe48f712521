"""All that is fuzzed: what is made up, and how its answer is checked; tests and `make fuzz` share it."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from asgi_client import Client, Got
from fuzz_bodies import MODELS, REQUESTS, any_bytes, as_bytes, changed
from fuzz_requests import AT_PATHS, LEVELS, WITH_HEADERS
from fuzzing import app, check_chat, send
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st
from starlette.types import ASGIApp
from story import strict_json


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """`examples` is how many a test run makes up; `check` fails on whatever should not be."""

    name: str
    made_up: st.SearchStrategy[Any]
    check: Callable[[Any], None]
    examples: int


@cache
def apps() -> dict[str, ASGIApp]:
    """Servers with different settings."""
    return {
        "open": app(),
        "keyed": app(api_key=("key",)),
        "strict": app(models="strict", providers=frozenset({"openai"}), allowed_models=("gpt-4o",)),
        "paced": app(dialect="gateway", pace="slow", speed=1.0, deployment="accounts/a/deployments/d"),
    }


def chat(dialect: str) -> Callable[[tuple[bytes, str, str]], None]:
    def check(asked: tuple[bytes, str, str]) -> None:
        body, level, query = asked
        check_chat(apps()["open"], dialect, level, body, query)

    return check


def check_request(asked: tuple[str, Client]) -> None:
    """Whatever comes in, a complete answer goes out, in a form that its headers announce."""
    settings, client = asked
    client = replace(client, got=Got())  # so that it can be asked again
    got = send(apps()[settings], client)
    if client.leave_after is not None and len(got.writes) >= client.leave_after:
        return
    assert got.complete, client
    assert got.status < 500, (client, got)
    if client.method != "HEAD":  # there it is the length that a body would have
        assert got.headers.get("content-length", str(len(got.body))) == str(len(got.body)), (client, got)
    kind = got.headers.get("content-type", "")
    if client.path.startswith("/__mockllm") and client.method == "HEAD":
        return  # whoever serves an application leaves such a body out
    if client.method == "HEAD" or got.status in (301, 307):
        assert not got.body, (client, got)
    elif kind.startswith("text/event-stream") and got.status == 200:
        assert got.body.endswith(b"data: [DONE]\n\n"), (client, got)
    elif kind.startswith("text/plain"):
        assert client.method == "OPTIONS", (client, got)  # how CORS answers
    else:
        assert kind.startswith(("application/json", "text/event-stream")), (client, got)
        assert strict_json(got.body), (client, got)
    if got.status in (301, 307):
        assert got.headers["location"].startswith("/"), (client, got)
    key = dict(reversed(client.scope.get("headers", []))).get(b"authorization", b"")
    if settings == "keyed" and client.path.endswith("/chat/completions") and got.status == 200:
        assert key in (b"Bearer key", b"key"), (client, got)


SETTINGS = st.sampled_from(["open", "keyed", "strict", "paced"])
QUERIES = {
    "fireworks": st.just(""),
    "gateway": st.sampled_from(["", "", "provider=openai", "provider=ollama", "provider=", "provider=OpenAI"]),
}

TARGETS = (
    *(
        Target(
            name=f"{dialect} valid",
            made_up=st.tuples(as_bytes(REQUESTS[dialect]), st.just("contract"), QUERIES[dialect]),
            check=chat(dialect),
            examples=100,
        )
        for dialect in MODELS
    ),
    *(
        Target(
            name=f"{dialect} changed",
            made_up=st.tuples(as_bytes(changed(REQUESTS[dialect])), LEVELS, QUERIES[dialect]),
            check=chat(dialect),
            examples=150,
        )
        for dialect in MODELS
    ),
    *(
        Target(
            name=f"{dialect} any bytes",
            made_up=st.tuples(any_bytes(dialect), LEVELS, QUERIES[dialect]),
            check=chat(dialect),
            examples=100,
        )
        for dialect in MODELS
    ),
    Target(name="headers", made_up=st.tuples(SETTINGS, WITH_HEADERS), check=check_request, examples=200),
    Target(name="paths", made_up=st.tuples(SETTINGS, AT_PATHS), check=check_request, examples=250),
)


def fuzz(target: Target, examples: int, chance: int | None = None) -> int:
    """Makes up so many requests and checks them, the same ones each time unless `chance` says which others.

    Returns how many there were.
    """
    made = 0

    @settings(
        max_examples=examples,
        derandomize=chance is None,
        deadline=None,
        database=None,
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
    )
    @given(target.made_up)
    def check(asked: Any) -> None:
        nonlocal made
        made += 1
        target.check(asked)

    (check if chance is None else seed(chance)(check))()
    return made
