"""Finds in a prompt where something is kept: paths and names of files, patterns of them, and repositories."""

import re

from .clues import Name

ENDINGS = (
    "bash|bat|bin|bmp|c|cc|cfg|conf|cpp|cs|css|csv|db|diff|doc|docx|env|gif|go|gz|h|hpp|htm|html|ico|ini|ipynb|java"
    "|jpeg|jpg|js|json|jsonl|jsx|kt|lock|log|lua|md|mjs|mov|mp3|mp4|ods|odt|parquet|patch|pdf|php|pl|png|ppt|pptx|ps1"
    "|py|pyi|r|rb|rs|rst|rtf|sh|sql|sqlite|svg|swift|tar|tex|tgz|toml|ts|tsv|tsx|txt|vue|wav|webp|xls|xlsx|xml|yaml"
    "|yml|zip"
)
"""What names of files end with: "example.com" looks like one too, so there is no other way to tell."""

WORD = r"[\w.*+@-]"
PATH = re.compile(
    r"(?<![\w/\\:.@~*+-])(?:"
    rf"[A-Za-z]:\\[\w.*+@\\-]{{1,200}}|(?:~|\.{{1,2}})?/{WORD}[\w.*+@/-]{{0,200}}"
    rf"|(?:{WORD}{{1,60}}/){{0,8}}{WORD}{{1,60}}\.(?:{ENDINGS})(?![\w/*])"
    r")"
)
BEFORE = re.compile(r"(\w{1,20})\W{0,3}$")
REPOSITORY = re.compile(
    r"(?<![\w/:.@-])(?:(?:https?://)?github\.com/)?([A-Za-z\d][\w-]{0,38})/([\w.-]{1,100})(?![\w/])"
)
"""As GitHub writes them; what goes on behind a name is no repository."""

NO_OWNERS = frozenset(("and", "he", "she", "yes", "true", "on", "km", "input", "read", "his", "her", "either", "http"))


def paths_in(text: str) -> tuple[Name, ...]:
    """The paths and names of files in a text without addresses, each with the word before it."""
    found = []
    for match in PATH.finditer(text):
        path = match[0].rstrip(".")
        if "*" not in path:
            before = BEFORE.search(text[max(0, match.start() - 24) : match.start()])
            found.append(Name(path, before[1].lower() if before else ""))
    return tuple(found)


def globs_in(text: str) -> tuple[str, ...]:
    """The patterns of names of files, as `*.py`."""
    return tuple(match[0].rstrip(".") for match in PATH.finditer(text) if "*" in match[0])


def repositories_in(text: str) -> tuple[tuple[str, str], ...]:
    """The repositories, each as its owner and its name."""
    pairs = [(owner, name.rstrip(".")) for owner, name in REPOSITORY.findall(text)]
    return tuple([(owner, name) for owner, name in pairs if owner.lower() not in NO_OWNERS and name])
