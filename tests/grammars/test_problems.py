"""What is refused: each fault with its line, its column, and what would be right."""

import pytest
from gbnf_examples import GRAMMARS

from mockllm.grammars import Grammar, GrammarProblem, read

BAD = [
    ("nothing", "", 1, 1, "no rules"),
    ("only comments", "# root ::= x\n\n", 1, 1, "no rules"),
    ("no root", 'Root ::= "a"', 1, 1, "did you mean 'Root'?"),
    ("no root after comments", '# x\n\n  main ::= "a"', 3, 3, "'root'"),
    ("undefined rule", 'root ::= "a" expresion\nexpression ::= "b"', 1, 14, "'expresion'; did you mean 'expression'?"),
    ("undefined in a rule nobody uses", 'root ::= "a"\nother ::= (\n  nowhere\n)', 3, 3, "'nowhere'"),
    ("literal not closed", 'root ::= "a" | "b', 1, 16, "not closed"),
    ("set not closed", 'root ::= "a"\nb ::= [a-z', 2, 7, "not closed"),
    ("parenthesis not closed", 'root ::= ("a" | ("b")\nb ::= "c"', 1, 10, "not closed"),
    ("inner parenthesis not closed", 'root ::= ("a" (\n"b"', 1, 15, "not closed"),
    ("parenthesis not opened", 'root ::= "a")', 1, 13, "closes nothing"),
    ("unknown escape", 'root ::= "ab\\d"', 1, 13, "\\d is no escape"),
    ("unknown escape in a set", "root ::= [a-z\\w]", 1, 14, "\\w is no escape"),
    ("short escape", 'root ::= "\\x4"', 1, 11, "2 hexadecimal digits"),
    ("short long escape", "root ::= [\\U0001F6]", 1, 11, "8 hexadecimal digits"),
    ("escape at the end", 'root ::= "a\\"', 1, 10, "not closed"),
    ("beyond Unicode", 'root ::= "\\U00110000"', 1, 11, "beyond"),
    ("half a character", 'root ::= "\\uD83D\\uDE00"', 1, 11, "half of a character"),
    ("half a character as it is", 'root ::= "a\ud83d"', 1, 12, "half of a character"),
    ("nothing to repeat", 'root ::= * "a"', 1, 10, "nothing before it"),
    ("nothing to repeat after |", 'root ::= "a" | +', 1, 16, "nothing before it"),
    ("too often", 'root ::= "a"{2001}', 1, 13, "2000"),
    ("too often at most", 'root ::= "a"{0,99999999999999999999}', 1, 13, "2000"),
    ("wrong way round", 'root ::= "a"{5,2}', 1, 13, "{2,5}"),
    ("no number", 'root ::= "a"{,5}', 1, 13, "{1,5}"),
    ("empty braces", 'root ::= "a"{}', 1, 13, "no number"),
    ("brace not closed", 'root ::= "a"{3', 1, 13, "followed by a number"),
    ("empty set", "root ::= []", 1, 10, "no character"),
    ("set without characters", "root ::= [^\\x00-\\U0010FFFF]", 1, 10, "no character"),
    ("range the wrong way round", "root ::= [0-9z-a]", 1, 14, "'z' to 'a'"),
    ("direct left recursion", 'root ::= root "a" | "b"', 1, 10, "'root' begins with itself"),
    (
        "left recursion through others",
        'root ::= expr\nexpr ::= term | "x"\nterm ::= (\n  expr "+" "1"\n)',
        4,
        3,
        "'expr' begins with itself by way of 'term'",
    ),
    ("hidden left recursion", 'root ::= ws* root "a" | "b"\nws ::= " "?', 1, 14, "'root' begins with itself"),
    ("left recursion that nobody uses", 'root ::= "a"\nb ::= b', 2, 7, "'b' begins with itself"),
    ("repeated left recursion", 'root ::= (root "a")* "b"', 1, 11, "'root' begins with itself"),
    ("never ends", 'root ::= "a" root', 1, 1, "'root' never ends"),
    ("never ends deeper", 'root ::= "a" b\nb ::= "x" c{2} | c\nc ::= "y" b', 2, 1, "'b' never ends"),
    ("too long", 'root ::= (("a"{2000}){2000}){2000}', 1, 1, "250000"),
    ("single quotes", "root ::= 'a'", 1, 10, "double quotes"),
    ("one colon and =", 'root := "a"', 1, 6, "::="),
    ("no ::=", 'root "a"', 1, 6, "::="),
    ("no ::= on the line", 'root\n::= "a"', 1, 5, "the end of the line"),
    ("two rules on a line", 'root ::= a b ::= "x"', 1, 14, "'root'"),
    ("no rule after ::=", 'root ::=\na ::= "x"', 2, 3, "'root'"),
    ("| begins a line", 'root ::= "a"\n  | "b"', 2, 3, "| begins no line"),
    ("no name", 'root ::= "a"\n"b" ::= "c"', 2, 1, "name"),
    ("semicolon", 'root ::= "a";', 1, 13, "end of a line"),
    ("comma", 'root ::= "a", "b"', 1, 13, "comma"),
    ("strange sign", 'root ::= "a" €', 1, 14, "'€'"),
    ("other comment", 'root ::= "a" // x', 1, 14, "#"),
    ("number of a token", "root ::= <[1000]>", 1, 10, "1000"),
    ("empty token", "root ::= <>", 1, 10, "no token"),
    ("token not closed", "root ::= !<think", 1, 10, "!"),
    ("after windows lines", 'root ::= "a"\r\n\r\nb ::= "c" ?? )', 3, 14, "closes nothing"),
    ("after a byte order mark", '\ufeffroot ::= "a" )', 1, 14, "closes nothing"),
    ("after a tab", 'root ::=\t"a" )', 1, 14, "closes nothing"),
]


@pytest.mark.parametrize(("text", "line", "column", "words"), [case[1:] for case in BAD], ids=[case[0] for case in BAD])
def test_a_problem_has_its_place(text: str, line: int, column: int, words: str) -> None:
    """A grammar with a fault gives a problem that says where it is and what."""
    found = read(text)
    assert isinstance(found, GrammarProblem)
    assert (found.line, found.column) == (line, column), found
    assert words in found.message, found
    assert str(found) == f"line {line}, column {column}: {found.message}"


@pytest.mark.parametrize("name", GRAMMARS)
def test_what_is_cut_anywhere_is_read_or_refused(name: str) -> None:
    """Whatever part of a grammar is given, the answer is a grammar or a problem inside the text."""
    text = GRAMMARS[name]
    for end in range(0, len(text), max(1, len(text) // 40)):
        found = read(text[:end])
        if isinstance(found, GrammarProblem):
            assert 1 <= found.line <= text.count("\n") + text.count("\r") + 1
            assert found.column >= 1
        else:
            assert isinstance(found, Grammar)


def test_long_names_are_shortened() -> None:
    """A message does not repeat a whole text that somebody sent."""
    found = read(f"root ::= {'x' * 10_000}")
    assert isinstance(found, GrammarProblem)
    assert len(found.message) < 200
