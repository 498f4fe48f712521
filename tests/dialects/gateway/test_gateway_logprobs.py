"""Log probabilities on the wire: key order, numbers, and the chunk each row comes in."""

import json
import struct
from typing import Any

import pytest
from gateway_asking import ask
from hypothesis import given
from hypothesis import strategies as st

from mockllm.core import Answer, Candidate, Choice, Level, Passage, Row, Timing, Usage
from mockllm.dialects.gateway import dialect

CHUNK = f'data: {{"id":"chatcmpl-{"0" * 32}","object":"chat.completion.chunk","created":1,"model":"m","choices":['


def answer(*texts: list[str], logprob: float = -0.5, other: float = -1.0) -> Answer:
    choices = []
    for index, pieces in enumerate(texts):
        rows = [
            Row(9, piece, logprob, logprob, (Candidate(9, piece, logprob), Candidate(8, "~", other)))
            for piece in pieces
        ]
        passage = Passage(text="".join(pieces), ids=[9] * len(pieces), pieces=pieces, rows=rows)
        choices.append(Choice(index=index, passage=passage, finish_reason="stop"))
    return Answer(
        id="0" * 32, created=1, model="m", choices=tuple(choices), usage=Usage(prompt=2, completion=1),
        timing=Timing(first_token_s=0, total_s=0), max_tokens=9,
    )  # fmt: skip


def whole(given: Answer, level: Level = "contract") -> str:
    request = ask(level=level, logprobs=True, top_logprobs=2).request
    return dialect.whole(request, given)[1].decode()


def frames(given: Answer, level: Level = "contract") -> list[str]:
    request = ask(level=level, logprobs=True, top_logprobs=2, stream=True).request
    return [data.decode() for _, data in dialect.stream(request, given)[1]]


def test_a_whole_answer_has_its_keys_in_alphabetical_order() -> None:
    """Rows and candidates too, texts escaped as Go does, the refusal empty (wire/gateway.md 5)."""
    assert (
        '"choices":[{"finish_reason":"stop","index":0,"logprobs":{"content":[{"bytes":[60],"logprob":-0.5,'
        '"token":"\\u003c","top_logprobs":[{"bytes":[60],"logprob":-0.5,"token":"\\u003c"},'
        '{"bytes":[126],"logprob":-1.0,"token":"~"}]}],"refusal":[]},"message":{"content":"\\u003c"'
    ) in whole(answer(["<"]))


def test_a_stream_has_openais_order() -> None:
    """Rows come with their piece; role and finish have none."""
    rows = (
        '"logprobs":{"content":[{"token":"<","logprob":-0.5,"bytes":[60],"top_logprobs":[{"token":"<","logprob":-0.5,'
        '"bytes":[60]},{"token":"~","logprob":-1.0,"bytes":[126]}]}],"refusal":[]}'
    )
    assert frames(answer(["<"])) == [
        f'{CHUNK}{{"index":0,"delta":{{"role":"assistant","content":""}},"finish_reason":null}}]}}\n\n',
        f'{CHUNK}{{"index":0,"delta":{{"content":"<"}},{rows},"finish_reason":null}}]}}\n\n',
        f'{CHUNK}{{"index":0,"delta":{{}},"finish_reason":"stop"}}]}}\n\n',
        "data: [DONE]\n\n",
    ]


@pytest.mark.parametrize(
    ("logprob", "contract", "live", "streamed"),
    [
        (-0.1234567891, "-0.123457", "-0.12345679", "-0.12345679"),
        (-1.0, "-1.0", "-1", "-1.0"),
        (0.0, "0.0", "0", "0.0"),
        (-0.0, "0.0", "0", "0.0"),
        (-1e-8, "0.0", "0", "0.0"),
        (-0.00001234567, "-1.2e-05", "-0.00001234567", "-1.234567e-05"),
        (float("-inf"), "-9999.0", "-9999", "-9999.0"),
    ],
)
def test_numbers(logprob: float, contract: str, live: str, streamed: str) -> None:
    """Six decimals at `contract`, 32 bits at `live`, where a whole answer has Go's spelling and a stream OpenAI's."""
    given = answer(["a"], logprob=logprob)
    assert f'"logprob":{contract},' in whole(given)
    assert f'"logprob":{live},' in whole(given, "live")
    assert f'"logprob":{streamed},' in frames(given, "live")[1]


@given(logprob=st.floats(-9999, -1e-4))
def test_numbers_of_32_bits_are_as_short_as_can_be(logprob: float) -> None:
    """They read as the nearest such number, and one digit less would not."""
    text = whole(answer(["a"], logprob=logprob), "live").partition('"logprob":')[2].partition(",")[0]

    def single(value: float) -> bytes:
        return struct.pack("<f", value)

    assert single(float(text)) == single(logprob)
    digits = len(text.replace(".", "").strip("-").strip("0"))
    assert digits == 1 or single(float(f"{logprob:.{digits - 1}g}")) != single(logprob)


@pytest.mark.parametrize("level", ["contract", "live", "lenient"])
@pytest.mark.parametrize(
    "texts",
    [[["a", "b"]], [["", "é", "", ""]], [["", ""]], [[]], [["a", ""], [], ["", "b", "c"]]],
)
def test_no_row_is_lost_in_a_stream(texts: list[list[str]], level: Level) -> None:
    """A token without text goes with the next that has some, or with the finish; time passes as without rows."""
    given = answer(*texts)
    rows: dict[int, list[Any]] = {}
    for frame in frames(given, level)[:-1]:
        for choice in json.loads(frame.removeprefix("data: "))["choices"]:
            rows.setdefault(choice["index"], []).extend((choice.get("logprobs") or {"content": []})["content"])
            if choice["delta"].get("content") or (not texts[choice["index"]] and choice["finish_reason"]):
                assert choice["logprobs"]["refusal"] == []
    read = json.loads(whole(given, level))
    assert rows == {choice["index"]: choice["logprobs"]["content"] for choice in read["choices"]}
    plain = ask(level=level, stream=True).request
    full = ask(level=level, stream=True, logprobs=True).request
    assert [ticks for ticks, _ in dialect.stream(full, given)[1]] == [
        ticks for ticks, _ in dialect.stream(plain, given)[1]
    ]
