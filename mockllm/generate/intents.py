"""Which program suits a request: what kind of answer its last message asks for."""

from collections.abc import Sequence

from .topics import Words

LANGUAGES = {
    "python": "python", "javascript": "javascript", "js": "javascript", "typescript": "typescript", "ts": "typescript",
    "sql": "sql", "bash": "bash", "golang": "go", "rust": "rust", "java": "java",
}  # fmt: skip

CODE_WORDS = frozenset({"code", "function", "program", "refactor", "regex", "script", "snippet", "subroutine"})

PYTHON_TASKS = {
    "count": "count", "counts": "count", "frequency": "count", "occurrences": "count",
    "read": "load", "reads": "load", "load": "load", "loads": "load", "parse": "load", "parses": "load", "csv": "load",
    "split": "split", "splits": "split", "chunks": "split", "batch": "split", "batches": "split",
    "class": "store", "cache": "store", "store": "store", "stores": "store", "stack": "store", "queue": "store",
    "list": "collect", "duplicates": "collect", "unique": "collect", "filter": "collect", "filters": "collect",
}  # fmt: skip
"""What a function is for, as far as there is one for it."""

CUES = {
    "story": "story", "tale": "story", "fable": "story", "legend": "story",
    "poem": "poem", "haiku": "poem", "sonnet": "poem", "verse": "poem", "limerick": "poem", "lyrics": "poem",
    "table": "table",
    "list": "bullets", "bullet": "bullets", "bullets": "bullets", "brainstorm": "bullets", "ideas": "bullets",
    "tips": "bullets", "pros": "bullets", "checklist": "bullets",
    "steps": "steps", "instructions": "steps", "tutorial": "steps", "recipe": "steps",
    "guide": "guide", "markdown": "guide", "overview": "guide", "report": "guide", "article": "guide",
    "summarize": "summary", "summarise": "summary", "summary": "summary", "recap": "summary",
    "compare": "compare", "comparison": "compare", "versus": "compare", "vs": "compare", "difference": "compare",
    "differences": "compare",
    "advice": "advice", "recommend": "advice", "suggest": "advice", "best": "advice",
}  # fmt: skip
"""Words that say what form an answer shall have, wherever they stand; the first one decides."""

MAKING = frozenset(
    {"write", "make", "create", "give", "generate", "compose", "implement", "code", "build", "show", "need", "want"}
)
"""Words that turn talk about code into a wish for code."""

TELLING = MAKING | CODE_WORDS | LANGUAGES.keys() | CUES.keys()
"""All words that are looked for wherever they stand."""

OPENERS = {
    "how": "how", "explain": "how", "why": "why",
    "what": "what", "who": "what", "which": "what", "where": "what", "when": "what", "define": "what",
    "describe": "what", "tell": "what",
    "is": "yes", "are": "yes", "was": "yes", "were": "yes", "do": "yes", "does": "yes", "did": "yes", "can": "yes",
    "could": "yes", "will": "yes", "would": "yes", "has": "yes", "have": "yes",
    "should": "advice",
}  # fmt: skip
"""Words that say it where a message begins with them."""

GREETINGS = frozenset(
    {"hello", "hi", "hey", "greetings", "welcome", "goodbye", "farewell", "howdy", "hallo", "bonjour", "ahoy"}
)
THANKS = frozenset({"thanks", "thank", "thx", "cheers"})
SAYING = frozenset({"say", "wish", "send", "bid", "greet"})
PREFACES = GREETINGS | frozenset({"please", "kindly", "so", "and", "now", "then", "ok", "okay", "well", "there"})
ASKING = frozenset({"can", "could", "would", "will"})
BEFORE_OPENERS = PREFACES | ASKING
SMALL_TALK = GREETINGS | THANKS | SAYING
SMALL_TALK_WORDS = 8


def intent(words: Words, *, after_tool: bool) -> str:
    """Returns the name of the program that suits a message of these words."""
    if after_tool:
        return "result"
    lower = words.lower
    first = next(filter(_is_spoken, lower), "")
    if first in SMALL_TALK and (talk := _small_talk(first, lower)):
        return talk
    if not TELLING.isdisjoint(lower) and (wanted := _wanted(lower)):
        return wanted
    return OPENERS.get(_opener(lower) if first in BEFORE_OPENERS else first, "plain")


def _wanted(words: Sequence[str]) -> str | None:
    """What words say that are looked for wherever they stand."""
    making = False
    for word in words:
        if word not in TELLING:
            continue
        making = making or word in MAKING
        if making and (word in CODE_WORDS or word in LANGUAGES):
            return _language(words)
        if word in CUES:
            return CUES[word]
    return None


def _is_spoken(word: str) -> bool:
    """Says whether it is a word, and no punctuation."""
    return word[0].isalnum()


def _small_talk(first: str, words: Sequence[str]) -> str | None:
    if sum(map(_is_spoken, words)) > SMALL_TALK_WORDS:
        return None
    if first in SAYING and (first == "greet" or not GREETINGS.isdisjoint(words)):
        return "greet"
    if first in GREETINGS:
        return "hello"
    return "thanks" if first in THANKS else None


def _language(words: Sequence[str]) -> str:
    language = next((LANGUAGES[word] for word in words if word in LANGUAGES), "python")
    task = next((PYTHON_TASKS[word] for word in words if word in PYTHON_TASKS), None)
    return f"python_{task}" if language == "python" and task else language


def _opener(lower: Sequence[str]) -> str:
    """The first word that asks for something: "can you explain" begins with "explain"."""
    words = list(filter(_is_spoken, lower))
    place = 0
    while place < len(words) - 1:
        if words[place] in PREFACES:
            place += 1
        elif words[place] in ASKING and words[place + 1] == "you" and place + 2 < len(words):
            place += 2
        else:
            break
    return words[place]
