"""Grammars that nobody wrote: every sentence of every one is recognised, and what is refused has no other way."""

from gbnf_oracle import recogniser
from hypothesis import given, settings
from hypothesis import strategies as st

from mockllm.grammars import Grammar, GrammarProblem, read
from mockllm.seeds import chances

RANGES = ("a", "b-f", "0-9", "\\n", "\\]", "\\-", "é", "あ-ん", "_", " ")
NAMES = ("root", "a", "b-1", "c_c")

literals = st.text('ab"\\\n-]é 0', max_size=3).map(
    lambda text: '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
)
sets = st.builds(
    lambda negated, inside: f"[{'^' if negated else ''}{inside}]",
    st.booleans(),
    st.lists(st.sampled_from(RANGES), min_size=1, max_size=3).map("".join),
)
times = st.sampled_from(["", "", "", "*", "+", "?", "{2}", "{0,2}", "{1,}", "{0}", "{ 1 , 3 }"])
atoms = st.one_of(literals, sets, st.just("."), st.sampled_from(NAMES))


def rule(name: str, body: str) -> str:
    """Writes a rule; one that ends with an empty alternative would go on in the next line without parentheses."""
    return f"{name} ::= {body if body.strip() and not body.rstrip().endswith('|') else f'({body})'} # that is {name}\n"


def joined(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Returns alternatives of sequences of parts."""
    items = st.builds(lambda part, often: part + often, parts, times)
    sequences = st.lists(items, max_size=3).map(" ".join)
    return st.lists(sequences, min_size=1, max_size=3).map(" | ".join)


bodies = joined(st.recursive(atoms, lambda inner: joined(inner).map(lambda body: f"({body})"), max_leaves=6))
grammars = st.lists(bodies, min_size=len(NAMES), max_size=len(NAMES)).map(
    lambda found: "".join(rule(name, body) for name, body in zip(NAMES, found, strict=True))
)


@settings(deadline=None, max_examples=100)
@given(text=grammars, seed=st.integers(0, 1000), aim=st.integers(0, 80))
def test_every_sentence_of_a_random_grammar_is_one(text: str, seed: int, aim: int) -> None:
    """What is written is a sentence, comes out again, and is not much longer than was aimed at."""
    made = read(text)
    if isinstance(made, GrammarProblem):
        assert "begins with itself" in made.message or "never ends" in made.message, made
        return
    sentence = made.sentence(chances(seed), aim)
    assert sentence == made.sentence(chances(seed), aim)
    assert made.shortest <= len(sentence) <= made.shortest + 3 * aim + 60
    assert recogniser(text).accepts(sentence), sentence


@settings(deadline=None, max_examples=60)
@given(text=grammars)
def test_the_shortest_length_is_right(text: str) -> None:
    """The recogniser takes the empty sentence exactly where the shortest has no characters."""
    made = read(text)
    if isinstance(made, Grammar):
        assert recogniser(text).accepts("") == (made.shortest == 0)


@settings(deadline=None, max_examples=200)
@given(text=st.text('rota:= "[]()|*+?{},.<>!\\#\n-^19', max_size=40).map(lambda tail: "root ::= " + tail))
def test_no_text_breaks_the_reader(text: str) -> None:
    """Any text is a grammar or has a problem in it."""
    made = read(text)
    if isinstance(made, GrammarProblem):
        assert 1 <= made.line <= text.count("\n") + 1
        assert 1 <= made.column <= len(text) + 1
    else:
        assert made.sentence(chances(1)) == made.sentence(chances(1))
