"""The generator answers every request, and what it says depends on what it may depend on, and nothing else."""

import re
import subprocess
import sys
from dataclasses import replace
from typing import Any

import pytest
from asking import passage, passages, question
from hypothesis import given, settings
from hypothesis import strategies as st

from mockllm.core import Extras, Limits, Logprobs, Message, TextPart, Tool
from mockllm.generate import Generator
from mockllm.tokens import for_vocabulary

PROMPTS = {
    "greeting": "Say hello to the harbour.",
    "small talk": "Hello.",
    "thanks": "Thanks a lot!",
    "story": "Write a story about a lighthouse.",
    "poem": "Write a poem about autumn.",
    "explanation": "Explain how tides work.",
    "description": "What is the weather in Paris in celsius?",
    "reasons": "Why is the sky blue?",
    "yes or no": "Is the harbour deep?",
    "advice": "Should I learn the piano?",
    "summary": "Summarise the plot of Hamlet.",
    "comparison": "Compare Redis and Memcached.",
    "bullets": "Give me a list of tips for growing tomatoes.",
    "steps": "Show me the steps for painting a wall.",
    "table": "Make a table of solar panels.",
    "guide": "Write a guide to the old town.",
    "python": "Write a Python function for the harbour.",
    "javascript": "Write a JavaScript function for the harbour.",
    "typescript": "Write a TypeScript function for the harbour.",
    "sql": "Write a SQL script for the harbour.",
    "bash": "Write a bash script for the harbour.",
    "go": "Write a golang program for the harbour.",
    "rust": "Write a Rust program for the harbour.",
    "java": "Write a Java program for the harbour.",
    "nothing": "",
}

VOCABULARIES = ("cl100k", "cl100k_digits", "o200k", "o200k_harmony")

anything = st.one_of(
    st.sampled_from(sorted(PROMPTS.values())),
    st.text(max_size=80),
    st.text(alphabet="abcdefgh .,?'-\n\t09", max_size=80),
)


@settings(max_examples=150, deadline=None)
@given(
    prompt=anything,
    name=st.sampled_from(VOCABULARIES),
    seed=st.integers(),
    temperature=st.sampled_from([0.0, 0.3, 1.0, 2.0]),
)
def test_the_tokens_are_those_the_text_would_be_encoded_to(
    prompt: str, name: str, seed: int, temperature: float
) -> None:
    """So that usage, streamed pieces and a client's own count agree."""
    tokenizer = for_vocabulary(name)
    (said,) = passages(question(prompt, seed=seed, temperature=temperature), tokenizer=tokenizer)
    assert list(said.ids) == tokenizer.encode(said.text)
    assert list(said.pieces) == tokenizer.pieces(said.ids)
    assert "".join(said.pieces) == said.text


@pytest.mark.parametrize("kind", PROMPTS)
def test_texts_are_of_a_moderate_length_and_end_with_a_sentence(kind: str) -> None:
    """At least 40 tokens, hardly more than 400, nothing left open."""
    for seed in range(25):
        said = passage(PROMPTS[kind], seed=seed)
        assert said.ended
        assert 40 <= len(said.ids) <= 430
        assert re.search(r'[.!?]"?$', said.text)


@pytest.mark.parametrize("kind", PROMPTS)
def test_texts_are_tidy(kind: str) -> None:
    """No double blanks or tabs outside code, no blank before punctuation, capitals after sentences, no wide gaps."""
    for seed in range(25):
        prose = re.sub(r"```.*?```", "Code.", passage(PROMPTS[kind], seed=seed).text, flags=re.DOTALL)
        assert not re.search(r"  |\t| [,.;:!?]|\n\n\n\n|^\s", prose)
        assert not re.search(r"[.!?] [a-z]", prose)


def test_an_answer_takes_up_what_the_prompt_is_about() -> None:
    """Every answer to a greeting of the harbour names it."""
    assert all("the harbour" in passage("Say hello to the harbour.", seed=seed).text for seed in range(30))


def test_an_answer_hardly_repeats_itself() -> None:
    """No sentence stands twice in an ordinary answer."""
    for kind in ("explanation", "story", "advice"):
        for seed in range(30):
            sentences = re.split(r"(?<=[.!?])\s+", passage(PROMPTS[kind], seed=seed).text)
            assert len(set(sentences)) == len(sentences)


def test_python_code_compiles() -> None:
    """Whatever is drawn, the fenced block is a program."""
    for seed in range(60):
        said = passage(PROMPTS["python"], seed=seed)
        block = re.search(r"```python\n(.*?)```", said.text, re.DOTALL)
        assert block
        compile(block.group(1), "answer", "exec")


@pytest.mark.parametrize("kind", ["python", "javascript", "typescript", "sql", "bash", "go", "rust", "java"])
def test_code_stands_in_a_fence_of_its_language(kind: str) -> None:
    """One block, opened and closed."""
    text = passage(PROMPTS[kind]).text
    assert text.count("```") == 2
    assert f"```{kind}\n" in text


def test_lists_steps_and_tables_are_markdown() -> None:
    """Each has the lines its form is made of."""
    assert len(re.findall(r"^- \*\*", passage(PROMPTS["bullets"]).text, re.MULTILINE)) >= 4
    steps = re.findall(r"^(\d)\. ", passage(PROMPTS["steps"]).text, re.MULTILINE)
    assert len(steps) >= 4
    assert steps == [str(number) for number in range(1, len(steps) + 1)]
    assert "| --- |" in passage(PROMPTS["table"]).text


def test_without_a_seed_the_answer_is_the_same_every_time() -> None:
    """Nothing but the request and the server's seed decides."""
    assert passage("Explain tides.") == passage("Explain tides.")


@pytest.mark.parametrize(
    "changes",
    [
        {"seed": 5},
        {"temperature": 0.9},
        {"top_p": 0.9},
        {"top_k": 5},
        {"min_p": 0.1},
        {"typical_p": 0.5},
        {"frequency_penalty": 0.5},
        {"presence_penalty": 0.5},
        {"repetition_penalty": 1.2},
        {"mirostat_target": 3.0},
        {"logit_bias": {279: -100.0}},
        {"model": "other"},
        {"tools": (Tool(name="look_up"),)},
    ],
)
def test_what_is_part_of_the_sampling_request_changes_the_text(changes: dict[str, Any]) -> None:
    """Each field alone brings another text."""
    prompt = "Write a story about a lighthouse."
    assert passage(prompt, **changes).text != passage(prompt).text


def test_what_only_decorates_or_cuts_does_not_change_the_text() -> None:
    """Streaming, stop sequences, logprobs and the like leave the words alone."""
    prompt = "Write a story about a lighthouse."
    plain = passage(prompt)
    for changes in (
        {"stream": True},
        {"limits": Limits(stop=("the",), max_tokens=9)},
        {"extras": Extras(logprobs=Logprobs(form="openai", top=5), echo=-1, token_ids=True)},
        {"asked_model": "an alias", "level": "live", "usage_chunk": "none", "body": {"user": "u"}},
    ):
        assert replace(passage(prompt, **changes), rows=None) == plain


def test_the_servers_seed_changes_the_text() -> None:
    """Even at temperature 0."""
    request = question("Explain tides.", temperature=0.0)
    assert passages(request, seed=1) != passages(request, seed=2)


def test_at_temperature_0_the_requests_seed_changes_nothing() -> None:
    """The greedy text has no chance in it."""
    assert passage("Explain tides.", temperature=0.0, seed=1) == passage("Explain tides.", temperature=0.0, seed=2)


def test_the_likeliest_token_alone_makes_the_greedy_text() -> None:
    """`top_k` 1 and a tiny `top_p` leave what temperature 0 takes."""
    greedy = passage("Explain tides.", temperature=0.0)
    assert passage("Explain tides.", top_k=1) == greedy
    assert passage("Explain tides.", top_p=0.0) == greedy


def test_choices_differ_and_the_first_is_the_only_one_of_a_request_for_one() -> None:
    """`n` adds choices and changes none."""
    three = passages(question("Explain tides.", n=3))
    assert len({said.text for said in three}) == 3
    assert passages(question("Explain tides.", n=1)) == three[:1]


def test_choices_are_equal_at_temperature_0() -> None:
    """As the real ones are."""
    assert len({said.text for said in passages(question("Explain tides.", n=3, temperature=0.0))}) == 1


@settings(max_examples=40, deadline=None)
@given(limit=st.integers(0, 300), prompt=st.sampled_from(sorted(PROMPTS.values())))
def test_a_limit_only_cuts(limit: int, prompt: str) -> None:
    """The text reaches the limit or its end, and begins as the unlimited one does."""
    (whole,) = passages(question(prompt))
    (cut,) = passages(question(prompt), max_tokens=limit)
    assert list(whole.ids[: len(cut.ids)]) == list(cut.ids)
    assert cut.ended == (len(whole.ids) < limit)
    assert len(cut.ids) >= min(limit, len(whole.ids))


@pytest.mark.parametrize("temperature", [0.0, 1.0])
@pytest.mark.parametrize("kind", PROMPTS)
def test_an_ignored_end_lets_the_text_go_on(kind: str, temperature: float) -> None:
    """To the limit; the text with its end is a prefix."""
    ended = passage(PROMPTS[kind], temperature=temperature)
    endless = passage(PROMPTS[kind], temperature=temperature, ignore_eos=True)
    assert len(endless.ids) >= 2048
    assert not endless.ended
    assert endless.text.startswith(ended.text)


ODD = {
    "null": None,
    "empty": "",
    "blank": " \n\n\t",
    "controls": "\x00\x1b[31m",
    "emoji": "🌊🌊",
    "right to left": "مرحبا بالعالم",
    "Chinese": "你好，灯塔在哪里？",
    "Hindi": "ॐ नमः शिवाय",
    "accents": "e\u0301" * 50,
    "a surrogate": "\ud800",
    "a long word": "a" * 1_000_000,
    "many words": "word " * 200_000,
    "many articles": "the " * 200_000,
    "digits": "9" * 400,
    "apostrophes": "'s 'll '' x's",
    "dashes": "---",
    "our own notation": "{topic} [a|b] «c¦d» §name§",
}


@pytest.mark.parametrize("kind", ODD)
def test_odd_prompts_are_answered(kind: str) -> None:
    """Whatever a message holds, it is answered in ordinary words and exact tokens."""
    tokenizer = for_vocabulary("cl100k")
    said = passage(ODD[kind])
    assert list(said.ids) == tokenizer.encode(said.text)
    assert said.ended


def test_requests_without_a_user_are_answered() -> None:
    """No messages at all, only a system's, or parts instead of text."""
    assert passage("", messages=()).ended
    assert "the harbour" in passage("", messages=(Message(role="system", content="Describe the harbour."),)).text
    parts = Message(role="user", content=(TextPart(text="Describe the harbour."),))
    assert passage("", messages=(parts,)) == passage("Describe the harbour.")


def test_texts_do_not_depend_on_the_process() -> None:
    """Another hash seed, the same bytes."""
    prompts = ("Hi", "List the parts of a ship", "Write a story about the sea, the wind and the rain")
    code = f"from asking import passage; print(ascii([passage(prompt, seed=3).text for prompt in {prompts!r}]))"
    texts = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(filter(None, sys.path))},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(texts) == 1


def test_a_style_and_a_length_may_be_asked_for() -> None:
    """As scenarios do: any prompt in prose, markdown or code, about so many tokens long."""
    request, tokenizer = question("Explain tides."), for_vocabulary("cl100k")

    def text(prompt: str, **wanted: Any) -> Any:
        return (
            Generator(1)
            .plan(replace(request, messages=question(prompt).messages), tokenizer, 9999, **wanted)
            .replies[0]
            .content
        )

    assert "```python" in text("Explain tides.", style="code").text
    assert "\n- **" in text("Explain tides.", style="markdown").text
    assert "```" not in text("Write a Python function.", style="prose").text
    assert 240 <= len(text("Explain tides.", aim=300).ids) <= 400
    assert 800 <= len(text("Explain tides.", aim=1000).ids) <= 1200
