"""Has a dialect write an answer down, and adds the headers that are the mock's own."""

from collections.abc import Iterator

from mockllm.core import PLAIN, Answer, Dialect, Header, Incoming, Manner, Request, Step

from .marks import marked, own_headers

CAPPED: tuple[Header, ...] = (
    ("x-mockllm-hint", "the answer was cut at the server's bound for all its choices together: setting max_work"),
)


class Writing:
    """Writes answers to one request; `capped` says that they are shorter than was asked for."""

    def __init__(self, dialect: Dialect, request: Request, incoming: Incoming, manner: Manner, *, capped: bool) -> None:
        self._dialect = dialect
        self._request = request
        self._incoming = incoming
        self._manner = manner
        self._capped = capped

    def whole(self, answer: Answer) -> tuple[tuple[Header, ...], bytes]:
        """Writes an answer in one piece: headers and body."""
        headers, body = self._dialect.whole(self._request, answer)
        return self._marked(headers), body

    def stream(self, answer: Answer) -> tuple[tuple[Header, ...], Iterator[Step]]:
        """Writes an answer as a stream: headers and events."""
        headers, steps = self._dialect.stream(self._request, answer)
        return self._marked(headers), steps

    def joined(self, answer: Answer) -> tuple[tuple[Header, ...], bytes]:
        """Writes an answer as it was asked for, a stream's events joined."""
        if not self._request.stream:
            return self.whole(answer)
        headers, steps = self.stream(answer)
        return headers, b"".join([data for _, data in steps])

    def _marked(self, headers: tuple[Header, ...]) -> tuple[Header, ...]:
        if self._capped:
            headers = (*headers, *CAPPED)
        if self._manner is PLAIN:
            return headers
        return marked(headers, self._manner, own_headers(self._dialect, self._manner, self._incoming))
