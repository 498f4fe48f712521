"""The mock's own pages: what is loaded, what was seen, and reading files again."""

import json
from pathlib import Path

import pytest
from asgi_client import call
from stage import Stage, choice, complaint, stage

from mockllm.errors import UsageError
from mockllm.server import assemble
from mockllm.settings import Settings

HELLO = "rules: [{name: greet, when: {user: hello}, reply: REPLY}]"


def write(folder: Path, text: str) -> None:
    (folder / "w.yaml").write_text(text)


def reload(played: Stage) -> tuple[int, dict[str, object]]:
    got = call(played.app, "/__mockllm/scenarios/reload")
    return got.status, json.loads(got.body)


def test_files_are_read_again(tmp_path: Path) -> None:
    """The new rules answer from then on, their replies from the first."""
    played = stage(tmp_path, HELLO.replace("reply: REPLY", "replies: [one, two]"))
    assert played.says("hello") == "one"
    write(tmp_path, HELLO.replace("reply: REPLY", "replies: [uno, due, tre]"))
    status, told = reload(played)
    assert (status, told["rules"], told["broken"]) == (200, 1, None)
    assert [played.says("hello") for _ in range(2)] == ["uno", "due"]


def test_a_broken_file_leaves_the_old_rules(tmp_path: Path) -> None:
    """All of them, and says why, until it is whole again."""
    played = stage(tmp_path, HELLO.replace("REPLY", "Hi."))
    write(tmp_path, "rules: [{name: greet, when: {usr: hello}, reply: Broken.}]")
    status, told = reload(played)
    assert status == 409
    assert isinstance(told["broken"], list)
    assert "did you mean" in told["broken"][0]
    assert "w.yaml:1:" in told["broken"][0]
    got = played.ask("hello")
    assert choice(got)["message"]["content"] == "Hi."
    assert "are broken, and the old rules answer: " in got.headers["x-mockllm-hint"]
    assert played.page("GET", "/scenarios")["broken"] == told["broken"]
    write(tmp_path, HELLO.replace("REPLY", "Mended."))
    assert reload(played)[1]["broken"] is None
    got = played.ask("hello")
    assert (choice(got)["message"]["content"], got.headers.get("x-mockllm-hint")) == ("Mended.", None)


def test_a_change_is_noticed(tmp_path: Path) -> None:
    """In the files, in those they include, and new ones in folders."""
    folder = tmp_path / "rules"
    folder.mkdir()
    (folder / "a.yaml").write_text("include: ../part/b.yaml")
    (tmp_path / "part").mkdir()
    (tmp_path / "part" / "b.yaml").write_text(HELLO)
    played = stage(
        tmp_path, HELLO.replace("greet", "other").replace("user: hello", "user: bye"), scenario=(str(folder),)
    )
    scripts = played.parts.scripts
    assert not scripts.changed()
    (folder / "c.yaml").write_text("rules: [{name: new, when: {user: new}, reply: x}]")
    assert scripts.changed()
    scripts.again()
    assert not scripts.changed()
    (tmp_path / "part" / "b.yaml").write_text(HELLO + "\n# longer")
    assert scripts.changed()
    (folder / "c.yaml").unlink()
    scripts.again()
    assert played.page("GET", "/scenarios")["rules"] == 1


def test_the_usual_file_is_found_when_it_comes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nobody named files; it is kept when it goes, since editors write files anew."""
    monkeypatch.chdir(tmp_path)
    parts = assemble(Settings(clock="frozen"))
    scripts = parts.scripts
    assert (scripts.changed(), scripts.status()["loaded"]) == (False, False)
    (tmp_path / "mockllm.yaml").write_text(HELLO)
    assert scripts.changed()
    scripts.again()
    assert scripts.status()["rules"] == 1
    (tmp_path / "mockllm.yaml").unlink()
    assert scripts.changed()
    scripts.again()
    assert (scripts.status()["rules"], scripts.status()["broken"] is None) == (1, False)


def test_named_files_stand_in_place_of_the_usual_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a scenario of the library works in any directory."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mockllm.yaml").write_text("rules: [{name: mine, reply: Mine.}]")
    assert assemble(Settings()).scripts.status()["files"] == ["mockllm.yaml"]
    assert len(assemble(Settings(scenario=("@hello",))).scripts.status()["files"]) == 1


def test_a_server_does_not_start_with_broken_files(tmp_path: Path) -> None:
    """It says where each mistake is."""
    with pytest.raises(UsageError, match=r"w\.yaml:1:\d+: .*did you mean `reply`"):
        stage(tmp_path, "rules: [{name: a, replay: x}]")


def test_the_journal_shows_the_latest_first(tmp_path: Path) -> None:
    """With rule, status, what was refused and the nearest rule; keys are nobody's business."""
    played = stage(tmp_path, HELLO.replace("REPLY", "Hi."))
    played.ask("hello", headers={"authorization": "Bearer secret"}, namespace="a")
    played.ask("bye", namespace="b")
    played.ask("hello", temperature=9, namespace="b")
    told = played.page("GET", "/journal")
    assert told["seen"] == 3
    third, second, first = told["exchanges"]
    assert (first["status"], first["rule"], first["headers"]["authorization"]) == (200, "greet", "(hidden)")
    assert first["body"]["messages"][0]["content"] == "hello"
    assert (second["status"], second["rule"], second["nearest"]["rule"]) == (400, None, "greet")
    assert "temperature" in third["refused"]
    assert [each["number"] for each in played.page("GET", "/journal", "namespace=a")["exchanges"]] == [1]
    played.page("POST", "/reset")
    assert played.page("GET", "/journal")["exchanges"] == []


def test_the_last_request_is_explained(tmp_path: Path) -> None:
    """By the page that `mockllm explain --last` asks."""
    played = stage(tmp_path, HELLO.replace("REPLY", "Hi."))
    assert "no request was seen" in played.page("GET", "/explain")["error"]
    played.ask("Hello")
    told = played.page("GET", "/explain")
    assert told["answered"] is None
    assert told["nearest"]["differences"][0]["field"] == "user"
    assert "write /hello/i" in told["text"]


def test_a_request_that_went_astray_is_the_last_one_too(tmp_path: Path) -> None:
    """Whoever asks why the client fails is told of the wrong path, and not of the chat before it."""
    played = stage(tmp_path, HELLO)
    played.says("Hello")
    call(played.app, "/v1/v1/chat/completions", b"{}")
    told = played.page("GET", "/explain")
    assert (told["exchange"]["path"], told["exchange"]["status"]) == ("/v1/v1/chat/completions", 404)
    assert "give it a base URL that does not end with /v1" in told["text"]
    call(played.app, "/v1/chat/completions", method="PUT")
    assert "this path takes POST" in played.page("GET", "/explain")["text"]
    call(played.app, "/favicon.ico", method="GET")
    assert played.page("GET", "/explain")["exchange"]["method"] == "PUT"


@pytest.mark.parametrize("seconds", ["", "-1", "x", "nan", "inf", "1e308", "315360001"])
def test_time_goes_on_by_a_number_only(tmp_path: Path, seconds: str) -> None:
    """All else is refused."""
    played = stage(tmp_path, HELLO)
    assert "has to be a number" in played.page("POST", "/advance", f"seconds={seconds}")["error"]


def test_time_goes_on_for_ten_years_at_most(tmp_path: Path) -> None:
    """All in all, so that it can always be told."""
    played = stage(tmp_path, HELLO)
    assert played.page("POST", "/advance", "seconds=315360000")["now"] > 2e9
    assert "all in all" in played.page("POST", "/advance", "seconds=1")["error"]


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1:4242", 200),
        ("[::1]:4242", 200),
        ("localhost", 200),
        ("mockllm:4242", 200),
        ("host.docker.internal", 200),
        ("evil.example", 403),
        ("localhost.evil.example:80", 403),
    ],
)
def test_strangers_names_are_refused(tmp_path: Path, host: str, status: int) -> None:
    """A page under a name of its own could ask this machine without saying that it is a page."""
    played = stage(tmp_path, HELLO)
    assert call(played.app, "/__mockllm/journal", method="GET", headers={"host": host}).status == status


def test_a_namespace_has_to_be_one(tmp_path: Path) -> None:
    """As in requests."""
    played = stage(tmp_path, HELLO)
    for path, query in (("/t/!!/__mockllm/journal", ""), ("/__mockllm/journal", "namespace=a/b")):
        assert call(played.app, path, method="GET", query=query).status == 400


def test_no_web_page_may_use_them(tmp_path: Path) -> None:
    """Not even one of this machine: a browser sends simple requests without asking."""
    played = stage(tmp_path, HELLO)
    for origin in ("http://localhost:3000", "https://evil.example", "null"):
        got = call(played.app, "/__mockllm/reset", headers={"origin": origin})
        assert got.status == 403


def test_a_request_orders_a_fault_or_an_error(tmp_path: Path) -> None:
    """By a header, or by a suffix of its model's name; what cannot be read is a complaint."""
    played = stage(tmp_path, HELLO.replace("REPLY", "Hi there."))
    assert (
        played.ask("hello", headers={"x-mockllm-fault": "rate_limited; retry_after=3s"}).headers["retry-after"] == "3"
    )
    assert played.ask("hello", model="accounts/fireworks/models/x:mock-503").status == 503
    got = played.ask("hello", headers={"x-mockllm-fault": "drp"})
    assert (got.status, got.headers["x-mockllm-error"]) == (400, "fault")
    assert "did you mean" in complaint(got)
    truncated = played.ask("hello", stream=True, headers={"x-mockllm-fault": "truncate"})
    assert "[DONE]" not in truncated.text


def test_a_rate_strikes_repeatably(tmp_path: Path) -> None:
    """The same requests in the same order meet the same faults, in every namespace."""
    text = "rules: [{reply: {content: Hello there., fault: {corrupt: json, rate: 0.4}}}]"

    def run(played: Stage, namespace: str) -> list[bool]:
        return [is_json(played.ask("x", namespace=namespace).body) for _ in range(30)]

    first = run(stage(tmp_path, text), "a")
    assert run(stage(tmp_path, text), "b") == first
    assert 0 < sum(first) < 30


def is_json(body: bytes) -> bool:
    try:
        json.loads(body)
    except ValueError:
        return False
    return True


@pytest.mark.parametrize("stream", [True, False])
def test_a_client_that_waited_for_all_of_it_has_not_left(tmp_path: Path, stream: bool) -> None:
    """Whatever the answer waited for."""
    slow = "rules: [{when: {user: slow}, reply: {content: Slowly., pace: {ttft: 5ms, tps: 500}}}]"
    played = stage(tmp_path, slow, speed=1)
    assert played.ask("slow", stream=stream).complete
    assert played.page("GET", "/journal")["exchanges"][0]["client_left"] is False


def test_what_is_explained_says_that_the_files_are_broken(tmp_path: Path) -> None:
    """Since the old rules answer, and not those that stand in the files."""
    played = stage(tmp_path, HELLO.replace("REPLY", "Hi."))
    played.ask("hello")
    assert played.page("GET", "/explain")["notice"] is None
    write(tmp_path, "rules: [{nam: greet}]")
    played.page("POST", "/scenarios/reload")
    assert "are broken, and the old rules answer" in played.page("GET", "/explain")["notice"]


def test_an_error_that_the_request_orders_is_noted(tmp_path: Path) -> None:
    """So that nobody looks for the rule that gave it."""
    played = stage(tmp_path, HELLO.replace("REPLY", "Hi."))
    played.ask("hello", headers={"x-mockllm-fault": "429"})
    assert played.page("GET", "/journal")["exchanges"][0]["note"] == "as the request orders"


def test_a_first_file_that_is_broken_is_told_to_whoever_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """There are no old rules then."""
    monkeypatch.chdir(tmp_path)
    parts = assemble(Settings(clock="frozen"))
    parts.scripts.begin()
    (tmp_path / "mockllm.yaml").write_text("rules: [{nam: greet}]")
    parts.scripts.again()
    assert "are broken, and no rule answers: " in str(parts.scripts.notice)
