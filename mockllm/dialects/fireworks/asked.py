"""What an answer carries only when it was asked for: the echoed prompt, log probabilities, raw output, token ids."""

from collections.abc import Sequence
from dataclasses import dataclass

from mockllm.core import Answer, Choice, Extras, Passage, Request
from mockllm.wire import write_json

from .logprobs import Entry, Form, entries, joined
from .raw import Raw


def plain(extras: Extras) -> bool:
    """Says whether nothing of it was asked for, and no metrics in the body either."""
    return not (extras.logprobs or extras.echo or extras.token_ids or extras.raw_output or extras.perf_metrics)


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """A choice as its client gets it: `passage` is the echo and the content; the first `echoed` tokens are the echo's.

    `form` is that of the log probabilities, `ids` are all of the answer's, `raw` is the raw output; None if unasked.
    """

    passage: Passage
    echoed: int
    form: Form | None
    written: Sequence[Entry]
    ids: Sequence[int] | None
    raw: str | None

    def extras(self, start: int, stop: int, *, ending: bool = False) -> str:
        """Writes what belongs to these tokens, with a comma before it.

        With the end of a choice goes its raw output, and of a choice without any tokens the empty lists.
        """
        parts = []
        if self.form is not None and (start < stop or not self.written):
            parts.append(f',"logprobs":{joined(self.form, self.written[start:stop])}')
        if ending and self.raw is not None:
            parts.append(f',"raw_output":{self.raw}')
        if self.ids is not None:
            ids = self.ids[max(start - self.echoed, 0) : None if ending else max(stop - self.echoed, 0)]
            if ids or (ending and not self.ids):
                parts.append(f',"token_ids":{ids_json(ids)}')
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
        whole = passage if echo is None else _joined(echo, passage)
        raw = None
        if self._raw:
            raw = self._raw.write(choice, joined("openai", written["openai"]) if self._form else None)
        return Given(
            passage=whole,
            echoed=len(echo.ids) if echo else 0,
            form=self._form,
            written=written[self._form] if self._form else (),
            ids=choice.ids if self._ids else None,
            raw=raw,
        )


def ids_json(ids: Sequence[int]) -> str:
    return write_json(list(ids)).decode()


def _joined(echo: Passage, passage: Passage) -> Passage:
    return Passage(
        text=echo.text + passage.text,
        ids=[*echo.ids, *passage.ids],
        pieces=[*echo.pieces, *passage.pieces],
        ended=passage.ended,
    )
