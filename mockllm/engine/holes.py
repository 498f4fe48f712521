"""Fills the holes that a script leaves for the generator."""

from dataclasses import replace

from mockllm.core import Generate, GeneratedCall, Passage, Plan, Reply, Request, Tokenizer, ToolCall, Writer


def filled(plan: Plan, writer: Writer, request: Request, tokenizer: Tokenizer, max_tokens: int) -> Plan:
    """Returns a plan without holes; raises SchemaError or GrammarError where the generator can make nothing."""
    if not [reply for reply in plan.replies if reply.open]:
        return plan
    filler = Filler(writer, request, tokenizer, max_tokens)
    return replace(plan, replies=tuple(filler.reply(choice, reply) for choice, reply in enumerate(plan.replies)))


class Filler:
    """Fills the holes of one request's replies."""

    def __init__(self, writer: Writer, request: Request, tokenizer: Tokenizer, max_tokens: int) -> None:
        self._writer = writer
        self._request = request
        self._tokenizer = tokenizer
        self._max_tokens = max_tokens

    def reply(self, choice: int, reply: Reply) -> Reply:
        calls = tuple([self._call(choice, call) for call in reply.calls])
        reasoning = self._text(choice, reply.reasoning)
        content = reply.content
        if isinstance(content, Generate) and content.anything:
            made = self._writer.plan(self._request, self._tokenizer, self._max_tokens).replies[choice]
            return replace(
                reply,
                content=made.content,
                reasoning=made.reasoning if reasoning is None else reasoning,
                calls=calls or made.calls,
            )
        return replace(reply, content=self._text(choice, content) or "", reasoning=reasoning, calls=calls)

    def _text(self, choice: int, text: Passage | str | Generate | None) -> Passage | str | None:
        if isinstance(text, Generate):
            return self._writer.words(self._request, self._tokenizer, text, choice, self._max_tokens)
        return text

    def _call(self, choice: int, call: ToolCall | GeneratedCall) -> ToolCall:
        if isinstance(call, ToolCall):
            return call
        tool = next((tool for tool in self._request.tools if tool.name == call.name), None)
        arguments = "{}" if tool is None else self._writer.arguments(self._request, tool, choice)
        return ToolCall(id=call.id, name=call.name, arguments=arguments)
