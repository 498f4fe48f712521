"""Fireworks' chat completions, after its reference and what the service was seen to send."""

from collections.abc import Iterator, Mapping
from typing import Any

from mockllm.core import Answer, Failure, Header, Incoming, Outgoing, Rates, Rejection, Request, Rules, Step

from . import body, chunks, fail, models, parse, refuse
from .lenient import DEFAULT_MODEL
from .rates import of_rates

__all__ = ["dialect"]


class Fireworks:
    """The dialect; see `core.Dialect`."""

    name = "fireworks"
    roots = ("/inference/v1", "/inference", "/fireworks/v1", "/fireworks")

    def parse(self, incoming: Incoming, rules: Rules) -> Request | Rejection:
        return parse.parse(incoming, rules)

    def refuse(self, rejection: Rejection, incoming: Incoming, request_id: str) -> Outgoing:
        return refuse.refuse(rejection, incoming, request_id)

    def fail(self, failure: Failure, request: Request, incoming: Incoming, request_id: str) -> Outgoing:
        return fail.fail(failure, request, incoming, request_id)

    def rates(self, rates: Rates, incoming: Incoming) -> tuple[Header, ...]:  # noqa: ARG002 - others need it
        return of_rates(rates)

    def whole(self, request: Request, answer: Answer) -> tuple[tuple[Header, ...], bytes]:
        return body.whole(request, answer)

    def stream(self, request: Request, answer: Answer) -> tuple[tuple[Header, ...], Iterator[Step]]:
        return chunks.stream(request, answer)

    def models(self, incoming: Incoming, rules: Rules) -> Outgoing | Rejection:
        return models.models(incoming, rules)

    def health(self) -> Outgoing:
        return models.health()

    def openapi(self) -> Mapping[str, Any]:
        from .openapi import described_api  # only who asks for the document pays for it

        return described_api()

    def question(self, text: str, *, stream: bool) -> Mapping[str, Any]:
        asked: dict[str, Any] = {"model": DEFAULT_MODEL, "messages": [{"role": "user", "content": text}]}
        return {**asked, "stream": True} if stream else asked


dialect = Fireworks()
