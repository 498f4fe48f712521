"""Names a place in a body."""

from collections.abc import Iterable


def dotted(steps: Iterable[str | int]) -> str:
    """Writes a path as one writes it in code: `messages[0].role`."""
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps)
    return text.removeprefix(".")
