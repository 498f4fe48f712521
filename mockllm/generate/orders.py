"""What an order to answer in JSON, or after a schema, looks like in a sentence; the patterns `telling` reads with."""

import re

BLOCKED = (
    r"about|how|why|whether|what|that(?! is\b)|which(?! is\b)|explain|explanations?|understand|know|learn|validate"
    r"|parse|questions|functions?|methods?|code(?!.?block)|scripts?|class|classes|programs?|endpoints?|apis?|servers?"
    r"|services?|validators?|parsers?|typescript|python|javascript|java|rust|pydantic|zod|sql|yaml|xml|csv|toml"
    r"|schemas?(?! as\b)|library|libraries|interface|dataclass|prompts?|structs?|regex|commands?|cli|tools?"
)
"""What stands between the verb of an order for something else and JSON."""


def pattern(text: str) -> re.Pattern[str]:
    """A pattern whose spaces may be ends of lines."""
    return re.compile(text.replace(" ", "[ \n]"), re.IGNORECASE)


def gap(most: int) -> str:
    """A pattern of up to so many words in between."""
    return rf"(?:[^\w.!?]+(?!(?:{BLOCKED})\b)\w+){{0,{most}}}?[^\w.!?]+"


JSON = (
    r"(?:(?<!this )(?<!that )(?<!these )(?<!my )(?<!following )(?<!above )(?<!below )(?<!for )(?<!on )json\b"
    r"(?![\s-]?(?:schema|file|parser|librar|api\b|web|payload|document|column))|json (?:format|structure|shape)\b)"
)
SCHEMA = r"(?:json[\s_-]?)?schemas?\b"
TO_A_SCHEMA = (
    r"(?:according to|match(?:es|ing)?|us(?:e|ing)|follow(?:s|ing)?|obey(?:s|ing)?|conform(?:s|ing)? (?:to|with)"
    r"|adher(?:e|es|ing) to|compl(?:y|ies|ying) with|compatible with|valid (?:for|against)|fit(?:s|ting)?"
    r"|satisf\w+|per)"
    rf"(?: \w+){{0,4}}? {SCHEMA}"
)
ANSWER = r"(?:answer|respond|reply|return|output|provide|produce|give|generate|emit|format|extract|send|deliver|print)"
MAKE = (
    r"(?:describe|summari[sz]e|translate|extract|convert|turn|list|classify|rate|tell|analy[sz]e|parse|put|fill|render"
    r"|express|report|present|show|identify|find|name|encode|represent|transform|label|tag|score|evaluate|plan|invent"
    r"|imagine|make|create|give|state|record|write)"
)
FIRST = (
    r"(?:^\W*(?:\w+:\s|you |you'll )?|\n\W*|[,;:(—–]\s*| - "
    r"|\b(?:please|kindly|always|only|just|then|now|and|but|instead|simply|strictly|directly|finally"
    r"|(?:you|assistant|model) (?:must|should|shall|will|may|can|have to|need to|are to)"
    r"|(?:you|is|sure|remember|supposed|required|expected|instructed|asked|careful) to)\s+)"
)
"""What stands before the verb of an order."""

OF_AN_ANSWER = (
    r"(?:(?:an?|the|me|your|only|valid|sample|example|single|realistic|new|one|answers?|response|result|output|it"
    r"|everything|down|out|in|as) )*"
)
THIS_SCHEMA = rf"(?:this|the|that|a)(?: \w+){{0,2}}? {SCHEMA}"
FOR_ANSWERS = (
    r"(?: (?:strictly|exactly|below|above|(?:for|in|when) (?:your |the |all )?(?:answer|respon|repl|output)\w*))*"
)
YOU_ARE_ONE_WHO = r"^\W*you(?: are|'re)\b.*?\b(?:to|that|which|who|and|only|always) (?:only |always )?"
ASSISTANT = r"^\W*(?:the|this|an?) assistant (?:always |only )*"
MUST = r"(?:must|should|shall|has to|have to|needs? to|will be|to be|formatted)"
BUT = r"(?:but|except|other than|outside|besides)"
SAID = r"(?:answers?|responses?|reply|replies|output|results?|completion|messages?)"
APPENDED = (
    rf", ?(?:as|in) (?:an? |valid )*{JSON}"
    rf"|(?:, ?|^)(?:please |only )*{ANSWER} (?:only )?(?:in|as|with) (?:valid )?{JSON}:"
)
"""An order even where it ends a question."""

ORDERS = pattern(
    "|".join(
        (
            rf"{FIRST}(?:{ANSWER}|gimme|speak|fill in){gap(9)}{JSON}",
            rf"{FIRST}(?:write|create|make|use) {OF_AN_ANSWER}{JSON}",
            rf"{FIRST}{ANSWER}{gap(9)}{TO_A_SCHEMA}",
            rf"{FIRST}(?:answer|respond|reply) (?:in|with|by|to) (?:the \w+ of )?{THIS_SCHEMA}",
            rf"{FIRST}(?:use|follow|obey|match|adhere to|conform to|stick to) {THIS_SCHEMA}{FOR_ANSWERS}\W*$",
            rf"{FIRST}{MAKE}{gap(12)}(?:as|into|in|to) (?:an? |valid |strict |single |one |pure )*{JSON}",
            rf"\b(?:(?:i|we) (?:want|need|expect|would like|require)|i'd like)(?! to\b){gap(9)}{JSON}",
            rf"(?:{YOU_ARE_ONE_WHO}|{ASSISTANT})(?:{ANSWER}|replie|speak)s?(?:es)?{gap(5)}{JSON}",
            rf"(?<!['’]s )(?<!whose )(?<!its )\b{SAID}\b{gap(4)}{MUST}{gap(7)}(?:{JSON}|{TO_A_SCHEMA})",
            rf"\byour {SAID} (?:is|are|in|as|be){gap(5)}{JSON}",
            rf"^\W*(?:(?:response|output|answer) format|{SAID}|format): ?(?:\w+ )?(?:{JSON}|schema\b)",
            rf"^\W*(?:(?:only|just|strictly|valid|raw|pure|in|as) )+{JSON}",
            rf"^\W*{JSON} (?:only|output|please|format|mode)",
            rf"\b(?:nothing|anything|no text)(?: else)? {BUT}(?: \w+){{0,3}}? {JSON}",
            rf"{SCHEMA} (?:to follow|(?:of|for) (?:your|the|my|each) (?:answer|response|reply|output|expected))",
            r"\b(?:output|answer|response|reply) (?:json )?schema(?:\W*$| (?:is|below)\b)",
            APPENDED,
        )
    )
)
