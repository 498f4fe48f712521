"""Makes templates of the texts of a reply, and says where one is wrong."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from mockllm.errors import TemplateError
from mockllm.templates import CONTEXT_NAMES, Mode, Template, compile_text
from mockllm.wire import did_you_mean

from .captures import captured, numbered, used, used_numbers
from .place import Path
from .reading import Reading
from .script import Text, Tree
from .wording import there_is

STATEMENT = re.compile(r"\{%-?\s*[a-z]+\b.*?%\}", re.DOTALL)
SINGLE = re.compile(r"(?<!\{)\{\s*(([A-Za-z_]\w*)((?:\.\w+|\[[^\]{}]*\])*))\s*\}(?!\})")
UNKNOWN = re.compile(r"there is no variable `(\w+)`")
"""What a template says of a variable that it lacks."""


class Texts:
    """Reads the texts of one rule; `conditions` are those whose regexes they can speak of, None if not known."""

    def __init__(self, reading: Reading, conditions: Sequence[Mapping[str, Any]] | None) -> None:
        self._reading = reading
        self._conditions = conditions

    def text(self, text: str, path: Path, mode: Mode = "expressions") -> Text:
        """Returns a text or a template; of one that is wrong, the text as it is."""
        if "{" not in text:
            return text
        try:
            made = compile_text(text, mode=mode)
        except TemplateError as error:
            self._reading.error(path, with_group(str(error), self._groups()))
            return text
        if mode != "raw":
            self._check_braces(text, path, mode)
        if isinstance(made, Template) and self._conditions is not None and "match" in text:
            self._check_captures(made, path)
        return made

    def tree(self, value: Any, path: Path, mode: Mode = "expressions") -> Tree:
        """The same for every text in a JSON value."""
        if isinstance(value, str):
            return self.text(value, path, mode)
        if isinstance(value, Mapping):
            return {key: self.tree(inner, (*path, key), mode) for key, inner in value.items()}
        if isinstance(value, list):
            return [self.tree(inner, (*path, place), mode) for place, inner in enumerate(value)]
        return value

    def _groups(self) -> frozenset[str]:
        return captured(*self._conditions or ())

    def _check_braces(self, text: str, path: Path, mode: Mode) -> None:
        """Warns of what was probably to be filled in, and is sent as it is."""
        if mode == "expressions" and (statement := STATEMENT.search(text)):
            self._reading.warn(
                path,
                f"`{shortened(statement[0], 40)}` is sent as it is; where statements are meant, the reply needs"
                " `template: full`, and where it is a text, `raw: true`",
            )
        single = next((found for found in SINGLE.finditer(text) if self._is_variable(found)), None)
        if single is not None:
            name = f"match.{single[1]}" if single[1] in self._groups() else single[1]
            self._reading.warn(
                path,
                f"`{single[0]}` is sent as it is; write {{{{ {name} }}}} to fill it in, or `raw: true` if it is a text",
            )

    def _is_variable(self, braces: re.Match[str]) -> bool:
        path, name, after = braces.groups()
        return (name in CONTEXT_NAMES and bool(after)) or path == "tool_result" or path in self._groups()

    def _check_captures(self, template: Template, path: Path) -> None:
        groups = self._groups()
        for name in used(template):
            if name not in groups:
                meant = did_you_mean(name, groups)
                others = f"; {there_is(sorted(groups))}" if groups else ""
                self._reading.error(
                    path,
                    f"no regex of this rule has a group `{name}` for `match.{name}`"
                    + (f"; did you mean match.{meant}?" if meant else others),
                )
                return
        there = numbered(*self._conditions or ())
        wrong = next((number for number in used_numbers(template) if number >= there), None)
        if wrong is not None:
            most = f"; the last one is match[{there - 1}]" if there else ""
            self._reading.error(path, f"no regex of this rule has a group {wrong} for `match[{wrong}]`{most}")


def with_group(said: str, groups: frozenset[str]) -> str:
    """Says of an unknown variable that is the name of a group how groups are written."""
    found = UNKNOWN.search(said)
    if found is None or found[1] not in groups:
        return said
    end = said.rfind(" (")
    return f"{said[: found.end()]}; did you mean match.{found[1]}?{said[end:]}"


def shortened(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"
