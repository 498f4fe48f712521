"""Answers in one piece, through the OpenAI client."""

import re

from asks import FIREWORKS_MODEL, GATEWAY_ANSWERS_MODEL, MULTI_BYTE, MULTI_BYTE_MODEL, TOOL, messages
from openai import OpenAI


def test_an_answer_has_text_and_says_where_it_came_from(client: OpenAI, place) -> None:
    """The client's own types hold everything they promise."""
    answer = client.chat.completions.create(**place.ask())
    assert answer.object == "chat.completion"
    assert answer.model == place.answers_model
    assert re.fullmatch(r"chatcmpl-\w+", answer.id)
    assert answer.created > 1_700_000_000
    assert [choice.index for choice in answer.choices] == [0]
    assert answer.choices[0].message.role == "assistant"
    assert len(answer.choices[0].message.content) > 20


def test_usage_adds_up(client: OpenAI, place) -> None:
    """Total is prompt and completion, and a longer prompt costs more."""
    short = client.chat.completions.create(**place.ask()).usage
    long = client.chat.completions.create(**place.ask(messages=messages("tide " * 100))).usage
    assert short.total_tokens == short.prompt_tokens + short.completion_tokens
    assert 0 < short.completion_tokens <= 60
    assert long.prompt_tokens > short.prompt_tokens > 0


def test_the_same_seed_gives_the_same_text(client: OpenAI, place) -> None:
    """A seed decides the text, another seed another text."""
    texts = [client.chat.completions.create(**place.ask(seed=seed)).choices[0].message.content for seed in (1, 1, 2)]
    assert texts[0] == texts[1] != texts[2]


def test_max_tokens_ends_an_answer_with_length(client: OpenAI, place) -> None:
    """Exactly as many tokens as were asked for, and the reason said."""
    answer = client.chat.completions.create(**place.ask(max_tokens=5))
    assert answer.choices[0].finish_reason == "length"
    assert answer.usage.completion_tokens == 5


def test_max_completion_tokens_is_the_same_limit(client: OpenAI, place) -> None:
    """The newer name cuts as the older one does."""
    ask = place.ask(max_completion_tokens=5)
    del ask["max_tokens"]
    newer, older = (client.chat.completions.create(**kind) for kind in (ask, place.ask(max_tokens=5)))
    assert newer.choices[0].message.content == older.choices[0].message.content


def test_stop_cuts_the_text_before_the_word(client: OpenAI, place) -> None:
    """The stop word and what follows are gone, and the reason is stop."""
    whole = client.chat.completions.create(**place.ask()).choices[0].message.content
    word = max(whole.split()[4:12], key=len)
    choice = client.chat.completions.create(**place.ask(stop=[word])).choices[0]
    assert choice.message.content == whole.partition(word)[0]
    assert choice.finish_reason == "stop"


def test_two_choices_differ(client: OpenAI, place) -> None:
    """With `n` 2 there are two texts, and the first is the one that `n` 1 gives."""
    one = client.chat.completions.create(**place.ask())
    two = client.chat.completions.create(**place.ask(n=2))
    assert [choice.index for choice in two.choices] == [0, 1]
    assert two.choices[0].message.content == one.choices[0].message.content
    assert two.choices[0].message.content != two.choices[1].message.content
    assert two.usage.completion_tokens > one.usage.completion_tokens


def test_an_optional_tool_may_be_answered_with_text(client: OpenAI, place) -> None:
    """Tools are taken when their use is left to the model."""
    answer = client.chat.completions.create(**place.ask(tools=[TOOL], tool_choice="auto"))
    assert answer.choices[0].finish_reason in {"length", "stop", "tool_calls"}


def test_a_prompt_of_many_scripts_is_understood(client: OpenAI, place) -> None:
    """Characters of several bytes go in, count, and nothing comes out broken."""
    answer = client.chat.completions.create(**place.ask(messages=messages(MULTI_BYTE)))
    assert answer.usage.prompt_tokens > len(MULTI_BYTE.split())
    assert "\ufffd" not in answer.choices[0].message.content


def test_a_model_name_of_many_scripts_comes_back(fireworks: OpenAI) -> None:
    """What the client sent in UTF-8 is what it reads."""
    answer = fireworks.chat.completions.create(model=MULTI_BYTE_MODEL, messages=messages(), max_tokens=5)
    assert answer.model == MULTI_BYTE_MODEL


def test_the_request_id_is_the_answer_s_id(fireworks: OpenAI) -> None:
    """Fireworks sends its id in the header too."""
    raw = fireworks.chat.completions.with_raw_response.create(model=FIREWORKS_MODEL, messages=messages(), max_tokens=5)
    answer = raw.parse()
    assert raw.headers["x-request-id"] == answer.id
    assert raw.headers["fireworks-prompt-tokens"] == str(answer.usage.prompt_tokens)
    assert answer._request_id == answer.id


def test_the_gateway_sends_no_request_id(gateway: OpenAI) -> None:
    """As the real one, which relays none."""
    raw = gateway.chat.completions.with_raw_response.create(model="openai/gpt-4o", messages=messages(), max_tokens=5)
    assert "x-request-id" not in raw.headers


def test_the_gateway_takes_the_provider_from_the_query(gateway: OpenAI) -> None:
    """Then the model needs no prefix, and one that it has stays on."""
    ask = {"messages": messages(), "max_tokens": 5, "extra_query": {"provider": "openai"}}
    assert gateway.chat.completions.create(model="gpt-4o", **ask).model == GATEWAY_ANSWERS_MODEL
    assert gateway.chat.completions.create(model="openai/gpt-4o", **ask).model == "openai/gpt-4o"


def test_models_are_listed(client: OpenAI, place) -> None:
    """The list holds the model asked for, in the client's own type."""
    models = {model.id: model for model in client.models.list()}
    assert len(models) > 3
    assert all(model.object == "model" and model.created >= 0 for model in models.values())
    assert place.model in models
