"""What to tell clients that knock at the wrong door, or say something nobody listens to."""

import re
from collections.abc import Collection, Iterable, Iterator

from mockllm.core import Header
from mockllm.wire import did_you_mean

CHAT_PATH = "/chat/completions"
CHAT = "use chat completions: POST /v1/chat/completions"
PREFIX = "x-mockllm-"
"""How the names of headers begin that are meant for the mock itself."""

HEADER = f"{PREFIX}hint"
NAME_CHARACTERS = 60
ORIGIN_CHARACTERS = 120

HINTS: tuple[tuple[str, str], ...] = (
    (r"/v1/v1(/|$)", "this client adds /v1 by itself: give it a base URL that does not end with /v1"),
    (r"//", "the path has two slashes in a row: the base URL should not end with a slash"),
    (r"/responses(/|$)", f"the Responses API is not emulated; {CHAT}"),
    (r"/messages(/|$)", f"Anthropic's Messages API is not emulated; {CHAT}"),
    (r"(?<!/chat)/completions(/|$)", f"text completions are not emulated; {CHAT}"),
    (r"/embeddings(/|$)", f"embeddings are not emulated; only chat is: {CHAT}"),
    (r"/(images|audio|moderations|rerank|files|batches|assistants|threads)(/|$)", f"only chat is emulated: {CHAT}"),
    (r"^/api/(chat|generate|tags|show|embed|version)", f"this is Ollama's own API; {CHAT}"),
    (r"^/openai(/|$)", "the base URL is {base}/v1, without /openai"),
    (r":(stream)?generateContent$", f"Gemini's own API is not emulated; {CHAT}"),
    (r"/models/.", "there is no endpoint for one model; GET the list instead"),
    (r"^/(docs|redoc|swagger|openapi)(/|$)", "the API's description, in OpenAPI, is at {base}/openapi.json"),
)
COMPILED = tuple((re.compile(pattern, re.IGNORECASE), hint) for pattern, hint in HINTS)


def hint(path: str, served: Iterable[str], base: str) -> str | None:
    """Returns what a client that asked for this path should change; `base` is where it found the server."""
    served = tuple(served)
    bare = path.rstrip("/")
    if not bare:
        return f"the base URL for most clients is {base}/v1"
    if bare + CHAT_PATH in served:
        return f"{base}{bare} is a base URL, to which clients add what they want: POST {base}{bare}{CHAT_PATH}"
    for pattern, text in COMPILED:
        if pattern.search(path):
            return text.replace("{base}", base)
    paths = dict(reversed([*beginnings(served)]))
    meant = did_you_mean(bare, paths)
    return f"did you mean {paths[meant]}?" if meant else None


def beginnings(served: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yields each path, and each of its beginnings that is more than a version, with the path it leads to."""
    for path in served:
        steps = path.split("/")
        for count in range(len(steps), 1, -1):
            beginning = "/".join(steps[:count])
            if beginning + CHAT_PATH != path:
                yield beginning, path


def unknown_headers(names: Collection[str], known: Collection[str]) -> tuple[str, ...]:
    """Returns a sentence for each header that is meant for the mock and that it does not know."""
    if PREFIX not in "\n".join(names):  # as it nearly always is: one look at all of them costs next to nothing
        return ()
    return tuple([about_header(name, known) for name in names if name.startswith(PREFIX) and name not in known])


def about_header(name: str, known: Collection[str]) -> str:
    meant = did_you_mean(name.removeprefix(PREFIX), [each.removeprefix(PREFIX) for each in known])
    shown = ascii(name[:NAME_CHARACTERS])[1:-1]
    return f"there is no header {shown}" + (
        f": did you mean {PREFIX}{meant}?" if meant else f"; there are {', '.join(known)}"
    )


def origin_hint(origin: str, do: str = "ask") -> str:
    """Tells the owner of a web page that may not ask how it may."""
    shown = ascii(origin[:ORIGIN_CHARACTERS])[1:-1]
    return f"origin {shown} may not {do}; --cors {shown} allows it"


def hinted(headers: Iterable[Header], hint: str) -> tuple[Header, ...]:
    """Returns the headers of an answer with a hint, beside the one that may be there."""
    found = [value for name, value in headers if name == HEADER]
    others = [header for header in headers if header[0] != HEADER]
    return (*others, (HEADER, "; ".join([*found, hint])))
