"""What only scripts make answers be: cut another way, refused, with an id of their own."""

import json
from typing import Any, get_args

import pytest

from mockllm import dialects
from mockllm.core import (
    Answer,
    Arguments,
    Call,
    Candidate,
    Choice,
    Dialect,
    Extras,
    Level,
    Logprobs,
    Passage,
    Reasoning,
    Request,
    Row,
    Timing,
    Usage,
)

LEVELS: tuple[Level, ...] = get_args(Level)
PIECES = ["The ", "har", "bour", "", "é", " is", " calm."]
NONE = Passage(text="", ids=(), pieces=())

every_dialect = pytest.mark.parametrize("dialect", dialects.load().values(), ids=dialects.load())
every_level = pytest.mark.parametrize("level", LEVELS)


def passage(pieces: list[str] = PIECES) -> Passage:
    ids = list(range(10, 10 + len(pieces)))
    rows = [
        Row(id=id_, piece=piece, logprob=-0.5, sampling_logprob=-0.5, top=(Candidate(id_, piece, -0.5),))
        for id_, piece in zip(ids, pieces, strict=True)
    ]
    return Passage(text="".join(pieces), ids=ids, pieces=pieces, rows=rows)


def answer(*choices: Choice, own_id: str | None = None) -> Answer:
    return Answer(
        id="0" * 32,
        created=1,
        model="m",
        choices=choices,
        usage=Usage(prompt=1, completion=7),
        timing=Timing(first_token_s=0.1, total_s=0.2),
        max_tokens=100,
        own_id=own_id,
    )


def choice(index: int = 0, **said: Any) -> Choice:
    said = {"passage": passage(), **said}
    if "ids" not in said:
        said["ids"] = said["passage"].ids or said["refusal"].ids
    return Choice(**{"index": index, "finish_reason": "stop", **said})


def request(dialect: Dialect, level: Level = "contract", **more: Any) -> Request:
    return Request(
        dialect=dialect.name, level=level, model="m", asked_model="m", messages=(), provider="openai", **more
    )


def frames(dialect: Dialect, asked: Request, given: Answer) -> list[dict[str, Any]]:
    _, steps = dialect.stream(asked, given)
    texts = [data.decode().removeprefix("data: ") for _, data in steps]
    assert texts.pop() == "[DONE]\n\n"
    return [json.loads(text) for text in texts]


def told(dialect: Dialect, asked: Request, given: Answer, part: str = "content", index: int = 0) -> list[str]:
    found = [
        each["delta"].get(part)
        for frame in frames(dialect, asked, given)
        for each in frame["choices"]
        if each["index"] == index and "role" not in each["delta"]
    ]
    return [text for text in found if text is not None]


def whole(dialect: Dialect, asked: Request, given: Answer) -> dict[str, Any]:
    _, body = dialect.whole(asked, given)
    found: dict[str, Any] = json.loads(body)
    return found


def logprobs(dialect: Dialect) -> Extras:
    return Extras(logprobs=Logprobs(form="openai", top=1), token_ids=dialect.name == "fireworks")


@every_dialect
@pytest.mark.parametrize(
    ("cuts", "wanted"),
    [
        ([], ["The harbouré is calm."]),
        ([4, 11], ["The ", "harbour", "é is calm."]),
        ([5, 6, 21], ["The h", "a", "rbouré is calm."]),
        ([4, 3, 99], ["The ", "harbouré is calm."]),
        ([0, 4, 4, 21, 21], ["", "The ", "", "harbouré is calm.", ""]),
    ],
)
@pytest.mark.parametrize("extras", [False, True], ids=["plain", "logprobs"])
def test_cuts(dialect: Dialect, cuts: list[int], wanted: list[str], extras: bool) -> None:
    """A stream is cut where the script says; the answer in one piece is what it was."""
    asked = request(dialect, extras=logprobs(dialect) if extras else Extras())
    given = answer(choice(cuts=cuts))
    assert told(dialect, asked, given) == wanted
    assert dialect.whole(asked, given) == dialect.whole(asked, answer(choice()))


@every_dialect
@pytest.mark.parametrize("cuts", [None, [], [4], [5, 6], [0, 0, 4, 4], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]])
def test_tokens_travel_with_the_chunk_they_end_in(dialect: Dialect, cuts: list[int] | None) -> None:
    """Joined, the log probabilities and ids of the chunks are those of the whole answer, and no time is lost."""
    asked = request(dialect, extras=logprobs(dialect))
    given = answer(choice(cuts=cuts))
    chunks = [frame["choices"][0] for frame in frames(dialect, asked, given) if frame["choices"]]
    rows = [row for chunk in chunks for row in (chunk.get("logprobs") or {"content": []})["content"]]
    assert rows == whole(dialect, asked, given)["choices"][0]["logprobs"]["content"]
    ids = [id_ for chunk in chunks for id_ in chunk.get("token_ids", [])]
    assert ids == (list(choice().ids) if dialect.name == "fireworks" else [])
    text = rows_told = ""
    for chunk in chunks:
        text += chunk["delta"].get("content") or ""
        rows_told += "".join(row["token"] for row in (chunk.get("logprobs") or {"content": []})["content"])
        assert text.startswith(rows_told)
    assert sum(ticks for ticks, _ in dialect.stream(asked, given)[1]) == len(PIECES)


@every_dialect
@pytest.mark.parametrize("count", [1, 2])
def test_an_answer_without_words_may_have_chunks(dialect: Dialect, count: int) -> None:
    """Empty ones, before its finish."""
    given = answer(*[choice(place, passage=NONE, ids=(), cuts=[0, 0]) for place in range(count)])
    for place in range(count):
        assert told(dialect, request(dialect), given, index=place) == ["", ""]


@every_dialect
@pytest.mark.parametrize(("way", "parts"), [("whole", ["", '{"a": 1}']), ("with_name", ['{"a": 1}'])])
def test_arguments_in_one_piece(dialect: Dialect, way: Arguments, parts: list[str]) -> None:
    """Behind the tool's name, or in the chunk that has it; no time is lost."""
    arguments = Passage(text='{"a": 1}', ids=[5, 6, 7], pieces=['{"', "a", '": 1}'])
    call = Call(id="c", name="look", arguments=arguments)
    given = answer(choice(passage=NONE, calls=(call,), ids=[1, 4, 5, 6, 7, 2], arguments=way))
    chunks = [frame["choices"][0] for frame in frames(dialect, request(dialect), given) if frame["choices"]]
    calls = [each for chunk in chunks for each in chunk["delta"].get("tool_calls", [])]
    assert [each["function"].get("arguments", "") for each in calls] == parts
    assert (calls[0]["id"], calls[0]["function"]["name"]) == ("c", "look")
    assert sum(ticks for ticks, _ in dialect.stream(request(dialect), given)[1]) == 6


@every_dialect
def test_cuts_of_several_choices(dialect: Dialect) -> None:
    """Each choice is cut for itself."""
    given = answer(choice(0, cuts=[4]), choice(1))
    asked = request(dialect)
    assert told(dialect, asked, given) == ["The ", "harbouré is calm."]
    assert told(dialect, asked, given, index=1) == [piece for piece in PIECES if piece]


@every_dialect
@pytest.mark.parametrize("stream", [False, True], ids=["whole", "stream"])
def test_own_id(dialect: Dialect, stream: bool) -> None:
    """A script's id is told as it is, in every chunk."""
    asked = request(dialect)
    given = answer(choice(), own_id='mine "1"')
    ids = {frame["id"] for frame in frames(dialect, asked, given)} if stream else {whole(dialect, asked, given)["id"]}
    assert ids == {'mine "1"'}


def refused(**said: Any) -> Answer:
    return answer(choice(passage=NONE, refusal=passage(), **said))


@every_level
@pytest.mark.parametrize("extras", [False, True], ids=["plain", "logprobs"])
def test_fireworks_refuses_in_its_content(level: Level, extras: bool) -> None:
    """Its messages have no other place (wire/fireworks.md 1.1)."""
    dialect = dialects.load()["fireworks"]
    asked = request(dialect, level, extras=logprobs(dialect) if extras else Extras())
    assert dialect.whole(asked, refused()) == dialect.whole(asked, answer(choice()))
    assert frames(dialect, asked, refused()) == frames(dialect, asked, answer(choice()))


@every_level
def test_gateway_streams_refusals(level: Level) -> None:
    """The reference's delta has a place for them, and the gateway relays chunks as they are."""
    dialect = dialects.load()["gateway"]
    asked = request(dialect, level, extras=logprobs(dialect))
    assert told(dialect, asked, refused()) == []
    assert told(dialect, asked, refused(), "refusal") == [piece for piece in PIECES if piece]
    assert told(dialect, asked, refused(cuts=[4]), "refusal") == ["The ", "harbouré is calm."]
    rows = [
        frame["choices"][0].get("logprobs") or {} for frame in frames(dialect, asked, refused()) if frame["choices"]
    ]
    assert [row["token"] for each in rows for row in each.get("refusal", [])] == PIECES
    assert [row for each in rows for row in each.get("content", [])] == []


@pytest.mark.parametrize(
    ("level", "content"), [("contract", passage().text), ("lenient", passage().text), ("live", None)]
)
def test_gateway_whole_refusals(level: Level, content: str | None) -> None:
    """The reference's message has only content; the real gateway drops the refusal, and a person is told."""
    dialect = dialects.load()["gateway"]
    asked = request(dialect, level, extras=logprobs(dialect))
    found = whole(dialect, asked, refused())["choices"][0]
    assert found["message"] == {"content": content, "role": "assistant"}
    assert [row["token"] for row in found["logprobs"]["refusal"]] == PIECES
    assert found["logprobs"]["content"] == []
    assert ("x-mockllm-hint" in dict(dialect.whole(asked, refused())[0])) == (level == "live")


def test_gateway_cuts_content_with_raw_reasoning() -> None:
    """Thoughts shown in the content come token by token, what follows is cut as told."""
    dialect = dialects.load()["gateway"]
    thoughts = passage(["Hm", "m."])
    asked = request(dialect, reasoning=Reasoning(form="raw"))
    given = answer(choice(reasoning=thoughts, ids=[1, *thoughts.ids, 2, *passage().ids], cuts=[4]))
    assert told(dialect, asked, given) == ["<think>", "Hm", "m.", "</think>", "The ", "harbouré is calm."]
