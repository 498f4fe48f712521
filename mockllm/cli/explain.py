"""`mockllm explain`: the whole story of one request, from a file or the latest one of a running server."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TextIO

from mockllm.core import Incoming
from mockllm.errors import UsageError
from mockllm.server import assemble
from mockllm.server.story import tell
from mockllm.settings import Settings

CHAT = "/chat/completions"
EXPLAIN = "/__mockllm/explain"
TIMEOUT_S = 10


def explain(settings: Settings, name: str, out: TextIO, *, as_json: bool) -> int:
    """Tells what would become of the request in a file; status 1 where no rule answers it.

    The file holds a body, or an object with `body` and, if they matter, `headers`, `query` and `dialect`.
    """
    given = read_request(name)
    parts = assemble(settings)
    dialect = parts.dialects.get(str(given.get("dialect", settings.dialect)))
    if dialect is None:
        raise UsageError(f"{name}: dialect is {given['dialect']!r}, but has to be one of {', '.join(parts.dialects)}")
    headers = {"content-type": "application/json", **{key.lower(): value for key, value in given["headers"].items()}}
    if settings.api_key:
        headers.setdefault("authorization", f"Bearer {settings.api_key[0]}")
    incoming = Incoming(
        method="POST",
        path=CHAT,
        query=given["query"],
        headers=headers,
        body=json.dumps(given["body"]).encode(),
        level=settings.fidelity,
        namespace=headers.get("x-mockllm-namespace"),
    )
    story = tell(parts, dialect, incoming)
    answered = story.explained is not None and story.explained.answered is not None
    out.write((json.dumps(story.json(), indent=2, ensure_ascii=False) if as_json else story.text()) + "\n")
    return 0 if answered else 1


def read_request(name: str) -> dict[str, Any]:
    """Reads a request from a file, `-` being the standard input; raises UsageError where it is none."""
    import sys

    try:
        text = sys.stdin.read() if name == "-" else Path(name).read_text("utf-8")
    except OSError as error:
        raise UsageError(f"{name}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{name}: is not UTF-8: {error.reason} at byte {error.start}") from error
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{name}: is no JSON: {error}") from error
    if not isinstance(value, Mapping):
        raise UsageError(f"{name}: holds no object; put the body of a chat-completions request there")
    wrapped = value if "body" in value and "messages" not in value else {"body": value}
    headers, query = wrapped.get("headers", {}), wrapped.get("query", "")
    if not isinstance(headers, Mapping) or not all(isinstance(each, str) for each in headers.values()):
        raise UsageError(f"{name}: headers has to be an object of texts")
    if not isinstance(query, str):
        raise UsageError(f"{name}: query has to be a text, as provider=openai")
    return {**wrapped, "headers": dict(headers), "query": query}


def explain_last(settings: Settings, out: TextIO, *, as_json: bool) -> int:
    """Has a running server tell the story of its latest request."""
    from http.client import HTTPConnection, HTTPException

    connection = HTTPConnection(settings.host, settings.port, timeout=TIMEOUT_S)
    place = f"http://{settings.host}:{settings.port}"
    try:
        connection.request("GET", EXPLAIN)
        answer = connection.getresponse()
        told = json.loads(answer.read())
    except OSError as error:
        raise UsageError(f"no server answers at {place}: {error}; --host and --port say where it is") from error
    except (HTTPException, ValueError) as error:
        raise UsageError(f"what answers at {place} is no mockllm") from error
    finally:
        connection.close()
    if "text" not in told:
        raise UsageError(f"{place}: {told.get('error', 'there is nothing to explain')}")
    text = told.pop("text")
    seen = told["exchange"]
    if as_json:
        out.write(json.dumps(told, indent=2, ensure_ascii=False) + "\n")
    else:
        notice = f"\nBut {told['notice']}" if told.get("notice") else ""
        out.write(f"{happened(seen)}\nThe same now: {text}{notice}\n")
    return 0 if told.get("answered") else 1


def happened(seen: Mapping[str, Any]) -> str:
    """What became of a request, as the log told it; the same may get something else now."""
    parts = [seen["method"], seen["path"], str(seen["status"] or "-")]
    if seen["namespace"]:
        parts.append(f"[{seen['namespace']}]")
    if seen["rule"] is not None:
        spot = [f"{what} {seen[what]}" for what in ("turn", "reply") if seen[what] is not None]
        parts.append(" ".join([f'"{seen["rule"]}"', *spot]))
    if seen["refused"]:
        parts.append(seen["refused"])
    ends = [text for text in (seen["note"], "the client left before the end" if seen["client_left"] else None) if text]
    return " ".join([*parts, "; ".join(ends)] if ends else parts)
