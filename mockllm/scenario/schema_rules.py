"""The part of the JSON Schema that says which keys need each other and which exclude each other.

It is written so that what an editor tells of is one key, and never that a value fits none of several forms.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from .reply_rules import ENOUGH, TOGETHER

Schema = dict[str, Any]

SAYING_SOMETHING = ("ReplyEntry", "TimedReply", "WordsEntry")


def rules(name: str, properties: Collection[str]) -> Schema:
    """Returns what else holds for a mapping with this name and these keys."""
    found = [*exclusions(properties), *of_its_own(name, properties)]
    needed = {key: needs for key, needs in NEEDS.items() if {key, *needs} <= {*properties}}
    return {**({"dependentRequired": needed} if needed else {}), **({"allOf": found} if found else {})}


NEEDS: Mapping[str, list[str]] = {"after": ["replies"], "retry_after": ["error"], "logprobs": ["content"]}


def exclusions(properties: Collection[str]) -> Iterator[Schema]:
    for key, others, _ in TOGETHER:
        if key in properties and (banned := [other for other in others if other in properties]):
            yield {"if": has(key), "then": without(*banned)}


def of_its_own(name: str, properties: Collection[str]) -> Iterator[Schema]:
    match name:
        case "RuleEntry":
            yield {"if": has("replies"), "then": without("reply"), "else": has("reply")}
        case "CallEntry":
            yield {"if": has("generate"), "then": without("arguments"), "else": has("arguments")}
        case "LimitEntry":
            yield {"if": has("requests"), "else": has("tokens")}
        case "ErrorEntry":
            yield {"if": has("name"), "else": has("status")}
            yield {"if": has("body"), "then": without("message")}
        case "TurnEntry":
            replies = without(*(key for key in properties if key not in ("expect", "replies")))
            reply = without(*(key for key in properties if key not in ("expect", "reply")))
            yield {"if": has("replies"), "then": replies, "else": {"if": has("reply"), "then": reply, "else": enough()}}
        case _ if name in SAYING_SOMETHING:
            yield enough(properties)


def enough(properties: Collection[str] = ENOUGH) -> Schema:
    """Something has to be said; where nothing is, it is the content that is missed."""
    known = [has(key) for key in ENOUGH if key in properties]
    return {"if": {"not": {"anyOf": known}}, "then": has("content")}


def has(key: str) -> Schema:
    return {"required": [key]}


def without(*keys: str) -> Schema:
    return {"properties": dict.fromkeys(keys, False)}
