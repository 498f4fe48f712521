"""What the log says of a request, in one line."""

from collections.abc import Iterable, Sequence

from mockllm.core import Fault, Rejection

BODY = "(body)"
"""How the place is called that is no field."""

PATH_CHARACTERS = 300
PLACE_CHARACTERS = 80
MESSAGE_CHARACTERS = 120
REASON_CHARACTERS = 400


def line(
    method: str,
    path: str,
    status: int,
    *,
    elapsed_s: float = 0.0,
    namespace: str | None = None,
    notes: Iterable[str] = (),
) -> str:
    """Says what came in, what went out, if anything (a status of 0 is none), and what is worth noting."""
    parts = [method, printable(shortened(path, PATH_CHARACTERS)), str(status or "-")]
    if elapsed_s:
        parts.append(f"{elapsed_s * 1000:.1f}ms")
    if namespace:
        parts.append(f"[{printable(shortened(namespace, PATH_CHARACTERS))}]")
    return " ".join([*parts, *notes])


def reason(rejection: Rejection) -> str:
    """Returns a refusal in short: where each fault is, and what it is, as many as fit."""
    if not rejection.faults:
        text = str(rejection.detail.get("message") or rejection.code)
        if "position" in rejection.detail:
            text = f"{BODY}: {text} at byte {rejection.detail['position']}"
        if "id" in rejection.detail:
            text += f" {rejection.detail['id']}"
        return printable(shortened(text, REASON_CHARACTERS))
    said: list[str] = []
    room = REASON_CHARACTERS
    for fault in rejection.faults:
        text = sentence(fault)
        room -= len(text) + 2
        if said and room < 0:
            said.append(f"and {len(rejection.faults) - len(said)} more")
            break
        said.append(text)
    return printable("; ".join(said))


def sentence(fault: Fault) -> str:
    """Says what is wrong at a place, which is written as in code: `messages[0].content`."""
    place, message = dotted(fault.loc), fault.message
    if fault.loc and isinstance(fault.loc[0], int):  # a body that is no JSON: FastAPI's place is where reading stopped
        place, message = BODY, f"{message} at character {fault.loc[0]}: {fault.context.get('error', '')}"
    return f"{shortened(place or BODY, PLACE_CHARACTERS)}: {shortened(message, MESSAGE_CHARACTERS)}"


def answered(rule: str, turn: int | None, reply: int | None) -> str:
    """Names what answered: a rule, and which of its turns and replies where it has several."""
    places = [f" {what} {place}" for what, place in (("turn", turn), ("reply", reply)) if place is not None]
    return printable(f'"{rule}"{"".join(places)}')


def dotted(steps: Sequence[str | int]) -> str:
    return "".join([f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps]).removeprefix(".")


def shortened(text: str, characters: int) -> str:
    return text if len(text) <= characters else text[: characters - 1] + "…"


def printable(text: str) -> str:
    """Escapes what would break the line, or what a terminal would obey."""
    return text if text.isprintable() else "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)
