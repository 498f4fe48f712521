"""What all suites ask, and where: the servers' addresses come from the runner."""

import os

BASE = os.environ["MOCKLLM_BASE"]
KEYED_BASE = os.environ["MOCKLLM_KEYED_BASE"]
"""A server that wants `KEY`."""
STRICT_BASE = os.environ["MOCKLLM_STRICT_BASE"]
"""A server that knows only the models of its catalogue."""
ALLOWED_BASE = os.environ["MOCKLLM_ALLOWED_BASE"]
"""A server whose gateway allows `openai/gpt-4o` and no other model."""
FAULTS_BASE = os.environ["MOCKLLM_FAULTS_BASE"]
"""A server that says what the rules of `suites/faults/faults.yaml` say, and lets waits last as long as they are."""
KEY = os.environ["MOCKLLM_KEY"]

FIREWORKS_MODEL = "accounts/fireworks/models/llama-v3p1-8b-instruct"
GATEWAY_MODEL = "openai/gpt-4o"
GATEWAY_ANSWERS_MODEL = "gpt-4o"
"""The gateway takes the provider off the model's name."""

PROMPT = "Explain how tides work, and what the moon has to do with them."
QUESTION = "When is the next high water in the harbour of Dover?"
"""What `TOOL` is for, with a value for its argument."""
MULTI_BYTE = "Erkläre 潮汐 und den Mond 🌊🌕 auf Deutsch, naïvement, 日本語でも。"
MULTI_BYTE_MODEL = "accounts/nobody/models/潮汐-🌊-é"
TOO_LARGE = "tide " * (11 * 1024 * 1024 // 5)
"""More than the 10 MiB that both services take."""
TOO_LONG = "tide and time " * 70_000
"""More tokens than `FIREWORKS_MODEL` has room for (131 072)."""

TOOL = {
    "type": "function",
    "function": {
        "name": "get_tide",
        "description": "When the next high water is.",
        "parameters": {"type": "object", "properties": {"harbour": {"type": "string"}}, "required": ["harbour"]},
    },
}


def messages(text: str = PROMPT) -> list[dict[str, str]]:
    """A conversation of one message."""
    return [{"role": "user", "content": text}]
