"""What nothing can be made of: schemas without any instance, grammars that cannot be read, media that are no media.

What reads schemas and grammars is loaded when a request has one.
"""

import re
from binascii import Error, a2b_base64
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from mockllm.schemas import SchemaProblem

DATA_URL = re.compile(r"data:([^;,]*)((?:;[^;,]*)*),", re.IGNORECASE)
SHOWN = 60


def schema_problem(schema: Any) -> "SchemaProblem | None":
    """Says where and why a schema has no instance."""
    from mockllm.schemas import SchemaProblem, read

    found = read(schema)
    return found if isinstance(found, SchemaProblem) else None


def parameters_problem(parameters: Mapping[str, Any]) -> "SchemaProblem | None":
    """The same of a function's parameters, which are those of an object where they do not say so."""
    if not any(value or value is False for key, value in parameters.items() if key != "type"):
        return None
    return schema_problem({**parameters, "type": "object"} if of_objects(parameters) else parameters)


def of_objects(parameters: Mapping[str, Any]) -> bool:
    """Says whether a function's parameters are those of an object, as far as their type goes."""
    kind = parameters.get("type", "object")
    return kind == "object" or (isinstance(kind, list) and "object" in kind)


def grammar_problem(grammar: str) -> str | None:
    """Says where, in lines and columns, and why a grammar cannot be read."""
    from mockllm.grammars import GrammarProblem, read

    found = read(grammar)
    return str(found) if isinstance(found, GrammarProblem) else None


def media_problem(url: str, kind: Literal["image", "video"]) -> str | None:
    """Says why a data URL holds no image or video; other URLs are nobody's business, since nothing is fetched."""
    if url[:5].lower() != "data:":
        return None
    head = DATA_URL.match(url)
    if head is None:
        return "a data URL needs a comma before its data"
    if not head[1].lower().startswith(f"{kind}/"):
        return f"a data URL of {head[1][:SHOWN]!r} is no {kind}: its media type should begin with {kind}/"
    if not head[2].lower().endswith(";base64"):
        return "the data of a data URL should be in base64, as in data:image/png;base64,…"
    text = url[head.end() :].replace("\n", "").replace("\r", "")  # which encoders put in, and decoders let pass
    try:
        data = a2b_base64(text, strict_mode=True)
    except (Error, ValueError) as error:
        return f"the data is no base64: {str(error)[:1].lower()}{str(error)[1:]}"
    return None if data else f"the data URL holds no {kind}"
