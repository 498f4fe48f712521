"""What a prompt is about, and what kind of answer it asks for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mockllm.generate.intents import intent
from mockllm.generate.programs import PROGRAMS, Style, styled
from mockllm.generate.topics import LONGEST, Topic, topics, words_of


def about(text: str) -> list[str]:
    return [f"{topic.article} {topic.words}".strip() for topic in topics(words_of(text))]


@pytest.mark.parametrize(
    ("prompt", "wanted"),
    [
        ("Say hello to the harbour.", ["the harbour"]),
        ("What is the weather in Paris in celsius?", ["the weather in Paris"]),
        ("Write a story about a lighthouse.", ["the lighthouse"]),
        ("tell me about lighthouse number 3 and its keeper", ["lighthouse number 3", "its keeper"]),
        ("Explain quantum computing in simple terms", ["quantum computing"]),
        ("How do I bake sourdough bread?", ["sourdough bread"]),
        ("Write a Python function that reverses a linked list", ["the linked list"]),
        ("What is the capital of France?", ["the capital of France"]),
        ("Compare Redis and Memcached", ["Redis", "Memcached"]),
        ("how do vaccines train the immune system", ["vaccines", "the immune system"]),
        ("Why is the sky blue?", ["the sky"]),
        ("Write an email to my boss about the deadline", ["the deadline", "your boss"]),
        ("Weather in Paris, time in Tokyo?", ["weather in Paris", "time in Tokyo"]),
        ("Who was Napoleon's wife?", ["Napoleon's wife"]),
        ("Give me tips for learning the piano", ["the piano"]),
        ("Расскажи о маяке", ["расскажи о маяке"]),
        ("讲一个灯塔的故事", ["讲一个灯塔的故事"]),
        ("Hello", []),
        ("", []),
    ],
)
def test_topics_are_the_noun_phrases(prompt: str, wanted: list[str]) -> None:
    """The most telling first, articles kept, verbs and instructions left out."""
    assert about(prompt) == wanted


@given(st.text(max_size=200))
def test_topics_are_few_short_and_keep_their_tokens(text: str) -> None:
    """At most three, bounded, beginning with a letter and ending with a letter or a digit."""
    found = topics(words_of(text))
    assert len(found) <= 3
    for topic in found:
        assert len(topic.words) <= LONGEST
        assert topic.words[0].isalpha()
        assert topic.words[-1].isalnum()
        assert "  " not in topic.words


def test_a_topic_is_named_once() -> None:
    """Whatever the case."""
    assert topics(words_of("The harbour, the Harbour and the HARBOUR")) == (Topic("the", "harbour"),)


@pytest.mark.parametrize(
    ("prompt", "wanted"),
    [
        ("Say hello to the harbour.", "greet"),
        ("Hello.", "hello"),
        ("Thanks a lot!", "thanks"),
        ("Hello, can you please explain how the tides in the harbour work?", "how"),
        ("Write a story about a lighthouse.", "story"),
        ("Write a haiku about the sea", "poem"),
        ("Write a Python function for the harbour", "python"),
        ("Write a Python function that counts words", "python_count"),
        ("Give me a list of Python functions", "bullets"),
        ("What is the function of the heart?", "what"),
        ("Write SQL to find duplicate rows", "sql"),
        ("Implement a regex for dates", "python"),
        ("I need steps for painting a wall", "steps"),
        ("TCP vs UDP", "compare"),
        ("Why is the sky blue?", "why"),
        ("Is the earth flat?", "yes"),
        ("Can cats see in the dark?", "yes"),
        ("Should I buy a boat?", "advice"),
        ("Summarize this.", "summary"),
        ("The harbour.", "plain"),
        ("?!", "plain"),
        ("", "plain"),
    ],
)
def test_the_prompt_decides_what_kind_of_answer_it_gets(prompt: str, wanted: str) -> None:
    """By its first words, and words that name a form."""
    assert intent(words_of(prompt), after_tool=False) == wanted


def test_after_a_tool_its_result_is_reported() -> None:
    """Whatever was asked."""
    assert intent(words_of("Write a story."), after_tool=True) == "result"


@given(text=st.text(max_size=60), style=st.sampled_from([None, "prose", "markdown", "code"]), topical=st.booleans())
def test_there_is_a_program_for_everything(text: str, style: Style | None, topical: bool) -> None:
    """For every intent in every style."""
    assert styled(intent(words_of(text), after_tool=False), style, topical=topical) in PROGRAMS
