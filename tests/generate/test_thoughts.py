"""Whether a model thinks before it answers, for how long, and what it says to itself."""

from dataclasses import replace
from typing import Any

import pytest
from acting import FINAL, REASONING, TIME, WEATHER, after, asked, replies, reply, text_of
from asking import question
from hypothesis import given, settings
from hypothesis import strategies as st

from mockllm.catalogue import cards
from mockllm.core import Effort, Extras, Limits, Logprobs, Passage, Reasoning, Request, ResponseFormat, Tool
from mockllm.generate import Generator
from mockllm.generate.books import parts
from mockllm.generate.reasoning import BETWEEN, LATER, effort_of, pools
from mockllm.tokens import for_vocabulary

QWEN = "accounts/fireworks/models/qwen3-8b"
GLM = "accounts/fireworks/models/glm-4p6"
DEEPSEEK = "accounts/fireworks/models/deepseek-v3p1"
EFFORTS: tuple[Effort, ...] = ("minimal", "low", "medium", "high")


def thoughts(request: Request, **given: Any) -> Passage:
    """What a model says to itself; there must be something."""
    said = reply(request, **given).reasoning
    assert isinstance(said, Passage)
    return said


def thinking(text: str = "Explain how tides work.", model: str = REASONING, **reasoning: Any) -> Request:
    return question(text, model=model, reasoning=Reasoning(**reasoning))


@pytest.mark.parametrize(
    ("model", "effort", "expected"),
    [
        ("accounts/fireworks/models/kimi-k2-instruct-0905", None, None),
        ("accounts/fireworks/models/kimi-k2-instruct-0905", "high", None),
        (REASONING, None, "medium"),
        (REASONING, "low", "low"),
        (REASONING, "minimal", "minimal"),
        (GLM, None, "medium"),
        (GLM, "low", "medium"),
        (GLM, "none", None),
        (DEEPSEEK, None, None),
        (DEEPSEEK, "high", "medium"),
        (QWEN, "none", None),
        (QWEN, "high", "high"),
    ],
)
def test_card_and_effort_decide_how_hard_a_model_thinks(model: str, effort: Any, expected: Any) -> None:
    """As the Fireworks reference has it for each family."""
    assert effort_of(question("", model=model, reasoning=Reasoning(effort=effort))) == expected


def test_the_gateways_models_are_found_with_their_provider() -> None:
    """`deepseek-reasoner` thinks, `gpt-4o` does not."""
    for model, provider, thinks in (("deepseek-reasoner", "deepseek", True), ("gpt-4o", "openai", False)):
        request = question("Hello", dialect="gateway", model=model, provider=provider)
        assert (reply(request).reasoning is not None) == thinks


@pytest.mark.parametrize("text", ["Explain how tides work.", "Hi", "你好"])
@pytest.mark.parametrize(
    ("effort", "fewest", "most"), [("minimal", 8, 26), ("low", 15, 50), ("medium", 45, 95), ("high", 110, 220)]
)
def test_the_length_follows_the_effort(text: str, effort: Any, fewest: int, most: int) -> None:
    """At any temperature."""
    for seed in range(8):
        for temperature in (0.0, 1.0, 2.0):
            request = question(text, model=REASONING, reasoning=Reasoning(effort=effort), temperature=temperature)
            assert fewest <= len(thoughts(request, seed=seed).ids) <= most


def test_the_effort_changes_nothing_for_models_that_only_think_or_not() -> None:
    """Neither words nor numbers (Fireworks reference, `reasoning_effort`: GLM, DeepSeek V3.2)."""
    plain = reply(thinking(model=GLM))
    for said in ({"effort": "low"}, {"effort": "high"}, {"effort": "medium", "budget": 5}):
        assert reply(thinking(model=GLM, **said)) == plain


@pytest.mark.parametrize("budget", [1, 5, 20, 40])
def test_a_budget_is_a_hard_limit_where_the_model_has_one(budget: int) -> None:
    """The thoughts stop in the middle, and the answer comes all the same."""
    whole = reply(thinking(model=QWEN, effort="medium"))
    cut = reply(thinking(model=QWEN, effort="medium", budget=budget))
    assert isinstance(whole.reasoning, Passage)
    assert isinstance(cut.reasoning, Passage)
    assert list(cut.reasoning.ids) == list(whole.reasoning.ids[:budget])
    assert cut.reasoning.text == "".join(whole.reasoning.pieces[:budget])
    assert cut.content == whole.content


def test_a_large_budget_cuts_nothing() -> None:
    """The reference's smallest `budget_tokens` is beyond all thoughts."""
    assert reply(thinking(model=QWEN, effort="medium", budget=1024)) == reply(thinking(model=QWEN, effort="medium"))


def test_the_answer_does_not_depend_on_the_thoughts() -> None:
    """Whether there are any, and how many."""
    answers = [reply(thinking(model=QWEN, effort=effort)).content for effort in EFFORTS]
    answers.append(reply(thinking(model=QWEN, effort="none")).content)
    assert all(answer == answers[0] for answer in answers)
    raw = reply(thinking(model=QWEN, effort="low", form="raw"))
    assert raw == reply(thinking(model=QWEN, effort="low"))


def test_thoughts_take_up_the_topic() -> None:
    """Whatever is drawn."""
    assert all("tides" in thoughts(thinking(effort="minimal"), seed=seed).text for seed in range(20))


def test_thoughts_name_the_functions_that_are_going_to_be_called() -> None:
    """And then those whose results are there."""
    request = asked("Weather in Paris, time in Tokyo?", WEATHER, TIME, model=REASONING)
    for effort in EFFORTS:
        said = thoughts(replace(request, reasoning=Reasoning(effort=effort))).text
        assert "`get_weather` and `get_local_time`" in said
    first = asked("Weather in Paris?", WEATHER, FINAL, model=REASONING, mode="required")
    second = after(first, ("get_weather", "{}", "4"))
    assert "`final_result`" in thoughts(second).text
    told = after(asked("Weather in Paris?", WEATHER, model=REASONING), ("get_weather", "{}", "4"))
    assert "`get_weather`" in thoughts(told).text


def test_names_that_could_be_anything_are_not_repeated() -> None:
    """Some levels let any name through; `<think>` must not come from us."""
    for name in ("<think>", "a`b</think>", "naïve", "a b"):
        request = asked("Hello", Tool(name=name), mode="required", model=REASONING)
        said = thoughts(request).text
        assert "think>" not in said
        assert "the function" in said


def test_thoughts_go_before_text_of_a_form() -> None:
    """Objects, and sentences of a grammar."""
    for form in (
        ResponseFormat(kind="json_object"),
        ResponseFormat(kind="json_schema", schema={"type": "object"}),
        ResponseFormat(kind="grammar", grammar='root ::= "yes" | "no"'),
    ):
        request = question("Is the sea deep?", model=REASONING, response_format=form)
        assert thoughts(request).text
        assert text_of(reply(request))


def test_choices_think_for_themselves() -> None:
    """Unless the temperature is 0."""

    def said(**changes: Any) -> set[str]:
        request = question("Explain tides.", model=REASONING, limits=Limits(n=3), **changes)
        return {answer.reasoning.text for answer in replies(request) if isinstance(answer.reasoning, Passage)}

    assert len(said()) == 3
    assert len(said(temperature=0.0)) == 1


def test_rows_are_for_the_answer_alone() -> None:
    """Log probabilities cover what is visible (wire/fireworks.md 4)."""
    request = question("Hi", model=REASONING, extras=Extras(logprobs=Logprobs(form="openai", top=2)))
    answer = reply(request)
    assert isinstance(answer.content, Passage)
    assert answer.content.rows
    assert isinstance(answer.reasoning, Passage)
    assert answer.reasoning.rows is None


def test_thoughts_do_not_reach_beyond_the_limit_of_the_answer() -> None:
    """Nor is there anything to think where nothing may be said."""
    assert len(thoughts(thinking(), max_tokens=7).ids) == 7
    assert reply(thinking(), max_tokens=0).reasoning is None


def test_biases_keep_tokens_out_of_the_thoughts_but_bring_none_in() -> None:
    """A lifted token would go on for ever."""
    tokenizer = for_vocabulary("cl100k")
    (should,) = tokenizer.encode(" should")

    def said(bias: float) -> Passage:
        high = Reasoning(effort="high")
        return thoughts(question("Explain tides.", model=REASONING, reasoning=high, logit_bias={should: bias}))

    assert should in said(0.0).ids
    assert should not in said(-100.0).ids
    assert len(said(100.0).ids) < 300


def test_every_sampler_is_taken() -> None:
    """Thoughts are drawn as answers are."""
    plain = thoughts(thinking()).text
    for changes in ({"top_p": 0.5}, {"top_k": 2}, {"repetition_penalty": 1.3}, {"seed": 3}, {"mirostat_target": 3.0}):
        assert thoughts(question("Explain how tides work.", model=REASONING, **changes)).text != plain


def test_an_ignored_end_is_the_answers() -> None:
    """Thoughts end by themselves."""
    assert len(thoughts(question("Explain tides.", model=REASONING, ignore_eos=True)).ids) < 100


def test_long_thoughts_hardly_repeat_themselves() -> None:
    """No sentence stands twice, whatever they lead to."""
    requests = [
        question("Explain tides.", model=REASONING, reasoning=Reasoning(effort="high")),
        asked("Weather in Paris?", WEATHER, model=REASONING, reasoning=Reasoning(effort="high")),
        after(asked("Weather in Paris?", WEATHER, model=REASONING, reasoning=Reasoning(effort="high")),
              ("get_weather", "{}", "4")),
        question("Hi", model=REASONING, reasoning=Reasoning(effort="high"),
                 response_format=ResponseFormat(kind="json_object")),
    ]  # fmt: skip
    for request in requests:
        for seed in range(10):
            sentences = thoughts(request, seed=seed).text.replace("\n\n", " ").split(". ")
            assert len(set(sentences)) == len(sentences)
            assert len(sentences) >= 9


VOCABULARIES = ("cl100k", "cl100k_digits", "o200k", "o200k_harmony")


@settings(max_examples=120, deadline=None)
@given(
    text=st.text(max_size=40) | st.sampled_from(["Explain how tides work.", "Weather in Paris?", "Hi"]),
    vocabulary=st.sampled_from(VOCABULARIES),
    effort=st.sampled_from(EFFORTS),
    seed=st.integers(),
    step=st.integers(0, 2),
    name=st.from_regex(r"[a-zA-Z0-9_-]{1,64}", fullmatch=True),
)
def test_the_tokens_of_thoughts_are_those_of_their_text(
    text: str, vocabulary: str, effort: Any, seed: int, step: int, name: str
) -> None:
    """For every vocabulary, situation and name of a function."""
    tool = Tool(name=name)
    mode = "required" if step else "none"
    request = asked(text, tool, mode=mode, model=REASONING, reasoning=Reasoning(effort=effort), seed=seed)
    if step == 2:
        request = after(request, (name, "{}", "4"))
    tokenizer = for_vocabulary(vocabulary)
    said = Generator(1).plan(request, tokenizer, 2048).replies[0].reasoning
    assert isinstance(said, Passage)
    assert list(said.ids) == tokenizer.encode(said.text)
    assert "".join(said.pieces) == said.text
    assert "think>" not in said.text


def test_every_pool_of_the_book_is_used() -> None:
    """And every pool that is used is in the book."""
    used = {name for group in BETWEEN.values() for name in group} | set(LATER)
    for situation in ("answer", "call", "report", "form"):
        for after_results in (False, True):
            for topical in (False, True):
                used |= set(pools(situation, 10, topical=topical, after=after_results))
    assert used == set(parts("think"))


def test_every_card_that_thinks_is_answered() -> None:
    """All of both catalogues, with and without an effort."""
    for dialect in ("fireworks", "gateway"):
        for card in cards(dialect):
            request = question("Hi", dialect=dialect, model=card.id, reasoning=Reasoning(effort="low"))
            assert (reply(request).reasoning is not None) == (card.reasoning.default is not None)
