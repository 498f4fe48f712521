"""The source that answers from scenarios: the first rule that matches, in the first layer that has one."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import assert_never

from mockllm import seeds
from mockllm.core import Asked, Failure, Manner, Plan, Rejection, Writer
from mockllm.errors import MatchingTimeout
from mockllm.matching import Difference, Subject
from mockllm.templates import Context

from .complaints import complaint, titled
from .groups import Groups
from .layer import Layer
from .limits import Buckets, check
from .playing import Player, fixed
from .script import Rule, Script, Turn
from .views import Views

LAYERS = "layers"
"""Under which key a namespace's memory keeps layers of its own, which come before the shared ones."""

OTHERWISE = "otherwise"


class Scenarios:
    """Answers from the scenarios that are loaded; `layers` may be put in place of others at any time."""

    def __init__(self, seed: int, writer: Writer, layers: Sequence[Layer] = ()) -> None:
        self.layers = tuple(layers)
        self._seed = seed
        self._writer = writer

    def all_layers(self, asked: Asked) -> Sequence[Layer]:
        """The layers that count for a request: its namespace's own, then the shared ones."""
        own: tuple[Layer, ...] | None = asked.memory.get(LAYERS)
        return (*own, *self.layers) if own else self.layers

    def plan(self, asked: Asked) -> Plan | Failure | Rejection | None:
        """Answers by the first rule that has an answer; see `core.Source`."""
        layers = self.all_layers(asked)
        if not layers:
            return None
        views = Views(asked.request, asked.incoming)
        try:
            limited = [layer for layer in layers if layer.scenario.limits]
            return self._limited(limited, layers, views, asked) if limited else self._answer(layers, views, asked)
        except MatchingTimeout as error:
            return complaint("regex_timeout", str(error))

    def _limited(
        self, limited: Sequence[Layer], layers: Sequence[Layer], views: Views, asked: Asked
    ) -> Plan | Failure | Rejection | None:
        """Checks the limits first: who has asked too often gets no answer, and no sequence moves on."""
        taken: list[Buckets] = []
        for layer in limited:
            checked = check(layer.scenario.limits, layer.name, views, asked)
            if isinstance(checked, Failure):
                return checked
            taken += checked
        plan = self._answer(layers, views, asked)
        if taken and isinstance(plan, Plan):
            return replace(plan, manner=charged(plan.manner, taken))
        return plan

    def _answer(self, layers: Sequence[Layer], views: Views, asked: Asked) -> Plan | Failure | Rejection | None:
        for layer in layers:
            for rule in layer.matching(views):
                found = self._played(layer, rule, views, asked)
                if found is not None:
                    return found
        for layer in layers:
            otherwise = layer.scenario.otherwise
            if otherwise is not None:
                found = self._played(layer, otherwise, views, asked)
                if found is not None:
                    return found
        return None

    def _played(self, layer: Layer, rule: Rule, views: Views, asked: Asked) -> Plan | Failure | Rejection | None:
        """Lets a rule answer; None where it has no reply left and gives way to the rules after it."""
        if rule.expect is not None and (missed := [*rule.expect.differences(views.now)]):
            return unmet(rule, missed)
        if rule.turns:
            turn = turn_of(rule, views)
            if isinstance(turn, Rejection):
                return turn
            if turn.expect is not None and (missed := [*turn.expect.differences(views.now)]):
                return unmet(rule, missed, turn)
            nth = asked.memory.count(counter(layer, rule))
            return self._said(layer, rule, served(layer, rule, turn, asked), views, asked, nth, turn)
        nth = asked.memory.count(counter(layer, rule))  # before anything is asked of it: others may answer meanwhile
        script = due(rule, nth)
        return self._said(layer, rule, script, views, asked, nth) if isinstance(script, Script) else script

    def _said(
        self,
        layer: Layer,
        rule: Rule,
        script: Script,
        views: Views,
        asked: Asked,
        nth: int,
        turn: Turn | None = None,
    ) -> Plan | Failure | Rejection:
        """Plays a reply, and remembers the plan if every request for one choice gets the same."""
        single = asked.request.limits.n == 1
        key = id(rule), id(script)
        if single and (played := layer.played.get(key)) is not None:
            return played
        plan = self._player(layer, rule, script, views, asked, nth, turn).play(script)
        if single and isinstance(plan, Plan) and fixed(script):
            layer.played[key] = plan = replace(plan, again=not plan.replies[0].open)
        return plan

    def _player(
        self, layer: Layer, rule: Rule, script: Script, views: Views, asked: Asked, nth: int, turn: Turn | None
    ) -> Player:
        def context() -> Context:
            request, seed = asked.request, self._seed
            return Context.of(
                request,
                asked.incoming,
                captures=captures_of(rule, turn, views),
                seed_key=seeds.key("template", seed, rule.identity, nth, self._writer.fingerprint(request)),
                now=asked.now,
                attempt=nth + 1,
            )

        return Player(rule, layer.spot(rule, script), asked, context)


def counter(layer: Layer, rule: Rule) -> str:
    """Under which key a namespace's memory counts the answers of a rule."""
    return f"rule:{layer.name}:{rule.identity}"


def turn_counter(layer: Layer, rule: Rule, turn: Turn) -> str:
    """Under which key a namespace's memory counts the answers of a turn that has several replies."""
    return f"turn:{rule.turns.index(turn)}:{layer.name}:{rule.identity}"


def served(layer: Layer, rule: Rule, turn: Turn, asked: Asked) -> Script:
    """Returns the reply of a turn whose time it is: an attempt that failed is followed by the next one."""
    replies = turn.replies
    if len(replies) == 1:
        return replies[0]
    return replies[min(asked.memory.count(turn_counter(layer, rule, turn)), len(replies) - 1)]


def captures_of(rule: Rule, turn: Turn | None, views: Views) -> Mapping[str, str]:
    """The groups that regexes captured: of those with one name `when`'s come first, then those the rule expects."""
    found = Groups()
    for expected in (None if turn is None else turn.expect, rule.expect):
        if expected is not None:
            found.update(expected.captures(views.now))
    found.update(rule.when.captures(subject_of(rule, views)))
    return found


def due(rule: Rule, nth: int) -> Script | Rejection | None:
    """Returns the reply of a rule that answered so often before; None where it gives way."""
    replies = rule.replies
    if nth < len(replies):
        return replies[nth]
    match rule.after:
        case "last":
            return replies[-1]
        case "cycle":
            return replies[nth % len(replies)]
        case "next":
            return None
        case "error":
            times = f"{len(replies)} time{'s' if len(replies) > 1 else ''}"
            return complaint("exhausted", f"{titled(rule)} has answered {times}, and has no reply left", rule)
        case _:
            assert_never(rule.after)


def turn_of(rule: Rule, views: Views) -> Turn | Rejection:
    """Returns the turn a conversation is at, read from the request."""
    begun = views.beginning(rule.start)
    answers = 0 if begun is None else begun.answers
    if answers < len(rule.turns):
        return rule.turns[answers]
    count = len(rule.turns)
    message = (
        f"the conversation {titled(rule)} has {count} turn{'s' if count > 1 else ''}, and the request has the answers"
        f" to {answers}: add a turn, or start counting with `from: last_user`"
    )
    return complaint("exhausted", message, rule)


def unmet(rule: Rule, missed: Sequence[Difference], turn: Turn | None = None) -> Rejection:
    """Complains of a request that a rule matches, but that is not as the rule expects it."""
    what = titled(rule) if turn is None else f"turn {rule.turns.index(turn) + 1} of {titled(rule)}"
    told = "; ".join([difference.told() for difference in missed])
    differences = [difference._asdict() for difference in missed]
    return complaint("expectation", f"{what} expects otherwise: {told}", rule, differences=differences)


def subject_of(rule: Rule, views: Views) -> Subject:
    """What a rule's conditions look at."""
    if not rule.turns:
        return views.now
    begun = views.beginning(rule.start)
    return views.now if begun is None else begun.subject


def charged(manner: Manner, taken: Sequence[Buckets]) -> Manner:
    """Has the limits told how many tokens the answer has, and the client where it stands with the tightest."""

    def charge(tokens: int) -> None:
        for buckets in taken:
            buckets.charge(tokens)

    return replace(manner, charge=charge, rates=taken[0].rates(over=False))
