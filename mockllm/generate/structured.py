"""Text of a given form: JSON for a schema, JSON about whatever is talked of, or a sentence of a grammar."""

import re
from contextlib import suppress
from dataclasses import replace
from typing import Any

from mockllm.core import Request
from mockllm.errors import GrammarError, SchemaError

from .arguments import Chances, instance, write
from .keys import named_keys, without_examples
from .prompted import Prompted, schema_in
from .report import report
from .sources import for_answer
from .turn import Turn
from .writing import Writing

SENTENCE_CHARACTERS = 80
"""About how long a sentence of a grammar is, where the grammar leaves it open."""

SENTENCE_TOKENS = 60
READ_CHARACTERS = 4000

SENTENCE_END = re.compile(r"(?<=[.!?])\s")


def structured(writing: Writing, turn: Turn, choice: int, chances: Chances) -> str:
    """Returns the text a request's response format asks for; raises SchemaError or GrammarError where there is none.

    An object without a schema obeys the one that stands in the prompt, or has the keys the prompt names.
    """
    form = writing.request.response_format
    if form.kind == "grammar":
        return _sentence(form.grammar or "", chances)
    if form.schema or isinstance(form.schema, bool):
        return write(instance(form.schema, for_answer(turn, form.schema), chances("json")))
    prompted = schema_in(message.text for message in reversed(writing.request.messages))
    if prompted is not None:
        with suppress(SchemaError):  # what stands in a text need not be sound
            return write(instance(prompted, for_answer(turn, prompted), chances("json")))
    keys = named_keys(_instructions(writing.request))
    if keys:
        schema = {"type": "object", "properties": keys, "required": list(keys), "additionalProperties": False}
        return write(instance(schema, tuple(map(without_examples, for_answer(turn, schema))), chances("json")))
    return write(_anything(writing, turn, choice, chances))


def obeying(prompted: Prompted, turn: Turn, chances: Chances) -> str | None:
    """Returns JSON of a schema that only the prompt tells of, None where there is none: it need not be sound."""
    from .telling import beside  # few requests need it

    asked = without_examples(prompted.asked)
    told = replace(turn, asked=beside(asked), earlier=(asked, *turn.earlier))
    with suppress(SchemaError):
        source = for_answer(told, prompted.schema)
        said = write(instance(prompted.schema, source, chances("json")))
        return f"```json\n{said}\n```" if prompted.block else said
    return None


def _sentence(grammar: str, chances: Chances) -> str:
    from mockllm.grammars import GrammarProblem, read  # few requests need it

    found = read(grammar)
    if isinstance(found, GrammarProblem):
        raise GrammarError(f"the grammar cannot be read at {found.line}:{found.column}: {found.message}")
    return found.sentence(chances("grammar"), SENTENCE_CHARACTERS)


def _anything(writing: Writing, turn: Turn, choice: int, chances: Chances) -> dict[str, Any]:
    """A small object about what is talked of."""
    chance = chances("json")
    topic = writing.topics[0].words if writing.topics else "general"
    if turn.results:
        answer = report(turn.results, writing.topics, chance)
    else:
        prose = Writing(writing.seed, writing.request, writing.tokenizer, style="prose")
        answer = SENTENCE_END.split(prose.passage(choice, SENTENCE_TOKENS).text)[0].strip()
    return {"topic": topic, "answer": answer, "confidence": round(0.8 + 0.19 * chance(), 2)}


def _instructions(request: Request) -> list[str]:
    """Where keys may be named: in the last user message, then in what the system says."""
    user = request.last("user")
    texts = [user.text] if user else []
    texts += [message.text for message in request.messages if message.role in ("system", "developer")]
    return [text[:READ_CHARACTERS] for text in texts]
