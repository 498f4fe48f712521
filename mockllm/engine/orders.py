"""What a request itself orders of the mock: faults and errors, by a header or a suffix of the model's name."""

from dataclasses import replace

from mockllm.core import Failure, Incoming, Rejection, Request, Spoiler, record

HEADER = "x-mockllm-fault"
MARK = ":mock-"


@record
class Orders:
    """The request without its orders, and what they are."""

    request: Request
    failure: Failure | None = None
    spoilers: tuple[Spoiler, ...] = ()


def may_order(request: Request, incoming: Incoming) -> bool:
    """Says whether a request orders anything, which few do."""
    return HEADER in incoming.headers or MARK in request.asked_model


def orders(request: Request, incoming: Incoming) -> Orders | Rejection:
    """Reads the orders of a request; a complaint where they cannot be read."""
    header = incoming.headers.get(HEADER)
    from mockllm.faults import from_text, suffix  # few requests order anything

    found = [("the header " + HEADER, header)] if header is not None else []
    model, order = suffix(request.asked_model)
    if order is not None:
        found.append(("the suffix of the model's name", order))
        request = replace(request, model=suffix(request.model)[0], asked_model=model)
    failure: Failure | None = None
    spoilers: list[Spoiler] = []
    for place, text in found:
        ordered = from_text(text)
        if isinstance(ordered, str):
            return Rejection(code="complaint", detail={"kind": "fault", "message": f"{place}: {ordered}"})
        if isinstance(ordered, Failure):
            failure = failure or ordered
        else:
            spoilers.append(ordered)
    return Orders(request=request, failure=failure, spoilers=tuple(spoilers))
