"""Makes templates of the texts of a reply, and says where one is wrong."""

from collections.abc import Mapping, Sequence
from typing import Any

from mockllm.errors import TemplateError
from mockllm.templates import Mode, Template, compile_text
from mockllm.wire import did_you_mean

from .captures import captured, used
from .place import Path
from .reading import Reading
from .script import Text, Tree
from .wording import there_is


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
            self._reading.error(path, str(error))
            return text
        if isinstance(made, Template) and self._conditions is not None and "match" in text:
            self._check_captures(made, captured(*self._conditions), path)
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

    def _check_captures(self, template: Template, groups: frozenset[str], path: Path) -> None:
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
