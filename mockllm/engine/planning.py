"""Finds out what to answer: asks the sources in order, then the generator."""

from collections.abc import Sequence
from dataclasses import replace

from mockllm.core import Asked, Failure, Fault, Plan, Rejection, Request, ResponseFormat, Source, ToolChoice, Writer
from mockllm.errors import GrammarError, SchemaError

from .holes import filled


class Planner:
    """Asks the sources; the first that has an answer gives it, and its holes are filled."""

    def __init__(self, sources: Sequence[Source], writer: Writer) -> None:
        self._sources = sources  # no copy: whoever made the list may add to it
        self._writer = writer

    def plan(self, asked: Asked) -> Plan | Failure | Rejection:
        """Returns what to answer; what nobody can make is refused where the service would look at it, else left out."""
        plan: Plan | None = None
        for source in self._sources:
            found = source.plan(asked)
            if isinstance(found, Plan):
                if found.again:
                    return found
                plan = found
                break
            if found is not None:
                return found
        request = asked.request
        try:
            return self._written(plan, request, asked)
        except (SchemaError, GrammarError) as error:
            if request.level == "lenient" or (request.dialect, request.level) == ("gateway", "live"):
                return self._written(plan, without_form(request), asked)
            return unmakeable(request, error)

    def _written(self, plan: Plan | None, request: Request, asked: Asked) -> Plan:
        if plan is None:
            return self._writer.plan(request, asked.tokenizer, asked.max_tokens)
        return filled(plan, self._writer, request, asked.tokenizer, asked.max_tokens)


def without_form(request: Request) -> Request:
    """A request that wants words and nothing else."""
    return replace(request, response_format=ResponseFormat(kind="text"), tools=(), tool_choice=ToolChoice(mode="none"))


def unmakeable(request: Request, error: SchemaError | GrammarError) -> Rejection:
    tools = "functions" if request.legacy_functions else "tools"
    field = tools if request.response_format.kind == "text" else "response_format"
    fault = Fault(loc=(field,), kind="value_error", message=str(error), value=request.body.get(field))
    return Rejection(code="invalid", faults=(fault,))
