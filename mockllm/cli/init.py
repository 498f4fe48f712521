"""`mockllm init`: a first scenario file, with comments."""

from pathlib import Path
from typing import TextIO

from mockllm.errors import UsageError

USUAL = "mockllm.yaml"

FIRST_FILE = """\
# Answers for mockllm; `mockllm serve` in this folder plays them, `mockllm check` says what is wrong with them.
# For help while typing: mockllm schema > mockllm.schema.json
# yaml-language-server: $schema=./mockllm.schema.json

rules:                                     # the first that fits answers

  - name: greeting
    when:
      user: /hello/i                       # between slashes: a regex; i: in upper and lower case alike
    reply: Hello! How can I help?

  # A tool in two steps: first the model calls it, then it tells what the tool returned.
  - name: ask for the weather
    when:
      user: '/weather in (?P<city>\\w+)/i'  # what the group took is match.city below
      tools: [get_weather]                 # the request has to offer this tool
      has_tool_result: false               # it has not been called yet
    reply:
      tool_calls:
        - get_weather: {city: "{{ match.city }}"}

  - name: tell the weather
    when: {tool_result: get_weather}
    reply: "The tool says: {{ tool_result }}"

  # One answer after the other; clients that try again get through.
  - name: busy, then fine
    when: {user: busy}                     # without slashes: the message contains this, in the same case
    replies:
      - {error: rate_limited, retry_after: 1s}
      - Here at last.

# What no rule answers. Without it, such a request is an error that says which rule came nearest and why it did not fit.
# otherwise: I have no answer to that.
"""


def init(path: str | None, out: TextIO, *, force: bool) -> int:
    """Writes the file, but never over another unless it is forced to."""
    target = Path(path or USUAL)
    if target.is_dir():
        target /= USUAL
    if target.exists() and not force:
        raise UsageError(f"{target} is there already; --force writes over it")
    try:
        target.write_text(FIRST_FILE, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{target} cannot be written: {error.strerror}") from None
    out.write(f"{target} is written; mockllm serve plays it, mockllm check {target} checks what you change\n")
    return 0
