"""Stands in for the OpenAI SDK where that is not installed: as much of it as the examples of pages use."""

import json
from types import SimpleNamespace
from typing import Any

import httpx

TOO_MANY = 429
OURS = 500


class Thing(SimpleNamespace):
    """A JSON object whose members are attributes; what is not there is None."""

    def __getattr__(self, name: str) -> None:
        return None

    def model_dump(self, *, exclude_none: bool) -> Any:
        return {name: value for name, value in json.loads(json.dumps(self, default=vars)).items() if value is not None}


class APIStatusError(Exception):
    """A refusal."""

    def __init__(self, response: httpx.Response) -> None:
        super().__init__(f"Error code: {response.status_code}")
        self.response = response
        self.body = response.json()


class BadRequestError(APIStatusError):
    pass


class RateLimitError(APIStatusError):
    pass


class InternalServerError(APIStatusError):
    pass


class OpenAI:
    """A client that asks once."""

    def __init__(self, *, base_url: str, api_key: str, max_retries: int) -> None:
        assert max_retries == 0
        self._url = f"{base_url}/chat/completions"
        self._headers = {"authorization": f"Bearer {api_key}"}
        self.chat = SimpleNamespace(completions=SimpleNamespace(create=self._create))

    def _create(self, **body: Any) -> Any:
        response = httpx.post(self._url, json=body, headers=self._headers)
        if response.is_success:
            return json.loads(response.text, object_hook=lambda members: Thing(**members))
        if response.status_code == TOO_MANY:
            raise RateLimitError(response)
        raise (InternalServerError if response.status_code >= OURS else BadRequestError)(response)
