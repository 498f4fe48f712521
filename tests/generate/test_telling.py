"""Orders to answer in JSON are told from talk of JSON and of schemas."""

import pytest

from mockllm.generate.telling import beside, refuses, talks, tells, wants_block

ORDERS = [
    "Always respond with a JSON object that's compatible with this schema:",
    "Your task is to read the input and provide\nthe parsed objects in json that match the following json_schema:",
    "Return the correct JSON response within a ```json codeblock. not the JSON_SCHEMA",
    "The output should be formatted as a JSON instance that conforms to the JSON schema below.",
    "- Return only the JSON value that conforms to the schema. Do not include any additional text.",
    "Output a valid JSON object but do not repeat the schema.",
    "Return your answer as JSON that matches this schema.",
    "Gimme some JSON:",
    "You are a helpful assistant designed to output JSON.",
    "Can you give me the tide of Dover as JSON of this schema?",
    "How tall is the tide, as JSON?",
    "Describe the tide as JSON following this schema:",
    "Output format: JSON",
    "RESPOND ONLY WITH VALID JSON!!!",
    "Your response must conform to the following JSON Schema:",
    "Respond in this JSON format:",
    "Do not explain anything, just return JSON.",
    "Fill in the form and return nothing but JSON.",
    "I want the tide of Dover as a JSON object.",
    "Use the following JSON schema for your answer:",
    "Here is the schema of your response:",
    "<task>Return JSON matching the schema above.</task>",
    "The tide of Dover\nAnswer in JSON with this schema",
    "the tide of dover\nreturn json for this schema:",
    "Here's a JSON schema to follow:",
    "Generate an instance of the above schema as JSON.",
    "The assistant always replies with JSON.",
    "Given the schema above, answer in JSON: how high is the tide?",
    "Respond in the format of this schema:",
    "Create a sample JSON object.",
]
TALK = [
    "What does this schema mean?",
    "Explain this JSON schema:",
    "Convert this JSON schema to TypeScript:",
    "Write a Python function that validates JSON against this schema:",
    "Write a function to return JSON matching this schema:",
    "How do I return JSON that matches this schema in FastAPI?",
    "My endpoint returns JSON of this schema. Suggest a better name.",
    "Answer my question about this JSON schema:",
    "Generate a JSON schema like this one for books:",
    "Format this JSON:",
    "The data is stored in JSON with this schema. Name three indices.",
    "The response of this API is JSON with this schema. Describe it.",
    "Answer in plain prose, not JSON.",
    "Do not answer in JSON.",
    "Explain this prompt:\n```\nAlways respond with JSON.\n```",
    'What would a model do with "Respond with JSON for this schema"?',
    "Here is my schema. Thanks!",
    "Generate YAML following this schema:",
    "I need to understand JSON for this schema:",
    "The app crashes when you return JSON of this schema.",
    "Write docs for an API whose responses must match this schema:",
    "Write a prompt that makes a model answer in JSON of this schema:",
    "Can you explain how to produce JSON for this schema?",
    "Use this schema to write a SQL query:",
    "Write a regex for JSON of this schema:",
    "Write an essay on JSON.",
    "Write a CLI to output JSON matching the schema:",
    "Generate a Go struct for JSON matching this schema:",
]
HOSTILE = [part * 9000 for part in ("return ", "' ", "you are to ", "```\n", "\n \t", "<a", "and return a json ")]


@pytest.mark.parametrize("text", ORDERS)
def test_an_order_is_one(text: str) -> None:
    """As clients and people word it."""
    assert tells(text)
    assert not refuses(text)


@pytest.mark.parametrize("text", TALK)
def test_talk_is_no_order(text: str) -> None:
    """Nor is what is quoted, asked, or wanted of a program."""
    assert not tells(text)


def test_a_refusal_is_one() -> None:
    """A word about the way JSON is written is none."""
    assert refuses("In prose please, not JSON.")
    assert not refuses("Do not return JSON in a block.")


def test_a_question_about_a_schema_is_talk() -> None:
    """A question about something else is none."""
    assert talks("What does this schema mean?")
    assert talks("Review the schema.")
    assert not talks("How high is the tide? This is the schema.")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Return it within a ```json codeblock.", True),
        ("Wrap the answer in a code block.", True),
        ("Do not wrap the JSON in code fences (no ``` or ```json).", False),
        ("The schema (shown in a code block for readability only).", False),
        ("Don't include any text or Markdown fencing before or after.", False),
    ],
)
def test_a_block_is_wanted_where_it_is_said(text: str, wanted: bool) -> None:
    """And not where it is forbidden."""
    assert wants_block(text) == wanted


def test_what_stands_beside_an_order_is_kept() -> None:
    """Without the sentences about the form."""
    assert beside("The tide of Dover. Answer in JSON. Thanks!") == "The tide of Dover. Thanks!"


@pytest.mark.parametrize("text", HOSTILE)
def test_long_texts_are_read_in_time(text: str) -> None:
    """No pattern runs away: this ends."""
    assert tells(f"{text}.\n\nAnswer in JSON.")
