"""The longest text that everything a regex takes has in it."""

import re

STEP = re.compile(
    r"""
    \\(?P<escaped>[^\w\s])          # a character that has no meaning
    | (?P<plain>[\w ,'"!:;%&=@\#<>~/-])
    | (?P<other>\\[dDwWsSbBAZntr] | [.^$])  # classes, anchors: anything may stand there; no escape takes more
    | (?P<alternative>\|)
    | (?P<opening>\() | (?P<set>\[)
    """,
    re.VERBOSE | re.DOTALL,
)
QUANTIFIER = re.compile(r"[*+?]|\{[^}]*\}")
GROUP = re.compile(r"\((?:[^()\[\]\\]|\\.)*\)", re.DOTALL)
SET = re.compile(r"\[\^?\]?(?:[^\[\]\\]|\\.)*\]", re.DOTALL)
SWITCH = re.compile(r"\(\?[a-zA-Z0-9]*[-)]|\(\?[a-zA-Z0-9]*:|\(\*")
"""Groups that change what comes after them; those that only change their inside are not looked into anyway."""


def literal(pattern: str, flags: str) -> str:
    """Returns a text that is in every match, empty where none is sure; with the flag i, in some case."""
    if "x" in flags:
        return ""
    found, run, place = [], "", 0
    while place < len(pattern):
        step = STEP.match(pattern, place)
        if step is None or step["alternative"]:
            return ""
        end = step.end()
        if step["opening"] or step["set"]:
            inner = (GROUP if step["opening"] else SET).match(pattern, place)
            if inner is None or (step["opening"] and SWITCH.match(pattern, place)):
                return ""
            end = inner.end()
        character = step["escaped"] or step["plain"] or ""
        quantifier = QUANTIFIER.match(pattern, end)
        if character and quantifier is None:
            run += character
        else:
            found.append(run)
            run = ""
        place = end
        while (more := QUANTIFIER.match(pattern, place)) is not None:
            place = more.end()
    return max([*found, run], key=len)
