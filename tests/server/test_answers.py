"""How answers go out: whole or streamed, in time, in a thread where they are heavy, and only while somebody listens."""

import asyncio
import itertools
import json
import logging
import threading
from email.utils import parsedate_to_datetime

import pytest
import virtual_time
from asgi_client import Client, call
from toy import Toy, site

from mockllm.clock import FROZEN_AT, SystemClock
from mockllm.core import Incoming, Rejection
from mockllm.pace import Pace

CHAT = "/v1/chat/completions"
WORDS = " one two three four five six seven eight nine ten"


def body(text: str = "hi", *, stream: bool = False) -> bytes:
    return json.dumps({"text": text, "stream": stream}).encode()


def boom(_: object = None) -> None:
    raise RuntimeError("boom")


def test_a_whole_answer_has_its_length() -> None:
    """One write, with the length in bytes and the clock's date."""
    got = call(site(Toy()), CHAT, body("grüße"))
    assert json.loads(got.body)["text"] == "grüße"
    assert got.headers["content-length"] == str(len(got.body))
    assert len(got.writes) == 1
    assert parsedate_to_datetime(got.headers["date"]).timestamp() == FROZEN_AT


def test_the_date_is_the_systems() -> None:
    """Under the system's clock it is now, to the second."""
    clock = SystemClock()
    before = int(clock.now())
    got = call(site(Toy(), clock=clock), CHAT, body())
    assert before <= parsedate_to_datetime(got.headers["date"]).timestamp() <= clock.now()


def test_an_unpaced_stream_is_sent_in_one_write() -> None:
    """Frames that need not wait are joined, and no length is said."""
    client = Client(path=CHAT, pieces=[body(WORDS, stream=True)])
    got = client.run(site(Toy()))
    assert len(got.writes) == 1
    assert got.text.count("data: ") == 10
    assert (got.complete, "content-length" in got.headers) == (True, False)
    assert client.asked == 1, "nobody has to watch a client that gets everything at once"


def test_a_paced_stream_comes_frame_by_frame() -> None:
    """Each when it is due; the headers with the first one."""
    times: list[float] = []
    toy = Toy()
    toy.on_step = lambda _: times.append(asyncio.get_running_loop().time())
    client = Client(path=CHAT, pieces=[body(WORDS, stream=True)])
    got = virtual_time.run(client.call(site(toy, pace=Pace(ttft_s=1.0, tps=10))))
    assert len(got.writes) == 10
    assert [round(later - earlier, 3) for earlier, later in itertools.pairwise(times[1:])] == [0.1] * 8


def test_a_paced_whole_answer_waits() -> None:
    """For as long as its tokens take, and then comes in one write."""

    async def visit() -> tuple[float, int]:
        got = await Client(path=CHAT, pieces=[body(WORDS)]).call(site(Toy(), pace=Pace(ttft_s=1.0, tps=10)))
        return round(asyncio.get_running_loop().time(), 6), len(got.writes)

    assert virtual_time.run(visit()) == (1.9, 1)


def test_speed_makes_waits_shorter() -> None:
    """At `max` nothing waits."""

    async def visit(speed: float | None) -> float:
        app = site(Toy(), pace=Pace(ttft_s=1.0, tps=10), speed=speed)
        await Client(path=CHAT, pieces=[body(WORDS)]).call(app)
        return asyncio.get_running_loop().time()

    assert virtual_time.run(visit(10.0)) == pytest.approx(0.19)
    assert virtual_time.run(visit(None)) == 0


def test_a_client_that_leaves_stops_the_work() -> None:
    """Within one frame of a paced stream."""
    steps: list[int] = []
    toy = Toy()
    toy.on_step = steps.append
    client = Client(path=CHAT, pieces=[body(WORDS, stream=True)], leave_after=3)
    got = virtual_time.run(client.call(site(toy, pace=Pace(ttft_s=1.0, tps=10))))
    assert (len(got.writes), got.complete) == (3, False)
    assert len(steps) <= 4


def test_a_client_that_leaves_a_long_unpaced_stream_stops_it() -> None:
    """Within one write."""
    steps: list[int] = []
    toy = Toy()
    toy.on_step = steps.append
    toy.frame_characters = 2_000
    client = Client(path=CHAT, pieces=[body(WORDS * 100, stream=True)], leave_after=1)
    got = client.run(site(toy))
    assert not got.complete
    assert len(got.writes) <= 3
    assert len(steps) < 200


def test_a_client_that_leaves_before_its_body_is_there_gets_nothing() -> None:
    """And nothing is parsed."""
    toy = Toy()
    got = Client(path=CHAT, leave_after=0).run(site(toy))
    assert (got.status, toy.seen) == (0, [])


def test_no_task_is_left_behind() -> None:
    """Whoever watched the client stops with the answer."""

    async def visit() -> int:
        client = Client(path=CHAT, pieces=[body(WORDS, stream=True)])
        await client.call(site(Toy(), pace=Pace(ttft_s=1.0, tps=10)))
        await asyncio.sleep(0)
        return len(asyncio.all_tasks()) - 1

    assert virtual_time.run(visit()) == 0


@pytest.mark.parametrize(("size", "in_thread"), [(100, False), (60_000, True)])
def test_big_bodies_are_read_in_a_thread(size: int, in_thread: bool) -> None:
    """Small ones are not worth it."""
    names: list[bool] = []
    toy = Toy()

    def note(_: Incoming) -> None:
        names.append(threading.current_thread() is not threading.main_thread())

    toy.on_parse = note
    assert call(site(toy), CHAT, body("word " * (size // 5))).status == 200
    assert names == [in_thread]


def test_a_refusal_of_the_dialect_goes_out() -> None:
    """With its hint."""
    got = call(site(Toy()), CHAT)
    assert (got.status, got.headers["x-mockllm-hint"]) == (400, "send JSON")


def test_a_bug_is_a_500_with_an_id(caplog: pytest.LogCaptureFixture) -> None:
    """In the dialect's shape; the log has the traceback under the same id."""
    toy = Toy()
    toy.on_parse = boom
    with caplog.at_level(logging.ERROR, "mockllm"):
        got = call(site(toy), CHAT, body())
    said = json.loads(got.body)
    assert (got.status, said["code"]) == (500, "bug")
    assert said["detail"]["id"] in caplog.text
    assert "RuntimeError: boom" in caplog.text


def test_a_bug_in_the_first_frame_is_a_500(caplog: pytest.LogCaptureFixture) -> None:
    """Nothing was sent yet, so it can still be said."""
    toy = Toy()
    toy.on_step = boom
    got = call(site(toy), CHAT, body(stream=True))
    assert (got.status, json.loads(got.body)["code"]) == (500, "bug")
    assert "boom" in caplog.text


def test_a_bug_later_on_cuts_the_stream(caplog: pytest.LogCaptureFixture) -> None:
    """The body has no end, so the client notices; the log has the reason."""
    toy = Toy()
    toy.on_step = lambda step: boom() if step == 3 else None
    client = Client(path=CHAT, pieces=[body(WORDS, stream=True)])
    got = virtual_time.run(client.call(site(toy, pace=Pace(ttft_s=1.0, tps=10))))
    assert (got.status, got.complete) == (200, False)
    assert 0 < len(got.writes) < 4
    assert "boom" in caplog.text


def test_a_bug_in_the_wording_is_worded_all_the_same(caplog: pytest.LogCaptureFixture) -> None:
    """Never a bare 500."""

    def refuse(_: Rejection) -> None:
        boom()

    toy = Toy()
    toy.on_refuse = refuse
    got = call(site(toy), "/nothing")
    assert got.status == 500
    assert json.loads(got.body)["error"].split()[-1] in caplog.text


def test_equal_requests_have_equal_bug_ids(caplog: pytest.LogCaptureFixture) -> None:
    """Under a frozen clock even a bug is repeatable."""
    toy = Toy()
    toy.on_parse = boom
    app = site(toy)
    assert call(app, CHAT, body()).body == call(app, CHAT, body()).body
    assert caplog.records
