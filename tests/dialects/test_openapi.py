"""The OpenAPI document of every dialect: what it says of requests is what is validated, and nothing else."""

import json
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from typing import Any

import pytest
from asgi_client import call
from from_schema import ANY
from fuzz_bodies import REQUESTS
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from openapi_documents import schemas, validator
from pydantic import BaseModel

from mockllm import dialects
from mockllm.catalogue import PROVIDERS
from mockllm.server import build
from mockllm.settings import Settings

Json = dict[str, Any]

APP = build(Settings(clock="frozen", speed=None, max_work=100))
DIALECTS = dialects.load()
every_dialect = pytest.mark.parametrize("name", DIALECTS)


@cache
def document(name: str) -> Json:
    """The document as it is served."""
    found: Json = json.loads(call(APP, f"{DIALECTS[name].roots[-1]}/openapi.json", method="GET").body)
    return found


def request_model(name: str) -> type[BaseModel]:
    found: type[BaseModel] = import_module(f"mockllm.dialects.{name}.schema").ChatRequest
    return found


def objects(value: Any) -> Iterator[Json]:
    """Every object in a document."""
    if isinstance(value, dict):
        yield value
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from objects(item)


@every_dialect
def test_it_is_openapi(name: str) -> None:
    """Version 3.1, with operations of unique names whose parts are there."""
    said = document(name)
    assert said["openapi"].startswith("3.1.")
    operations = [operation for item in said["paths"].values() for operation in item.values()]
    assert len({operation["operationId"] for operation in operations}) == len(operations) == 3
    for operation in operations:
        assert operation["summary"]
        assert all(response["description"] for response in operation["responses"].values())


@every_dialect
def test_every_reference_leads_somewhere(name: str) -> None:
    """And every schema is one, by the metaschema; nothing is left over that no one refers to."""
    said = document(name)
    known = said["components"]["schemas"]
    targets = {found["$ref"].rpartition("/")[2] for found in objects(said) if "$ref" in found}
    assert targets == set(known)
    for schema in known.values():
        Draft202012Validator.check_schema(schema)


@every_dialect
def test_no_mark_of_ours_is_in_it(name: str) -> None:
    """The labels of unions' arms begin with a NUL."""
    text = json.dumps(document(name))
    assert "\\u0000" not in text
    assert "arm:" not in text


@every_dialect
def test_every_field_is_in_it_and_described(name: str) -> None:
    """In the reference's order, with a sentence each."""
    properties = schemas(name)["ChatRequest"]["properties"]
    model = request_model(name)
    assert set(properties) == set(model.model_fields)
    assert all(re.fullmatch(r"[A-Z].*\.", value["description"]) for value in properties.values())
    assert schemas(name)["ChatRequest"]["required"] == ["model", "messages"]


@every_dialect
def test_objects_are_closed_as_the_models_are(name: str) -> None:
    """Fireworks' objects take no other keys; the gateway's do."""
    request = schemas(name)["ChatRequest"]
    assert (request.get("additionalProperties") is False) == (request_model(name).model_config.get("extra") == "forbid")


@every_dialect
def test_the_bounds_are_those_that_are_checked(name: str) -> None:
    """A number on the bound is accepted, the next one beyond it refused and the fault told at its field."""
    question = DIALECTS[name].question("Hi", stream=False)
    for field, schema in schemas(name)["ChatRequest"]["properties"].items():
        for arm in schema.get("anyOf", [schema]):
            for word, step in (("minimum", -1), ("maximum", 1)):
                if word in arm:
                    more: Json = {"logprobs": True} if field == "top_logprobs" else {}
                    on, beyond = (json.dumps({**question, **more, field: arm[word] + by}) for by in (0, step))
                    assert post(name, on.encode())[0] == 200, (field, word)
                    status, said = post(name, beyond.encode())
                    assert status in (400, 422)
                    assert field in said


def post(name: str, body: bytes) -> tuple[int, str]:
    headers = {"content-type": "application/json"}
    got = call(APP, f"{DIALECTS[name].roots[0]}/chat/completions", body, headers=headers)
    return got.status, got.text


def test_the_gateway_names_its_providers() -> None:
    """In the query, and nowhere is one needed."""
    parameters = document("gateway")["paths"]["/chat/completions"]["post"]["parameters"]
    provider = next(parameter for parameter in parameters if parameter["name"] == "provider")
    assert (provider["in"], provider["required"], provider["schema"]["enum"]) == ("query", False, list(PROVIDERS))


@every_dialect
def test_every_operation_may_say_how_faithful(name: str) -> None:
    """By the header, with its three words."""
    for item in document(name)["paths"].values():
        for operation in item.values():
            header = next(each for each in operation["parameters"] if each["name"] == "x-mockllm-fidelity")
            assert header["schema"]["enum"] == ["contract", "live", "lenient"]


@every_dialect
def test_a_key_may_be_needed_but_for_health(name: str) -> None:
    """As a bearer token."""
    said = document(name)
    assert said["components"]["securitySchemes"]["key"]["scheme"] == "bearer"
    assert said["paths"]["/models"]["get"]["security"] == [{"key": []}, {}]
    assert said["paths"]["/health"]["get"]["security"] == []


@every_dialect
def test_lists_and_health_are_as_described(name: str) -> None:
    """The models with every include, and the word that all is well."""
    root = DIALECTS[name].roots[0]
    query = "include=pricing,modalities,context_window" if name == "gateway" else ""
    models = json.loads(call(APP, f"{root}/models", method="GET", query=query).body)
    assert list(validator(name, "ModelList").iter_errors(models)) == []
    health = json.loads(call(APP, f"{root}/health", method="GET").body)
    assert list(validator(name, "Health").iter_errors(health)) == []


@every_dialect
def test_answers_are_as_described(name: str) -> None:
    """Whole and in chunks, at every level."""
    headers = {"content-type": "application/json"}
    for stream in (False, True):
        body = json.dumps(DIALECTS[name].question("Hi", stream=stream)).encode()
        for level in ("contract", "live", "lenient"):
            sent = {**headers, "x-mockllm-fidelity": level}
            got = call(APP, f"{DIALECTS[name].roots[0]}/chat/completions", body, headers=sent)
            texts = [got.text] if not stream else [part[6:] for part in got.text.split("\n\n")[:-2]]
            for text in texts:
                shape = validator(name, "ChatChunk" if stream else "ChatResponse")
                assert list(shape.iter_errors(json.loads(text))) == []


@every_dialect
def test_what_the_document_allows_is_read(name: str) -> None:
    """Every value of every field by itself: refused, if at all, for what it means beside the others."""

    @settings(max_examples=150, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(REQUESTS[name])
    def check(body: Json) -> None:
        assert validator(name, "ChatRequest").is_valid(body)
        status, said = post(name, json.dumps(body).encode())
        assert status == 200 or BETWEEN_FIELDS.search(said), said

    check()


BETWEEN_FIELDS = re.compile(
    r'"type":"(value_error|extra_forbidden|json_invalid|missing|string_type)"|prompt is too long'
    r"|needs |must only be set when|name of a function in tools|null only beside|maximum context"
)


@every_dialect
def test_what_the_document_refuses_is_refused(name: str) -> None:
    """A value of another kind in one field of a request that is fine otherwise."""
    properties = schemas(name)["ChatRequest"]["properties"]
    question = DIALECTS[name].question("Hi", stream=False)

    @settings(max_examples=200, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(st.sampled_from(sorted(properties)), ANY)
    def check(field: str, value: Any) -> None:
        body = {**question, field: value}
        status, said = post(name, json.dumps(body).encode())
        if validator(name, "ChatRequest").is_valid(body):
            assert status == 200 or BETWEEN_FIELDS.search(said), said
        else:
            assert status in (400, 422)
            assert field in said

    check()
