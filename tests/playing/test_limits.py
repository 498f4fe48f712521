"""Limits of requests and tokens a minute: told as the service does, counted for whom they say."""

import json
from pathlib import Path

from stage import stage


def test_requests_a_minute(tmp_path: Path) -> None:
    """Too many are refused until time has passed, with how long that is; they move no sequence on."""
    played = stage(tmp_path, "{limits: [{requests: 2}], rules: [{replies: [one, two, three]}]}")
    first, second, third = (played.ask("x") for _ in range(3))
    assert [first.status, second.status, third.status] == [200, 200, 429]
    assert first.headers["x-ratelimit-limit-requests"] == "2"
    assert [each.headers["x-ratelimit-remaining-requests"] for each in (first, second, third)] == ["1", "0", "0"]
    assert [each.headers["x-ratelimit-over-limit"] for each in (first, third)] == ["no", "yes"]
    assert third.headers["retry-after"] == "30"
    assert played.page("POST", "/advance", "seconds=30")["now"] > 0
    assert played.says("x") == "three"
    assert played.ask("x").status == 429


def test_a_refusal_says_which_limit(tmp_path: Path) -> None:
    """By its name, else by its place; and explaining it consumes nothing."""
    played = stage(
        tmp_path,
        """
        limits:
          - {name: free tier, requests: 2, when: {user: x}}
          - {requests: 1, when: {user: y}}
        rules: [{reply: one}]
        """,
    )
    assert [played.ask("x").status for _ in range(2)] == [200, 200]
    assert played.ask("x").headers["x-mockllm-rule"] == "limit free tier"
    told = played.page("GET", "/explain")
    assert told["outcome"] == "limit free tier refuses the request"
    assert told["limits"][0]["requests"] == {"left": 0, "of": 2}
    assert "limit free tier: 0 of 2 requests left, too few: to be asked again in 30 s" in told["text"]
    assert [played.ask("y").headers["x-mockllm-rule"].partition(":")[0] for _ in range(2)][1].startswith("limit ")


def test_tokens_a_minute(tmp_path: Path) -> None:
    """Those of prompts and answers are counted together, so a long answer delays the next request."""
    played = stage(tmp_path, "{limits: [{tokens: 60}], rules: [{reply: {generate: {tokens: 200}}}]}")
    body = json.loads(played.ask("x", max_tokens=100).body)
    assert body["usage"]["completion_tokens"] == 100
    refused = played.ask("x")
    assert refused.status == 429
    assert int(refused.headers["retry-after"]) > 60
    played.page("POST", "/advance", f"seconds={refused.headers['retry-after']}")
    assert played.ask("x", max_tokens=1).status == 200


def test_each_key_has_its_own(tmp_path: Path) -> None:
    """Or each model, or each namespace."""
    played = stage(tmp_path, "{limits: [{requests: 1, by: key}], rules: [{reply: x}]}")
    told = [played.ask("x", headers={"authorization": f"Bearer {key}"}).status for key in ("a", "b", "a")]
    assert told == [200, 200, 429]
    assert played.ask("x", namespace="other", headers={"authorization": "Bearer a"}).status == 200


def test_limits_hold_where_they_say(tmp_path: Path) -> None:
    """Requests they are not for are not counted."""
    played = stage(tmp_path, "{limits: [{requests: 1, when: {user: hello}}], rules: [{reply: x}]}")
    assert [played.ask(text).status for text in ("hello", "bye", "bye", "hello")] == [200, 200, 200, 429]


def test_the_gateway_drops_its_providers_headers(tmp_path: Path) -> None:
    """As the real one does."""
    played = stage(tmp_path, "{limits: [{requests: 1}], rules: [{reply: x}]}")
    told = [played.ask("x", dialect="gateway") for _ in range(2)]
    assert [each.status for each in told] == [200, 429]
    assert not [name for each in told for name in each.headers if name.startswith("x-ratelimit")]


def test_a_reset_forgets(tmp_path: Path) -> None:
    """Of one namespace, or of all."""
    played = stage(tmp_path, "{limits: [{requests: 1}], rules: [{reply: x}]}")
    assert [played.ask("x", namespace=name).status for name in ("a", "b", "a")] == [200, 200, 429]
    played.page("POST", "/reset", "namespace=a")
    assert [played.ask("x", namespace=name).status for name in ("a", "b")] == [200, 429]
    played.page("POST", "/reset")
    assert played.ask("x", namespace="b").status == 200
