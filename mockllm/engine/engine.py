"""The way of a request through mockllm, from its bytes to the answer's; no sockets, and nothing awaits."""

from collections.abc import Sequence
from dataclasses import replace

from mockllm.core import Dialect, Failure, Incoming, Outgoing, Rejection, Request, Source, Spoiler, Writer

from .ids import Ids
from .marks import marked, own_headers, rule_headers
from .memory import Pasts
from .options import Options
from .orders import may_order, orders
from .planning import Planner
from .situation import DEFAULT_MAX_TOKENS, Situations
from .spoiling import Spoiling
from .telling import Teller

HEAVY_BYTES = 50_000
HEAVY_TOKENS = 4_000
USUAL_TOKENS = 100
ROWS_COST = 8
"""How many times longer a token takes whose log probability is wanted, or that is biased."""

ORDERED = "as the request orders"
"""What the log says of an error that a header or the model's name asked for."""


class Engine:
    """Reads requests and answers them.

    `sources` are asked in order, and the first that has an answer gives it; where none has, `writer` does. It also
    fills the holes of their answers, and knows log probabilities of texts that come from elsewhere.
    """

    def __init__(self, options: Options, sources: Sequence[Source], writer: Writer) -> None:
        self.options = options
        self.pasts = Pasts(options.clock)
        self._planner = Planner(sources, writer)
        self._writer = writer
        self._ids = Ids(options)
        self._teller = Teller(options, writer, self._ids)
        self.situation = Situations(options, self.pasts).of

    def read(self, dialect: Dialect, incoming: Incoming) -> Request | Rejection:
        """Checks the key, then has the dialect read the body."""
        if self.options.api_keys and (refused := self._unauthorized(incoming)):
            return refused
        return dialect.parse(incoming, self.options)

    def heavy(self, request: Request, incoming: Incoming) -> bool:
        """Says whether an answer takes so long that others should not have to wait for it."""
        limits = request.limits
        endless = limits.ignore_eos or request.sampling.logit_bias  # which may take away the end of a text
        most = DEFAULT_MAX_TOKENS if limits.max_tokens is None else limits.max_tokens
        tokens = limits.n * (most if endless else min(most, USUAL_TOKENS))
        cost = ROWS_COST if request.extras.logprobs is not None or request.sampling.logit_bias else 1
        return len(incoming.body) > HEAVY_BYTES or tokens * cost > HEAVY_TOKENS

    def answer(self, dialect: Dialect, request: Request, incoming: Incoming, *, rehearsed: bool = False) -> Outgoing:
        """Answers a request that was read; `rehearsed`, it says what it would answer, and remembers nothing of it."""
        failure: Failure | None = None
        ordered_spoilers: tuple[Spoiler, ...] = ()
        if may_order(request, incoming):
            ordered = orders(request, incoming)
            if isinstance(ordered, Rejection):
                return self.refuse(dialect, ordered, incoming)
            request, failure, ordered_spoilers = ordered.request, ordered.failure, ordered.spoilers
        at = self.situation(request, incoming, rehearsed=rehearsed)
        if isinstance(at, Rejection):
            return self.refuse(dialect, at, incoming)
        plan = failure or self._planner.plan(at.asked)
        if isinstance(plan, Rejection):
            return self.refuse(dialect, plan, incoming)
        manner = plan.manner
        spoiling = None
        if manner.spoilers or ordered_spoilers:
            spoilers = (*manner.spoilers, *ordered_spoilers)
            spoiling = Spoiling(spoilers, self.options.seed, manner.key, request, at.asked.memory, self._writer)
        if isinstance(plan, Failure):
            failed = dialect.fail(plan, request, incoming, self._ids.of(dialect, incoming))
            headers = marked(failed.headers, manner, own_headers(dialect, manner, incoming))
            note = None if failure is None else ORDERED
            outgoing = replace(
                failed,
                headers=headers,
                rule=manner.rule,
                turn=manner.turn,
                reply=manner.reply,
                note=note,
                hint=manner.hint,
            )
        else:
            if spoiling is not None:
                plan = replace(plan, replies=spoiling.replies(plan.replies))
            outgoing = self._teller.answer(dialect, plan, at, spoilt=spoiling is not None)
        return outgoing if spoiling is None else spoiling.outgoing(outgoing)

    def refuse(self, dialect: Dialect, rejection: Rejection, incoming: Incoming) -> Outgoing:
        """Has the dialect word a refusal."""
        outgoing = replace(dialect.refuse(rejection, incoming, self._ids.of(dialect, incoming)), why=rejection)
        rule, turn, reply = [rejection.detail.get(name) for name in ("rule", "turn", "reply")]
        if rule is None:
            return outgoing
        headers = (*outgoing.headers, *rule_headers(rule, turn, reply))
        return replace(outgoing, headers=headers, rule=rule, turn=turn, reply=reply)

    def models(self, dialect: Dialect, incoming: Incoming) -> Outgoing:
        """Answers a request for the list of models."""
        listed = self._unauthorized(incoming) or dialect.models(incoming, self.options)
        return self.refuse(dialect, listed, incoming) if isinstance(listed, Rejection) else listed

    def _unauthorized(self, incoming: Incoming) -> Rejection | None:
        """A key may follow `Bearer ` or stand alone (wire/gateway.md 8); the word's case matters there."""
        keys = self.options.api_keys
        given = incoming.headers.get("authorization")
        if not keys or (given and given.removeprefix("Bearer ").strip() in keys):
            return None
        return Rejection(code="unauthorized", detail={"reason": "wrong" if given else "missing"})
