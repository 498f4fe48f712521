"""Says whether a value is valid for a schema that came with a request."""

from typing import Any

BACKTRACKING = 20_000
"""Steps a pattern may take back before it counts as not matching."""


class Validity:
    """A schema's validator; a schema that nobody can read allows nothing but objects.

    Formats don't count: some clients don't look at them, and what is to be invalid has to be so for all.
    """

    def __init__(self, schema: Any) -> None:
        import jsonschema_rs as rs  # only for answers that are invalid on purpose

        for kind in (rs.Draft202012Validator, rs.Draft7Validator, rs.Draft4Validator):
            try:
                self._validator = kind(
                    schema,
                    validate_formats=False,
                    offline=True,
                    pattern_options=rs.FancyRegexOptions(backtrack_limit=BACKTRACKING),
                )
            except ValueError:  # a keyword or a reference that this draft cannot read
                continue
            return
        self._validator = rs.Draft202012Validator({"type": "object"})

    def accepts(self, value: Any) -> bool:
        """Says whether a value is valid; of one that cannot be judged nobody shall say that it is not."""
        try:
            return bool(self._validator.is_valid(value))
        except ValueError:
            return True
