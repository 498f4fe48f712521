"""The errors mockllm raises for its caller to handle.

    MockLLMError
    ├── UsageError        an option, setting or argument that cannot be used
    ├── VocabularyError   a tokenizer's vocabulary that is missing or damaged
    ├── SchemaError       a JSON Schema for which no instance was found
    ├── GrammarError      a grammar that cannot be read, so that it has no sentence
    ├── TemplateError     a text with expressions that cannot be read or filled in
    ├── MatchingTimeout   a regex of a condition that took longer than it may
    └── DialectError      a dialect that cannot be loaded, or a name that no dialect has

What the emulated service would refuse is no error but a `core.Rejection`.
"""


class MockLLMError(Exception):
    """The root of the tree; its text says what was wrong, where, and what would be right."""


class UsageError(MockLLMError):
    """An option, setting or argument that cannot be used."""


class VocabularyError(MockLLMError):
    """A tokenizer's vocabulary that is missing or damaged."""


class SchemaError(MockLLMError):
    """A JSON Schema for which no instance was found."""


class GrammarError(MockLLMError):
    """A grammar that cannot be read, so that it has no sentence."""


class DialectError(MockLLMError):
    """A dialect that cannot be loaded, or a name that no dialect has."""


class TemplateError(MockLLMError):
    """A text with expressions that cannot be read or filled in; line and column are places in it and count from 1."""

    def __init__(self, message: str, *, line: int = 1, column: int = 1) -> None:
        super().__init__(message)
        self.line = line
        self.column = column


class MatchingTimeout(MockLLMError):  # noqa: N818 - it is what happened, and the name people will look for
    """A regex of a condition that took longer than it may, so that nobody knows whether it is found.

    `together` says that it was the regexes of the whole request that took so long, and this one was the last straw.
    """

    def __init__(self, field: str, pattern: str, bound_s: float, *, together: bool = False) -> None:
        what = f"the regexes of one request took longer than {bound_s:g} s together, the last of them {pattern}"
        super().__init__(
            f"{field}: {what if together else f'the regex {pattern} took longer than {bound_s:g} s'}; rewrite it so"
            " that it has fewer ways to match one text, such as (a+)+ has many"
        )
        self.field = field
        self.pattern = pattern
        self.bound_s = bound_s
