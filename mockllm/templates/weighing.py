"""Looks through a value before something is made of it: how much is in it, how deep it is, and that it is data.

What is no data, such as a function, has no place in a text; Python would write what only Python knows:
`<built-in method upper of str object at 0x7f…>`.
"""

import datetime
from collections.abc import ItemsView, KeysView, Mapping, ValuesView
from decimal import Decimal
from typing import Any

from jinja2.runtime import Undefined

from mockllm.errors import TemplateError

from .budget import MOST_DEPTH, BreachError, Budget
from .written import Settled, refusal

SINGLE = (bool, int, float, Decimal, datetime.date, datetime.time, datetime.timedelta, Undefined)

MANY = (list, tuple, set, frozenset, KeysView, ValuesView, ItemsView)

CALL = 20
"""What a helper that is called when it is written counts for."""


def weigh(budget: Budget, value: Any, level: int = 1) -> int:
    """Takes a value from the budget; returns how deep it is. Raises TemplateError for what is no data."""
    if isinstance(value, str):
        budget.look(1 + (len(value) >> 7))
        return level
    if value is None or isinstance(value, SINGLE):
        budget.look()
        return level
    if isinstance(value, Settled):
        budget.look(CALL)
        return level
    if isinstance(value, range):
        budget.look(1 + len(value))
        return level
    if level > MOST_DEPTH:
        raise BreachError(f"goes into lists or objects that lie more than {MOST_DEPTH} deep in each other")
    if isinstance(value, Mapping):
        return max(_inside(budget, value.keys(), level), _inside(budget, value.values(), level))
    if isinstance(value, MANY):
        return _inside(budget, value, level)
    raise TemplateError(refusal(value))


def _inside(budget: Budget, items: Any, level: int) -> int:
    budget.look(1 + len(items))
    deepest = level
    for item in items:
        kind = type(item)
        if kind is str:
            if len(item) >= 128:
                budget.look(len(item) >> 7)
        elif not (kind is int or kind is float or kind is bool or item is None):
            deepest = max(deepest, weigh(budget, item, level + 1))
    return deepest
