"""Message catalogue for the form of a text: its layout and the order of its lines.

`CODES` explains each code in one sentence; the numbers are stable, the wording may change. Messages about
unexpected words are in `grammar/syntax_messages.py`.
"""

from grammar.message import Message

CODES: dict[str, str] = {
    # the layout
    "G001": "Indentation is made of spaces; a tab has no width that everybody agrees on.",
    "G002": "A line is indented like a line above it, or deeper than the line that its block belongs to.",
    "G003": "A text begins and ends with a double quote on the same line.",
    "G004": "This sign has no meaning in the language.",
    "G005": "A bracket that is opened must be closed, on the same line or on a deeper one.",
    "G006": "A closing bracket belongs to an open one of its kind.",
    "G007": "Brackets nest fifty deep at most.",
    "G008": "Blocks nest twenty deep at most.",
    "G009": "A line has two thousand characters at most.",
    "G010": "An expression nests a hundred deep at most.",
    "G011": "A text has a million characters at most.",
    "G012": "A number has nine digits at most.",
    # texts and signs
    "G013": "Braces in a text enclose an expression; the signs themselves are written with a backslash.",
    "G014": "Between the braces of a text stands an expression.",
    "G015": 'After a backslash stands one of `"`, `\\`, `{` and `}`.',
    "G016": "The values of other languages have names of their own here: `yes`, `no`, `none`.",
    "G017": "The operators of other languages are written differently here.",
    "G018": "A text stands between double quotes.",
    # lines and blocks
    "G020": "Something else is expected where this word stands.",
    "G021": "A line that opens a block has deeper lines below it.",
    "G022": "Only a line that opens a block has deeper lines below it.",
    "G023": "This line belongs into another block, or to the margin.",
    "G024": "A value changes by `set` or `add`, and a new name comes by `let`.",
    "G025": "No colon stands at the end of a line; the block is seen by its indentation.",
    "G026": "A line begins with a word that says what it is.",
    "G027": "`else` follows an `if`, indented like it.",
    "G028": "A word of the language stands where a name is expected.",
    "G029": "The line ends before it is complete.",
    # order and number of things
    "G030": "A text alone on a line is documentation and stands first in its declaration.",
    "G031": "`all` has a `where` that says what holds for each.",
    "G032": "`those` gives each member a new name.",
    "G033": "What is set is a name or an attribute.",
    "G034": "`else` stands last in a `match`.",
    "G035": "`move ... from` moves an amount of a supply.",
    "G036": "A clause stands once.",
    "G037": "A line of this kind stands once in a block.",
    "G038": "A range goes from the lower to the higher number and has a sensible length.",
    "G039": "Only a number has a range.",
    "G040": "This clause belongs to other rules.",
    "G041": "Clauses stand first in the block below the header.",
    "G042": "What is forbidden has a reason, which the players read.",
    "G043": "`over` says which replacement is replaced.",
    # malformed examples
    "G044": "An attribute is a name, a colon and a type.",
    "G045": "An attribute has a type before its default.",
    "G046": "A member's attribute gets its value with `=`.",
    "G047": "A loop over a set is written `for each`.",
    "G048": "A procedure and a value have brackets after the name, empty ones too.",
    "G049": "An action says in which menu it stands.",
    "G050": "A choice is made `in` a set.",
    "G051": "An amount is an amount `of` something.",
    "G052": "A comparison has two sides.",
    "G053": "A kind is named with `a` or `an` after `is`.",
    "G054": "`my` is followed by a dot and an attribute; alone it is `me`.",
    "G055": "A condition ends with its line.",
    "G056": "`repeat` says how often: `times`, `while` or `forever`.",
    "G057": "An outcome says `when` it comes.",
    "G058": "A reason is given with `because`.",
    "G059": "A reason is given with `else`.",
    "G060": "What is said stands in double quotes.",
    "G061": "What follows a type has an order: default, lifetime, who sees it.",
    "G062": "A value is set with `to`.",
    "G063": "`once` names what it counts with `for`.",
    "G064": "A track has numbers: a range or one for each space.",
    "G068": "Numbers are whole.",
    "G069": "A name is one word; `_` stands for the spaces of a name in a table.",
    "G067": "Some words are never names.",
    "G066": "A word that depends on a number has two forms: for one, and for any other number.",
    "G065": "A condition that a reason may follow has `if ... else` only in brackets.",
    "G090": "A rule that tells a secret on purpose says why.",
}

# --- the layout

TAB = Message(
    "G001", "a tab stands in the indentation", "indent by {step} spaces a step; `lazaretto fmt` does it"
)
FIRST_LINE_INDENTED = Message("G002.first", "the first line is indented", "begin it at the margin")
STRANGE_INDENT = Message(
    "G002.strange", "this line is indented like no line above it", "indent it by {outer} or by {inner} spaces"
)
UNCLOSED_BRACKET = Message("G005", "this `{bracket}` is not closed", "write `{closing}` where it ends")
WRONG_BRACKET = Message("G006.wrong", "`{bracket}` does not close `{open}`", "write `{closing}`")
LONELY_BRACKET = Message(
    "G006.lonely", "this `{bracket}` closes nothing", "remove it, or write `{opening}` before"
)
BRACKETS_TOO_DEEP = Message(
    "G007", "brackets stand more than {most} deep here", "name parts of it with `let`"
)
BLOCKS_TOO_DEEP = Message(
    "G008", "blocks stand more than {most} deep here", "move the inner part to a procedure of its own"
)
LONG_LINE = Message(
    "G009", "this line has {length} characters", "a line has at most {most}; break it inside brackets"
)
EXPRESSION_TOO_DEEP = Message(
    "G010", "this expression is nested more than {most} deep", "name parts of it with `let`"
)
LONG_TEXT = Message(
    "G011", "this text has {length} characters", "a text has at most {most}; split it into modules"
)
LARGE_NUMBER = Message("G012", "this number is too large", "the largest is 999999999")

# --- texts and signs

UNCLOSED_BRACE = Message(
    "G013.unclosed",
    "this `{{` is not closed",
    "write `}}` behind the expression, or `\\{{` for the sign",
)
LONELY_BRACE = Message("G013.lonely", "this `}}` closes nothing", "write `\\}}` for the sign")
EMPTY_BRACES = Message(
    "G014", "nothing stands between these braces", "write an expression, or `\\{{` for the sign"
)
UNKNOWN_ESCAPE = Message(
    "G015", "`\\{letter}` means nothing in a text", 'a backslash stands before `"`, `\\`, `{{` or `}}`'
)
PLURAL_FORMS = Message(
    "G066.number",
    "after the number stand two words, each after a `|`",
    "write the word for one and the word for any other number: `{{n|step|steps}}`",
)
PLURAL_WORDS = Message(
    "G066.words",
    "the words after `|` are plain text, without braces and quotes",
    'write `{{"..." if n = 1 else "..."}}`; its texts may have braces of their own',
)
FOREIGN_VALUE = Message("G016", "`{word}` is no value here", "write `{instead}`")

# --- blocks, and the order and number of things in them

NOTHING_DONE = Message("G021.hook", "what is to be done is missing", "write a statement below, or `nothing`")
LATE_DOCUMENTATION = Message(
    "G030.late",
    "a text alone on a line is documentation, which stands first in its block",
    'move it up, write a comment with `#`, or `say "..."` to tell it to the players',
)
STRAY_DOCUMENTATION = Message(
    "G030.stray",
    "a text alone on a line is documentation, which stands first in a declaration",
    'write a comment with `#`, or `say "..."` to tell it to the players',
)
ALL_WITHOUT_WHERE = Message(
    "G031",
    "`all` says nothing without `where`",
    "write `all {name} in ... where` and what holds for each",
)
THOSE_WITHOUT_NAME = Message(
    "G032",
    "`those ... in` takes a new name for each member",
    "write `those x in ...`, or `those VALUE over x in ...`",
)
CANNOT_SET = Message("G033", "only a name or an attribute can be set", "write `set x to` or `set x.y to`")
ELSE_NOT_LAST = Message("G034", "`else` stands last in a `match`, and once", "move it to the end")
MOVE_WITHOUT_AMOUNT = Message(
    "G035", "`move ... from` takes an amount of a supply", "write `move 1 of ... from ... to ...`"
)
CLAUSE_TWICE = Message("G036.clause", "`{clause}` stands twice here", "join them with `and`")
TWICE_IN_CHOICE = Message("G036.choice", "`{clause}` stands twice in this choice", "remove one of them")
QUESTION_TWICE = Message("G036.question", "the question stands twice in this choice", "remove one of them")
ACTIVE_TWICE = Message("G037.active", "`active` stands twice in this kind", "join the conditions with `or`")
LINE_TWICE = Message("G037.line", "`{word}` stands twice here", "remove one of them")
EMPTY_RANGE = Message("G038.range", "a range from {low} to {high} is empty", "write the lower number first")
BAD_TRACK = Message(
    "G038.track",
    "a track from {low} to {high} cannot be",
    "write the lower number first, and at most {most} spaces",
)
RANGE_WITHOUT_NUMBER = Message("G039", "only `number` has a range", "write `number {low}..{high}`")
FOREIGN_CLAUSE = Message("G040", "`{word}` has no `{clause}`", "it takes {allowed}")
LATE_CLAUSE = Message(
    "G041", "a clause stands before the statements of its block", "move it up below the header"
)
FORBID_WITHOUT_REASON = Message(
    "G042",
    "`forbid` needs a `because`",
    'add `because "..."`: the players read it as the reason',
)
REVEALS_WITHOUT_REASON = Message(
    "G090", "`reveals` says why the rule tells a secret", 'write the reason: `reveals NAME "..."`'
)
OVER_WITHOUT_REPLACE = Message(
    "G043", "`over` belongs to a `replace`", "write `replace` before the declaration"
)
