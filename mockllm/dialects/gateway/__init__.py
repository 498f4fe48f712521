"""The Inference Gateway's chat completions: `POST /chat/completions`, one door to fifteen providers."""

from collections.abc import Iterator, Mapping
from typing import Any

from mockllm.core import Answer, Dialect, Failure, Header, Incoming, Outgoing, Rates, Rejection, Request, Rules, Step

from .body import whole
from .chunks import stream
from .fail import fail
from .models import health, models
from .parse import parse
from .refuse import refuse

__all__ = ["dialect"]

QUESTION_MODEL = "openai/gpt-4o"


class Gateway:
    """The dialect."""

    name = "gateway"
    roots = ("", "/gateway/v1", "/gateway")

    def parse(self, incoming: Incoming, rules: Rules) -> Request | Rejection:
        """Reads a request, or says why the gateway would refuse it."""
        return parse(incoming, rules)

    def refuse(self, rejection: Rejection, incoming: Incoming, request_id: str) -> Outgoing:
        """Words a refusal."""
        return refuse(rejection, incoming, request_id)

    def fail(self, failure: Failure, request: Request, incoming: Incoming, request_id: str) -> Outgoing:
        """Words an error that a script wants."""
        return fail(failure, request, incoming, request_id)

    def rates(self, rates: Rates, incoming: Incoming) -> tuple[Header, ...]:  # noqa: ARG002 - others need them
        """Tells nothing: the gateway drops its providers' headers (wire/gateway.md 2)."""
        return ()

    def whole(self, request: Request, answer: Answer) -> tuple[tuple[Header, ...], bytes]:
        """Writes an answer in one piece."""
        return whole(request, answer)

    def stream(self, request: Request, answer: Answer) -> tuple[tuple[Header, ...], Iterator[Step]]:
        """Writes an answer as server-sent events."""
        return stream(request, answer)

    def models(self, incoming: Incoming, rules: Rules) -> Outgoing | Rejection:
        """Lists the models."""
        return models(incoming, rules)

    def health(self) -> Outgoing:
        """Says that all is well."""
        return health()

    def openapi(self) -> Mapping[str, Any]:
        """Describes the API."""
        from .openapi import described_api  # only who asks for the document pays for it

        return described_api()

    def question(self, text: str, *, stream: bool) -> Mapping[str, Any]:
        """The smallest body that asks for this text."""
        body: dict[str, Any] = {"model": QUESTION_MODEL, "messages": [{"role": "user", "content": text}]}
        return body | {"stream": True, "stream_options": {"include_usage": True}} if stream else body


dialect: Dialect = Gateway()
