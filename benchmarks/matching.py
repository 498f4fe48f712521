"""Prints what finding a rule costs among 10, 1 000 and 10 000, and how long as many take to load."""

import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks import options, turns
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


def report(counts: Sequence[int], rounds: int, requests: int) -> None:
    """Prints a line for each kind of condition."""
    print(f"finding a rule, beside {counts[0]:,}   budget 2 x; 10,000 loaded in 1 s")
    for name, form in FORMS.items():
        layers = {count: loaded(form, count) for count in counts}
        contestants = {str(count): finding(layer, form, count, requests) for count, (layer, _) in layers.items()}
        rows = turns.take(contestants, rounds)
        first = column(rows, counts[0])
        print(f"  {name}: {counts[0]:,} rules {turns.median(first)} us")
        for count in counts[1:]:
            costs = column(rows, count)
            told = f"{turns.median(costs)} us, {turns.times(costs, first)}, loaded in {layers[count][1]:.2f} s"
            print(f"    {count:,} rules {told}")


def column(rows: turns.Rows, count: int) -> Sequence[float | None]:
    return [cost for (cost,) in rows[str(count)]]


def loaded(form: Callable[[int], str], count: int) -> tuple[Layer, float]:
    """Rules as they are played, and the seconds of a processor that it took to load them."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "scenario.yaml"
        file.write_text(scenario(form, count))
        begin = time.process_time()
        read = load([file])
        if read.scenario is None:
            raise RuntimeError("\n".join(map(str, read.findings[:5])))
        layer = Layer("bench", read.scenario)
        return layer, time.process_time() - begin


def finding(layer: Layer, form: Callable[[int], str], count: int, requests: int) -> Callable[[int], turns.Figures]:
    """Microseconds of a processor to find a rule; the views are made anew each time."""

    def cost_us(turn: int) -> turns.Figures:
        asked = [views(form, (number * 37 + turn) % count) for number in range(requests)]
        begin = time.process_time()
        for each in asked:
            next(layer.matching(each))
        return ((time.process_time() - begin) / requests * 1e6,)

    return cost_us


def main() -> None:
    chosen = options.read(sys.argv[1:])
    report(COUNTS, chosen.turns or TURNS, chosen.requests or REQUESTS)


if __name__ == "__main__":
    main()
