"""Makes a text fit for an HTTP header."""

MOST_CHARACTERS = 300


def header_text(text: str, most: int = MOST_CHARACTERS) -> str:
    """Returns a text as printable ASCII in one line, cut where it is too long.

    Line breaks and their like become blanks; letters outside ASCII are escaped.
    """
    line = text[:most].encode("ascii", "backslashreplace").decode()
    return "".join([char if char.isprintable() else " " for char in line])[:most].strip()
