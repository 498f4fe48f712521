"""The README's scenario does what the README says."""

import json
import re
from pathlib import Path

from stage import Said, called, choice, result, stage, tool

README = Path(__file__).parent.parent.parent / "README.md"
SCENARIO = re.findall(r"^```yaml\n(.*?)^```", README.read_text(), re.DOTALL | re.MULTILINE)[0]
TOOLS = [tool("get_weather", city={"type": "string"})]


def test_an_agents_two_steps(tmp_path: Path) -> None:
    """The model calls the tool, then reports."""
    played = stage(tmp_path, SCENARIO)
    question = "What is the weather in Oslo?"
    message = choice(played.ask(question, tools=TOOLS))["message"]
    function = message["tool_calls"][0]["function"]
    assert function["arguments"] == '{"city": "Oslo"}'
    story: list[Said] = [question, called("get_weather", function["arguments"]), result(json.dumps({"temp_c": 4}))]
    said = played.says(*story, tools=TOOLS)
    assert said == "It is 4 °C."
    assert f"`{function['arguments']} -> {said}`" in README.read_text()


def test_busy_twice_then_fine(tmp_path: Path) -> None:
    """Two errors, then the answer, which stays."""
    played = stage(tmp_path, SCENARIO)
    assert [played.ask("busy").status for _ in range(4)] == [429, 503, 200, 200]
