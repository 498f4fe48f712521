"""The headers that say who answered, and those that a script adds."""

from collections.abc import Sequence
from functools import lru_cache

from mockllm.core import Dialect, Header, Incoming, Manner
from mockllm.wire import header_text

RULE_HEADER = "x-mockllm-rule"
"""Names the rule that answered."""

REMEMBERED_RULES = 256
"""Of how many rules the header is kept."""


def own_headers(dialect: Dialect, manner: Manner, incoming: Incoming) -> tuple[Header, ...]:
    """The headers that a script adds: where the client stands with its limits, then those it was told to send."""
    return manner.headers if manner.rates is None else (*dialect.rates(manner.rates, incoming), *manner.headers)


def marked(headers: tuple[Header, ...], rule: str | None, own: Sequence[Header]) -> tuple[Header, ...]:
    """Says which rule answered, and adds a script's headers, which stand in place of ours of the same name."""
    if own:
        names = {name for name, _ in own}
        headers = (*[header for header in headers if header[0] not in names], *own)
    return headers if rule is None else (*headers, rule_header(rule))


@lru_cache(maxsize=REMEMBERED_RULES)
def rule_header(rule: str) -> Header:
    """Names a rule in a header; remembered, since the same few rules answer nearly everything."""
    return RULE_HEADER, header_text(rule)
