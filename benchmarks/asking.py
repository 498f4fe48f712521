"""The requests that benchmarks send, each with another prompt, and the scripts that answer them."""

import json

PATH = "/inference/v1/chat/completions"
MODEL = "accounts/fireworks/models/llama-v3p3-70b-instruct"

WORD = "lighthouse"
"""What every prompt has in it, and every script looks for."""

SCENARIO = f"""\
rules:
  - name: {WORD}s
    when: {{user: {WORD}}}
    reply: The keeper counts the ships that pass, and writes each one down.
"""
"""One rule that answers every request in about 16 tokens."""

LONG_SCENARIO = SCENARIO.replace("and writes each one down", "and writes each one down by the lamp, night after " * 6)


def body(number: int, **more: object) -> bytes:
    prompt = f"Tell me about {WORD} number {number} and its keeper, please."
    return json.dumps({"model": MODEL, "messages": [{"role": "user", "content": prompt}], **more}).encode()


def short(number: int) -> bytes:
    """An answer of 16 tokens, in one piece."""
    return body(number, max_tokens=16)


def stream(number: int, tokens: int = 64) -> bytes:
    """A stream of that many tokens, 64 unless said."""
    return body(number, max_tokens=tokens, ignore_eos=True, stream=True)
