"""Tokens per second of the generator on one core, a different prompt for every text.

Run `python -m benchmarks generator`.
"""

import gc
import subprocess
import sys
from time import process_time

from benchmarks import options
from mockllm.core import Limits, Message, Request, Sampling
from mockllm.generate import Generator
from mockllm.tokens import for_vocabulary

PROMPTS = 3000
ROUNDS = 5
TASKS = (
    "Say hello to the harbour, ship number {}.",
    "Question {}: tell me about lighthouse number {} and its keeper.",
    "Write a story about a lighthouse with {} windows.",
    "Give me a list of {} tips for growing tomatoes.",
    "Write a Python function that returns the {} largest values.",
)
CASES = {
    "defaults": Sampling(),
    "temperature 0": Sampling(temperature=0.0),
    "temperature 0.7": Sampling(temperature=0.7),
    "every filter and penalty": Sampling(
        temperature=0.7, top_k=40, top_p=0.9, min_p=0.01, typical_p=0.95, frequency_penalty=0.5, repetition_penalty=1.1
    ),
}
COLD = """
from time import perf_counter
start = perf_counter()
import mockllm.core, mockllm.seeds
core = perf_counter()
import mockllm.generate
imported = perf_counter()
from mockllm.core import Message, Request
from mockllm.tokens import for_vocabulary
tokenizer = for_vocabulary("cl100k")
loaded = perf_counter()
request = Request(dialect="d", level="contract", model="m", asked_model="m", messages=(
    Message(role="user", content="Explain how tides work."),))
mockllm.generate.Generator(1).plan(request, tokenizer, 2048)
print((imported - core) * 1000, (perf_counter() - loaded) * 1000)
"""


def request(task: str, number: int, sampling: Sampling) -> Request:
    return Request(
        dialect="fireworks",
        level="contract",
        model="accounts/fireworks/models/kimi-k2-instruct-0905",
        asked_model="accounts/fireworks/models/kimi-k2-instruct-0905",
        messages=(Message(role="user", content=task.format(number, number)),),
        sampling=sampling,
        limits=Limits(),
    )


def tokens_per_second(sampling: Sampling, rounds: int, count: int, tasks: tuple[str, ...] = TASKS) -> float:
    """The best of some rounds, each of new prompts."""
    generator, tokenizer = Generator(4), for_vocabulary("cl100k")
    best = 0.0
    for number in range(rounds):
        prompts = [request(tasks[place % len(tasks)], number * count + place, sampling) for place in range(count)]
        gc.collect()
        start = process_time()
        tokens = 0
        for prompt in prompts:
            tokens += len(generator.plan(prompt, tokenizer, 2048).replies[0].content.ids)  # type: ignore[union-attr]  # the generator speaks in passages
        best = max(best, tokens / (process_time() - start))
    return best


def report(rounds: int, count: int) -> None:
    """Prints a line for each kind of request, and what the first one costs."""
    print("the generator   budget 200,000 tokens/s")
    for name, sampling in CASES.items():
        print(f"  {name:26} {tokens_per_second(sampling, rounds, count):>12,.0f} tokens/s")
    for task in TASKS:
        print(f"  {task[:26]:26} {tokens_per_second(Sampling(), rounds, count, (task,)):>12,.0f} tokens/s")
    cold = [
        [
            float(value)
            for value in subprocess.run(
                [sys.executable, "-c", COLD], capture_output=True, text=True, check=True
            ).stdout.split()
        ]
        for _ in range(rounds)
    ]
    print(f"  import beyond mockllm.core {min(row[0] for row in cold):12.1f} ms")
    print(f"  first answer, cl100k read  {min(row[1] for row in cold):12.1f} ms")


def main() -> None:
    chosen = options.read(sys.argv[1:])
    report(chosen.turns or ROUNDS, chosen.requests or PROMPTS)


if __name__ == "__main__":
    main()
