"""Reads what stands below a field: a bare value, a list, or operators."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, get_args

from mockllm.suggest import did_you_mean

from .clauses import AllOf, AnyOf, Clause, Exists, Leaf, Not, Search
from .fields import Field, Kind, as_a_whole, as_json
from .operators import Compare, Comparison, Contains, Equals, Glob, Has, Operator, Partial
from .pattern import Pattern, is_written, read_pattern
from .problem import Problem
from .show import quote

Path = tuple[str | int, ...]

COMPARISONS = get_args(Comparison)
COMBINING = ("equals", "any_of", "all_of", "not")
OF_TEXTS = ("contains", "regex", "glob")
OPERATORS = (*COMBINING, *OF_TEXTS, *COMPARISONS, "exists", "json")

SYNONYMS: Mapping[str, str] = {
    "or": "any_of", "in": "any_of", "one_of": "any_of", "oneof": "any_of", "anyof": "any_of",
    "and": "all_of", "allof": "all_of",
    "is": "equals", "eq": "equals", "equal": "equals", "exactly": "equals", "ne": "not", "neq": "not",
    "match": "regex", "matches": "regex", "pattern": "regex", "re": "regex", "like": "glob",
    "has": "contains", "include": "contains", "includes": "contains", "ge": "gte", "le": "lte", "present": "exists",
}  # fmt: skip
"""What other languages call the operators."""

USABLE: Mapping[Kind, tuple[str, ...]] = {
    "text": (*COMBINING, *OF_TEXTS, "exists", "json"),
    "name": (*COMBINING, *OF_TEXTS, "exists"),
    "number": (*COMBINING, *COMPARISONS),
    "flag": COMBINING,
    "value": OPERATORS,
}
WHAT: Mapping[Kind, str] = {
    "text": "a text", "name": "a text", "number": "a number", "flag": "true or false", "value": "any value",
}  # fmt: skip
EXAMPLE: Mapping[Kind, str] = {"text": "hello", "name": "some-name", "number": "2", "flag": "true", "value": "…"}


@dataclass(frozen=True, slots=True)
class Reader:
    """Collects all problems, so that they are told at once."""

    problems: list[Problem] = field(default_factory=list)

    def wrong(self, path: Path, message: str) -> list[Clause]:
        """Notes a problem; there are no clauses where there is one."""
        self.problems.append(Problem(path, message))
        return []

    def clauses(self, of: Field, raw: Any, path: Path) -> list[Clause]:
        """What stands below a field: all of the clauses have to hold.

        A number is no other than its text where there can be nothing but texts, as in headers.
        """
        if of.spelled and isinstance(raw, int | float) and not isinstance(raw, bool):
            raw = quote(raw)
        if not isinstance(raw, str) and isinstance(raw, Mapping):  # of texts Python knows at once
            return self._operators(of, raw, path)
        of = of.named or of
        if isinstance(raw, list | tuple):
            return self._list(of, raw, path)
        if raw is None and of.kind != "value":
            return self.wrong(path, f"nothing is given; write {_absent(of)} for a request without {of.name}")
        operator = self._bare(of, raw, path)
        return [] if operator is None else [_leaf(of, operator)]

    def _list(self, of: Field, raw: "list[Any] | tuple[Any, ...]", path: Path) -> list[Clause]:
        """All of the tools that a list names have to be offered; else one of its elements has to fit."""
        if not raw:
            return self.wrong(path, f"the list is empty; write {_absent(of)} for a request without {of.name}")
        if of.name == "tools":
            return [clause for place, each in enumerate(raw) for clause in self.clauses(of, each, (*path, place))]
        return [AnyOf(of, self._each(of, raw, path))]

    def _each(self, of: Field, raw: "list[Any] | tuple[Any, ...]", path: Path) -> tuple[Clause, ...]:
        return tuple(self._one(of, each, (*path, place)) for place, each in enumerate(raw))

    def _one(self, of: Field, raw: Any, path: Path) -> Clause:
        clauses = self.clauses(of, raw, path)
        return clauses[0] if len(clauses) == 1 else AllOf(of, tuple(clauses))

    def _bare(self, of: Field, raw: Any, path: Path) -> Operator | None:
        if of.kind == "flag" or of.kind == "number":
            return self._equals(of, raw, path)
        if isinstance(raw, str) and is_written(raw):
            return self._pattern(raw, path)
        if of.kind == "value":
            return Equals(raw)
        if not self._text(of, raw, path):
            return None
        if of.kind == "name":
            return Glob(tuple(raw.split("*"))) if "*" in raw else Equals(raw)
        if raw == "":
            self.wrong(path, "an empty text is in every text; write {equals: ''} for one that is empty")
            return None
        return Contains(raw)

    def _operators(self, of: Field, raw: Mapping[Any, Any], path: Path) -> list[Clause]:
        if not raw:
            return self.wrong(path, f"no operator is given; the operators of `{of.name}` are {_names(of)}")
        return [clause for name, operand in raw.items() for clause in self._operator(of, name, operand, (*path, name))]

    def _operator(self, of: Field, name: Any, operand: Any, path: Path) -> list[Clause]:
        if name == "name" and of.named:
            return self.clauses(of.named, operand, path)
        if name not in OPERATORS:
            return self.wrong(path, _unknown(of, name))
        if name == "exists" and of.always:
            return self.wrong(path, f"every request has `{of.name}`; what was sent can be asked for with `body`")
        if name not in USABLE[of.kind]:
            return self.wrong(
                path, f"`{name}` cannot be asked of `{of.name}`, which is {WHAT[of.kind]}; what can is {_names(of)}"
            )
        return self._known(of, name, operand, path)

    def _known(self, of: Field, name: str, operand: Any, path: Path) -> list[Clause]:
        if of.spelled and isinstance(operand, int | float) and not isinstance(operand, bool):
            operand = quote(operand)
        match name:
            case "any_of" | "all_of":
                if not isinstance(operand, list | tuple) or not operand:
                    return self.wrong(path, f"`{name}` needs a list of conditions")
                each = self._each(of, operand, path)
                return [AnyOf(of, each)] if name == "any_of" else list(each)
            case "not":
                return [Not(of, self._one(of, operand, path))]
            case "exists":
                if not isinstance(operand, bool):
                    return self.wrong(path, f"`exists` is true or false, not {quote(operand)}")
                return [Exists(of, operand)]
            case "json":
                return [Leaf(as_json(of), Partial(operand))]
            case "equals" if of.name == "tools" and isinstance(operand, list):
                return self._exactly(of, operand, path)
            case _:
                operator = self._simple(of, name, operand, path)
                return [] if operator is None else [_leaf(of, operator)]

    def _exactly(self, of: Field, names: list[Any], path: Path) -> list[Clause]:
        if not all(isinstance(name, str) for name in names):
            return self.wrong(path, f"the names of tools are texts: {quote(names)}")
        return [Leaf(as_a_whole(of), Equals(sorted(set(names))))]

    def _simple(self, of: Field, name: str, operand: Any, path: Path) -> Operator | None:
        match name:
            case "equals":
                return self._equals(of, operand, path)
            case "contains" if of.kind == "value":
                return Has(operand)
            case "gt" | "gte" | "lt" | "lte":
                if isinstance(operand, bool) or not isinstance(operand, int | float):
                    self.wrong(path, f"`{name}` needs a number, not {quote(operand)}")
                    return None
                return Compare(name, operand)
        if isinstance(operand, list):
            self.wrong(path, f"`{name}` takes one text; write all_of: [{{{name}: …}}, …] or any_of")
            return None
        if not self._text(of, operand, path):
            return None
        if name == "glob":
            return Glob(tuple(operand.split("*"))) if "*" in operand else Equals(operand)
        if name == "contains" and operand:
            return Contains(operand)
        if name == "contains":
            self.wrong(path, "an empty text is in every text")
            return None
        return self._pattern(operand, path)

    def _equals(self, of: Field, raw: Any, path: Path) -> Operator | None:
        match of.kind:
            case "text" | "name":
                return Equals(raw) if self._text(of, raw, path) else None
            case "number" if isinstance(raw, bool) or not isinstance(raw, int | float):
                self.wrong(path, f"`{of.name}` is a number, not {quote(raw)}: {of.name}: {_number(raw)}")
                return None
            case "flag" if not isinstance(raw, bool):
                self.wrong(path, f"`{of.name}` is true or false, not {quote(raw)}")
                return None
            case _:
                return Equals(raw)

    def _text(self, of: Field, raw: Any, path: Path) -> bool:
        if isinstance(raw, str):
            return True
        shown = quote(raw)
        text = shown.lower() if isinstance(raw, bool) else shown
        self.wrong(path, f"`{of.name}` is a text, not {shown}" + ("" if raw is None else f': write "{text}"'))
        return False

    def _pattern(self, raw: str, path: Path) -> Pattern | None:
        found = read_pattern(raw)
        if isinstance(found, str):
            self.wrong(path, found)
            return None
        return found


def _number(raw: Any) -> str:
    """The number that a text spells, else any."""
    return raw if isinstance(raw, str) and raw.isdecimal() and raw.isascii() else EXAMPLE["number"]


def _leaf(of: Field, operator: Operator) -> Clause:
    return Search(of, operator) if isinstance(operator, Pattern) else Leaf(of, operator)


def _absent(of: Field) -> str:
    return f"{{{of.name}: {{exists: false}}}}"


def _names(of: Field) -> str:
    usable = [*(["name"] if of.named else []), *USABLE[of.kind]]
    return ", ".join(name for name in usable if not (name == "exists" and of.always))


def _unknown(of: Field, name: Any) -> str:
    name = name if isinstance(name, str) else quote(name)
    meant = SYNONYMS.get(name.lower()) or did_you_mean(name, OPERATORS)
    if meant:
        return f"unknown operator `{name}`; did you mean `{meant}`?"
    also = f"; a part of an object is written {{json: {{{name}: …}}}}" if of.kind in ("value", "text") else ""
    return f"unknown operator `{name}`; the operators of `{of.name}` are {_names(of)}{also}"
