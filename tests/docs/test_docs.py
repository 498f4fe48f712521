"""The documentation says what is so: its examples run, its tables are complete, its links lead somewhere."""

import io
import itertools
import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from asgi_client import Got, call

from mockllm.cli import main
from mockllm.cli.commands import COMMANDS
from mockllm.errors import UsageError
from mockllm.server import build
from mockllm.settings import SETTINGS, Setting, Settings, read

ROOT = Path(__file__).parent.parent.parent
PAGES = sorted([ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").glob("*.md")])
APP = build(Settings(clock="frozen", speed=None))

each_page = pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])


def commands(page: Path) -> list[list[str]]:
    """The command lines of a page, without their comments."""
    blocks = re.findall(r"^```console\n(.*?)^```", page.read_text(), re.DOTALL | re.MULTILINE)
    lines = [line[2:] for block in blocks for line in block.splitlines() if line.startswith("$ ")]
    return [shlex.split(line, comments=True) for line in lines]


def curl(words: list[str]) -> Got:
    """Does what a curl line does, without a socket."""
    url = next(word for word in words if word.startswith("http://"))
    headers = {}
    for name, value in (word.split(": ", 1) for flag, word in itertools.pairwise(words) if flag == "-H"):
        headers[name.lower()] = value
    path, _, query = url.removeprefix("http://127.0.0.1:4242").partition("?")
    if "-d" not in words:
        return call(APP, path, method="GET", query=query, headers=headers)
    return call(APP, path, words[words.index("-d") + 1].encode(), query=query, headers=headers)


@each_page
def test_links_lead_somewhere(page: Path) -> None:
    """Every relative link names a file of the repository."""
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text()):
        if not target.startswith("http"):
            assert (page.parent / target).exists(), target


@each_page
def test_commands_are_ours(page: Path) -> None:
    """Nobody is told to type what does not exist: make targets, subcommands, options and addresses."""
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for words in commands(page):
        match words[0]:
            case "make":
                assert set(words[1:]) <= targets
            case "pip":
                assert words[1:] == ["install", "."]
            case "curl":
                assert curl(words).status in (200, 422)
            case "mockllm" if words[1] == "ask":
                out = io.StringIO()
                assert main([*words[1:], "--speed", "max"], {}, out) == 0
                assert out.getvalue().strip()
            case "mockllm":
                command = COMMANDS.commands[words[1]]
                known = {option for parameter in command.params for option in parameter.opts}
                assert {word for word in words[2:] if word.startswith("-")} <= known
            case _:
                raise AssertionError(f"a command no test knows: {words}")


def test_what_is_handed_on_by_make_is_ours() -> None:
    """The variables that pages give to make exist, and the options in ARGS are those of the command behind."""
    calls = [call for page in PAGES for call in re.findall(r'`make ([a-z-]+) ([A-Z]+)="?([^"`]+)"?`', page.read_text())]
    assert calls
    variables = set(re.findall(r"^([A-Z]+) \?=", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert {variable for _, variable, _ in calls} <= variables
    known = {option for parameter in COMMANDS.commands["serve"].params for option in parameter.opts}
    for arguments in [shlex.split(given) for target, _, given in calls if target == "serve"]:
        assert {word for word in arguments if word.startswith("-")} <= known


def test_what_the_readme_calls_not_emulated_is_not() -> None:
    """And whoever asks for it is told."""
    assert "no Responses API, no embeddings, no legacy completions" in (ROOT / "README.md").read_text()
    for path in ("/v1/responses", "/v1/embeddings", "/v1/completions"):
        got = call(APP, path, b"{}", headers={"content-type": "application/json"})
        assert (got.status, "use chat completions" in got.headers["x-mockllm-hint"]) == (404, True)


@pytest.mark.parametrize("scripted", ["rules: [{name: a, replies: [One., Two.]}]", "limits: [{requests: 2}]"])
def test_workers_refuse_what_the_page_says(tmp_path: Path, scripted: str) -> None:
    """Rules of several replies, and limits."""
    (tmp_path / "a.yaml").write_text(scripted)
    with pytest.raises(UsageError, match="use one worker"):
        build(Settings(workers=2, scenario=(str(tmp_path / "a.yaml"),)))


def test_the_first_answers_of_the_readme() -> None:
    """The three curl lines show an answer, a stream, and three faults named at once."""
    whole, stream, refused = (curl(words) for words in commands(ROOT / "README.md") if words[0] == "curl")
    assert json.loads(whole.body)["object"] == "chat.completion"
    assert stream.text.endswith("data: [DONE]\n\n")
    assert [entry["loc"] for entry in json.loads(refused.body)["detail"]] == [
        ["body", "model"], ["body", "temperature"], ["body", "max_token"],
    ]  # fmt: skip


def test_the_generators_page_shows_a_call() -> None:
    """With the arguments it says."""
    got = curl(commands(ROOT / "docs" / "generator.md")[0])
    function = json.loads(got.body)["choices"][0]["message"]["tool_calls"][0]["function"]
    assert function == {"name": "get_weather", "arguments": '{"city": "Oslo"}'}


def shown(default: Any) -> str:
    match default:
        case None | ():
            return ""
        case bool():
            return "on" if default else "off"
        case float():
            return f"{default:g}"
        case tuple():
            return ", ".join(default)
        case _:
            return str(default)


@pytest.mark.parametrize("setting", SETTINGS.values(), ids=list(SETTINGS))
def test_every_setting_is_documented(setting: Setting) -> None:
    """With its option, variable, key, default and meaning, as the program has them."""
    option = f"`{setting.flag}`" if setting.option else "—"
    if setting.short:
        option = f"`{setting.short}`, {option}"
    variables = f"`{setting.variable}`"
    if setting.gateway_variable:
        variables += f", `{setting.gateway_variable}`"
    row = f"| {option} | {variables} | `{setting.name}` | {shown(setting.default)} | {setting.help} |"
    assert row in (ROOT / "docs" / "serve.md").read_text().splitlines()


BASES = {
    "Fireworks": ("/inference/v1/chat/completions", "accounts/fireworks/models/kimi-k2-instruct-0905"),
    "gateway": ("/chat/completions", "openai/gpt-4o"),
}
ROWS = re.findall(
    r"^\| (Fireworks|gateway) \| `(.*)` \| (\d+) \| (\d+) \| (\d+) \|$",
    (ROOT / "docs" / "fidelity.md").read_text(),
    re.MULTILINE,
)


@pytest.mark.parametrize(("service", "fragment", "contract", "live", "lenient"), ROWS)
def test_levels_differ_as_documented(service: str, fragment: str, contract: str, live: str, lenient: str) -> None:
    """Each row of the table, sent at each level."""
    path, model = BASES[service]
    body = {"model": model, "messages": [{"role": "user", "content": "Hi"}], **json.loads(fragment)}
    headers = {"content-type": "application/json"}
    statuses = [
        call(APP, path, json.dumps(body).encode(), headers={**headers, "x-mockllm-fidelity": level}).status
        for level in ("contract", "live", "lenient")
    ]
    assert statuses == [int(contract), int(live), int(lenient)]


def test_the_table_of_levels_is_read() -> None:
    """A change of its form must not leave it untested."""
    assert len(ROWS) > 20
    assert {service for service, *_ in ROWS} == set(BASES)


def test_the_example_file_works(tmp_path: Path) -> None:
    """The mockllm.toml of the documentation can be pasted; the tables that need more of one's own are read."""
    whole, table = re.findall(r"```toml\n(.*?)```", (ROOT / "docs" / "serve.md").read_text(), re.DOTALL)
    (tmp_path / "mockllm.toml").write_text(whole)
    assert call(build(read({}, {}, tmp_path)), "/health", method="GET").status == 200
    (tmp_path / "mockllm.toml").write_text(table)
    assert read({}, {}, tmp_path).tokenizers == (("accounts/acme/*", "acme/tokenizer.json"),)
