"""Which base URL to give to which client (spelled as each one's own documentation does)."""

import json
import shlex
from collections.abc import Mapping, Sequence

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


def guide(url: str, dialect: str, keys: Sequence[str] = ()) -> str:
    """Returns the lines that `serve` prints when it is ready; the last one works as it stands."""
    width = max(len(base) for base, _ in CLIENTS) + len(url)
    lines = [f"  {base.format(url=url):{width}}{who.format(dialect=dialect)}" for base, who in CLIENTS]
    body = {"model": MODELS.get(dialect, "any"), "messages": [{"role": "user", "content": "Hello"}]}
    headers = ["content-type: application/json", *(f"authorization: Bearer {key}" for key in keys[:1])]
    words = ["curl", f"{url}/v1/chat/completions"]
    words += [word for header in headers for word in ("-H", header)]
    lines.append(f"  {shlex.join([*words, '-d', json.dumps(body)])}")
    return "\n".join(lines)
