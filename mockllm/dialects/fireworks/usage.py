"""Usage as the service writes it (wire/fireworks.md 1.1)."""

from mockllm.core import Level, Usage


def usage_json(usage: Usage, level: Level) -> str:
    """Writes the counts; the details of reasoning, which the reference lacks, at `live` alone."""
    text = (
        f'{{"prompt_tokens":{usage.prompt},"total_tokens":{usage.total},"completion_tokens":{usage.completion}'
        f',"prompt_tokens_details":{{"cached_tokens":{usage.cached}}}'
    )
    if level != "live":
        return text + "}"
    details = f'{{"reasoning_tokens":{usage.reasoning}}}'
    return f'{text},"completion_tokens_details":{details},"output_tokens_details":{details}}}'
