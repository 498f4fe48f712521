"""The providers behind the Inference Gateway."""

PROVIDERS = (
    "ollama", "ollama_cloud", "groq", "llamacpp", "openai", "cloudflare", "cohere", "anthropic", "deepseek", "google",
    "mistral", "minimax", "moonshot", "nvidia", "zai",
)  # fmt: skip
"""Their ids, in the order of the gateway's `Provider` enum (wire/gateway.md 1)."""

KEYLESS = ("ollama",)
"""Those that count as configured without a key (wire/gateway.md 2)."""
