"""Which of many rules may come near to a request; to look closely at all of them would take too long."""

from collections.abc import Iterator, Sequence
from typing import Any

from mockllm.errors import MatchingTimeout

from .layer import Layer
from .script import Rule
from .source import subject_of
from .views import Views
from .words import words

MOST = 50
READ_CHARACTERS = 4_000

Tried = tuple[Layer, Rule]


def every_rule(layers: Sequence[Layer]) -> list[Tried]:
    """All rules in the order in which they are tried."""
    rules = [(layer, rule) for layer in layers for rule in layer.scenario.rules]
    return rules + [(layer, rule) for layer in layers if (rule := layer.scenario.otherwise) is not None]


def finalists(layers: Sequence[Layer], views: Views) -> list[Tried]:
    """Those with the fewest conditions that do not hold, and of equals those that have words in common with the user.

    All of them where there are not many. In the order in which they are tried.
    """
    rules = every_rule(layers)
    if len(rules) <= MOST:
        return rules
    lacking = [lacks(rule, views) for _, rule in rules]
    user = views.now.request.last("user")
    said = words(user.text[:READ_CHARACTERS]) if user else frozenset()
    fewest = sorted(range(len(rules)), key=lambda place: (lacking[place], -len(rules[place][1].when.fields), place))
    bound = lacking[fewest[MOST - 1]]
    near = [place for place in fewest if lacking[place] <= bound]
    near.sort(key=lambda place: (lacking[place], -len(said & wanted(rules[place][1]))))
    return [rules[place] for place in sorted(near[:MOST])]


def lacks(rule: Rule, views: Views) -> int:
    """How many conditions do not hold; where that takes too long to find out, all of them."""
    try:
        return rule.when.lacks(subject_of(rule, views))
    except MatchingTimeout:
        return len(rule.when.clauses)


def wanted(rule: Rule) -> frozenset[str]:
    """The words in a rule's conditions."""
    return words(" ".join(texts(rule.when.fields)))


def texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif hasattr(value, "values"):
        for item in value.values():
            yield from texts(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from texts(item)
