"""What is not there: any use of it is an error, which says what was looked for and where."""

from typing import Any

from jinja2 import StrictUndefined, UndefinedError
from jinja2.runtime import Undefined


class Lacking(StrictUndefined):
    """A value that is not there."""

    __slots__ = ()

    def _fail_with_undefined_error(self, *_: Any, **__: Any) -> Any:
        raise AbsenceError(self)

    __iter__ = __str__ = __len__ = _fail_with_undefined_error
    __eq__ = __ne__ = __bool__ = __hash__ = _fail_with_undefined_error
    __contains__ = _fail_with_undefined_error
    __add__ = __radd__ = __sub__ = __rsub__ = _fail_with_undefined_error
    __mul__ = __rmul__ = __truediv__ = __rtruediv__ = _fail_with_undefined_error
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = _fail_with_undefined_error
    __pos__ = __neg__ = __call__ = __getitem__ = _fail_with_undefined_error
    __lt__ = __le__ = __gt__ = __ge__ = _fail_with_undefined_error
    __int__ = __float__ = __complex__ = __pow__ = __rpow__ = _fail_with_undefined_error


class AbsenceError(UndefinedError):
    """Something that is not there was used."""

    def __init__(self, lacking: Lacking) -> None:
        super().__init__("something is not there")
        self.lacking = lacking


def present(value: Any) -> Any:
    """Jinja has an `if` without `else` be nothing, however strict about names."""
    return "" if isinstance(value, Undefined) and not isinstance(value, Lacking) else value
