"""Grammars as people write them, by name, for tests."""

GRAMMARS: dict[str, str] = {
    "word": 'root ::= "yes" | "no"',
    "empty": "root ::=",
    "empty literal": 'root ::= ""',
    "diagnosis": """
root      ::= diagnosis
diagnosis ::= "arthritis" | "dengue" | "urinary tract infection" | "impetigo"
""",
    "json": r"""
root   ::= object
value  ::= object | array | string | number | ("true" | "false" | "null") ws
object ::= "{" ws ( string ":" ws value ("," ws string ":" ws value)* )? "}" ws
array  ::= "[" ws ( value ("," ws value)* )? "]" ws
string ::= "\"" (
    [^"\\\x7F\x00-\x1F] |   # anything plain
    "\\" (["\\bfnrt] | "u" [0-9a-fA-F]{4})
  )* "\"" ws
number ::= ("-"? ([0-9] | [1-9] [0-9]{0,15})) ("." [0-9]+)? ([eE] [-+]? [0-9] [1-9]{0,15})? ws
ws     ::= | " " | "\n" [ \t]{0,20}
""",
    "json list": r"""
root ::= "[" (item ("," item)*)? "]"
item ::= "{\"name\":" text ",\"age\":" ([0-9] | [1-9] [0-9]) "}"
text ::= "\"" char{1,20} "\""
char ::= [^"\\\x7F\x00-\x1F] | [\\] (["\\bfnrt] | "u" [0-9a-fA-F]{4})
""",
    "recursive string": r"""
root  ::= "\"" chars "\""
chars ::= [^"\\] chars | "\\" ["\\/bfnrt] chars |
""",
    "arithmetic": r"""
root  ::= (expr "=" ws term "\n")+
expr  ::= term ([-+*/] term)*
term  ::= ident | num | "(" ws expr ")" ws
ident ::= [a-z] [a-z0-9_]* ws
num   ::= [0-9]+ ws
ws    ::= [ \t\n]*
""",
    "bullets": r"""root ::= item+
# no line breaks inside
item ::= "- " [^\r\n\x0b\x0c\x85\u2028\u2029]+ "\n"
""",
    "numbered": 'root ::= "1. " line ([2-9] ". " line){0,8}\nline ::= [A-Z] [a-z ]+ [.!?] "\\n"',
    "chess": r"""
root ::= (
    # the opening
    "1. " move " " move "\n"

    ([1-9] [0-9]? ". " move " " move "\n")+
)
move    ::= (pawn | nonpawn | castle) [+#]?
nonpawn ::= [NBKQR] [a-h]? [1-8]? "x"? [a-h] [1-8]
pawn    ::= ([a-h] "x")? [a-h] [1-8] ("=" [NBKQR])?
castle  ::= "O-O" "-O"?
""",
    "c": r"""
root       ::= declaration*
declaration ::= type name "(" (type name)? ")" "{" statement* "}"
type       ::= ("int" | "float" | "char") ws
name       ::= [a-zA-Z_] [a-zA-Z_0-9]*
statement  ::= (type name ws "=" ws expression ";") |
    ("return" ws expression ";") |
    ("while" "(" condition ")" "{" statement* "}") |
    ("//" [^\n]* "\n") |
    ("/*" ([^*] | ("*" [^/]))* "*/")
condition  ::= expression ("<=" | "<" | "==" | "!=") expression
expression ::= term (("+" | "-") term)*
term       ::= factor(("*" | "/") factor)*
factor     ::= name | [0-9]+ | "-" factor | "(" ws expression ws ")"
ws         ::= ([ \t\n]+)
""",
    "japanese": r"""
root     ::= jp-char+ ([ \t\n] jp-char+)*
jp-char  ::= hiragana | katakana | punctuation | cjk
hiragana ::= [ぁ-ゟ]
katakana ::= [ァ-ヿ]
punctuation ::= [、-〾]
cjk      ::= [一-鿿]
""",
    "emoji": "root ::= [😀-🙏]{1,5}",
    "cyrillic": "root ::= [А-Я] [а-я]+",
    "escapes": r'root ::= "\x41\u00e9\U0001F600" [\x30-\x39\]\[\-\\] "\t\r\n\\\"\[\]\-"',
    "dash first": "root ::= [-a]+",
    "dash last": "root ::= [a-]+",
    "dash range": "root ::= [+--]+",
    "caret inside": "root ::= [a^]+",
    "any": "root ::= .{3,9}",
    "negated": r"root ::= [^a-z]{4} [^0-9\n]+",
    "letters without r": 'root ::= [^r"]+ "\\""',
    "hex": 'root ::= "#" [0-9a-fA-F]{6}',
    "capitals": "root ::= [A-Z] [A-Z_]* [0-9]?",
    "date": 'root ::= [0-9]{4} "-" ("0" [1-9] | "1" [0-2]) "-" ([0-2] [1-9] | "30")',
    "email": 'root ::= [a-z]+ ("." [a-z]+)? "@" [a-z0-9]+ "." ("com" | "org" | "net")',
    "url": 'root ::= "http" "s"? "://" host ("/" [a-z0-9-]+){0,}\nhost ::= [a-z]+ "." [a-z]{2,3}',
    "csv": 'root ::= row{2,4}\nrow ::= cell ("," cell)* "\\n"\ncell ::= [^,"\\n]* | "\\"" [^"]* "\\""',
    "xml": 'root ::= "<p>" (text | "<b>" text "</b>" | root)* "</p>"\ntext ::= [^<>&]+',
    "lisp": 'root ::= "(" [a-z]+ (" " (root | [0-9]+))* ")"',
    "palindromes": 'root ::= "a" root "a" | "b" root "b" | "c"',
    "brackets": 'root ::= "(" root ")" root | ""',
    "right recursive list": 'root ::= item ("," ws root)?\nitem ::= [a-z]+\nws ::= ([ \\t] ws)?',
    "counts": 'root ::= "a"? "b"* "c"+ "d"{2} "e"{1,} "f"{0,2} "g"{0} "h"{ 1 , 2 }',
    "repeated repetitions": 'root ::= (("a"{2})+){1,3} "b"?* "c"**',
    "repeated nothing": 'root ::= ("a" | )* ("" | "" ""){3} "b"',
    "nested empties": 'root ::= (((|)|"x")(|(|"y"|))) |',
    "unused": 'root ::= "a"\nunused ::= "b" unused\nother ::= root',
    "twice": 'root ::= "a"\nroot ::= "b"',
    "endless beside": 'root ::= endless | "a" endless* "b" endless?\nendless ::= "x" endless',
    "odd names": 'root ::= 1-x_Y -a\n1-x_Y ::= "1"\n-a ::= "2"',
    "tokens": "root ::= <think> thinking </think> [a-z]+\nthinking ::= !</think>+",
    "windows": 'root ::= a |\r\n  b # comment\r\n\r\na ::= "1"\r\nb ::= (\r\n"2"\r\n)\r\n',
    "mark": '\ufeffroot ::= "a"',
    "line in literal": 'root ::= "a\nb" [\n]',
    "indented": '\n    root ::= a b\n        # of two\n    a ::= "1" # one\n\n    b ::= "2"\n    ',
    "continued": 'root ::=\n\n  "a" |\n  # between\n\n  "b"',
    "long": "root ::= [a-z]{2000} [0-9]{300}",
    "one letter": "root ::= [a] [\\x00] [\\x01-\\x05]",
    "sql": r"""
root   ::= "SELECT " column (", " column)* " FROM " name (" WHERE " test (" AND " test)*)? ";"
column ::= name | "*" | "COUNT(" name ")"
test   ::= name " " ("=" | "<" | ">" | "LIKE") " " value
value  ::= [0-9]+ | "'" [^']* "'"
name   ::= [a-z] [a-z_]*
""",
}
