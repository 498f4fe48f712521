"""Models whose names order a fault."""

import json
from pathlib import Path

import pytest
from asgi_client import call
from stage import MODELS, stage

PAGES = {"fireworks": "/inference/v1/models", "gateway": "/gateway/v1/models"}


@pytest.mark.parametrize("dialect", PAGES)
def test_they_are_listed_where_asked_for(tmp_path: Path, dialect: str) -> None:
    """Each behind the model it belongs to; not otherwise."""

    def listed(**settings: bool) -> list[str]:
        played = stage(tmp_path, "rules: [{reply: Fine.}]", **settings)
        return [each["id"] for each in json.loads(call(played.app, PAGES[dialect], method="GET").body)["data"]]

    bare, all_of_them = listed(), listed(fault_models=True)
    assert not [each for each in bare if ":mock-" in each]
    assert [each for each in all_of_them if ":mock-" not in each] == bare
    assert f"{MODELS[dialect]}:mock-rate_limited" in all_of_them


@pytest.mark.parametrize("dialect", PAGES)
def test_they_work_where_models_are_strict(tmp_path: Path, dialect: str) -> None:
    """The catalogue knows the model, whatever is ordered of it."""
    played = stage(tmp_path, "rules: [{when: {model: '*gpt-4o'}, reply: Fine.}, {reply: Other.}]", models="strict")
    assert played.ask("x", dialect=dialect, model=f"{MODELS[dialect]}:mock-rate_limited").status == 429
    assert played.ask("x", dialect=dialect, model="no/such:mock-429").status != 429
    slow = played.ask("x", dialect="gateway", model="openai/gpt-4o:mock-delay=1ms")
    assert json.loads(slow.body)["choices"][0]["message"]["content"] == "Fine."
