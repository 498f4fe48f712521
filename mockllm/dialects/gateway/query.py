"""Reads a query as Go's net/url does: names in their own case, pairs that are broken left out."""

import re
from urllib.parse import unquote_plus

BROKEN = re.compile(r"%(?![0-9a-fA-F]{2})")


def first(query: str, name: str) -> str:
    """Returns the first value of a parameter; an empty text where it is absent."""
    if not query:
        return ""
    for pair in query.split("&"):
        key, _, value = pair.partition("=")
        if ";" in pair or BROKEN.search(pair):
            continue
        if unquote_plus(key) == name:
            return unquote_plus(value)
    return ""
