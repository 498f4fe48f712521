"""In what order an answer takes things up: blocks of text, each with the pools its sentences come from."""

from typing import Literal, NamedTuple


class Block(NamedTuple):
    """A paragraph, a list, a stanza, or text that stands by itself.

    Sentence after sentence comes from `pools`, in turn; from `low` sentences on the block may end, at `high` it does.
    """

    kind: Literal["paragraph", "bullets", "numbers", "verse", "verbatim"]
    pools: tuple[str, ...]
    low: int = 1
    high: int = 1


Style = Literal["prose", "markdown", "code"]
"""What a scenario may ask for instead of what the prompt seems to want."""


class Program(NamedTuple):
    """An answer's course: first blocks, then middle ones until the text is long enough, then the last.

    Between `shortest` and `longest` tokens is what a text aims at when nothing else is asked.
    """

    first: tuple[Block, ...]
    middle: tuple[Block, ...]
    last: Block
    shortest: int = 60
    longest: int = 175


def paragraph(*pools: str, low: int, high: int) -> Block:
    return Block("paragraph", pools, low, high)


BODY = (
    paragraph("prose.explain", "prose.example", "prose.detail", low=2, high=3),
    paragraph("prose.detail", "prose.caution", "prose.advice", low=2, high=3),
    paragraph("prose.example", "prose.explain", "prose.advice", low=2, high=3),
    paragraph("prose.advice", "prose.detail", "prose.caution", low=2, high=3),
)
END = paragraph("prose.close", low=1, high=1)


def prose(opening: str, *following: str) -> Program:
    pools = (f"prose.{opening}", *(f"prose.{name}" for name in following))
    return Program((paragraph(*pools, low=2, high=len(pools)),), BODY, END)


PYTHON_TASKS = ("collect", "count", "load", "split", "store")
CODE = {
    "python": "code.python*",
    **{f"python_{task}": f"code.python_{task}" for task in PYTHON_TASKS},
    **{name: f"code.{name}" for name in ("javascript", "typescript", "sql", "bash", "go", "rust", "java")},
}


def code(pool: str) -> Program:
    return Program(
        (paragraph("code.lead", low=1, high=1), Block("verbatim", (pool,))),
        (paragraph("code.after", low=2, high=3),),
        paragraph("code.close", low=1, high=1),
        shortest=150,
        longest=240,
    )


POINTS = (
    "markdown.point_purpose",
    "markdown.point_basics",
    "markdown.point_time",
    "markdown.point_cost",
    "markdown.point_check",
    "markdown.point_share",
)
STEPS = (
    "markdown.step_prepare",
    "markdown.step_gather",
    "markdown.step_try",
    "markdown.step_check",
    "markdown.step_improve",
    "markdown.step_finish",
)
AFTER = (paragraph("markdown.after", "prose.advice", "prose.caution", low=2, high=3), *BODY)

MARKDOWN = ("bullets", "guide", "steps", "table")

PROGRAMS = {
    "plain": prose("open_plain", "explain", "example", "detail"),
    "what": prose("open_what", "explain", "detail", "example"),
    "how": prose("open_how", "explain", "example", "advice"),
    "why": prose("open_why", "detail", "explain", "example"),
    "yes": prose("open_yes", "explain", "caution", "example"),
    "advice": prose("open_advice", "advice", "explain", "example"),
    "summary": prose("open_summary", "explain", "detail", "caution"),
    "compare": prose("open_compare", "contrast", "contrast", "contrast"),
    "result": prose("open_result", "explain", "detail", "advice"),
    "greet": Program(
        (paragraph("talk.greet", "talk.warmth", "talk.warmth", low=2, high=3),),
        (paragraph("talk.warmth", "talk.wish", low=1, high=2), paragraph("talk.wish", "talk.chat", low=1, high=2)),
        paragraph("talk.offer", low=1, high=1),
        shortest=50,
        longest=90,
    ),
    "hello": Program(
        (paragraph("talk.hello", "talk.chat", "talk.chat", low=2, high=3),),
        (paragraph("talk.chat", "talk.chat", low=1, high=2),),
        paragraph("talk.offer", low=1, high=1),
        shortest=45,
        longest=80,
    ),
    "thanks": Program(
        (paragraph("talk.thanks", "talk.chat", "talk.chat", low=2, high=3),),
        (paragraph("talk.chat", "talk.chat", low=1, high=2),),
        paragraph("talk.offer", low=1, high=1),
        shortest=45,
        longest=80,
    ),
    "story": Program(
        (
            paragraph("story.begin", "story.place", "story.place", low=2, high=3),
            paragraph("story.event", "story.event", "story.turn", low=2, high=3),
        ),
        (
            paragraph("story.turn", "story.event", "story.turn", low=1, high=3),
            paragraph("story.place", "story.event", "story.event", low=2, high=3),
            paragraph("story.event", "story.turn", "story.place", low=2, high=3),
        ),
        paragraph("story.finish", low=1, high=1),
        shortest=110,
        longest=200,
    ),
    "poem": Program(
        (Block("verse", ("story.verse",), 3, 3), Block("verse", ("story.verse",), 3, 3)),
        (Block("verse", ("story.verse",), 3, 3),),
        Block("verse", ("story.last_verse",)),
        shortest=70,
        longest=130,
    ),
    "bullets": Program(
        (paragraph("markdown.lead", low=1, high=1), Block("bullets", POINTS, 4, 6)),
        AFTER,
        END,
        shortest=140,
        longest=200,
    ),
    "guide": Program(
        (
            Block("verbatim", ("markdown.heading",)),
            paragraph("markdown.lead", low=1, high=1),
            Block("bullets", POINTS, 3, 5),
        ),
        AFTER,
        END,
        shortest=140,
        longest=200,
    ),
    "steps": Program(
        (paragraph("markdown.lead_steps", low=1, high=1), Block("numbers", STEPS, 4, 6)),
        AFTER,
        END,
        shortest=140,
        longest=210,
    ),
    "table": Program(
        (paragraph("markdown.lead_table", low=1, high=1), Block("verbatim", ("markdown.table",))),
        AFTER,
        END,
        shortest=150,
        longest=220,
    ),
    **{name: code(pool) for name, pool in CODE.items()},
}


def styled(intent: str, style: Style | None, *, topical: bool) -> str:
    """The name of the program for what a request wants, or for the style that is wanted of it."""
    if intent == "greet" and not topical:
        intent = "hello"
    match style:
        case None:
            return intent
        case "code":
            return intent if intent in CODE else "python"
        case "markdown":
            return intent if intent in MARKDOWN else "guide"
        case "prose":
            return "plain" if intent in CODE or intent in MARKDOWN else intent
