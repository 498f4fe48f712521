"""Validates a body with a pydantic model and reports each fault once, at its place in the body.

Pydantic reports one error for every arm of a union and puts the arm's label into the place. Here a union's arms are
marked with `arm`, so that labels cannot be taken for keys, and of the arms' errors only those of the arm which the
input came closest to are kept.
"""

from collections.abc import Sequence
from typing import Any, TypeVar

from pydantic import BaseModel, Tag, ValidationError
from pydantic_core import ErrorDetails

from mockllm.core import Fault

MARK = "\0arm:"
"""Begins the label of every arm; a key may begin so too, so labels are told from keys by what they lead to."""

MOST_ERRORS = 1000
"""How many of pydantic's errors are reported, beside the first of every field that has any."""

M = TypeVar("M", bound=BaseModel)

Steps = tuple[str | int, ...]


class Arm(str):
    """A step of a place that is the label of a union's arm, and no key."""

    __slots__ = ()


def arm(name: str) -> Tag:
    """Marks an arm of a union: `Annotated[Text, arm("str")] | Annotated[list[Part], arm("list[Part]")]`.

    `name` is what the arm is called where a service shows arms in its messages.
    """
    return Tag(MARK + name)


def validate(model: type[M], body: Any) -> tuple[M | None, list[Fault]]:
    """Returns the body as the model, or its faults: one for each union, in the order of the model's fields."""
    try:
        return model.model_validate(body), []
    except ValidationError as error:
        return None, [fault(detail) for detail in collapse(told_apart(first(error), body), 0)]


def validate_raw(model: type[M], body: Any) -> tuple[M | None, list[Fault]]:
    """Like `validate`, but with the errors of every arm of a union, as pydantic reports them."""
    try:
        return model.model_validate(body), []
    except ValidationError as error:
        return None, [fault(detail) for detail in told_apart(first(error), body)]


def first(error: ValidationError) -> list[ErrorDetails]:
    """Bounds the errors without losing sight of a field: whoever asks which fields are sound has to know."""
    details = error.errors(include_url=False)
    if len(details) <= MOST_ERRORS:
        return details
    seen: set[str | int] = set()
    kept = []
    for place, detail in enumerate(details):
        field = detail["loc"][0] if detail["loc"] else ""
        if place < MOST_ERRORS or field not in seen:
            kept.append(detail)
        seen.add(field)
    return kept


def fault(detail: ErrorDetails) -> Fault:
    steps = detail["loc"]
    return Fault(
        loc=tuple(step for step in steps if not is_arm(step)),
        kind=detail["type"],
        message=detail["msg"],
        value=detail["input"],
        context=detail.get("ctx", {}),
        branches=tuple(str(step)[len(MARK) :] if is_arm(step) else step for step in steps),
    )


def is_arm(step: str | int) -> bool:
    return isinstance(step, Arm)


def told_apart(details: list[ErrorDetails], body: Any) -> list[ErrorDetails]:
    """Makes an `Arm` of every step that is the label of one; the errors have been copied for us."""
    for detail in details:
        steps = detail["loc"]
        if any(is_marked(step) for step in steps):
            detail["loc"] = read_steps(steps, body, detail) or tuple(
                [Arm(step) if is_marked(step) else step for step in steps]
            )
    return details


def is_marked(step: str | int) -> bool:
    return isinstance(step, str) and step.startswith(MARK)


def read_steps(steps: Steps, value: Any, detail: ErrorDetails) -> Steps | None:
    """Reads the steps so that they lead to the error's input, None where they cannot; a label leads nowhere."""
    if not steps:
        return () if value is detail["input"] else None
    step, rest = steps[0], steps[1:]
    if not rest and detail["type"] == "extra_forbidden":
        return steps  # always a key
    if is_marked(step) and (read := read_steps(rest, value, detail)) is not None:
        return (Arm(step), *read)
    if not rest and detail["type"] == "missing":
        return steps if value is detail["input"] else None
    try:
        inner = value[step]
    except (KeyError, IndexError, TypeError):
        return None
    read = read_steps(rest, inner, detail)
    return None if read is None else (step, *read)


def collapse(details: Sequence[ErrorDetails], depth: int) -> list[ErrorDetails]:
    """Keeps of every union one arm's errors; `depth` is how many steps of their places are the same for all."""
    kept: list[ErrorDetails] = []
    unions: dict[Steps, dict[str | int, list[ErrorDetails]]] = {}
    for detail in details:
        steps = detail["loc"]
        border = next((i for i in range(depth, len(steps)) if is_arm(steps[i])), None)
        if border is None:
            kept.append(detail)
            continue
        union = steps[:border]
        if union not in unions:
            unions[union] = {}
            kept.append(detail)  # stands for the union, to be replaced by the errors of its closest arm
        unions[union].setdefault(steps[border], []).append(detail)
    if not unions:
        return kept
    result: list[ErrorDetails] = []
    for detail in kept:
        steps = detail["loc"]
        border = next((i for i in range(depth, len(steps)) if is_arm(steps[i])), None)
        if border is None:
            result.append(detail)
            continue
        arms = [collapse(errors, border + 1) for errors in unions[steps[:border]].values()]
        distances = [distance(errors, border + 1) for errors in arms]
        result += arms[distances.index(min(distances))]
    return result


def distance(errors: Sequence[ErrorDetails], depth: int) -> tuple[int, int, int]:
    """How far the input is from an arm: another type altogether, another `type` key, or more errors."""
    if len(errors) == 1 and len(errors[0]["loc"]) == depth:
        kind = errors[0]["type"]
        if kind == "literal_error":
            return (1, 0, 1)
        if kind.endswith("_type"):
            return (2, 0, 1)
    other_kind = sum(error["type"] == "literal_error" and error["loc"][-1] == "type" for error in errors)
    return (0, other_kind, len(errors))
