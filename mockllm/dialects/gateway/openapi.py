"""The API as an OpenAPI document: requests as `contract` validates them, answers and refusals as they are sent."""

from functools import cache

from mockllm.catalogue import PROVIDERS
from mockllm.wire.openapi import (
    Json,
    answer,
    described,
    document,
    events_of,
    health,
    json_of,
    parameter,
    refusal,
    schemas,
)

from . import answer_schema as sent
from .field_words import WORDS
from .models import INCLUDES
from .schema import ChatRequest

DESCRIPTION = """\
What mockllm answers in the place of the Inference Gateway.

Requests are described as the fidelity level `contract` takes them. Rules between fields are checked too, and no schema
here says so: a model without provider before its slash needs the query's; content is null only beside an assistant's
tool_calls; top_logprobs needs logprobs; stream_options needs stream; a tool_choice needs the tool it demands."""

PROVIDER = parameter(
    "query",
    "provider",
    "Who answers; the model's name is then left as it is.",
    {"type": "string", "enum": list(PROVIDERS)},
)
INCLUDE = parameter(
    "query",
    "include",
    "What else to say of each model, separated by commas.",
    {"type": "array", "items": {"type": "string", "enum": list(INCLUDES)}},
    style="form",
    explode=False,
)


@cache
def described_api() -> Json:
    """Returns the document, its paths below the API's root; nobody may change it."""
    chat = {
        "operationId": "createChatCompletion",
        "summary": "Answers a conversation.",
        "parameters": [PROVIDER],
        "requestBody": {"required": True, "content": json_of(ChatRequest)},
        "responses": {
            "200": answer("The answer, whole or as a stream.", json_of(sent.ChatResponse), events_of(sent.ChatChunk)),
            "400": refusal("An invalid request, no provider, a prompt that does not fit.", sent.Error),
            "401": refusal("A missing or wrong key.", sent.Error),
            "403": refusal("A model that the server's lists do not allow.", sent.Error),
            "404": refusal("With --models strict, a model nobody knows.", sent.Error),
            "413": refusal("A body that is too large.", sent.Error),
            "503": refusal("The server stops before the answer is complete.", sent.Error),
        },
    }
    models = {
        "operationId": "listModels",
        "summary": "Lists the models of the providers.",
        "parameters": [PROVIDER, INCLUDE],
        "responses": {
            "200": answer("The models.", json_of(sent.ModelList)),
            "400": refusal("A provider nobody knows, something that cannot be included.", sent.Error),
            "401": refusal("A missing or wrong key.", sent.Error),
        },
    }
    return document(
        title="Inference Gateway, by mockllm",
        description=DESCRIPTION,
        paths={
            "/chat/completions": {"post": chat},
            "/models": {"get": models},
            "/health": {"get": health(sent.Health, sent.Error)},
        },
        components=components(),
    )


def components() -> dict[str, Json]:
    """All schemas, and in those of requests what rules say of single fields."""
    found = schemas(ChatRequest, sent.ChatResponse, sent.ChatChunk, sent.Error, sent.ModelList, sent.Health)
    request = found["ChatRequest"]
    request["properties"]["logit_bias"]["propertyNames"] = {"pattern": "^[0-9]+$"}
    found["ChatRequest"] = described(request, WORDS)
    return found
