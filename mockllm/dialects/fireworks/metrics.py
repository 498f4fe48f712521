"""What the service measures, by the names of the Fireworks reference (`perf_metrics_in_response`).

Headers put `fireworks-` before each name; the body has the same values, numbers as numbers (a GUESS: clients' tests
show both numbers and texts, wire/fireworks.md 1.4).
"""

from typing import NamedTuple

from mockllm.core import Answer
from mockllm.wire import quote


class Metric(NamedTuple):
    """`early`: known as soon as there is a first token, so that a stream's headers can tell it."""

    name: str
    value: str
    early: bool = True
    text: bool = False


def special(answer: Answer) -> list[Metric]:
    """The metrics that not every answer has: how a prediction did, and what only a dedicated deployment tells."""
    found: list[Metric] = []
    guess = answer.speculation
    if guess is not None:
        found += [
            Metric("speculation-prompt-tokens", str(guess.predicted)),
            Metric("speculation-prompt-matched-tokens", str(guess.matched), early=False),
        ]
    if answer.deployment is None:
        return found
    if guess is not None:
        tried = guess.predicted * len(answer.choices)
        found += [
            Metric("speculation-generated-tokens", str(tried), early=False),
            Metric("speculation-acceptance", f"0:{guess.matched}/{tried}", early=False, text=True),
        ]
    return found + _dedicated(answer, answer.deployment)


def perf_metrics(answer: Answer) -> str:
    """Writes all metrics as the body has them."""
    usage, timing = answer.usage, answer.timing
    metrics = [
        Metric("prompt-tokens", str(usage.prompt)),
        Metric("cached-prompt-tokens", str(usage.cached)),
        Metric("server-time-to-first-token", seconds(timing.first_token_s)),
        Metric("server-processing-time", seconds(timing.total_s)),
        *special(answer),
    ]
    written = [f'"{metric.name}":{quote(metric.value) if metric.text else metric.value}' for metric in metrics]
    return f"{{{','.join(written)}}}"


def seconds(value: float) -> str:
    """To the millisecond, as the service has them."""
    return f"{value:.3f}"


def _dedicated(answer: Answer, deployment: str) -> list[Metric]:
    """Nothing waits in a queue here, and nothing else asks at the same time.

    All until the first token counts as prefill and the rest as generation, so that the two add up to the
    processing time, to the millisecond.
    """
    first, total = seconds(answer.timing.first_token_s), seconds(answer.timing.total_s)
    none = seconds(0)
    return [
        Metric("backend-host", f"{deployment.rpartition('/')[2]}-0", text=True),
        Metric("num-concurrent-requests", "1"),
        Metric("deployment", deployment, text=True),
        Metric("tokenizer-queue-duration", none),
        Metric("tokenizer-duration", none),
        Metric("prefill-queue-duration", none),
        Metric("prefill-duration", first),
        Metric("generation-queue-duration", none),
        Metric("generation-duration", seconds(float(total) - float(first)), early=False),
    ]
