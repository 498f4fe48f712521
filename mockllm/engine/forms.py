"""Answers that differ from an earlier one in nothing but their id, which need not be written again.

A script says the same to prompts of the same length, to whoever asks in the same way. The second such answer is
written twice, once with its id and once with `core.ID` in its place; where the one can be made of the other, so can
all that follow.
"""

from collections.abc import Callable, Hashable, Mapping
from threading import Lock
from typing import Any, NamedTuple

from mockllm.core import ID, UNASKED, Dialect, Form, Header, Plan

from .situation import Situation

MOST = 256
"""How many answers are remembered; then the oldest is forgotten."""

LONGEST = 2_000
"""How many characters of content an answer has at most that is remembered."""

MOST_BYTES = 32_768
"""Longer bodies are not remembered."""

Told = tuple[tuple[Header, ...], bytes]
"""An answer's headers, and its body or the bytes of its stream."""


class Known(NamedTuple):
    """What is remembered under a key; it holds the plan, so that no other has its identity as long as it stays.

    `hopeless` says that the answer has no form: its id cannot be told from the rest of it.
    """

    plan: Plan
    form: Form | None = None
    hopeless: bool = False


class Forms:
    """Remembers forms of answers, by all that an answer depends on but its id."""

    def __init__(self) -> None:
        self._known: dict[Hashable, Known] = {}
        self._lock = Lock()  # long answers are made in threads

    def find(self, key: Hashable) -> Form | None:
        known = self._known.get(key)
        return None if known is None else known.form

    def learn(self, key: Hashable, plan: Plan, answer_id: str, write: Callable[[str], Told]) -> None:
        """Remembers an answer that came for the second time, if its id can be put in place of another."""
        known = self._known.get(key)
        if known is None:
            known = Known(plan)
        elif known.hopeless:
            return
        else:
            form = Form(*write(ID))
            same = (form.headers_of(answer_id), form.body_of(answer_id)) == write(answer_id)
            known = Known(plan, form) if same and len(form.body) <= MOST_BYTES else Known(plan, hopeless=True)
        with self._lock:
            self._known[key] = known
            if len(self._known) > MOST:
                del self._known[next(iter(self._known))]


def key_of(dialect: Dialect, plan: Plan, at: Situation, created: int, spent: float) -> Hashable | None:
    """All that an answer depends on, the messages only by how many tokens they are; None where it depends on more.

    So it does where a plan is this request's alone, where calls get ids, where somebody counts tokens, and where the
    client asked for anything beyond the text. Nor has a long text a key, since it is written three times to be learnt.
    """
    request, manner = at.asked.request, plan.manner
    if not plan.again or manner.charge is not None or manner.rates is not None:
        return None
    if request.extras is not UNASKED and request.extras != UNASKED:
        return None
    for reply in plan.replies:
        if reply.calls or reply.logprobs or not isinstance(reply.content, str) or len(reply.content) > LONGEST:
            return None
    shape = shape_of(request.body)
    if shape is None:
        return None
    return (
        id(plan), dialect.name, request.level, request.model, request.provider, at.asked.incoming.query, shape,
        len(at.prompt.ids), at.prompt.cached, at.room, at.asked.max_tokens, created, spent,
    )  # fmt: skip


def shape_of(body: Mapping[str, Any]) -> Hashable | None:
    """A body without its messages; None where it holds more than single values.

    Values come with their types, since True and 1.0 are equal to 1 and do not mean the same; nor do 0.0 and -0.0.
    """
    shape = []
    for name, value in body.items():
        if name != "messages":
            if isinstance(value, (list, dict)):
                return None
            shape.append((name, repr(value) if type(value) is float else value, type(value)))
    return tuple(shape)
