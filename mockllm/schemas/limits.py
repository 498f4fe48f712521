"""How big a schema and an instance may be: what is beyond is refused, so that no schema can make us hang."""

LARGEST_SCHEMA = 1_000_000
"""Characters of a schema, written as JSON."""

DEEPEST_SCHEMA = 100
"""Levels of nesting in a schema; the validator ends at about 250."""

MOST_SUBSCHEMAS = 20_000
MOST_EVALUATIONS = 200_000
"""How often the validator may have to look at one value, branches and references counted each time."""

DEEPEST_VALUE = 50
MOST_ITEMS = 2_000
MOST_CHARACTERS = 100_000
MOST_VALUES = 10_000
"""How many values all attempts at one instance may make."""

MOST_TRIED = 2_000
"""How many values may be made to see whether a schema can be met at all."""

MOST_CHECKS = 2_000_000
"""How many steps the validator may take for one value, where a schema is made so that they multiply."""

MOST_ATTEMPTS = 200
MOST_CLAIMS = 15_000
"""How many claims are read for one instance: those of a schema that is merged anew count each time."""

MOST_CLAIMS_TRIED = 3_000

LIGHT_DEPTH = 4
LIGHT_VALUES = 300
"""From here on an instance takes the lightest branch and leaves out what it may."""
