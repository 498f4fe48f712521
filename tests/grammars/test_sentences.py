"""Sentences of a grammar: that they are ones, end, repeat, and look as if somebody meant them."""

import json

import pytest
from gbnf_examples import GRAMMARS
from gbnf_oracle import recogniser

from mockllm.grammars import Grammar, read
from mockllm.grammars.words import WORDS
from mockllm.seeds import chances


def grammar(text: str) -> Grammar:
    """Reads a grammar that has no faults."""
    found = read(text)
    assert isinstance(found, Grammar), str(found)
    return found


@pytest.mark.parametrize("name", GRAMMARS)
def test_every_sentence_is_one(name: str) -> None:
    """An independent recogniser takes what is written, whatever length is aimed at."""
    made, known = grammar(GRAMMARS[name]), recogniser(GRAMMARS[name])
    for seed in range(12):
        sentence = made.sentence(chances(name, seed), (60, 0, 25)[seed % 3])
        assert known.accepts(sentence), sentence
        sentence.encode()


@pytest.mark.parametrize("name", GRAMMARS)
def test_no_slack_gives_a_shortest_sentence(name: str) -> None:
    """With nothing to aim at, sentences have the length of the shortest."""
    made = grammar(GRAMMARS[name])
    assert {len(made.sentence(chances(seed), 0)) for seed in range(8)} == {made.shortest}


@pytest.mark.parametrize("name", GRAMMARS)
def test_the_same_chances_give_the_same_sentence(name: str) -> None:
    """A sentence depends on the grammar and the chances alone, not on sentences before it."""
    first = grammar(GRAMMARS[name]).sentence(chances(name))
    other = grammar(f"{GRAMMARS[name]} # read for itself")
    other.sentence(chances("another"))
    assert other.sentence(chances(name)) == first


def test_sentences_differ_and_cover_the_alternatives() -> None:
    """Each of several alternatives comes up about as often."""
    made = grammar('root ::= "a" | "bb" | "ccc" | "dddd"')
    drawn = [made.sentence(chances(seed)) for seed in range(400)]
    assert sorted(set(drawn)) == ["a", "bb", "ccc", "dddd"]
    assert all(60 <= drawn.count(one) <= 140 for one in set(drawn))


def test_json_is_json() -> None:
    """A grammar of JSON gives objects that a parser takes, seldom empty and never long."""
    made = grammar(GRAMMARS["json"])
    texts = [made.sentence(chances(seed)) for seed in range(300)]
    values = [json.loads(text) for text in texts]
    assert all(isinstance(value, dict) for value in values)
    assert sum(bool(value) for value in values) > 250
    assert max(map(len, texts)) < 150
    assert json.dumps(values, ensure_ascii=False).encode()


def test_strings_are_words() -> None:
    """What may be nearly anything becomes words with blanks, without escapes for the most part."""
    made = grammar(r'root ::= "\"" ([^"\\\x00-\x1F] | "\\" ["\\nt])* "\""')
    texts = [made.sentence(chances(seed)).strip('"') for seed in range(100)]
    assert sum(text.replace(" ", "").isalpha() and text.islower() for text in texts) > 85


@pytest.mark.parametrize(
    ("text", "readable"),
    [
        ("root ::= .+", str.isalpha),
        ('root ::= [^"\\\\]+', str.isalpha),
        ("root ::= [a-z]+", str.isalpha),
        ("root ::= [A-Z]+", str.isupper),
        ("root ::= [\\x00-\\x7F]{5}", str.isalpha),
        ("root ::= [0-9]+", str.isdigit),
        ("root ::= [^a-zA-Z]", str.isdigit),
        ("root ::= [^a-zA-Z0-9]", str.isprintable),
        ("root ::= [а-я]+", str.isalpha),
        ("root ::= [\\x00-\\x20]", str.isspace),
    ],
)
def test_readable_characters_are_preferred(text: str, readable: object) -> None:
    """Of a set of characters those are drawn that a person would write."""
    made = grammar(text)
    assert callable(readable)
    for seed in range(30):
        sentence = made.sentence(chances(seed))
        assert readable(sentence if sentence.isspace() else sentence.replace(" ", "")), sentence


def test_letters_asked_for_one_by_one_make_a_word() -> None:
    """A first letter with rules of its own and the letters after it belong to one word."""
    made = grammar("root ::= [A-Z] [a-z]+")
    words = {made.sentence(chances(seed)).lower() for seed in range(60)}
    assert len(words) > 30
    assert words <= set(WORDS)


def test_numbers_do_not_begin_with_zero() -> None:
    """Digits that may be several are a number as people write it."""
    made = grammar("root ::= [0-9]+")
    assert all(len(text) == 1 or text[0] != "0" for text in (made.sentence(chances(seed)) for seed in range(100)))


def test_white_space_between_parts_is_little() -> None:
    """Optional white space is left out or is one character; needed white space is a blank."""
    made = grammar('root ::= "a" ws "b" must "c"\nws ::= ([ \\t\\n] ws)?\nmust ::= [ \\t\\n]+')
    for seed in range(60):
        assert made.sentence(chances(seed)) in ("ab c", "a b c", "ab  c", "a b  c")


def test_sentences_come_near_the_aim() -> None:
    """A grammar that lets sentences be of any length gives longer ones where more is asked for."""
    made = grammar('root ::= ([A-Z] [a-z ]+ ". ")+')
    short = sum(len(made.sentence(chances(seed), 20)) for seed in range(50)) / 50
    long = sum(len(made.sentence(chances(seed), 200)) for seed in range(50)) / 50
    assert 5 < short < 30 < 45 < long < 260


def test_a_negated_token_is_a_letter() -> None:
    """Any token but one is written as letters, and a token as it is spelled."""
    made = grammar("root ::= <|start|> !<[7]>{4} <end>")
    sentence = made.sentence(chances(1))
    assert sentence.startswith("<|start|>")
    assert sentence.endswith("<end>")
    assert len(sentence) == len("<|start|><end>") + 4


def test_a_grammar_is_read_once() -> None:
    """The same text gives the same object, whether it is long or short."""
    long = 'root ::= "a" ' + "# and so on\n" * 3000
    assert read('root ::= "a"') is read('root ::= "a"')
    assert read(long) is read(long)


@pytest.mark.parametrize(
    "text", ['root ::= "a" ("b" c)?\nc ::= [0-9]+ | "x" c', 'root ::= "a" ("b" c)*\nc ::= [0-9]+ | "x" c']
)
def test_what_may_be_left_out_sometimes_is(text: str) -> None:
    """An optional part comes up both ways, more often there than not."""
    made = grammar(text)
    bare = sum(made.sentence(chances(seed)) == "a" for seed in range(200))
    assert 1 <= bare <= 60
