"""Pydantic models out of answers, by the modes that instructor has for services which speak like OpenAI."""

import instructor
import pytest
from asks import BASE, FIREWORKS_MODEL, GATEWAY_MODEL, messages
from openai import OpenAI
from pydantic import BaseModel, Field

PLACES = [(f"{BASE}/inference/v1", FIREWORKS_MODEL), (f"{BASE}/gateway/v1", GATEWAY_MODEL)]
MODES = [instructor.Mode.TOOLS, instructor.Mode.JSON_SCHEMA, instructor.Mode.JSON, instructor.Mode.MD_JSON]
"""The first two send a schema; in the others it is words of the prompt, in the last with no word to the service."""
SAID = messages("The tide of Dover tomorrow.")


class Water(BaseModel):
    """One high or low water."""

    time: str = Field(pattern=r"^\d\d:\d\d$")
    height: float = Field(ge=0, le=9)


class Tide(BaseModel):
    """A day's tide."""

    harbour: str
    waters: list[Water] = Field(min_length=2, max_length=4)


@pytest.fixture(params=PLACES, ids=["fireworks", "gateway"])
def place(request: pytest.FixtureRequest) -> tuple[str, str]:
    """Each in turn: where, and the model."""
    return request.param


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.name)
def test_the_answer_is_a_valid_model_at_once(place: tuple[str, str], mode: instructor.Mode) -> None:
    """No retry is needed: what pydantic checks, the schema says, and the answer keeps it, wherever it is told."""
    base_url, model = place
    with OpenAI(base_url=base_url, api_key="nobody", max_retries=0) as client:
        create = instructor.from_openai(client, mode=mode).chat.completions.create
        tide = create(model=model, messages=SAID, response_model=Tide, max_retries=0)
    assert isinstance(tide, Tide)
    assert 2 <= len(tide.waters) <= 4
