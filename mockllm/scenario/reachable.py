"""Finds rules that no request can reach, since an earlier one takes all of theirs."""

from collections.abc import Iterator, Sequence

from mockllm.matching import Index, shadowed

from .script import Rule


def unreachable(rules: Sequence[Rule], index: Index | None = None) -> Iterator[tuple[Rule, Rule]]:
    """Yields rules that are never asked, each with the earlier one that takes its requests.

    `index` is one of the conditions of those that are no conversations, if there is any.
    """
    everything = next((place for place, rule in enumerate(rules) if takes_everything(rule)), len(rules))
    for rule in rules[everything + 1 :]:
        yield rule, rules[everything]
    reached = rules[: everything + 1]
    yield from among([rule for rule in reached if not rule.turns], index if len(reached) == len(rules) else None)
    # conditions of conversations look at another moment than those of rules
    for start in ("first_user", "last_user"):
        yield from among([rule for rule in reached if rule.turns and rule.start == start])


def takes_everything(rule: Rule) -> bool:
    return not rule.turns and not rule.when.fields and keeps(rule)


def keeps(rule: Rule) -> bool:
    """Whether no request that the rule takes goes on to those below."""
    return rule.after != "next"


def among(rules: Sequence[Rule], index: Index | None = None) -> Iterator[tuple[Rule, Rule]]:
    keeping = [rule for rule in rules if keeps(rule)]
    all_keep = len(keeping) == len(rules)
    for later, earlier in shadowed([rule.when for rule in keeping], index if all_keep else None):
        yield keeping[later], keeping[earlier]
    if not all_keep:
        for later, earlier in shadowed([rule.when for rule in rules], index):
            if not keeps(rules[later]) and keeps(rules[earlier]):
                yield rules[later], rules[earlier]
