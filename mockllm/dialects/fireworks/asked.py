"""What an answer carries only when it was asked for: the echoed prompt, log probabilities, raw output, token ids."""

from collections.abc import Sequence
from dataclasses import dataclass

from mockllm.core import Answer, Choice, Extras, Request
from mockllm.wire import write_json

from .logprobs import Entry, Form, entries, joined
from .raw import Raw


def plain(extras: Extras) -> bool:
    """Says whether nothing of it was asked for, and no metrics in the body either."""
    return not (extras.logprobs or extras.echo or extras.token_ids or extras.raw_output or extras.perf_metrics)


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """A choice as its client gets it: `text` is the echo and the content, `echo` the pieces of the former.

    `form` is that of the log probabilities, `written` has an entry for each token of the text; `ids` are all of the
    answer's, without the echo's; `raw` is the raw output. They are None if unasked.
    """

    text: str
    echo: Sequence[str]
    form: Form | None
    written: Sequence[Entry]
    ids: Sequence[int] | None
    raw: str | None

    def whole(self) -> str:
        """Writes what belongs to the choice as a whole."""
        return self.extras(slice(None), slice(None), ending=True)

    def extras(self, rows: slice, ids: slice, *, ending: bool = False) -> str:
        """Writes what belongs to these tokens of the text and these of the answer, with a comma before it.

        With the end of a choice goes its raw output, and of a choice without any tokens the empty lists.
        """
        parts = []
        if self.form is not None and ((told := self.written[rows]) or (ending and not self.written)):
            parts.append(f',"logprobs":{joined(self.form, told)}')
        if ending and self.raw is not None:
            parts.append(f',"raw_output":{self.raw}')
        if self.ids is not None and ((made := self.ids[ids]) or (ending and not self.ids)):
            parts.append(f',"token_ids":{ids_json(made)}')
        return "".join(parts)


class Asked:
    """Makes an answer's choices what their client gets; the echo, which all of them share, is written once."""

    def __init__(self, request: Request, answer: Answer) -> None:
        wanted = request.extras
        self._ids = wanted.token_ids
        self._raw = Raw(request, answer) if wanted.raw_output else None
        self._form = wanted.logprobs.form if wanted.logprobs else None
        forms: set[Form] = {self._form} if self._form else set()
        if self._form and self._raw:
            forms.add("openai")
        echo = answer.choices[0].echo
        self._echo = {form: entries(form, echo.rows or () if echo else (), 0) for form in sorted(forms)}

    def choice(self, choice: Choice) -> Given:
        passage, echo = choice.passage, choice.echo
        characters = len(echo.text) if echo else 0
        written = {
            form: [*before, *entries(form, passage.rows or (), characters)] for form, before in self._echo.items()
        }
        raw = None
        if self._raw:
            raw = self._raw.write(
                choice, joined("openai", self._all(choice, written["openai"])) if self._form else None
            )
        return Given(
            text=echo.text + passage.text if echo else passage.text,
            echo=echo.pieces if echo else (),
            form=self._form,
            written=written[self._form] if self._form else (),
            ids=choice.ids if self._ids else None,
            raw=raw,
        )

    def _all(self, choice: Choice, written: Sequence[Entry]) -> Sequence[Entry]:
        """The entries of the raw output, which tells of all tokens (wire/fireworks.md 4)."""
        if choice.rows is None:
            return written
        return [*self._echo["openai"], *entries("openai", choice.rows, len(choice.echo.text) if choice.echo else 0)]


def ids_json(ids: Sequence[int]) -> str:
    return write_json(list(ids)).decode()
