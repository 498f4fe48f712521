"""Metrics: the same in headers and body, in agreement with the usage, the prediction and each other."""

import json
from typing import Any

import pytest
from asgi_client import Got, call
from story import Json, Story, read_stream, read_whole

from mockllm.server import build
from mockllm.settings import Settings

MODEL = "accounts/fireworks/models/kimi-k2-instruct-0905"
DEPLOYMENT = "accounts/acme/deployments/ab12"
BASIC = ["prompt-tokens", "cached-prompt-tokens", "server-time-to-first-token", "server-processing-time"]
PREDICTED = ["speculation-prompt-tokens", "speculation-prompt-matched-tokens"]
DURATIONS = [
    f"{part}-{kind}" for part in ("tokenizer", "prefill", "generation") for kind in ("queue-duration", "duration")
]
DEDICATED = ["backend-host", "num-concurrent-requests", "deployment", *DURATIONS]
LATE = {"server-processing-time", "speculation-prompt-matched-tokens", "speculation-generated-tokens"} | {
    "speculation-acceptance", "generation-duration", "cached-prompt-tokens",
}  # fmt: skip
PACED: dict[str, Any] = {"clock": "frozen", "speed": None, "ttft": 0.2, "tps": 50.0}
APPS = {
    "serverless": build(Settings(clock="frozen", speed=None)),
    "paced": build(Settings(**PACED)),
    "dedicated": build(Settings(**PACED, deployment=DEPLOYMENT)),
}


def post(app: str, **fields: Any) -> Got:
    body = {
        "model": MODEL,
        "messages": [{"role": "user", "content": "Say hello to the harbour."}],
        "perf_metrics_in_response": True,
        **fields,
    }
    headers = {"content-type": "application/json"}
    return call(APPS[app], "/inference/v1/chat/completions", json.dumps(body).encode(), headers=headers)


def of_headers(got: Got) -> dict[str, str]:
    prefix = "fireworks-"
    found = {name.removeprefix(prefix): value for name, value in got.headers.items() if name.startswith(prefix)}
    found.pop("sampling-options")
    return found


def metrics(story: Story) -> Json:
    assert story.perf_metrics is not None
    return story.perf_metrics


@pytest.mark.parametrize("app", APPS)
@pytest.mark.parametrize("fields", [{}, {"prediction": "Hello to the harbour"}, {"n": 2}])
def test_headers_and_body_tell_the_same(app: str, fields: Json) -> None:
    """The body has numbers where the headers have their digits; a whole answer has all metrics in both."""
    got = post(app, **fields)
    found = metrics(read_whole("fireworks", got))
    wanted = [*BASIC, *(PREDICTED if "prediction" in fields else ())]
    if app == "dedicated":
        wanted += ["speculation-generated-tokens", "speculation-acceptance"] if "prediction" in fields else []
        wanted += DEDICATED
    assert list(found) == wanted
    told = of_headers(got)
    assert told.keys() == found.keys()
    for name, value in found.items():
        assert type(value)(told[name]) == value


@pytest.mark.parametrize("app", APPS)
@pytest.mark.parametrize("fields", [{}, {"prediction": "Hello to the harbour"}, {"n": 3}, {"n": 2, "echo": True}])
def test_a_stream_tells_them_at_its_end(app: str, fields: Json) -> None:
    """On the last finish, all of them; its headers have what is known by its first token."""
    got = post(app, stream=True, **fields)
    found = metrics(read_stream("fireworks", got))
    assert found == metrics(read_whole("fireworks", post(app, **fields)))
    assert of_headers(got).keys() == found.keys() - LATE


def test_unasked_they_are_in_headers_alone() -> None:
    """The body has them on request only (Fireworks reference, `perf_metrics_in_response`)."""
    got = post("dedicated", perf_metrics_in_response=None, prediction="Hello")
    assert read_whole("fireworks", got).perf_metrics is None
    assert {*BASIC, *PREDICTED, *DEDICATED} <= of_headers(got).keys()


def test_counts_are_those_of_the_usage() -> None:
    """Cached tokens too."""
    talk = [
        {"role": "user", "content": "x " * 40},
        {"role": "assistant", "content": "y"},
        {"role": "user", "content": "z"},
    ]
    story = read_whole("fireworks", post("serverless", messages=talk))
    assert story.usage
    assert metrics(story)["prompt-tokens"] == story.usage["prompt_tokens"]
    assert metrics(story)["cached-prompt-tokens"] == story.usage["prompt_tokens_details"]["cached_tokens"] > 0


def test_times_follow_the_pace() -> None:
    """The first token takes its time, the others theirs; a deployment's durations add up to all of it."""
    story = read_whole("fireworks", post("dedicated"))
    found = metrics(story)
    assert story.usage
    assert found["server-time-to-first-token"] == found["prefill-duration"] == 0.2
    assert found["server-processing-time"] == pytest.approx(
        0.2 + (story.usage["completion_tokens"] - 1) / 50, abs=0.001
    )
    assert sum(found[name] for name in DURATIONS) == pytest.approx(found["server-processing-time"], abs=1e-9)
    assert found["deployment"] == DEPLOYMENT
    assert found["num-concurrent-requests"] == 1


def test_a_prediction_that_comes_true() -> None:
    """All of its tokens match; in several choices each is counted."""
    text = read_whole("fireworks", post("dedicated", temperature=0)).choices[0].text
    found = metrics(read_whole("fireworks", post("dedicated", temperature=0, prediction=text, n=2)))
    predicted = found["speculation-prompt-tokens"]
    assert found["speculation-prompt-matched-tokens"] == found["speculation-generated-tokens"] == 2 * predicted
    assert found["speculation-acceptance"] == f"0:{2 * predicted}/{2 * predicted}"


@pytest.mark.parametrize("form", ["prediction", "speculation"])
def test_a_prediction_changes_nothing_but_metrics(form: str) -> None:
    """Wrong or right, the answer is the same."""
    plain = read_whole("fireworks", post("serverless"))
    guessed = read_whole("fireworks", post("serverless", **{form: "Nothing like it"}))
    assert (guessed.choices, guessed.usage) == (plain.choices, plain.usage)
    assert metrics(guessed)["speculation-prompt-tokens"] > 0


def test_any_name_of_a_deployment_fits_into_headers() -> None:
    """The body has it as it is, a header what a header can hold."""
    app = build(Settings(clock="frozen", deployment="Zürich\n☃"))
    body = {"model": MODEL, "messages": [{"role": "user", "content": "Hi"}], "perf_metrics_in_response": True}
    got = call(
        app, "/inference/v1/chat/completions", json.dumps(body).encode(), headers={"content-type": "application/json"}
    )
    assert metrics(read_whole("fireworks", got))["deployment"] == "Zürich\n☃"
    assert got.headers["fireworks-deployment"] == "Z\\xfcrich \\u2603"
