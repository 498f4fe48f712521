"""A server that stops: what it waits for, and what becomes of answers that take too long."""

import asyncio
import io
import json
import logging
import threading
from http.client import HTTPConnection, IncompleteRead

import pytest
from asgi_client import Client, Got
from toy import Toy, site

from mockllm.core import Rejection
from mockllm.pace import Pace
from mockllm.server import Stopping, build, listen
from mockllm.server.log import Log
from mockllm.server.run import Server, config
from mockllm.settings import Settings

CHAT = "/v1/chat/completions"
SLOW = Pace(ttft_s=1000.0)
LONG_S = 30


def cancelled(
    stopping: Stopping, client: Client, toy: Toy | None = None, pace: Pace = SLOW, writes: int = 0
) -> tuple[Got, str]:
    """Makes a request that takes its time, and cancels it as an HTTP server does, after some writes."""
    out = io.StringIO()
    log = Log(out)

    async def live() -> None:
        task = asyncio.create_task(client.call(site(toy or Toy(), log=log, stopping=stopping, pace=pace)))
        while not task.done() and (not stopping.under_way or len(client.got.writes) < writes):  # noqa: ASYNC110
            await asyncio.sleep(0)
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(live())
    log.flush()
    return client.got, out.getvalue()


@pytest.fixture
def stopping() -> Stopping:
    """A server that has been told to stop."""
    stopping = Stopping()
    stopping.begun = True
    return stopping


def test_a_whole_answer_that_takes_too_long_is_refused(stopping: Stopping) -> None:
    """In the dialect's shape, and the log has it."""
    got, line = cancelled(stopping, Client(path=CHAT, pieces=[b'{"text": " a"}']))
    assert (got.complete, json.loads(got.body)["code"]) == (True, "stopping")
    assert line == f"POST {CHAT} 400 cut, since the server stops\n"
    assert (stopping.under_way, stopping.cut) == (0, 1)


def test_a_stream_that_takes_too_long_just_ends(stopping: Stopping) -> None:
    """What has begun cannot be taken back; the log has it."""
    client = Client(path=CHAT, pieces=[b'{"text": " a b c", "stream": true}'])
    got, line = cancelled(stopping, client, pace=Pace(ttft_s=0.001, tps=0.001), writes=1)
    assert (got.status, got.complete, len(got.writes)) == (200, False, 1)
    assert line == f"POST {CHAT} 200 cut, since the server stops\n"


def test_a_dialect_without_words_for_it_has_a_bug(stopping: Stopping, caplog: pytest.LogCaptureFixture) -> None:
    """The client gets JSON all the same."""
    toy = Toy()

    def refuse(rejection: Rejection) -> None:
        raise ValueError(rejection.code)

    toy.on_refuse = refuse
    with caplog.at_level(logging.CRITICAL):
        got, _ = cancelled(stopping, Client(path=CHAT, pieces=[b'{"text": " a"}']), toy)
    assert (got.status, got.complete) == (500, True)
    assert "bug" in json.loads(got.body)["error"]


def test_a_caller_without_a_server_has_left() -> None:
    """Whoever calls the application itself cancels when its client does."""
    stopping = Stopping()
    got, line = cancelled(stopping, Client(path=CHAT, pieces=[b'{"text": " a"}']))
    assert (got.status, stopping.cut) == (0, 0)
    assert line == f"POST {CHAT} - the client left before the end\n"


def test_it_says_what_it_waits_for_and_what_it_cut(caplog: pytest.LogCaptureFixture) -> None:
    """If there is anything to say."""
    stopping = Stopping()
    stopping.announce()
    stopping.report()
    assert caplog.messages == []
    stopping.under_way, stopping.cut = 2, 1
    stopping.announce()
    stopping.report()
    assert caplog.messages == [
        "mockllm: waiting up to 5 s for 2 answers; another signal stops at once",
        "mockllm: 1 answer cut, 5 s after the signal to stop",
    ]


@pytest.mark.parametrize(
    ("path", "model", "wanted"),
    [
        ("/inference/v1/chat/completions", "any", "message"),
        ("/chat/completions", "openai/gpt-4", "mockllm: the server stops before the answer is complete"),
    ],
)
def test_a_real_server_never_answers_in_plain_text(
    path: str, model: str, wanted: str, caplog: pytest.LogCaptureFixture
) -> None:
    """The one that waits no longer cancels, and both kinds of answer end as said."""
    stopping = Stopping()
    app = build(Settings(ttft=0.0, tps=0.001), stopping=stopping)
    ready = threading.Event()
    settings = config(app)
    settings.timeout_graceful_shutdown = 0
    server = Server(settings, ready.set, stopping)
    body = {"model": model, "messages": [{"role": "user", "content": "Hi"}]}
    with listen("127.0.0.1", 0) as listener:
        thread = threading.Thread(target=server.run, args=([listener],))
        thread.start()
        assert ready.wait(LONG_S)
        connections = []
        for stream in (True, False):
            connections.append(HTTPConnection("127.0.0.1", listener.getsockname()[1], timeout=LONG_S))
            connections[-1].request("POST", path, json.dumps({**body, "stream": stream}))
        streamed = connections[0].getresponse()
        while stopping.under_way < len(connections):
            pass
        server.should_exit = True
        whole = connections[1].getresponse()
        assert whole.status == 503
        assert wanted in json.loads(whole.read())["error"]
        with pytest.raises(IncompleteRead):
            streamed.read()
        thread.join(LONG_S)
        assert not thread.is_alive()
        for connection in connections:
            connection.close()
    assert [message.partition(";")[0] for message in caplog.messages] == [
        "mockllm: waiting up to 5 s for 2 answers",
        "mockllm: 2 answers cut, 5 s after the signal to stop",
    ]
