"""The API as an OpenAPI document: requests as `contract` validates them, answers and refusals as they are sent."""

from functools import cache

from mockllm.wire.openapi import (
    Json,
    answer,
    described,
    document,
    events_of,
    header,
    health,
    json_of,
    refusal,
    schemas,
)

from . import answer_schema as sent
from .conversation import ROLES
from .field_words import WORDS
from .order import FIELDS
from .rules import MAX_STOPS, MAX_TOKEN_ID_DIGITS
from .schema import ChatRequest

DESCRIPTION = """\
What mockllm answers in the place of Fireworks' chat completions.

Requests are described as the fidelity level `contract` takes them. Rules between fields are checked too, and no schema
here says so: max_tokens excludes max_completion_tokens, thinking excludes reasoning_effort, and a disabled thinking has
no budget; top_logprobs needs logprobs; a tool_choice or function_call needs the tool it demands; two tools never share
a name; a response_format has the schema or grammar its type asks for; a message has content unless it is an assistant's
with tool_calls or reasoning, and a tool's message answers a call made before it; reasoning_effort and reasoning_history
have to suit the model."""

METRICS = {
    "fireworks-prompt-tokens": header("How many tokens the prompt has.", "integer", always=True),
    "fireworks-sampling-options": header("How the answer was drawn, as JSON.", always=True),
    "fireworks-server-time-to-first-token": header("Seconds to the first token.", "number", always=True),
    "fireworks-cached-prompt-tokens": header("Not for streams: tokens of the prompt from the cache.", "integer"),
    "fireworks-server-processing-time": header("Not for streams: seconds in all.", "number"),
    "x-ratelimit-over-limit": header("yes or no.", always=True),
    "x-request-id": header("The answer's id.", always=True),
}


@cache
def described_api() -> Json:
    """Returns the document, its paths below the API's root; nobody may change it."""
    chat = {
        "operationId": "createChatCompletion",
        "summary": "Answers a conversation.",
        "requestBody": {"required": True, "content": json_of(ChatRequest)},
        "responses": {
            "200": answer(
                "The answer, whole or as a stream.",
                json_of(sent.ChatResponse),
                events_of(sent.ChatChunk),
                headers=METRICS,
            ),
            "400": refusal(
                "A prompt that does not fit, a wrong header of mockllm's own, and at `live` an invalid request.",
                sent.BackendError,
                sent.GatewayError,
            ),
            "401": refusal("A missing or wrong key.", sent.GatewayError),
            "404": refusal("With --models strict, a model nobody knows.", sent.GatewayError),
            "413": refusal("A body that is too large.", sent.GatewayError),
            "422": refusal("At `contract` and `lenient`, an invalid request.", sent.ValidationFaults),
            "503": refusal("The server stops before the answer is complete.", sent.BackendError),
        },
    }
    models = {
        "operationId": "listModels",
        "summary": "Lists the models of the catalogue.",
        "responses": {
            "200": answer("The models.", json_of(sent.ModelList)),
            "400": refusal("A wrong header of mockllm's own.", sent.BackendError),
            "401": refusal("A missing or wrong key.", sent.GatewayError),
        },
    }
    return document(
        title="Fireworks chat completions, by mockllm",
        description=DESCRIPTION,
        paths={
            "/chat/completions": {"post": chat},
            "/models": {"get": models},
            "/health": {"get": health(sent.Health, sent.BackendError)},
        },
        components=components(),
    )


def components() -> dict[str, Json]:
    """All schemas, and in those of requests what rules say of single fields."""
    found = schemas(
        ChatRequest,
        sent.ChatResponse,
        sent.ChatChunk,
        sent.ValidationFaults,
        sent.GatewayError,
        sent.BackendError,
        sent.ModelList,
        sent.Health,
    )
    request, message = found["ChatRequest"], found["ChatMessage"]
    properties = request["properties"]
    message["properties"]["role"]["enum"] = list(ROLES)
    found["MessageToolCall"]["properties"]["type"]["const"] = "function"
    found["Function"]["properties"]["parameters"]["properties"] = {
        "type": {"const": "object"},
        "properties": {"type": "object"},
        "required": {"type": "array", "items": {"type": "string"}},
    }
    of_type(properties["stop"], "array")["maxItems"] = MAX_STOPS
    of_type(properties["logit_bias"], "object")["propertyNames"] = {"pattern": f"^[0-9]{{1,{MAX_TOKEN_ID_DIGITS}}}$"}
    of_type(properties["reasoning_effort"], "integer")["minimum"] = 1
    request["properties"] = {name: properties[name] for name in FIELDS}
    found["ChatRequest"] = described(request, WORDS)
    return found


def of_type(union: Json, kind: str) -> Json:
    """The arm of a union that has a type."""
    return next(arm for arm in union["anyOf"] if arm.get("type") == kind)
