"""Plays a scripted reply: fills in its texts, and checks that it fits what the request asked for."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from mockllm.core import (
    Asked,
    Failure,
    Generate,
    GeneratedCall,
    Manner,
    Plan,
    Rejection,
    Reply,
    Request,
    ToolCall,
)
from mockllm.errors import TemplateError
from mockllm.templates import Context, Template, has_templates, render_tree
from mockllm.wire import did_you_mean, header_text

from .complaints import complaint, titled
from .fitting import breach, misfit, target
from .script import Rule, Script, ScriptedCall, ScriptedError, Text, Tree
from .spot import Spot

LONGEST_HEADER = 4_000
"""How many characters of a header are sent that a script fills in."""

SHOWN_TOOLS = 8


class Player:
    """Plays the replies of one rule to one request."""

    def __init__(self, rule: Rule, spot: Spot, asked: Asked, context: Callable[[], Context]) -> None:
        self._rule = rule
        self._spot = spot
        self._asked = asked
        self._make_context = context
        self._hints: list[str] = []

    @cached_property
    def _context(self) -> Context:
        """What templates see; most replies have none."""
        return self._make_context()

    def play(self, script: Script) -> Plan | Failure | Rejection:
        """Returns what a script says, or a complaint where that cannot be said to this request."""
        try:
            if script.error is not None:
                return self._failure(script.error, self._manner(script))
            return self._plan(script)
        except TemplateError as error:
            message = f"a template of {titled(self._rule)} cannot be filled in: {error}"
            return complaint("template", message, self._rule, **self._spot._asdict())
        except Misfit as error:
            message = f"the reply of {titled(self._rule)} does not fit the request: {error}"
            return complaint("reply", message, self._rule, **self._spot._asdict())

    def _plan(self, script: Script) -> Plan:
        if script.choices:
            said = [self._reply(choice) for choice in script.choices]
            replies = tuple([said[place % len(said)] for place in range(self._asked.request.limits.n)])
        else:
            replies = (self._reply(script),) * self._asked.request.limits.n
        return Plan(
            replies=replies,
            source="scenario",
            manner=self._manner(script),
            usage=script.usage,
            model=None if script.model is None else self._text(script.model),
            id=None if script.id is None else self._text(script.id),
        )

    def _manner(self, script: Script) -> Manner:
        return Manner(
            rule=self._rule.name,
            key=self._rule.identity,
            turn=self._spot.turn,
            reply=self._spot.reply,
            hint="; ".join(dict.fromkeys(self._hints)) or None,
            pace=script.pace,
            headers=self._headers(script.headers),
            spoilers=() if script.mishap is None else (script.mishap,),
            ignore_limits=script.ignore_limits,
            chunks=script.chunks,
        )

    def _failure(self, error: ScriptedError, manner: Manner) -> Failure:
        return Failure(
            name=error.name,
            status=error.status,
            message=None if error.message is None else self._text(error.message),
            body=self._tree(error.body),
            headers=self._headers(error.headers),
            retry_after_s=error.retry_after_s,
            manner=manner,
        )

    def _reply(self, script: Script) -> Reply:
        request = self._asked.request
        calls = [self._call(call, script) for call in script.tool_calls]
        content: str | Generate = "" if script.content is None else self._spoken(script.content)
        if script.has_json:
            content, calls = self._json(script, calls)
        check_calls(request, calls, script)
        return Reply(
            content=content,
            reasoning=None if script.reasoning is None else self._spoken(script.reasoning),
            refusal=None if script.refusal is None else self._text(script.refusal),
            calls=tuple(calls),
            finish_reason=script.finish_reason,
            logprobs=script.logprobs,
        )

    def _json(
        self, script: Script, calls: list[ToolCall | GeneratedCall]
    ) -> tuple[str, list[ToolCall | GeneratedCall]]:
        """Puts a value where the request wants it, and checks it against the schema it wants."""
        value = self._tree(script.json)
        wanted = target(self._asked.request)
        if (wrong := misfit(value, wanted.schema)) is not None:
            raise Misfit(f"its json is not what {wanted.asked_by} asks for: {wrong}")
        text = write(value)
        if wanted.tool is None:
            return text, calls
        return "", [*calls, ToolCall(id=None, name=wanted.tool, arguments=text)]

    def _call(self, call: ScriptedCall, script: Script) -> ToolCall | GeneratedCall:
        name = self._text(call.name)
        id_ = None if call.id is None else self._text(call.id)
        if isinstance(call.arguments, Generate):
            check_calls(self._asked.request, [GeneratedCall(name=name)], replace(script, allow_unknown_tool=False))
            return GeneratedCall(name=name, id=id_)
        if call.raw:
            return ToolCall(id=id_, name=name, arguments=self._text(call.arguments))
        arguments = self._tree(call.arguments)
        self._check_arguments(name, arguments)
        return ToolCall(id=id_, name=name, arguments=write(arguments))

    def _check_arguments(self, name: str, arguments: Any) -> None:
        """Notes what a tool would not take: models make such mistakes, so a script may, but seldom wants to."""
        tool = next((tool for tool in self._asked.request.tools if tool.name == name), None)
        if tool is not None and (wrong := breach(arguments, tool.parameters)) is not None:
            self._hints.append(f"the arguments of {name} do not fit its schema: {wrong}")

    def _tree(self, tree: Tree) -> Any:
        return render_tree(tree, self._context) if has_templates(tree) else tree

    def _spoken(self, text: Text | Generate) -> str | Generate:
        return text if isinstance(text, Generate) else self._text(text)

    def _text(self, text: Text) -> str:
        return text.render(self._context) if isinstance(text, Template) else text

    def _headers(self, headers: Mapping[str, Text]) -> tuple[tuple[str, str], ...]:
        return tuple(
            [(name.lower(), header_text(self._text(value), LONGEST_HEADER)) for name, value in headers.items()]
        )


def fixed(script: Script) -> bool:
    """Says whether a reply gives every request the same plan, save for the number of choices."""
    if script.choices or script.tool_calls or script.has_json or script.error is not None:
        return False
    texts = (script.content, script.reasoning, script.refusal, script.model, script.id, *script.headers.values())
    return not any(isinstance(text, Template) for text in texts)


class Misfit(Exception):  # noqa: N818 - no error of the program's, and handled in this file
    """What is scripted does not fit the request."""


def check_calls(request: Request, calls: list[ToolCall | GeneratedCall], script: Script) -> None:
    """Raises Misfit for a call of a tool that the request did not offer, or of any where it forbids calls."""
    if not calls or script.allow_unknown_tool:
        return
    offered = [tool.name for tool in request.tools]
    for call in calls:
        if call.name in offered:
            continue
        if not offered:
            raise Misfit(f"it calls {call.name}, and the request offers no tools")
        meant = did_you_mean(call.name, offered)
        shown = ", ".join(offered[:SHOWN_TOOLS]) + (", …" if len(offered) > SHOWN_TOOLS else "")
        raise Misfit(
            f"it calls {call.name}, and the request offers "
            + (f"{meant}: did you mean that?" if meant else f"only {shown}")
            + "; allow_unknown_tool: true calls it all the same"
        )
    if request.tool_choice.mode == "none":
        raise Misfit(f"it calls {calls[0].name}, and the request forbids calls (tool_choice none)")


def write(value: Any) -> str:
    """Writes JSON as models do: in one line, with a space behind commas and colons."""
    try:
        return json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError) as error:
        raise Misfit(f"{value!r} cannot be written as JSON: {error}") from error
