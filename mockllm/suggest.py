"""Finds the word somebody meant."""

from collections.abc import Iterable


def did_you_mean(word: str, words: Iterable[str]) -> str | None:
    """Returns the word that is most like the one given, or None where none is near."""
    import difflib  # only for texts that tell somebody of a mistake

    found = difflib.get_close_matches(word.lower(), sorted(words), n=1, cutoff=0.7)
    return found[0] if found else None
