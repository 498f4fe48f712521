"""How lateness, growth and what a process took are found out."""

import os
import sys

import pytest

from benchmarks import generator, importing, matching, memory, paced, process


def test_lateness_counts_from_the_request() -> None:
    """A token is due a thirtieth of a second after the one before, whenever that came."""
    punctual = [place / paced.TOKENS_PER_S for place in range(paced.TOKENS)]
    late = [time_s + 0.007 for time_s in punctual]
    assert paced.lateness_ms([punctual, late]) == pytest.approx([0.0] * 300 + [7.0] * 300, abs=1e-6)


def test_a_stream_that_lacks_a_token_is_no_figure() -> None:
    """It would make all later ones early."""
    with pytest.raises(RuntimeError, match=r"has \{2\} tokens in place of 300"):
        paced.lateness_ms([[0.0, 0.1]])


def test_the_bare_app_waits_like_ours() -> None:
    """Nothing before the first token, and what carries no text comes with the token before it."""
    pieces = [b'{"role":"assistant","content":""}', b'{"content":"a"}', b'{"content":"b"}', b"{}", b"[DONE]"]
    assert paced.dues_s(pieces) == pytest.approx([0, 0, 1 / 30, 1 / 30, 1 / 30])


def test_growth_is_that_of_a_million() -> None:
    """Of the line that fits best; a single look shows none."""
    assert memory.growth_mb([(1000, 50.0), (2000, 50.5), (3000, 51.0)]) == pytest.approx(500)
    assert memory.growth_mb([(1000, 50.0)]) == 0


def test_an_import_costs_what_it_takes_more() -> None:
    """Turn by turn, in each column."""
    rows = {"mockllm": [(20.0, 10.0), (30.0, None)], "python": [(15.0, 8.0), (18.0, None)]}
    assert importing.over(rows) == {"mockllm": [(5.0, 2.0), (12.0, 0)]}


def test_memory_and_processor_are_those_of_the_process() -> None:
    """More than nothing, and less than anybody has."""
    assert 5 < process.memory_mb(os.getpid()) < 50_000
    if sys.platform == "linux":
        taken = process.cpu_s(os.getpid())
        assert taken is not None
        assert 0 < taken < 1e6


def test_matching_prints_each_form(capsys: pytest.CaptureFixture[str]) -> None:
    """With a figure for each number of rules."""
    matching.report((2, 3), rounds=1, requests=2)
    told = capsys.readouterr().out.splitlines()[1:]
    assert [line.split(":")[0].strip() for line in told[::2]] == list(matching.FORMS)
    assert all("2 rules" in line for line in told[::2])
    assert all("3 rules" in line for line in told[1::2])


def test_the_generator_is_measured() -> None:
    """In tokens per second."""
    assert generator.tokens_per_second(generator.CASES["defaults"], rounds=1, count=2) > 0
