"""Every path of FIDELITY's table belongs to its dialect, and unknown ones to whoever owns their prefix."""

import pytest
from toy import Toy

from mockllm.errors import DialectError
from mockllm.server.routes import Routes

FIREWORKS = Toy("fireworks", ("/inference/v1", "/inference", "/fireworks/v1", "/fireworks"))
GATEWAY = Toy("gateway", ("", "/gateway/v1", "/gateway"))
ROUTES = Routes({"fireworks": FIREWORKS, "gateway": GATEWAY}, FIREWORKS)
OTHER_DEFAULT = Routes({"fireworks": FIREWORKS, "gateway": GATEWAY}, GATEWAY)


@pytest.mark.parametrize(
    ("path", "dialect", "purpose"),
    [
        ("/v1/chat/completions", FIREWORKS, "chat"),
        ("/v1/models", FIREWORKS, "models"),
        ("/health", FIREWORKS, "health"),
        ("/chat/completions", GATEWAY, "chat"),
        ("/models", GATEWAY, "models"),
        ("/inference/v1/chat/completions", FIREWORKS, "chat"),
        ("/inference/chat/completions", FIREWORKS, "chat"),
        ("/inference/v1/models", FIREWORKS, "models"),
        ("/fireworks/v1/chat/completions", FIREWORKS, "chat"),
        ("/fireworks/chat/completions", FIREWORKS, "chat"),
        ("/gateway/v1/chat/completions", GATEWAY, "chat"),
        ("/gateway/chat/completions", GATEWAY, "chat"),
        ("/gateway/v1/models", GATEWAY, "models"),
        ("/gateway/health", GATEWAY, "health"),
    ],
)
def test_a_path_belongs_to_its_dialect(path: str, dialect: Toy, purpose: str) -> None:
    """Each served path is found, with the dialect that answers there."""
    place = ROUTES.find(path)
    assert (place.dialect, place.purpose) == (dialect, purpose)


@pytest.mark.parametrize("path", ["/v1/chat/completions", "/v1/models", "/health"])
def test_the_default_dialect_has_the_shared_paths(path: str) -> None:
    """`--dialect` decides who answers at /v1 and /health."""
    assert OTHER_DEFAULT.find(path).dialect is GATEWAY


@pytest.mark.parametrize(
    ("path", "dialect", "relative"),
    [
        ("/inference/v1/nothing", FIREWORKS, "/nothing"),
        ("/inference", FIREWORKS, ""),
        ("/gateway/v1/embeddings", GATEWAY, "/embeddings"),
        ("/gateway/nothing", GATEWAY, "/nothing"),
        ("/gatewayed/nothing", FIREWORKS, "/gatewayed/nothing"),
        ("/v1/nothing", FIREWORKS, "/nothing"),
        ("/chat/nothing", GATEWAY, "/chat/nothing"),
        ("/chat//completions", GATEWAY, "/chat//completions"),
        ("/models/gpt-4o", GATEWAY, "/models/gpt-4o"),
        ("/v1//chat/completions", FIREWORKS, "//chat/completions"),
        ("/nothing", FIREWORKS, "/nothing"),
        ("/", FIREWORKS, "/"),
        ("", FIREWORKS, ""),
    ],
)
def test_an_unknown_path_has_an_owner(path: str, dialect: Toy, relative: str) -> None:
    """Where nothing is served, the dialect with the longest root says so."""
    place = ROUTES.find(path)
    assert (place.purpose, place.dialect, place.path) == ("nothing", dialect, relative)


def test_two_dialects_cannot_have_one_root() -> None:
    """The second one is refused, and both are named."""
    with pytest.raises(DialectError, match=r"one and two both want '/x'"):
        Routes({"one": Toy("one", ("/x",)), "two": Toy("two", ("/x",))}, FIREWORKS)
