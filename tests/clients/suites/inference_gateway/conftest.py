"""The gateway's official client; its base URL ends in `/v1`, which it takes off for health."""

from collections.abc import Iterator

import pytest
from asks import BASE
from inference_gateway import InferenceGatewayClient


@pytest.fixture(params=[False, True], ids=["requests", "httpx"])
def client(request: pytest.FixtureRequest) -> Iterator[InferenceGatewayClient]:
    """A client over each of the two HTTP libraries it can use."""
    with InferenceGatewayClient(f"{BASE}/gateway/v1", use_httpx=request.param) as client:
        yield client
