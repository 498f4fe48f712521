"""What to tell clients that knock at the wrong door."""

import re
from collections.abc import Iterable

from mockllm.wire import did_you_mean

CHAT = "use chat completions: POST /v1/chat/completions"
HINTS: tuple[tuple[str, str], ...] = (
    (r"/v1/v1(/|$)", "this client adds /v1 by itself: give it a base URL that does not end with /v1"),
    (r"//", "the path has two slashes in a row: the base URL should not end with a slash"),
    (r"/responses(/|$)", f"the Responses API is not emulated; {CHAT}"),
    (r"/messages(/|$)", f"Anthropic's Messages API is not emulated; {CHAT}"),
    (r"(?<!/chat)/completions(/|$)", f"text completions are not emulated; {CHAT}"),
    (r"/embeddings(/|$)", f"embeddings are not emulated; only chat is: {CHAT}"),
    (r"/(images|audio|moderations|rerank|files|batches|assistants|threads)(/|$)", f"only chat is emulated: {CHAT}"),
    (r"^/api/(chat|generate|tags|show|embed|version)", f"this is Ollama's own API; {CHAT}"),
    (r"^/openai(/|$)", "the base URL is http://HOST:PORT/v1, without /openai"),
    (r":(stream)?generateContent$", f"Gemini's own API is not emulated; {CHAT}"),
    (r"/models/.", "there is no endpoint for one model; GET the list instead"),
)
COMPILED = tuple((re.compile(pattern, re.IGNORECASE), hint) for pattern, hint in HINTS)


def hint(path: str, served: Iterable[str]) -> str | None:
    """Returns what a client that asked for this path should change."""
    for pattern, text in COMPILED:
        if pattern.search(path):
            return text
    if path in ("", "/"):
        return "the base URL for most clients is http://HOST:PORT/v1"
    meant = did_you_mean(path, served)
    return f"did you mean {meant}?" if meant else None
