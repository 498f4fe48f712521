"""Requests whose headers, paths, methods and queries are made up."""

import json

from asgi_client import Client
from hypothesis import strategies as st

BODIES = {
    "/chat/completions": {"model": "openai/gpt-4o", "messages": [{"role": "user", "content": "Hi"}], "max_tokens": 3},
    "/inference/v1/chat/completions": {"model": "m", "messages": [{"role": "user", "content": "Hi"}], "max_tokens": 3},
}
CHATS = list(BODIES)
BYTES = st.lists(st.sampled_from([9, *range(32, 127), *range(128, 256)]), max_size=12).map(bytes)
"""What HTTP lets a header's value hold."""

VALUES: dict[bytes, list[bytes]] = {
    b"content-type": [
        b"application/json", b"application/json; charset=utf-16", b"APPLICATION/JSON", b"text/plain", b"", b";", b"/",
        b"application/problem+json", b"multipart/form-data; boundary=x", b"application/x-www-form-urlencoded",
    ],
    b"x-mockllm-fidelity": [b"contract", b"live", b"lenient", b"LIVE", b"", b"contract, live"],
    b"x-mockllm-namespace": [b"ns", b"a.b-c_d", b"", b"x" * 65, b"a/b"],
    b"x-mockllm-fault": [b"429", b"delay=1ms", b"drp", b"=", b""],
    b"authorization": [b"Bearer key", b"key", b"bearer key", b"Bearer ", b"Basic a2V5", b"", b"Bearer \xff"],
    b"origin": [b"http://localhost:3000", b"http://evil.example", b"null", b"", b"http://[::1]:1"],
    b"access-control-request-method": [b"POST", b"", b"x"],
    b"access-control-request-headers": [b"authorization", b"\xff"],
    b"content-length": [b"0", b"5", b"999999999999", b"-1", b"abc", b"", b"\xb2", b"1" * 5_000],
    b"transfer-encoding": [b"chunked"],
    b"host": [b"127.0.0.1", b"", b"evil.example"],
    b"accept": [b"text/event-stream", b"*/*", b""],
    b"accept-encoding": [b"gzip, br", b"identity;q=0"],
    b"x-request-id": [b"mine", b"\xff"],
    b"x-session-affinity": [b"me"],
    b"expect": [b"100-continue"],
}  # fmt: skip
NAMES = st.sampled_from(sorted(VALUES)) | st.from_regex(rb"[a-z][a-z0-9-]{0,8}", fullmatch=True)
HEADERS = st.lists(
    NAMES.flatmap(lambda name: st.tuples(st.just(name), st.sampled_from(VALUES.get(name, [b""])) | BYTES)), max_size=5
)


def asked_with(
    path: str, headers: list[tuple[bytes, bytes]], stream: bool, pieces: int, leave_after: int | None
) -> Client:
    """A chat request that comes in several pieces, from a client that may not stay to the end."""
    body = json.dumps({**BODIES[path], "stream": stream}).encode()
    size = len(body) // pieces + 1
    parts = [body[start : start + size] for start in range(0, len(body), size)]
    return Client(path=path, pieces=parts, leave_after=leave_after, scope={"headers": headers})


LEAVING = st.sampled_from([None, None, None, 0, 1, 2])
WITH_HEADERS = st.builds(asked_with, st.sampled_from(CHATS), HEADERS, st.booleans(), st.integers(1, 3), LEAVING)

SEGMENTS = st.sampled_from([
    "", ".", "..", "v1", "chat", "completions", "models", "health", "inference", "fireworks", "gateway", "t", "ns",
    "openapi.json", "__mockllm", "responses", "%2e%2e", "%", "é", "🌊", "\n", "a b", "x" * 300, ";", "\\", "{x}", "?",
    "#", "\0", "//", ":", "embeddings", "V1", "\u2028", "api", "tags",
]) | st.text(max_size=4)  # fmt: skip
REAL = st.sampled_from([
    "/v1/chat/completions", "/chat/completions", "/inference/v1/models", "/gateway/health", "/fireworks/openapi.json",
    "/health", "/models", "/v1/models",
])  # fmt: skip
SPACES = st.sampled_from(["ns", "", "..", "x" * 65, "a b", "é"])
PATHS = st.one_of(
    REAL,
    REAL,
    st.sampled_from(CHATS),
    st.sampled_from(CHATS),
    st.lists(SEGMENTS, max_size=6).map(lambda parts: "/" + "/".join(parts)),
    st.builds(lambda path, end: path + end, REAL, st.sampled_from(["", "/", "//", "/.", "/x", "%20", " "])),
    st.builds(lambda space, path: f"/t/{space}{path}", SPACES, REAL),
)
METHODS = st.sampled_from(["GET", "POST"]) | st.sampled_from([
    "HEAD", "OPTIONS", "PUT", "PATCH", "DELETE", "TRACE", "CONNECT", "get", "X",
])  # fmt: skip
QUERIES = st.one_of(
    st.sampled_from([
        "", "provider=openai", "provider=OpenAI", "provider=", "provider=x&provider=openai", "provider=%ff", "%", "&&=",
        "provider=open%61i", "a;b=1", "provider=openai;x", "include=pricing,context_window", "include=x", "include=,",
        "provider=" + "x" * 3_000,
    ]),
    st.text(max_size=10),
)  # fmt: skip
LEVELS = st.sampled_from(["contract", "live", "lenient"])


def asked_at(path: str, method: str, query: str, level: str, body: bytes) -> Client:
    headers = {"content-type": "application/json", "x-mockllm-fidelity": level}
    return Client(path=path, method=method, query=query, headers=headers, pieces=(body,))


AT_PATHS = st.builds(
    asked_at,
    PATHS,
    METHODS,
    QUERIES,
    LEVELS,
    st.sampled_from([b"", b"{}", *(json.dumps(body).encode() for body in BODIES.values())]),
)
