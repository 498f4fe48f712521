"""Same request, same seed, same bytes: across processes, orders, concurrency, namespaces and workers."""

import asyncio
import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

SCENARIO = """\
rules:
  - name: sometimes broken
    when: {user: /bake/}
    reply: {generate: {tokens: 30}, fault: {corrupt: json, rate: 0.3}, pace: {ttft: 5ms, jitter: 0.5}}
  - {name: chance, when: {user: function}, reply: "{{ uuid() }} {{ fake.name() }} {{ random.int(1, 9) }}"}
"""
"""Answers that chance has a part in; no sequences, since these depend on the order."""

MODELS = {
    "/inference/v1/chat/completions": ["accounts/fireworks/models/llama-v3p3-70b-instruct", "gpt-oss-120b"],
    "/chat/completions": ["openai/gpt-4o", "groq/llama-3.3-70b"],
}
PROMPTS = ["Tell me about the harbour.", "List three steps to bake bread.", "Write a Python function.", "你好", "Why?"]
Asked = tuple[str, dict[str, object], str]


def mixed() -> list[Asked]:
    """200 requests of every kind, refused ones among them."""
    chance = random.Random(7)  # noqa: S311 - any repeatable mix will do
    asked: list[Asked] = []
    for number in range(200):
        path = chance.choice(list(MODELS))
        body: dict[str, object] = {
            "model": chance.choice(MODELS[path]),
            "messages": [{"role": "user", "content": f"{chance.choice(PROMPTS)} ({number % 40})"}],
        }
        options: dict[str, list[object]] = {
            "stream": [True], "n": [2, 3], "max_tokens": [1, 9, 40], "seed": [1, 2], "stop": ["e", [" a", ", "]],
            "temperature": [0, 0.7, 3], "top_p": [0.5], "logit_bias": [{"13": -100}],
        }  # fmt: skip
        for key, values in options.items():
            if chance.random() < 0.3:
                body[key] = chance.choice(values)
        asked.append((path, body, chance.choice(["contract", "live", "lenient"])))
    return asked


@contextmanager
def served(hash_seed: int, *flags: str) -> Iterator[str]:
    """A server in a process of its own; yields its URL."""
    process = subprocess.Popen(
        [sys.executable, "-m", "mockllm", "serve", "--port", "0", "--clock", "frozen", *flags],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONHASHSEED": str(hash_seed)},
    )
    assert process.stdout is not None
    try:
        line = next(line for line in process.stdout if "http://" in line)
        yield "http://" + line.split("http://")[1].split()[0].split("/")[0]
    finally:
        process.terminate()
        process.communicate(timeout=20)


async def answers(
    base: str, order: list[int], namespaces: bool, at_once: int = 16
) -> dict[int, tuple[int, list[tuple[str, str]], bytes]]:
    """Asks everything in the given order, so many at a time, and returns status, headers and body of each."""
    asked, got = mixed(), {}
    gate = asyncio.Semaphore(at_once)
    async with httpx.AsyncClient(base_url=base, timeout=60, trust_env=False) as client:

        async def one(number: int) -> None:
            path, body, level = asked[number]
            prefix = "/t/other" if namespaces and number % 2 else ""
            async with gate:
                answer = await client.post(
                    prefix + path, content=json.dumps(body), headers={
                        "content-type": "application/json", "x-mockllm-fidelity": level,
                    },
                )  # fmt: skip
            got[number] = (answer.status_code, sorted(answer.headers.multi_items()), answer.content)

        await asyncio.gather(*(one(number) for number in order))
    return got


def test_two_hundred_mixed_requests_give_equal_bytes() -> None:
    """One after another or shuffled and sixteen at a time, in another process, namespace or worker: no byte differs."""
    order = list(range(200))
    shuffled = random.Random(3).sample(order, len(order))  # noqa: S311
    with served(1) as base:
        first = asyncio.run(answers(base, order, namespaces=False))
        again = asyncio.run(answers(base, shuffled, namespaces=True))
    with served(2, "--workers", "2") as base:
        other = asyncio.run(answers(base, shuffled, namespaces=True))
    assert first == again
    assert first == other
    assert {status for status, _, _ in first.values()} >= {200, 400, 422}


def test_another_seed_is_another_server() -> None:
    """The server's seed changes every text."""
    with served(1) as base, served(1, "--seed", "8") as other:
        mine, theirs = (asyncio.run(answers(url, [3, 4, 5], namespaces=False)) for url in (base, other))
    assert all(mine[number][2] != theirs[number][2] for number in mine if mine[number][0] == 200)


def test_scripts_and_their_chance_repeat(tmp_path: Path) -> None:
    """Rates, jitter and the helpers of templates: the same for the same requests in the same order."""
    file = tmp_path / "s.yaml"
    file.write_text(SCENARIO)
    flags = ("-s", str(file), "--on-unmatched", "generate", "--speed", "max")
    runs = []
    for hash_seed in (1, 2):
        with served(hash_seed, *flags) as base:
            runs.append(asyncio.run(answers(base, list(range(120)), namespaces=False, at_once=1)))
    assert runs[0] == runs[1]
    rules = [dict(headers).get("x-mockllm-rule") for _, headers, _ in runs[0].values()]
    assert {"sometimes broken", "chance", None} == set(rules)
