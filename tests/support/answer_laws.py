"""What must be so in every answer: how its parts agree with each other and with what was asked."""

import json
from collections.abc import Iterator
from typing import Any

from likelihood_laws import rows
from story import Json, Story, Told

from mockllm.catalogue import find
from mockllm.tokens import tokenizer_for

DEFAULT_MAX_TOKENS = 2048


def broken(dialect: str, level: str, body: Json, query_provider: str, story: Story, max_work: int) -> Iterator[str]:
    """Yields what contradicts itself; what was asked for counts at `contract`, where nothing is left out of a body."""
    yield from counts(story)
    for told in story.choices:
        yield from rows(told)
        yield from raw(told, story)
        yield from stops(told)
    yield from unasked(body, story)
    if level != "contract":
        return
    yield from named(dialect, body, query_provider, story)
    yield from many(body, story)
    yield from asked(dialect, body, story)
    yield from limits(dialect, body, story, max_work)
    yield from stopped(body, story)
    yield from called(body, story)
    yield from formatted(body, story)
    yield from tokens(dialect, body, query_provider, story)


def counts(story: Story) -> Iterator[str]:
    usage = story.usage
    if usage is None:
        return
    if usage["total_tokens"] != usage["prompt_tokens"] + usage["completion_tokens"]:
        yield f"total is not prompt + completion: {usage}"
    if usage["prompt_tokens"] < 1:
        yield f"an empty prompt: {usage}"
    cached = (usage.get("prompt_tokens_details") or {}).get("cached_tokens", 0)
    if cached > usage["prompt_tokens"] or cached % 16:
        yield f"cached_tokens cannot be: {usage}"
    reasoning = (usage.get("completion_tokens_details") or {}).get("reasoning_tokens", 0)
    if reasoning > usage["completion_tokens"]:
        yield f"more reasoning than answer: {usage}"
    if story.prompt_token_ids is not None and len(story.prompt_token_ids) != usage["prompt_tokens"]:
        yield f"{len(story.prompt_token_ids)} prompt_token_ids, usage {usage}"
    ids = [told.token_ids for told in story.choices if told.token_ids is not None]
    if ids and sum(map(len, ids)) != usage["completion_tokens"]:
        yield f"{sum(map(len, ids))} token_ids, usage {usage}"
    metrics = story.perf_metrics
    if metrics is not None and int(metrics["prompt-tokens"]) != usage["prompt_tokens"]:
        yield f"perf_metrics {metrics}, usage {usage}"


def raw(told: Told, story: Story) -> Iterator[str]:
    """The raw output tells what the answer tells."""
    found = told.raw_output
    if found is None:
        return
    if story.usage is not None and len(found["prompt_token_ids"]) != story.usage["prompt_tokens"]:
        yield f"{len(found['prompt_token_ids'])} ids of the prompt, usage {story.usage}"
    if story.prompt_token_ids is not None and found["prompt_token_ids"] != story.prompt_token_ids:
        yield "two different prompts"
    if not told.calls and not around(found["completion"], told.text):
        yield f"raw completion {found['completion']!r}, text {told.text!r}"
    if told.token_ids is not None and found["completion_token_ids"][-len(told.token_ids) or None :] != told.token_ids:
        yield f"raw ids {found['completion_token_ids']}, token_ids {told.token_ids}"
    if (found["completion_logprobs"] is None) != (told.logprobs is None):
        yield "log probabilities in one place and not in the other"
    if not found["prompt_fragments"]:
        yield "no prompt_fragments"


def around(completion: str, text: str) -> bool:
    """Whether a completion is a text with nothing but reasoning put in: at its start, or behind an echo."""
    return shared(completion, text) + shared(completion[::-1], text[::-1]) >= len(text)


def shared(one: str, other: str) -> int:
    """How many characters two texts begin alike with."""
    return next(
        (place for place, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]),
        min(len(one), len(other)),
    )


def stops(told: Told) -> Iterator[str]:
    if bool(told.calls) != (told.finish in ("tool_calls", "function_call")) and told.finish != "length":
        yield f"finish_reason {told.finish!r} with calls {told.calls}"


def unasked(body: Json, story: Story) -> Iterator[str]:
    """What is there only on request is there only then."""
    found = {
        "logprobs": any(told.logprobs is not None for told in story.choices),
        "return_token_ids": any(told.token_ids is not None for told in story.choices)
        or story.prompt_token_ids is not None,
        "raw_output": any(told.raw_output is not None for told in story.choices),
        "perf_metrics_in_response": story.perf_metrics is not None,
    }
    keys = {str(key).lower() for key, value in body.items() if value is not None and value is not False}
    for key, there in found.items():
        if there and key not in keys:
            yield f"what {key} brings was not asked for"
    if not keys & {"tools", "functions"} and any(told.calls for told in story.choices):
        yield "a call without tools"


def asked(dialect: str, body: Json, story: Story) -> Iterator[str]:
    """What was asked for is there."""
    logprobs = body.get("logprobs")
    wanted = {"logprobs": logprobs is not None and logprobs is not False}
    if dialect == "fireworks":
        wanted["token_ids"] = body.get("return_token_ids") is True
        wanted["raw_output"] = body.get("raw_output") is True
    for name, expected in wanted.items():
        for told in story.choices:
            if (getattr(told, name) is not None) != expected:
                yield f"{name} is {getattr(told, name)}"
    if dialect == "fireworks":
        if (story.perf_metrics is not None) != (body.get("perf_metrics_in_response") is True):
            yield f"perf_metrics are {story.perf_metrics}"
        if (story.prompt_token_ids is not None) != (body.get("return_token_ids") is True):
            yield f"prompt_token_ids are {story.prompt_token_ids}"
    most = body.get("top_logprobs")
    if most is None:
        most = 0 if isinstance(logprobs, bool) or logprobs is None else logprobs
    for told in story.choices:
        for row in (told.logprobs or {}).get("content", ()):
            if len(row.get("top_logprobs", ())) > most:
                yield f"more than {most} alternatives: {row}"
        for top in (told.logprobs or {}).get("top_logprobs", ()):
            if top is not None and len(top) > most + 1:
                yield f"more than {most} + 1 alternatives: {top}"


def named(dialect: str, body: Json, query_provider: str, story: Story) -> Iterator[str]:
    model = body["model"]
    if dialect == "gateway" and not query_provider:
        model = model.partition("/")[2]
    if story.head[2] != model:
        yield f"model is {story.head[2]!r}, asked was {body['model']!r}"


def many(body: Json, story: Story) -> Iterator[str]:
    if len(story.choices) != body.get("n", 1):
        yield f"{len(story.choices)} choices, asked were {body.get('n', 1)}"


def most_tokens(dialect: str, body: Json) -> int:
    if dialect == "fireworks":
        found = body.get("max_completion_tokens") if body.get("max_tokens") is None else body["max_tokens"]
    else:
        found = body.get("max_completion_tokens", body.get("max_tokens"))
        found = None if found is None or found < 0 else found
    return DEFAULT_MAX_TOKENS if found is None else int(found)


def limits(dialect: str, body: Json, story: Story, max_work: int) -> Iterator[str]:
    """An answer cut by its limit is as long as the limit; no other is longer."""
    if story.usage is None:
        return
    n = len(story.choices)
    limit = min(most_tokens(dialect, body), max(1, max_work // n))
    made = story.usage["completion_tokens"]
    cut = sum(told.finish == "length" for told in story.choices)
    if not cut * limit <= made <= n * limit:
        yield f"{made} tokens in {n} choices, {cut} of them cut at {limit}"
    if not cut and limit == 0:
        yield "no room for any token, yet not cut"
    for told in story.choices:
        if told.token_ids is not None and not (len(told.token_ids) == limit or told.finish != "length"):
            yield f"{len(told.token_ids)} token_ids, cut at {limit}"


def stopped(body: Json, story: Story) -> Iterator[str]:
    """No stop sequence is in a text, unless it was echoed; thoughts that are shown in a text may hold one."""
    given = body.get("stop")
    sequences = [given] if isinstance(given, str) else given or []
    if body.get("echo") or body.get("echo_last"):
        return
    for told in story.choices:
        text = told.text
        if text.startswith("<think>"):
            text = text.partition("</think>")[2]
        for sequence in sequences:
            if sequence and sequence in text:
                yield f"{sequence!r} is in {text!r}"


def called(body: Json, story: Story) -> Iterator[str]:
    """Only functions that were offered are called, each call by an id of its own, with JSON unless it was cut."""
    offered = [tool.get("function", {}).get("name") for tool in body.get("tools") or ()]
    offered += [function["name"] for function in body.get("functions") or ()]
    for told in story.choices:
        ids = [call["id"] for call in told.calls]
        if len(set(ids)) != len(ids):
            yield f"ids repeat: {ids}"
        for call in told.calls:
            if call["name"] not in offered:
                yield f"{call['name']!r} was not offered"
            if told.finish != "length" and not is_json(call["arguments"]):
                yield f"arguments are no JSON: {call}"


def formatted(body: Json, story: Story) -> Iterator[str]:
    """A text that has to be JSON is, unless something cut it."""
    kind = (body.get("response_format") or {}).get("type")
    if kind not in ("json_object", "json_schema") or any(body.get(key) for key in ("stop", "echo", "echo_last")):
        return
    for told in story.choices:
        if told.finish == "stop" and not is_json(told.text.rpartition("</think>")[2]):
            yield f"no JSON: {told.text!r}"


def is_json(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def tokens(dialect: str, body: Json, query_provider: str, story: Story) -> Iterator[str]:
    """The count of tokens is the tokenizer's, whose ids spell the text."""
    model = story.head[2]
    provider = None
    if dialect == "gateway":
        provider = query_provider or body["model"].partition("/")[0].lower()
    tokenizer = tokenizer_for(find(model, dialect, provider=provider))
    echoes = bool(body.get("echo") or body.get("echo_last"))
    spelt = sum(len(row_list(told)) for told in story.choices if told.logprobs is not None)
    plain = not any(told.calls or told.reasoning or "<think>" in told.text for told in story.choices)
    if spelt and story.usage is not None and not echoes and plain and spelt != story.usage["completion_tokens"]:
        yield f"{spelt} rows, usage {story.usage}"
    for told in story.choices:
        if told.token_ids is not None and plain and not echoes:
            spelling = tokenizer.decode(told.token_ids)
            if spelling == "<think>":  # all there was room for
                continue
            if not spelling.startswith(told.text) or (not body.get("stop") and spelling != told.text):
                yield f"ids spell {spelling!r}, the text is {told.text!r}"
    # Tokens that are forced upon a text may be more than it would have.
    ended = all(told.finish == "stop" for told in story.choices) and not (body.get("stop") or body.get("logit_bias"))
    if ended and plain and not echoes and story.usage is not None:
        counted = sum(len(tokenizer.encode(told.text)) for told in story.choices)
        if counted != story.usage["completion_tokens"]:
            yield f"the tokenizer counts {counted}, usage {story.usage}: {[told.text for told in story.choices]}"


def row_list(told: Told) -> list[Any]:
    found = told.logprobs or {}
    return found.get("content", found.get("tokens", []))
