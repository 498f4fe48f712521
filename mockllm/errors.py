"""The errors mockllm raises for its caller to handle.

    MockLLMError
    ├── UsageError        an option, setting or argument that cannot be used
    ├── VocabularyError   a tokenizer's vocabulary that is missing or damaged
    ├── SchemaError       a JSON Schema for which no instance was found
    ├── GrammarError      a grammar that cannot be read, so that it has no sentence
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
