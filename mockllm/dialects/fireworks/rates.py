"""The headers that say where a client stands with its limits (wire/fireworks.md 1.3)."""

from mockllm.core import Header, Rates

LIMITS = (
    ("limit-requests", "limit_requests"),
    ("remaining-requests", "remaining_requests"),
    ("limit-tokens-prompt", "limit_tokens"),
    ("remaining-tokens-prompt", "remaining_tokens"),
    ("limit-tokens-generated", "limit_tokens"),
    ("remaining-tokens-generated", "remaining_tokens"),
)
"""Our limit of tokens is one for those of the prompt and of the answer together, and told as both."""


def of_rates(rates: Rates) -> tuple[Header, ...]:
    """Returns the headers, those of limits only that there are."""
    told = [
        (f"x-ratelimit-{name}", str(value)) for name, field in LIMITS if (value := getattr(rates, field)) is not None
    ]
    return (*told, ("x-ratelimit-over-limit", "yes" if rates.over else "no"))
