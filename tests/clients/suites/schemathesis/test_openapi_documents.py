"""The OpenAPI documents are valid, and the server does what they say: schemathesis asks everything they allow."""

import re
from collections.abc import Callable

import pytest
import requests
import schemathesis
from asks import BASE
from openapi_spec_validator import OpenAPIV31SpecValidator
from schemathesis.checks import CheckContext
from schemathesis.core.transport import Response
from schemathesis.specs.openapi.checks import (
    negative_data_rejection,
    positive_data_acceptance,
    unsupported_method,
)

FIREWORKS = schemathesis.openapi.from_url(f"{BASE}/inference/v1/openapi.json")
GATEWAY = schemathesis.openapi.from_url(f"{BASE}/gateway/v1/openapi.json")
DOCUMENTS = ["/openapi.json", "/v1/openapi.json", "/inference/v1/openapi.json", "/gateway/v1/openapi.json"]

Check = Callable[[CheckContext, Response, schemathesis.Case], bool | None]

BETWEEN_FIELDS = re.compile(
    r"value_error|extra_forbidden|json_invalid|Field required|should be a valid (string|dictionary)"
    r"|needs |must only be set when|name of a function in tools|null only beside|Unable to determine provider"
    r"|Provider not found"
)
"""How a refusal reads that no schema foresees, since it is about several fields."""


def level(case: schemathesis.Case) -> str:
    return str((case.headers or {}).get("x-mockllm-fidelity", "contract"))


@schemathesis.check
def what_the_schema_refuses_is_refused(ctx: CheckContext, response: Response, case: schemathesis.Case) -> None:
    """At `contract`, which the document describes; an empty value in the query counts as left out."""
    if level(case) not in ("live", "lenient") and "" not in (case.query or {}).values():
        negative_data_rejection(ctx, response, case)


@schemathesis.check
def what_the_schema_allows_is_accepted(ctx: CheckContext, response: Response, case: schemathesis.Case) -> None:
    """Unless fields that are right by themselves contradict each other."""
    if level(case) == "contract" and not (response.status_code in (400, 422) and BETWEEN_FIELDS.search(response.text)):
        positive_data_acceptance(ctx, response, case)


CHECKS: list[Check] = [what_the_schema_refuses_is_refused, what_the_schema_allows_is_accepted]
REPLACED: list[Check] = [negative_data_rejection, positive_data_acceptance]


@pytest.mark.parametrize("path", DOCUMENTS)
def test_a_document_is_valid(path: str) -> None:
    """By the specification of OpenAPI 3.1."""
    OpenAPIV31SpecValidator(requests.get(f"{BASE}{path}", timeout=10).json()).validate()


@FIREWORKS.parametrize()
def test_fireworks(case: schemathesis.Case) -> None:
    """Statuses, content types, headers and bodies are as declared, and a wrong method is 405."""
    case.call_and_validate(additional_checks=CHECKS, excluded_checks=REPLACED)


@GATEWAY.parametrize()
def test_gateway(case: schemathesis.Case) -> None:
    """The same; the gateway answers a wrong method with 404 (wire/gateway.md 2)."""
    case.call_and_validate(additional_checks=CHECKS, excluded_checks=[*REPLACED, unsupported_method])
