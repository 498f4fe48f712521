"""The walk meets the same scores wherever two texts begin alike, and draws from nothing else."""

from collections import Counter
from math import exp

from asking import question
from hypothesis import given, settings
from hypothesis import strategies as st

from mockllm.core import Passage, Request
from mockllm.generate.course import Course
from mockllm.generate.draw import by_temperature, drawing, greedy
from mockllm.generate.fills import Fills
from mockllm.generate.library import book_for
from mockllm.generate.noise import FEW_BYTES, FEW_TOKENS, STEP, scores
from mockllm.generate.programs import PROGRAMS
from mockllm.generate.topics import Topic
from mockllm.generate.tree import Phrase
from mockllm.generate.walk import Trace, walk
from mockllm.seeds import random
from mockllm.tokens import for_vocabulary

TOKENIZER = for_vocabulary("cl100k")
TOPICS = (Topic("the", "harbour"), Topic("", "Paris"))
KEY = b"some prompt"


def traced(request: Request, program: str = "plain", *, seed: int = 0) -> tuple[Passage, Trace]:
    """A text, and every draw that made it."""
    book = book_for(TOKENIZER)
    trace: Trace = []
    drawn = drawing(request, TOKENIZER, random(seed).random)
    course = Course(book, PROGRAMS[program], 120, turn=1)
    passage = walk(
        course,
        Fills(book, TOPICS),
        KEY,
        drawn.draw,
        2048,
        ignore_eos=drawn.endless,
        careful=drawn.careful,
        trace=trace,
    )
    return passage, trace


samplings = st.sampled_from(
    [{}, {"temperature": 0.0}, {"temperature": 2.0}, {"top_k": 3}, {"top_p": 0.5, "frequency_penalty": 1.0}]
)


@settings(max_examples=60, deadline=None)
@given(
    one=samplings,
    other=samplings,
    seeds=st.tuples(st.integers(0, 5), st.integers(0, 5)),
    program=st.sampled_from(sorted(PROGRAMS)),
)
def test_equal_beginnings_meet_equal_scores(
    one: dict[str, float], other: dict[str, float], seeds: tuple[int, int], program: str
) -> None:
    """Whatever the samplers and the seed: the scores belong to the prompt and to what was said."""
    first, its = traced(question("x", **one), program, seed=seeds[0])
    second, others = traced(question("x", **other), program, seed=seeds[1])
    for left, right in zip(_open_draws(its), _open_draws(others), strict=False):
        if list(first.ids[: left[0]]) != list(second.ids[: left[0]]):
            break
        assert left[0] == right[0]
        assert [phrase.text for phrase in left[1]] == [phrase.text for phrase in right[1]]
        assert list(left[2]) == list(right[2])


def _open_draws(trace: Trace) -> Trace:
    """The draws with something to choose; careful ways to draw are asked about the others too."""
    return [draw for draw in trace if len(draw[1]) > 1]


def test_a_short_text_meets_the_scores_of_a_long_one() -> None:
    """Of which fewer are made, and all as soon as these don't do."""
    book = book_for(TOKENIZER)
    most = 0
    for name in PROGRAMS:
        for number in range(60):
            texts = []
            for limit in (FEW_TOKENS, 4 * FEW_TOKENS):
                trace: Trace = []
                way = Course(book, PROGRAMS[name], 120, turn=1)
                draw = by_temperature(2.0, random(number).random)
                walk(way, Fills(book, TOPICS), b"%d" % number, draw, limit, trace=trace)
                texts.append([list(row) for _, _, row, _ in trace])
            short, long = texts
            assert long[: len(short)] == short
            most = max(most, sum(map(len, short)))
    assert most > FEW_BYTES


def test_every_draw_is_shown_by_the_next_token() -> None:
    """No two phrases of a draw share their first token, and the text goes on with the one that was drawn."""
    passage, trace = traced(question("x"))
    for place, phrases, row, phrase in trace:
        assert len(row) == len(phrases)
        assert len({option.ids[:1] for option in phrases}) == len(phrases)
        assert list(passage.ids[place : place + len(phrase.ids)]) == list(phrase.ids)


def test_the_end_becomes_likelier_as_the_text_grows() -> None:
    """Its score is absent first, and never falls from sentence to sentence until closing words are said."""
    _, trace = traced(question("x", ignore_eos=True))
    ends = [(place, row[-1]) for place, phrases, row, _ in trace if not phrases[-1].ids]
    assert ends[0][0] >= 40
    rising = [score for _, score in ends[:3]]
    assert rising == sorted(rising)


def test_draws_at_a_temperature_follow_the_scores() -> None:
    """The shares of 20 000 draws are those of the softmax."""
    row = scores(KEY, 0)[:5]
    phrases = [Phrase((place,), (str(place),), None) for place in range(5)]
    draw = by_temperature(0.7, random("shares").random)
    drawn = Counter(draw(row, phrases).ids[0] for _ in range(20_000))
    odds = [exp(score * STEP / 0.7) for score in row]
    for place, share in enumerate(odds):
        assert abs(drawn[place] / 20_000 - share / sum(odds)) < 0.015


def test_the_greedy_draw_takes_the_highest_score() -> None:
    """The first of several."""
    phrases = [Phrase((place,), (str(place),), None) for place in range(3)]
    assert greedy((5, 9, 9), phrases) is phrases[1]


def test_scores_are_spread_like_logits() -> None:
    """Around the middle, with a standard deviation of about a logit and a half, and alike on every machine."""
    row = [score * STEP for score in scores(b"x", 0)]
    mean = sum(row) / len(row)
    deviation = (sum((score - mean) ** 2 for score in row) / len(row)) ** 0.5
    assert 5 < mean < 5.7
    assert 1.2 < deviation < 1.8
    assert scores(b"x", 0)[:6] != scores(b"x", 1)[:6]
    assert list(scores(b"x", 0)[:4]) == [130, 109, 77, 98]
