"""The scalar types of JSON bodies, as pydantic annotations: strict, but with JSON Schema's idea of an integer."""

from typing import Annotated, Any

from pydantic import BeforeValidator, Field, Strict


def integral(value: Any) -> Any:
    """Turns a float without a fraction into an int: in JSON Schema `10.0` is an integer."""
    return int(value) if type(value) is float and value.is_integer() else value


Integer = Annotated[int, Strict(), BeforeValidator(integral)]
Number = Annotated[float, Strict(), Field(allow_inf_nan=False)]
Boolean = Annotated[bool, Strict()]
Text = Annotated[str, Strict()]
