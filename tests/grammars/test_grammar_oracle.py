"""The oracle itself: a recogniser that takes what it should and nothing else."""

import pytest
from gbnf_oracle import recogniser

CASES = [
    ('root ::= "a"', "a", ["", "b", "aa"]),
    ('root ::= "a"*', "aaa", ["b", "aab"]),
    ('root ::= "ab"{2,3}', "abab", ["ab", "aba", "abababab"]),
    ('root ::= "a"{2}', "aa", ["a", "aaa"]),
    ('root ::= "a"{2,} "b"?', "aaab", ["ab", "b"]),
    ("root ::= [a-c\\]-]+", "a]-c", ["d", ""]),
    ("root ::= [^a-c]", "d", ["a", ""]),
    ('root ::= "(" root ")" |', "(())", ["(()", "())"]),
    ('root ::= (x | )* "."\nx ::= "a" | ""', "aa.", ["a", "b."]),
    ('root ::= "\\x41\\u00e9\\U0001F600\\n\\"" .', 'Aé😀\n"z', ['Aé😀\n"', "A"]),
]


@pytest.mark.parametrize(("grammar", "sentence", "others"), CASES)
def test_it_knows_sentences(grammar: str, sentence: str, others: list[str]) -> None:
    """It takes a sentence, and none of the others."""
    known = recogniser(grammar)
    assert known.accepts(sentence)
    assert not any(known.accepts(other) for other in others)


def test_left_recursion_is_no_matter_to_it() -> None:
    """Rules that begin with themselves, openly or behind what may be empty, are recognised all the same."""
    known = recogniser('root ::= e? root "+" "n" | "n"\ne ::= ""')
    assert known.accepts("n+n+n")
    assert not known.accepts("n+")
