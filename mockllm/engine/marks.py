"""The headers that say who answered, and those that a script adds."""

from collections.abc import Sequence
from functools import lru_cache

from mockllm.core import Dialect, Header, Incoming, Manner
from mockllm.wire import header_text

RULE_HEADER = "x-mockllm-rule"
"""Names the rule that answered."""

TURN_HEADER = "x-mockllm-turn"
REPLY_HEADER = "x-mockllm-reply"
"""Say which of the rule's turns and replies came, where it has several."""

HINT_HEADER = "x-mockllm-hint"

REMEMBERED_RULES = 256
"""Of how many answers the headers are kept."""


def own_headers(dialect: Dialect, manner: Manner, incoming: Incoming) -> tuple[Header, ...]:
    """The headers that a script adds: where the client stands with its limits, then those it was told to send."""
    return manner.headers if manner.rates is None else (*dialect.rates(manner.rates, incoming), *manner.headers)


def marked(headers: tuple[Header, ...], manner: Manner, own: Sequence[Header]) -> tuple[Header, ...]:
    """Says which rule answered, and adds a script's headers, which stand in place of ours of the same name."""
    if own:
        names = {name for name, _ in own}
        headers = (*[header for header in headers if header[0] not in names], *own)
    if manner.hint is not None:
        headers = hinted(headers, header_text(manner.hint))
    return headers if manner.rule is None else (*headers, *rule_headers(manner.rule, manner.turn, manner.reply))


def hinted(headers: tuple[Header, ...], hint: str) -> tuple[Header, ...]:
    """Adds a hint, beside the one that may be there."""
    before = [value for name, value in headers if name == HINT_HEADER]
    others = [header for header in headers if header[0] != HINT_HEADER]
    return (*others, (HINT_HEADER, "; ".join([*before, hint])))


@lru_cache(maxsize=REMEMBERED_RULES)
def rule_headers(rule: str, turn: int | None, reply: int | None) -> tuple[Header, ...]:
    """Says what answered; remembered, since the same few rules answer nearly everything."""
    told = ((RULE_HEADER, header_text(rule)), (TURN_HEADER, turn), (REPLY_HEADER, reply))
    return tuple([(name, str(value)) for name, value in told if value is not None])
