"""From a request's bytes to its answer: limits, usage, ids and pace agree with each other."""

import json
from pathlib import Path
from typing import Any

import pytest

from mockllm import dialects
from mockllm.clock import FROZEN_AT, FrozenClock, SystemClock
from mockllm.core import Asked, Incoming, Level, Outgoing, Plan, Rejection, Reply, Request, Tokenizer
from mockllm.engine import Engine, Options
from mockllm.errors import SchemaError
from mockllm.generate import Generator
from mockllm.pace import Pace
from mockllm.tokens import for_vocabulary

MODEL = "accounts/fireworks/models/llama-v3p3-70b-instruct"
CONTEXT = 131_072
FIREWORKS = dialects.load()["fireworks"]
COUNT = for_vocabulary("cl100k")


class Scripted:
    """A source that always says the same."""

    def __init__(self, text: str) -> None:
        self.text = text

    def plan(self, asked: Asked) -> Plan:
        return Plan(replies=tuple(Reply(content=self.text) for _ in range(asked.request.limits.n)), source="scripted")


class Failing(Generator):
    """A generator that can make nothing of a schema."""

    def plan(self, request: Request, tokenizer: Tokenizer, max_tokens: int, **_: Any) -> Plan:
        if request.response_format.kind == "text" and not request.tools:
            return Plan(replies=(Reply(content="Plain."),), source="failing")
        raise SchemaError("no instance was found")


def engine(*sources: Any, writer: Generator | None = None, **options: Any) -> Engine:
    generator = writer or Generator(options.get("seed", 0))
    return Engine(Options(**{"clock": FrozenClock(), **options}), sources, generator)


def incoming(level: Level = "contract", **fields: Any) -> Incoming:
    body = {"model": MODEL, "messages": [{"role": "user", "content": "Tell me about tides."}], **fields}
    return Incoming(
        method="POST", path="/chat/completions", query="", headers={}, level=level, body=json.dumps(body).encode()
    )


def ask(asked: Engine, level: Level = "contract", **fields: Any) -> Outgoing:
    arrived = incoming(level, **fields)
    request = asked.read(FIREWORKS, arrived)
    if isinstance(request, Rejection):
        return asked.refuse(FIREWORKS, request, arrived)
    return asked.answer(FIREWORKS, request, arrived)


def parsed(out: Outgoing) -> Any:
    return json.loads(out.body)


@pytest.mark.parametrize("fields", [{}, {"n": 3}, {"max_tokens": 11}, {"stop": [" the"]}, {"max_tokens": 9, "n": 2}])
def test_usage_is_the_tokenizers_count(fields: dict[str, Any]) -> None:
    """Whatever the limits left, counting the text again gives the number that was reported."""
    answer = parsed(ask(engine(), **fields))
    texts = [choice["message"]["content"] for choice in answer["choices"]]
    assert answer["usage"]["completion_tokens"] == sum(len(COUNT.encode(text)) for text in texts)


def test_an_endless_answer_is_as_long_as_allowed() -> None:
    """`ignore_eos` goes on where the text would have ended, and leaves alone what came before."""
    short = parsed(ask(engine()))["choices"][0]
    long = parsed(ask(engine(), ignore_eos=True, max_tokens=700))
    assert long["usage"]["completion_tokens"] == 700
    assert long["choices"][0]["finish_reason"] == "length"
    assert long["choices"][0]["message"]["content"].startswith(short["message"]["content"])


def test_work_is_bounded() -> None:
    """However many choices of whatever length are asked for, an answer is no longer than the bound."""
    answer = parsed(ask(engine(max_work=1000), n=10, ignore_eos=True, max_tokens=1_000_000))
    assert answer["usage"]["completion_tokens"] == 1000
    capped = ask(engine(max_work=1000), n=10, ignore_eos=True, max_tokens=1_000_000)
    assert "max_work" in dict(capped.headers)["x-mockllm-hint"]
    assert "x-mockllm-hint" not in dict(ask(engine(max_work=1000), n=10, max_tokens=5).headers)


def test_a_long_prompt_is_not_repeated_without_bound() -> None:
    """Echo and raw output times choices count as work; one choice may always have them."""
    long = [{"role": "user", "content": "tide " * 500}]
    extras: list[dict[str, Any]] = [{"echo": True}, {"raw_output": True}]
    for extra in extras:
        out = ask(engine(max_work=1000), n=3, max_tokens=1, messages=long, **extra)
        assert out.status == 400
        assert "max_work" in out.body.decode()
        assert ask(engine(max_work=1000), n=1, max_tokens=1, messages=long * 3, **extra).status == 200


def test_a_prompt_that_leaves_no_room() -> None:
    """By default `max_tokens` is lowered to fit; with `error` it is refused, naming need and window."""
    assert ask(engine(), max_tokens=CONTEXT).status == 200
    out = ask(engine(), max_tokens=CONTEXT, context_length_exceeded_behavior="error")
    needed = len(COUNT.encode("Tell me about tides.")) + CONTEXT
    assert out.status == 400
    message = parsed(out)["error"]["message"]
    assert message.endswith(f", model maximum context length: {CONTEXT}")
    assert int(message.split(": ")[1].split(",")[0]) > needed
    fits = ask(engine(), max_tokens=CONTEXT - 100, context_length_exceeded_behavior="error")
    assert fits.status == 200


def test_a_prompt_longer_than_the_window_is_refused_either_way() -> None:
    """There is no room to lower `max_tokens` to; `prompt_truncate_len` makes some."""
    messages = [{"role": "user", "content": "tide " * (CONTEXT + 10)}]
    for behavior in ("truncate", "error"):
        assert ask(engine(), messages=messages, context_length_exceeded_behavior=behavior).status == 400
    cut = ask(engine(), messages=messages, prompt_truncate_len=1000)
    assert parsed(cut)["usage"]["prompt_tokens"] == 1000


def test_cached_tokens_reach_to_the_last_answer() -> None:
    """A multiple of 16, and none where the assistant has not spoken."""
    assert parsed(ask(engine()))["usage"]["prompt_tokens_details"]["cached_tokens"] == 0
    said = [{"role": "user", "content": "tide " * 50}, {"role": "assistant", "content": "Yes."}]
    cached = parsed(ask(engine(), messages=[*said, {"role": "user", "content": "Go on."}]))["usage"]
    assert cached["prompt_tokens_details"]["cached_tokens"] % 16 == 0
    assert 48 <= cached["prompt_tokens_details"]["cached_tokens"] < cached["prompt_tokens"]


def test_ids_of_a_frozen_server() -> None:
    """Equal requests have equal ids, any other has another; so has another seed."""
    first, again, other = (parsed(ask(engine(), user=user)) for user in ("a", "a", "b"))
    assert first == again
    assert first["created"] == FROZEN_AT
    assert first["id"] != other["id"]
    assert first["id"] != parsed(ask(engine(seed=1), user="a"))["id"]


def test_ids_of_a_running_server_never_repeat() -> None:
    """Nor does anything else differ but the time."""
    running = engine(clock=SystemClock())
    first, again = parsed(ask(running)), parsed(ask(running))
    assert first["id"] != again["id"]
    assert first["choices"] == again["choices"]


def test_scripted_text_obeys_the_limits() -> None:
    """A source may say a plain text; it is counted and cut like any other."""
    said = engine(Scripted("The tide comes in twice a day."))
    answer = parsed(ask(said, stop=["twice"]))
    assert answer["choices"][0]["message"]["content"] == "The tide comes in "
    assert parsed(ask(said, max_tokens=2))["choices"][0]["message"]["content"] == "The tide"


def test_a_character_is_never_split() -> None:
    """A cut inside one leaves it out; a stream sends it whole."""
    said = engine(Scripted("🌊🌊🌊"))
    for tokens in range(1, 10):
        content = parsed(ask(said, max_tokens=tokens))["choices"][0]["message"]["content"]
        assert "🌊🌊🌊".startswith(content)
    events = b"".join(data for _, data in ask(said, stream=True).frames or ()).split(b"data: ")[1:]
    pieces = [json.loads(data)["choices"][0]["delta"].get("content") for data in events[:-1]]
    assert [piece for piece in pieces if piece] == ["🌊", "🌊", "🌊"]


def test_a_paced_stream_takes_its_time() -> None:
    """The first token after its time, one token after the other, and the headers say so."""
    out = ask(engine(pace=Pace(ttft_s=0.5, tps=10)), stream=True, max_tokens=5)
    waits = [wait for wait, _ in out.frames or ()]
    assert waits[0] == 0.5
    assert sum(waits) == pytest.approx(0.5 + 4 * 0.1)
    assert dict(out.headers)["fireworks-server-time-to-first-token"] == "0.500"
    whole = ask(engine(pace=Pace(ttft_s=0.5, tps=10)), max_tokens=5)
    assert whole.wait_s == pytest.approx(0.9)
    assert dict(whole.headers)["fireworks-server-processing-time"] == "0.900"


def test_choices_are_made_side_by_side() -> None:
    """Three choices of five tokens take the time of five tokens."""
    out = ask(engine(pace=Pace(tps=10)), stream=True, max_tokens=5, n=3)
    assert sum(wait for wait, _ in out.frames or ()) == pytest.approx(4 * 0.1)


def test_pace_changes_no_byte_of_a_frozen_streams_text() -> None:
    """Only the measured header differs."""
    slow = [data for _, data in ask(engine(pace=Pace(tps=5, jitter=0.5)), stream=True).frames or ()]
    fast = [data for _, data in ask(engine(), stream=True).frames or ()]
    assert len(slow) > len(fast)  # what need not wait is written together
    assert b"".join(slow) == b"".join(fast)


def test_long_work_is_known_as_such() -> None:
    """So that the server does not make others wait for it."""
    asked = engine()
    cases: list[tuple[dict[str, Any], bool]] = [
        ({}, False),
        ({"max_tokens": 100_000}, False),
        ({"n": 64}, True),
        ({"n": 64, "max_tokens": 5}, False),
        ({"ignore_eos": True, "max_tokens": 100_000}, True),
        ({"logit_bias": {"100257": -100}, "max_tokens": 100_000}, True),
        ({"logprobs": 5, "n": 8}, True),
    ]
    for fields, heavy in cases:
        arrived = incoming(**fields)
        request = asked.read(FIREWORKS, arrived)
        assert isinstance(request, Request)
        assert asked.heavy(request, arrived) is heavy


def test_a_users_own_tokenizer_counts(tmp_path: Path) -> None:
    """For the models its pattern fits, and for no other."""
    tokenizers = pytest.importorskip("tokenizers")
    made = tokenizers.Tokenizer(tokenizers.models.WordLevel({"[UNK]": 0, "tides": 1}, unk_token="[UNK]"))
    made.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    file = tmp_path / "tokenizer.json"
    made.save(str(file))
    asked = engine(tokenizers=[("acme/*", str(file))])
    plain = parsed(ask(engine()))["usage"]["prompt_tokens"]
    assert parsed(ask(asked))["usage"]["prompt_tokens"] == plain
    assert parsed(ask(asked, model="acme/tuned"))["usage"]["prompt_tokens"] != plain


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("response_format", {"type": "json_object", "schema": {"type": "object"}}),
        ("tools", [{"type": "function", "function": {"name": "f"}}]),
        ("functions", [{"name": "f"}]),
    ],
)
def test_a_schema_nothing_can_be_made_of(field: str, value: Any) -> None:
    """Is refused at its field, or leniently left out."""
    out = ask(engine(writer=Failing(0)), **{field: value})
    assert out.status == 422
    assert [entry["loc"] for entry in parsed(out)["detail"]] == [["body", field]]
    lenient = ask(engine(writer=Failing(0)), "lenient", **{field: value})
    assert parsed(lenient)["choices"][0]["message"]["content"] == "Plain."


def test_a_greedy_answer_is_certain() -> None:
    """Also where its text was not drawn."""
    out = ask(engine(Scripted('{"a": "x"}')), logprobs=True, top_logprobs=2, temperature=0)
    for row in parsed(out)["choices"][0]["logprobs"]["content"]:
        assert row["sampling_logprob"] == 0
        assert row["top_logprobs"][0]["token_id"] == row["token_id"]


def test_raw_output_has_rows_for_every_token() -> None:
    """Those of the content are the choice's own."""
    said = Reply(content="It is four degrees.", reasoning="They want the weather.")

    class Thinking:
        def plan(self, asked: Asked) -> Plan:
            return Plan(replies=(said,), source="thinking")

    choice = parsed(ask(engine(Thinking()), raw_output=True, logprobs=True))["choices"][0]
    rows = choice["raw_output"]["completion_logprobs"]["content"]
    assert "".join(row["token"] for row in rows) == choice["raw_output"]["completion"]
    assert [row["token_id"] for row in rows] == choice["raw_output"]["completion_token_ids"]
    own = [(row["token"], row["logprob"]) for row in choice["logprobs"]["content"]]
    assert own == [(row["token"], row["logprob"]) for row in rows][-len(own) :]
