"""Which base URL to give to which client (spelled as each one's own documentation does)."""

import json
from collections.abc import Mapping

CLIENTS = (
    ("{url}/v1", "OpenAI SDKs and whatever takes OPENAI_BASE_URL: {dialect}"),
    ("{url}/inference/v1", "OpenAI SDKs, LiteLLM (FIREWORKS_API_BASE): fireworks"),
    ("{url}/inference", "fireworks-ai, which adds /v1 itself: fireworks"),
    ("{url}/gateway/v1", "inference-gateway SDKs, OpenAI SDKs: gateway"),
)
MODELS: Mapping[str, str] = {
    "fireworks": "accounts/fireworks/models/llama-v3p3-70b-instruct",
    "gateway": "openai/gpt-4o",
}


def guide(url: str, dialect: str) -> str:
    """Returns the lines that `serve` prints when it is ready."""
    width = max(len(base) for base, _ in CLIENTS) + len(url)
    lines = [f"  {base.format(url=url):{width}}{who.format(dialect=dialect)}" for base, who in CLIENTS]
    body = {"model": MODELS.get(dialect, "any"), "messages": [{"role": "user", "content": "Hello"}]}
    lines.append(f"  curl {url}/v1/chat/completions -H 'content-type: application/json' -d '{json.dumps(body)}'")
    return "\n".join(lines)
