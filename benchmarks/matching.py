"""Prints what finding a rule costs among 10, 1 000 and 10 000, and how long as many take to load."""

import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks import options
from mockllm.core import Incoming, Message, Request
from mockllm.scenario import Layer, load
from mockllm.scenario.views import Views

COUNTS = (10, 1_000, 10_000)
TURNS = 9
REQUESTS = 2_000


def contained(number: int) -> str:
    return f"{{user: order {number:05}}}"


def header(number: int) -> str:
    return f"{{header: {{x-case: case-{number}}}}}"


def model_and_user(number: int) -> str:
    return f"{{model: model-{number % 50}, user: order {number:05}}}"


def word(number: int) -> str:
    letters = "".join("abcdefghijklmnopqrstuvwxyz"[number * 7919 // 26**place % 26] for place in range(6))
    return f"{{user: {letters}}}"


FORMS: dict[str, Callable[[int], str]] = {
    "a text contained": contained,
    "a header": header,
    "model and text": model_and_user,
    "a word": word,
}


def scenario(form: Callable[[int], str], count: int) -> str:
    rules = [
        f"  - name: rule {number}\n    when: {form(number)}\n    reply: Answer {number}.\n" for number in range(count)
    ]
    return "rules:\n" + "".join(rules)


def views(form: Callable[[int], str], number: int) -> Views:
    """What rules look at of a request that rule `number` takes."""
    text = f"Where is my order {number:05}?" if form is not word else f"Tell me of {word(number)[7:-1]} now."
    name = f"model-{number % 50}"
    request = Request(
        dialect="fireworks",
        level="contract",
        model=name,
        asked_model=name,
        messages=(Message(role="user", content=text),),
        body={"model": name, "messages": [{"role": "user", "content": text}]},
    )
    headers = {"x-case": f"case-{number}", "content-type": "application/json"}
    incoming = Incoming(method="POST", path="/", query="", headers=headers, body=b"", level="contract")
    return Views(request, incoming)


def cost_us(layer: Layer, form: Callable[[int], str], count: int, turns: int, requests: int) -> float:
    """Microseconds to find the rule, the median of some turns; the views are made anew each time."""
    figures = []
    for turn in range(turns):
        asked = [views(form, (number * 37 + turn) % count) for number in range(requests)]
        begin = time.perf_counter()
        for each in asked:
            next(layer.matching(each))
        figures.append((time.perf_counter() - begin) / requests * 1e6)
    return statistics.median(figures)


def report(counts: Sequence[int], turns: int, requests: int) -> None:
    """Prints a line for each kind of condition."""
    print("finding a rule   budget 2 x the cost at 10 rules; 10,000 loaded in 1 s")
    with tempfile.TemporaryDirectory() as folder:
        for name, form in FORMS.items():
            told = []
            base = 0.0
            for count in counts:
                file = Path(folder) / f"{count}.yaml"
                file.write_text(scenario(form, count))
                begin = time.perf_counter()
                loaded = load([file])
                if loaded.scenario is None:
                    raise RuntimeError("\n".join(map(str, loaded.findings[:5])))
                layer = Layer("bench", loaded.scenario)
                took = time.perf_counter() - begin
                cost = cost_us(layer, form, count, turns, requests)
                base = base or cost
                told.append(f"{count:,} rules {cost:.1f} us ({cost / base:.1f} x), loaded in {took:.2f} s")
            print(f"  {name}: {'; '.join(told)}")


def main() -> None:
    chosen = options.read(sys.argv[1:])
    report(COUNTS, chosen.turns or TURNS, chosen.requests or REQUESTS)


if __name__ == "__main__":
    main()
