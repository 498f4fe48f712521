"""Writes token counts, in the two key orders the gateway's answers have.

The details stand at `live` only, as OpenAI sends them; nobody asked for them, so `contract` leaves them out.
"""

from mockllm.core import Level, Usage


def alphabetical(usage: Usage, level: Level) -> str:
    """Usage as a whole answer has it (wire/gateway.md 5)."""
    if level != "live":
        return f'{{"completion_tokens":{usage.completion},"prompt_tokens":{usage.prompt},"total_tokens":{usage.total}}}'
    return (
        f'{{"completion_tokens":{usage.completion},"completion_tokens_details":{{"accepted_prediction_tokens":0,'
        f'"audio_tokens":0,"reasoning_tokens":{usage.reasoning},"rejected_prediction_tokens":0}},'
        f'"prompt_tokens":{usage.prompt},"prompt_tokens_details":{{"audio_tokens":0,"cached_tokens":{usage.cached}}},'
        f'"total_tokens":{usage.total}}}'
    )


def openai(usage: Usage, level: Level) -> str:
    """Usage as a stream has it, whose chunks are relayed as a provider wrote them (wire/gateway.md 4)."""
    counts = f'"prompt_tokens":{usage.prompt},"completion_tokens":{usage.completion},"total_tokens":{usage.total}'
    if level != "live":
        return f"{{{counts}}}"
    return (
        f'{{{counts},"prompt_tokens_details":{{"cached_tokens":{usage.cached},"audio_tokens":0}},'
        f'"completion_tokens_details":{{"reasoning_tokens":{usage.reasoning},"audio_tokens":0,'
        '"accepted_prediction_tokens":0,"rejected_prediction_tokens":0}}'
    )
