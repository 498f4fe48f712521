"""Formats as patterns, for crossing them with what else a schema demands of a text.

Each has the texts one expects first, then ever more of them; the last pattern matches all texts of the format, if
others too, so what doesn't meet that one has no text at all. What a format really is, the validator says.
"""

from collections.abc import Iterable

from .lists import FIRST_NAMES, LAST_NAMES

FIRST = "|".join(name.lower() for name in FIRST_NAMES if name.isascii() and name.isalpha())
LAST = "|".join(name.lower() for name in LAST_NAMES if name.isascii() and name.isalpha())
MONTH_AND_DAY = "(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])"
CLOCK = "(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]"
ZONE = "(?:Z|[+-](?:0[0-9]|1[0-2]):[03]0)"
ANY_MONTH_AND_DAY = "(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])"
ANY_DAY = f"[0-9]{{4}}-{ANY_MONTH_AND_DAY}"
ANY_CLOCK = r"(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-6][0-9](?:\.[0-9]+)?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])"
OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])"
LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?"
PATH = "(?:/[a-z0-9-]+)*"
REST = r"[A-Za-z0-9._~:/?#@!$&'()*+,;=-]*"
POINTER = "(?:/(?:[^/~]|~[01])*)*"
HOST = r"[a-z]+(?:\.[a-z]+)*\.(?:com|org|net|io|dev)"

EMAIL = (
    rf"^(?:{FIRST})\.(?:{LAST})@(?:{HOST})$",
    rf"^(?:{FIRST})@{LABEL}(?:\.{LABEL})*$",
    rf"^[A-Za-z0-9_%+-]+(?:\.[A-Za-z0-9_%+-]+)*@{LABEL}(?:\.{LABEL})*$",
    r"[\s\S]@[\s\S]",
)
HOSTNAME = (rf"^{HOST}$", rf"^{LABEL}(?:\.{LABEL})*$")
URI = (
    rf"^https://{HOST}{PATH}$",
    rf"^[a-z][a-z0-9+.-]*://{LABEL}(?:\.{LABEL})*(?:/{REST})?$",
    rf"^[a-z][a-z0-9+.-]*:{REST}$",
    "^[A-Za-z][A-Za-z0-9+.-]*:",
)
REFERENCE = (rf"^/[a-z]+{PATH}$", rf"^{REST}$", "")

PATTERNS: dict[str, tuple[str, ...]] = {
    "date": (f"^202[5-6]-{MONTH_AND_DAY}$", f"^(?:19|20)[0-9]{{2}}-{ANY_MONTH_AND_DAY}$", f"^{ANY_DAY}$"),
    "time": (f"^{CLOCK}Z$", f"^{CLOCK}{ZONE}$", f"^{ANY_CLOCK}$"),
    "date-time": (
        f"^202[5-6]-{MONTH_AND_DAY}T{CLOCK}Z$",
        rf"^202[5-6]-{MONTH_AND_DAY}T{CLOCK}(?:\.[0-9]+)?{ZONE}$",
        rf"^(?:19|20)[0-9]{{2}}-{MONTH_AND_DAY}T{CLOCK}(?:\.[0-9]+)?{ZONE}$",
        f"^{ANY_DAY}[Tt ]{ANY_CLOCK}$",
    ),
    "duration": (
        "^P(?:[1-9][0-9]?[DW]|T[1-9][0-9]?[HM])$",
        "^P(?=[0-9]|T[0-9])(?:[0-9]+Y)?(?:[0-9]+M)?(?:[0-9]+D)?(?:T(?=[0-9])(?:[0-9]+H)?(?:[0-9]+M)?(?:[0-9]+S)?)?$",
        "^P[0-9YMWDTHS]+$",
    ),
    "email": EMAIL,
    "idn-email": EMAIL,
    "hostname": (*HOSTNAME, r"^[A-Za-z0-9.-]+$"),
    "idn-hostname": (*HOSTNAME, ""),
    "ipv4": (rf"^192\.0\.2\.{OCTET}$", rf"^{OCTET}(?:\.{OCTET}){{3}}$"),
    "ipv6": (
        "^[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){0,4}::[0-9a-f]{1,4}$",
        "^[0-9A-Fa-f]{1,4}(?::[0-9A-Fa-f]{1,4}){7}$",
        "^[0-9A-Fa-f:.]{2,45}$",
    ),
    "uri": URI,
    "iri": (*URI[:-1], "^[^:]*:"),
    "uri-reference": REFERENCE,
    "iri-reference": REFERENCE,
    "uri-template": (rf"^https://{HOST}{PATH}/\{{[a-z]+\}}$", rf"^{REST}(?:\{{[a-z]+\}}{REST})*$", ""),
    "uuid": (
        "^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$",
        "^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$",
    ),
    "regex": ("^[a-z0-9]+$", r"^\^?(?:[a-z0-9 ]|\\[.()\[\]{}*+?|^$dws-]|\([a-z]+\)|\[[a-z]+\]|[a-z][*+?]|\.)*\$?$", ""),
    "json-pointer": ("^(?:/[a-z0-9_-]+)+$", f"^{POINTER}$"),
    "relative-json-pointer": ("^[0-9](?:/[a-z0-9_-]+)+$", f"^(?:0|[1-9][0-9]*)(?:#|{POINTER})$"),
}  # fmt: skip
"""Those that the validator checks."""


def rounds(formats: Iterable[str]) -> list[tuple[str, ...]]:
    """Returns the patterns for some formats together, those for what one expects first, those for all texts last."""
    known = [PATTERNS[name] for name in formats if name in PATTERNS]
    most = max(map(len, known), default=1)
    return [tuple(tiers[min(at, len(tiers) - 1)] for tiers in known) for at in range(most - 1)] + [
        tuple(tiers[-1] for tiers in known)
    ]
