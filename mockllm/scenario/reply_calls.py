"""Makes scripted calls of the tools a reply calls."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from mockllm.core import Generate
from mockllm.templates import Mode
from mockllm.wire import did_you_mean

from .place import Path
from .reading import Reading
from .reply_models import CallEntry
from .reply_texts import Texts
from .script import ScriptedCall
from .shape import keys, shortened, told

NAME = re.compile(r"[A-Za-z0-9_.-]{1,128}")
FORMS = "write {tool: {…}}, {name, arguments, id}, or {name, generate: true}"


class Calls:
    """Reads the calls of one rule; `tools` are those its conditions want offered, None where they say nothing."""

    def __init__(self, reading: Reading, texts: Texts, tools: Sequence[str] | None) -> None:
        self._reading = reading
        self._texts = texts
        self._tools = tools

    def calls(
        self, entries: Sequence[Any], path: Path, mode: Mode, *, allow_unknown_tool: bool
    ) -> tuple[ScriptedCall, ...]:
        """Returns those that are calls; of the others it is said why they are none."""
        made = []
        for place, entry in enumerate(entries):
            call = self._call(entry, (*path, place), mode)
            if call is not None:
                made.append(call)
                self._check_name(call.name, (*path, place), allow_unknown_tool=allow_unknown_tool)
                if not allow_unknown_tool:
                    self._check_offered(call.name, (*path, place))
        return tuple(made)

    def _call(self, entry: Any, path: Path, mode: Mode) -> ScriptedCall | None:
        if isinstance(entry, str) and entry:
            return ScriptedCall(name=self._texts.text(entry, path, mode), arguments=Generate())
        if isinstance(entry, dict) and is_of_the_api(entry):
            self._reading.error(path, f"a call is not written as in the API's answers; {FORMS}")
            return None
        if isinstance(entry, dict) and "name" in entry:
            return self._long(entry, path, mode)
        if not isinstance(entry, dict):
            self._reading.error(path, f"a call is no {told(entry)}; {FORMS}".replace("no a ", "no "))
            return None
        if len(entry) > 1 and (below := indented(entry)):
            self._outdented(below, next(iter(entry)), path)
            return None
        if len(entry) != 1:
            many = f"{len(entry)} keys: one item of the list is one call" if entry else "no key"
            self._reading.error(path, f"this call has {many}; {FORMS}")
            return None
        ((name, arguments),) = entry.items()
        return self._arguments(name, None, arguments, (*path, name), mode)

    def _long(self, entry: dict[str, Any], path: Path, mode: Mode) -> ScriptedCall | None:
        below = [key for key in entry if key not in keys(CallEntry)]
        if entry.get("arguments", "") is None and below:
            self._outdented(below[0], "arguments", path)
            return None
        call = self._reading.entry(CallEntry, entry, path)
        if call is None:
            return None
        if call.has("arguments") == call.has("generate"):
            self._reading.error(path, "a call needs either `arguments` or `generate: true`")
            return None
        if call.has("generate"):
            name = self._texts.text(call.name, (*path, "name"), mode)
            identifier = self._texts.text(call.id, (*path, "id"), mode) if call.has("id") else None
            return ScriptedCall(name=name, arguments=Generate(), id=identifier)
        return self._arguments(
            call.name, call.id if call.has("id") else None, call.arguments, (*path, "arguments"), mode
        )

    def _outdented(self, key: str, above: str, path: Path) -> None:
        self._reading.error((*path, key), f"indent `{key}` further than `{above}`, to which it belongs", key=True)

    def _arguments(
        self, name: str, identifier: str | None, arguments: Any, path: Path, mode: Mode
    ) -> ScriptedCall | None:
        if not isinstance(arguments, (dict, str)):
            what = told(arguments) if arguments is not None else "missing; write {} for none"
            self._reading.error(path, f"the arguments of `{name}` have to be a mapping or a text, and are {what}")
            return None
        if arguments in ("generate", "generated"):
            self._reading.warn(
                path,
                f"the text {arguments!r} is sent as the arguments; for generated ones write"
                f" {{name: {name}, generate: true}}",
            )
        self._reading.warn_of_old_booleans(arguments if isinstance(arguments, dict) else {}, path)
        return ScriptedCall(
            name=self._texts.text(name, path[:-1], mode),
            arguments=self._texts.tree(arguments, path, mode),
            raw=isinstance(arguments, str),
            id=None if identifier is None else self._texts.text(identifier, path[:-1], mode),
        )

    def _check_name(self, name: object, path: Path, *, allow_unknown_tool: bool) -> None:
        if isinstance(name, str) and not NAME.fullmatch(name) and not allow_unknown_tool:
            self._reading.warn(
                path,
                f"{shortened(name)} can be the name of no tool, which has letters, digits, _, . and -; with arguments a"
                " call is written {get_weather: {city: Oslo}}",
            )

    def _check_offered(self, name: object, path: Path) -> None:
        if self._tools is None or not isinstance(name, str) or name in self._tools:
            return
        meant = did_you_mean(name, self._tools)
        self._reading.warn(
            path,
            f"`{name}` is called, and `when.tools` wants {', '.join(self._tools)}"
            + (f"; did you mean {meant}?" if meant else "")
            + "; a call of a tool that the request does not offer is an error, unless `allow_unknown_tool: true`",
        )


def is_of_the_api(entry: Mapping[str, Any]) -> bool:
    """Whether a call is written as an answer has it: {id, type, function: {name, arguments}}."""
    inner = entry.get("function")
    is_call = isinstance(inner, dict) and "name" in inner and inner.keys() <= {"name", "arguments"}
    return is_call and entry.keys() <= {"id", "type", "function", "index"} and len(entry) + len(inner or ()) > 2


def indented(entry: Mapping[str, Any]) -> str | None:
    """The key that stands beside a tool's name, which has no arguments, and was probably to be one of them."""
    name, *others = entry
    return others[0] if entry[name] is None and all(entry[other] is not None for other in others) else None
