"""The laws of log probabilities, in either form: they spell a text, and can be what they are called."""

from itertools import accumulate
from math import exp
from typing import Any

ROUNDING = 1e-6


def check_rows(rows: list[dict[str, Any]], text: str, top: int) -> None:
    """OpenAI's rows: a token that is among its candidates has their log probability, and only one."""
    assert "".join(row["token"] for row in rows) == text
    for row in rows:
        others = row.get("top_logprobs", ())
        check_likely([other["logprob"] for other in others], top)
        assert row["logprob"] <= 0
        for spelt in (row, *others):
            assert spelt["bytes"] == list(spelt["token"].encode())
        assert {other["logprob"] for other in others if other["token"] == row["token"]} <= {row["logprob"]}


def check_lists(lists: dict[str, Any], text: str, top: int) -> None:
    """The older form: lists of one length that agree, the token always among the likely ones."""
    assert list(lists) == ["tokens", "token_logprobs", "top_logprobs", "text_offset", "token_ids"]
    assert len({len(values) for values in lists.values()}) == 1
    assert "".join(lists["tokens"]) == text
    check_offsets(lists["text_offset"], lists["tokens"])
    for token, logprob, likely in zip(lists["tokens"], lists["token_logprobs"], lists["top_logprobs"], strict=True):
        assert logprob <= 0
        assert likely[token] == logprob
        check_likely(list(likely.values()), top + 1)


def check_offsets(offsets: list[int], tokens: list[str]) -> None:
    """They count the characters of the tokens before."""
    assert offsets == list(accumulate(map(len, tokens), initial=0))[: len(tokens)]


def check_likely(logprobs: list[float], most: int) -> None:
    assert len(logprobs) <= most
    assert logprobs == sorted(logprobs, reverse=True)
    assert all(logprob <= 0 for logprob in logprobs)
    assert sum(map(exp, logprobs)) <= 1 + ROUNDING
