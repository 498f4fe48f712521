"""Puts a reply together from what the request calls for: thoughts, calls of functions, text of a form, or words."""

from dataclasses import replace
from functools import partial

from mockllm import seeds
from mockllm.core import Passage, Reply, Request, ToolCall

from .arguments import Chances, call
from .calls import MOST_STEPS, wishes
from .prompted import may_prompt, prompted
from .reasoning import Situation, effort_of, think
from .report import report
from .rows import rows
from .sampler import COLDEST
from .structured import obeying, structured
from .turn import deed, read_turn
from .writing import TOOL_ROLES, Writing


def is_plain(request: Request) -> bool:
    """Says whether a request calls for words and nothing else."""
    return (
        not request.tools
        and request.response_format.kind == "text"
        and (not request.messages or request.messages[-1].role not in TOOL_ROLES)
        and effort_of(request) is None
        and not may_prompt(request.messages)
    )


def spoken(writing: Writing, choice: int, max_tokens: int) -> Passage:
    """Writes the text of a choice, with rows where they were asked for; to keep them costs ten times as much."""
    passage = writing.passage(choice, max_tokens)
    wanted = writing.request.extras.logprobs
    if wanted is None:
        return passage
    kept = min(len(passage.ids), max_tokens)
    return replace(
        passage,
        text="".join(passage.pieces[:kept]),
        ids=passage.ids[:kept],
        pieces=passage.pieces[:kept],
        rows=rows(writing, choice, max_tokens, wanted.top),
        ended=passage.ended and kept == len(passage.ids),
    )


class Composer:
    """Makes the replies to one request."""

    def __init__(self, writing: Writing, most_steps: int = MOST_STEPS) -> None:
        self._writing = writing
        self._request = request = writing.request
        self._effort = effort_of(request)
        self._turn = read_turn(request.messages)
        self._wishes = wishes(request, self._turn, most_steps)
        self._prompted = prompted(request) if request.response_format.kind == "text" else None

    def reply(self, choice: int, max_tokens: int) -> Reply:
        """Returns the reply of a choice."""
        chances = self._chances(choice)
        calls = self._calls(chances)
        content = "" if calls else self._content(choice, max_tokens, chances)
        return Reply(content=content, reasoning=self._reasoning(choice, max_tokens), calls=calls)

    def _chances(self, choice: int) -> Chances:
        """Numbers that depend on what a text's draws depend on; at temperature 0 on the prompt alone."""
        writing, sampling = self._writing, self._request.sampling
        if sampling.temperature < COLDEST:
            return partial(seeds.chances, writing.key)
        return partial(seeds.chances, writing.seed, sampling.seed, writing.draws, choice)

    def _calls(self, chances: Chances) -> tuple[ToolCall, ...]:
        done = set(self._turn.deeds)
        calls: list[ToolCall] = []
        for wish in self._wishes:
            made = call(wish, done, chances)
            done.add(deed(made.name, made.arguments))
            calls.append(made)
        return tuple(calls)

    def _content(self, choice: int, max_tokens: int, chances: Chances) -> Passage | str:
        request, turn = self._request, self._turn
        if request.response_format.kind != "text":
            return structured(self._writing, turn, choice, chances)
        if self._prompted is not None and (said := obeying(self._prompted, turn, chances)) is not None:
            return said
        if not self._reports:
            return spoken(self._writing, choice, max_tokens)
        said = report(turn.results, self._writing.topics, chances("report"))
        if request.limits.ignore_eos:
            said += "\n\n" + self._writing.passage(choice, max_tokens).text
        return said

    def _reasoning(self, choice: int, max_tokens: int) -> Passage | None:
        if self._effort is None or not max_tokens:
            return None
        results = self._turn.results
        tools = list(dict.fromkeys(wish.tool.name for wish in self._wishes)) or [result.tool for result in results]
        after, situation = bool(results), self._situation
        return think(self._writing, situation, tools, self._effort, choice, max_tokens, after=after)

    @property
    def _reports(self) -> bool:
        """Whether there are results to tell of; once the model did so, it is the user's turn."""
        return bool(self._turn.results) and self._request.messages[-1].role in TOOL_ROLES

    @property
    def _situation(self) -> Situation:
        if self._wishes:
            return "call"
        if self._request.response_format.kind != "text" or self._prompted is not None:
            return "form"
        return "report" if self._reports else "answer"
