"""Grammars made to be too large, too deep or too many-branched: they end in few steps, and don't recurse."""

from collections.abc import Callable

import pytest

from mockllm.grammars import Grammar, GrammarProblem, read
from mockllm.seeds import chances

RULES = 2000


def chain(inner: str, end: str, rules: int = RULES) -> str:
    """Returns rules each of which names the next."""
    lines = [f"r{number} ::= {inner.replace('@', f'r{number + 1}')}" for number in range(rules)]
    return "\n".join(["root ::= r0", *lines, f"r{rules} ::= {end}"])


def counted(seed: int) -> tuple[Callable[[], float], list[int]]:
    """Returns chances, and how many were asked for."""
    draw, asked = chances(seed), [0]

    def chance() -> float:
        asked[0] += 1
        return draw()

    return chance, asked


@pytest.mark.parametrize(
    ("text", "shortest"),
    [
        pytest.param(chain("@", '"x"'), 1, id="unit chain"),
        pytest.param(chain('"x" @', '"x"'), RULES + 1, id="growing chain"),
        pytest.param(chain("@ @", '"x"?'), 0, id="chain of empties"),
        pytest.param(chain('@ @ | ""', '"x"?'), 0, id="chain that can stop"),
        pytest.param(chain("@ @", '"x" | "y"', 16), 65536, id="two to the 16th"),
        pytest.param("root ::= r0{2000}\n" + chain("@", '"x"').partition("\n")[2], 2000, id="unit chain repeated"),
        pytest.param("root ::= " + "(" * 10_000 + '"a"' + ")" * 10_000, 1, id="deep"),
        pytest.param("root ::= " + "(" * 10_000 + '"a"' + ")+" * 10_000, 1, id="deep and repeated"),
        pytest.param("root ::= " + "(" * 10_000 + '"a" |' + ")*" * 10_000, 0, id="deep and empty"),
        pytest.param('root ::= "a"' + "*" * 10_000, 0, id="stars"),
        pytest.param(
            'root ::= "z" root | ' + " | ".join(f'"w{number}"' for number in range(20_000)), 2, id="many alternatives"
        ),
        pytest.param("root ::= line{1000}\nline ::= " + "n " * 5000 + '"x"\nn ::= "y"?', 1000, id="many empties"),
        pytest.param('root ::= (("a"?){2000}){2000} "x"', 1, id="empties repeated"),
        pytest.param('root ::= (([a-z] | "b" | "cc"){2000}){100}', 200_000, id="letters repeated"),
        pytest.param("root ::= " + '"ab" ' * 50_000, 100_000, id="many literals"),
        pytest.param(
            "root ::= " + " ".join(f"[{chr(0x4E00 + number)}-{chr(0x9F00)}]" for number in range(20_000)),
            20_000,
            id="many sets",
        ),
    ],
)
def test_large_grammars_give_sentences_in_bounded_steps(text: str, shortest: int) -> None:
    """However many ways there are, the steps are few beside the sentence, which stays near the aim."""
    found = read(text)
    assert isinstance(found, Grammar), str(found)[:200]
    assert found.shortest == shortest
    chance, asked = counted(1)
    sentence = found.sentence(chance)
    assert shortest <= len(sentence) <= max(2 * shortest, shortest + 200)
    assert asked[0] <= 200_000
    assert sentence == found.sentence(chances(1))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param(chain("@ @", '"x"'), "too many to write", id="two to the 2000th"),
        pytest.param(chain('"x" @', '"x" r0'), "never ends", id="endless circle"),
        pytest.param(chain("@", 'r0 | "x"'), "begins with itself", id="left circle"),
        pytest.param(chain("@", "r9999"), "no rule 'r9999'", id="end missing"),
        pytest.param('root ::= "' + '\\"' * 100_000, "not closed", id="literal"),
        pytest.param("root ::= " + "(" * 100_000, "nested too deeply", id="parentheses"),
        pytest.param("root ::= [" + "a-" * 100_000, "not closed", id="set"),
        pytest.param('root ::= "a"{' + "9" * 100_000 + "}", "too often", id="repeats"),
    ],
)
def test_large_faulty_grammars_are_refused(text: str, words: str) -> None:
    """A fault in a large grammar is found, and its message stays short."""
    found = read(text)
    assert isinstance(found, GrammarProblem)
    assert words in found.message
    assert len(found.message) < 300
