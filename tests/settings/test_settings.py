"""Where settings come from, who wins, and what is said of wrong ones."""

from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path

import pytest

from mockllm.errors import UsageError
from mockllm.settings import SETTINGS, Settings, read


def settings(
    directory: Path, options: Mapping[str, object] | None = None, environ: Mapping[str, str] | None = None, **more: bool
) -> Settings:
    return read(options or {}, environ or {}, directory, **more)


def complaint(directory: Path, options: Mapping[str, object] | None = None, **environ: str) -> str:
    with pytest.raises(UsageError) as caught:
        settings(directory, options, environ)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_without_anything_the_defaults_count(tmp_path: Path) -> None:
    """As the record has them."""
    assert settings(tmp_path) == Settings()


def test_every_field_is_declared() -> None:
    """So that options, environment, files and the documentation have it."""
    assert list(SETTINGS) == [field.name for field in fields(Settings)]


@pytest.mark.parametrize("setting", SETTINGS.values(), ids=lambda setting: setting.name)
def test_every_declaration_is_complete(setting: object) -> None:
    """A sentence for people, and a variable."""
    declared = SETTINGS[setting.name]  # type: ignore[attr-defined]
    assert declared.help.endswith(".")
    assert declared.variable == f"MOCKLLM_{declared.name.upper()}"


OWN = "mockllm.toml"
PROJECT = "pyproject.toml"


@pytest.mark.parametrize(
    ("option", "variable", "file", "wanted"),
    [
        (None, None, None, 4242),
        (None, None, 1, 1),
        (None, "2", None, 2),
        (None, "2", 1, 2),
        ("3", None, None, 3),
        ("3", None, 1, 3),
        ("3", "2", None, 3),
        ("3", "2", 1, 3),
    ],
)
@pytest.mark.parametrize("name", [OWN, PROJECT])
def test_the_nearest_place_wins(
    tmp_path: Path, name: str, option: str | None, variable: str | None, file: int | None, wanted: int
) -> None:
    """Command line before environment before file before default."""
    if file is not None:
        header = "[tool.mockllm]\n" if name == PROJECT else ""
        (tmp_path / name).write_text(f"{header}port = {file}\n")
    options = {} if option is None else {"port": option}
    environ = {} if variable is None else {"MOCKLLM_PORT": variable}
    assert settings(tmp_path, options, environ).port == wanted


def test_other_projects_files_do_not_matter(tmp_path: Path) -> None:
    """A pyproject.toml without our table is none of our business."""
    (tmp_path / PROJECT).write_text('[project]\nname = "mockllm-user"\n[tool.other]\nport = 1\n')
    assert settings(tmp_path) == Settings()


def test_keys_of_files_may_have_dashes(tmp_path: Path) -> None:
    """As options have."""
    (tmp_path / OWN).write_text('api-key = ["a", "b"]\n')
    assert settings(tmp_path).api_key == ("a", "b")


def test_a_table_of_tokenizers_keeps_its_order(tmp_path: Path) -> None:
    """The first pattern that fits counts."""
    (tmp_path / OWN).write_text('[tokenizers]\n"*deepseek*" = "d.json"\n"*" = "all.json"\n')
    assert settings(tmp_path).tokenizers == (("*deepseek*", "d.json"), ("*", "all.json"))


@pytest.mark.parametrize(
    ("name", "raw", "value"),
    [
        ("ttft", "0.2", 0.2),
        ("ttft", "200ms", 0.2),
        ("ttft", "2s", 2.0),
        ("ttft", "1.5 s", 1.5),
        ("ttft", 2, 2.0),
        ("seed", "-7", -7),
        ("seed", 12, 12),
        ("speed", "max", None),
        ("speed", "2.5", 2.5),
        ("port", "0", 0),
        ("jitter", "0", 0.0),
        ("jitter", 1, 1.0),
        ("tps", "80", 80.0),
        ("providers", "openai, google", frozenset({"openai", "google"})),
        ("api_key", ("a", "b,c"), ("a", "b", "c")),
        ("cors", "http://localhost:3000", ("http://localhost:3000",)),
        ("cors", "*", ("*",)),
        ("cors", "null", ("null",)),
        ("quiet", "yes", True),
        ("quiet", "0", False),
        ("tokenizers", "a=b.json, c = d.json", (("a", "b.json"), ("c", "d.json"))),
        ("fidelity", "live", "live"),
        ("workers", "2", 2),
        ("pace", "realistic", "realistic"),
    ],
)
def test_values_are_read(tmp_path: Path, name: str, raw: object, value: object) -> None:
    """From text as from numbers and lists."""
    assert getattr(settings(tmp_path, {name: raw}), name) == value


@pytest.mark.parametrize(
    ("name", "raw", "part"),
    [
        ("ttft", "soon", "no duration; write it in seconds or ms, like 0.2, 200ms or 2s"),
        ("ttft", "200m", "no duration"),
        ("ttft", "-1", "no duration"),
        ("ttft", "nan", "no duration"),
        ("ttft", True, "no duration"),
        ("seed", "1.5", "neither a whole number nor random"),
        ("seed", "", "neither"),
        ("speed", "0", "neither a number above 0 nor max"),
        ("speed", "inf", "neither"),
        ("port", "65536", "no whole number from 0 to 65535"),
        ("port", "http", "no whole number"),
        ("port", True, "no whole number"),
        ("workers", "0", "no whole number of at least 1"),
        ("jitter", "1.1", "no number from 0 to 1"),
        ("tps", "0", "no number above 0"),
        ("fidelity", "contrakt", "did you mean contract?"),
        ("clock", "stopped", "none of system, frozen"),
        ("pace", "reallistic", "did you mean realistic?"),
        ("providers", "", "no list of providers"),
        ("providers", "openia", "no provider; did you mean openai?"),
        ("providers", "xyzzy", "no provider; there are ollama, ollama_cloud, groq,"),
        ("cors", "http://localhost:3000/", "no origin; write it like http://localhost:3000, without a path"),
        ("cors", "localhost", "no origin; write it like http://localhost"),
        ("cors", "http://", "no origin; write it like http://localhost:3000"),
        ("cors", "", "no origin"),
        ("api_key", "", "empty; leave the setting out where no key is wanted"),
        ("api_key", ",", "empty"),
        ("quiet", "perhaps", "neither true nor false"),
        ("tokenizers", "a", "no table of names and files"),
        ("tokenizers", {"a": 1}, "no table of names and files"),
        ("host", 7, "no text"),
        ("api_key", 7, "no list of texts"),
    ],
)
def test_wrong_values_are_refused(tmp_path: Path, name: str, raw: object, part: str) -> None:
    """With the place, the value, and what would be right."""
    said = complaint(tmp_path, {name: raw})
    assert said.startswith(f"--{name.replace('_', '-')}: {raw!r} is ")
    assert part in said


@pytest.mark.parametrize(
    ("name", "raw", "said"),
    [
        ("cors", ("localhost:3000",), "'localhost:3000' is no origin; write it like http://localhost:3000"),
        ("cors", ("http://a", "b/c"), "'b/c' is no origin; write it like http://b, without a path"),
        ("cors", ("*", "http://a"), "'*' is a word that stands alone"),
        ("providers", ("groq,openia",), "'openia' is no provider; did you mean openai?"),
        ("api_key", ("",), "'' is empty"),
        ("api_key", ("a", " "), "('a', ' ') is empty"),
    ],
)
def test_the_part_that_is_wrong_is_shown(tmp_path: Path, name: str, raw: object, said: str) -> None:
    """Not the form in which options come."""
    assert complaint(tmp_path, {name: raw}).startswith(f"--{name.replace('_', '-')}: {said}")


def test_an_empty_variable_is_none(tmp_path: Path) -> None:
    """As shells and compose files leave them; an empty key in a file is an error."""
    assert settings(tmp_path, environ={"MOCKLLM_API_KEY": ""}).api_key == ()
    (tmp_path / OWN).write_text('api_key = [""]\n')
    assert complaint(tmp_path).startswith("mockllm.toml: api_key: [''] is empty")


def test_a_random_seed_is_a_number(tmp_path: Path) -> None:
    """Another one each time."""
    first, second = (settings(tmp_path, {"seed": "random"}).seed for _ in range(2))
    assert first != second


def test_the_place_of_a_wrong_value_is_named(tmp_path: Path) -> None:
    """Variable, or file and key."""
    assert complaint(tmp_path, MOCKLLM_PORT="x").startswith("environment variable MOCKLLM_PORT: 'x' is ")
    (tmp_path / OWN).write_text('port = "x"\n')
    assert complaint(tmp_path).startswith("mockllm.toml: port: 'x' is ")


def test_a_wrong_value_counts_even_if_overridden(tmp_path: Path) -> None:
    """It would bite at the next occasion."""
    (tmp_path / OWN).write_text('port = "x"\n')
    assert complaint(tmp_path, {"port": "1"}).startswith("mockllm.toml: port")


def test_unknown_names_are_refused(tmp_path: Path) -> None:
    """With the one that may have been meant."""
    assert complaint(tmp_path, MOCKLLM_SEDE="1").endswith("there is no such setting; did you mean MOCKLLM_SEED?")
    (tmp_path / PROJECT).write_text("[tool.mockllm]\nfidelty = 1\n")
    said = complaint(tmp_path)
    assert said == "pyproject.toml: tool.mockllm: fidelty: there is no such setting; did you mean fidelity?"


def test_an_empty_variable_is_as_none(tmp_path: Path) -> None:
    """As compose files leave them."""
    assert settings(tmp_path, environ={"MOCKLLM_PORT": "", "ALLOWED_MODELS": ""}, gateway_variables=True) == Settings()


def test_two_files_with_settings_are_one_too_many(tmp_path: Path) -> None:
    """Neither is silently left out."""
    (tmp_path / OWN).write_text("port = 1\n")
    (tmp_path / PROJECT).write_text("[tool.mockllm]\nport = 2\n")
    assert "keep one of them" in complaint(tmp_path)


@pytest.mark.parametrize("name", [OWN, PROJECT])
def test_a_broken_file_is_no_missing_one(tmp_path: Path, name: str) -> None:
    """It is named, with the line."""
    (tmp_path / name).write_text("mockllm = \nport = 1\n")
    assert complaint(tmp_path).startswith(f"{name}: ")
    assert "line 1" in complaint(tmp_path)


def test_a_file_has_to_be_utf8(tmp_path: Path) -> None:
    """Otherwise the byte is named."""
    (tmp_path / OWN).write_bytes(b'host = "\xff"\n')
    assert complaint(tmp_path) == "mockllm.toml: is not UTF-8: invalid start byte at byte 8"


def test_a_table_has_to_be_one(tmp_path: Path) -> None:
    """Where tool.mockllm is something else."""
    (tmp_path / PROJECT).write_text("[tool]\nmockllm = 3\n")
    assert complaint(tmp_path) == "pyproject.toml: tool.mockllm: 3 is no table"


GATEWAYS = {"ALLOWED_MODELS": "a, b", "DISALLOWED_MODELS": "c", "SERVER_MAX_REQUEST_BODY_SIZE": "2000"}


def test_a_server_reads_the_gateways_own_variables(tmp_path: Path) -> None:
    """Nobody else does, and ours win."""
    served = settings(tmp_path, environ=GATEWAYS, gateway_variables=True)
    assert (served.allowed_models, served.disallowed_models, served.max_body_bytes) == (("a", "b"), ("c",), 2000)
    assert settings(tmp_path, environ=GATEWAYS) == Settings()
    ours = {**GATEWAYS, "MOCKLLM_ALLOWED_MODELS": "d"}
    assert settings(tmp_path, environ=ours, gateway_variables=True).allowed_models == ("d",)
