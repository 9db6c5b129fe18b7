"""Message catalogue for the form of a text: its layout and the order of its lines.

`CODES` explains each code in one sentence; the numbers are stable, the wording may change. Messages about
unexpected words are in `grammar/syntax_messages.py`.
"""

from lazaretto.grammar.message import Message

CODES: dict[str, str] = {
    # the layout
    "G001": "Indent with spaces: editors show tabs in different widths.",
    "G002": "A line is indented like an earlier line, or deeper than the line that opens its block.",
    "G003": "A text begins and ends with a double quote on the same line.",
    "G004": "This character has no meaning in the language.",
    "G005": "An open bracket must be closed, on the same line or on a deeper one.",
    "G006": "A closing bracket matches an open one of its kind.",
    "G007": "Brackets can be nested fifty levels deep at most.",
    "G008": "Blocks can be nested twenty levels deep at most.",
    "G009": "A line has two thousand characters at most.",
    "G010": "Expressions can be nested a hundred levels deep at most.",
    "G011": "A file has a million characters at most.",
    "G012": "A number has nine digits at most.",
    # texts and signs
    "G013": "Braces in a text enclose an expression; a literal brace is written with a backslash.",
    "G014": "The braces in a text contain an expression.",
    "G015": 'A backslash is followed by `"`, `\\`, `{` or `}`.',
    "G016": "`true`, `false`, `null` and the like are written `yes`, `no` and `none`.",
    "G017": "The operators of other languages are written differently here.",
    "G018": "A text is written in double quotes.",
    # lines and blocks
    "G020": "This word is not expected here.",
    "G021": "A line that opens a block is followed by deeper lines.",
    "G022": "Only a line that opens a block is followed by deeper lines.",
    "G023": "This line belongs in another block, or at the margin.",
    "G024": "`set` and `add` change a value; `let` introduces a new name.",
    "G025": "A line does not end with a colon; indentation marks the block.",
    "G026": "A line begins with a keyword or a name.",
    "G027": "`else` follows an `if`, indented like it.",
    "G028": "A keyword is used where a name is expected.",
    "G029": "The line ends before it is complete.",
    # order and number of things
    "G030": "A text alone on a line is documentation and comes first in its declaration.",
    "G031": "`all` needs a `where` with the condition for each member.",
    "G032": "`those` gives each member a new name.",
    "G033": "Only a name or an attribute can be set.",
    "G034": "`else` comes last in a `match`.",
    "G035": "`move ... from` moves an amount of a supply.",
    "G036": "A clause is written once.",
    "G037": "A block has one line of this kind.",
    "G038": "A range goes from the lower to the higher number and is not too long.",
    "G039": "Only a number has a range.",
    "G040": "This clause cannot be used with this rule.",
    "G041": "Clauses come first in the block.",
    "G042": "`forbid` needs a reason, which the players read.",
    "G043": "`over` is used with `replace` and names the replacement that loses.",
    # malformed examples
    "G044": "An attribute is a name, a colon and a type.",
    "G045": "An attribute has a type before its default.",
    "G046": "A member's attribute gets its value with `=`.",
    "G047": "A loop over a set is written `for each`.",
    "G048": "The name of a procedure or a value is followed by brackets, even empty ones.",
    "G049": "An action names its menu.",
    "G050": "`choose` names the set to choose from with `in`.",
    "G051": "An amount is an amount `of` something.",
    "G052": "A comparison has two sides.",
    "G053": "A kind is named with `a` or `an` after `is`.",
    "G054": "`my` is followed by a dot and an attribute; alone it is `me`.",
    "G055": "A condition ends with its line.",
    "G056": "`repeat` needs `times`, `while` or `forever`.",
    "G057": "An outcome needs `when` and a condition.",
    "G058": "A reason is given with `because`.",
    "G059": "A reason is given with `else`.",
    "G060": "The text of a `say` is written in double quotes.",
    "G061": "After the type come, in this order, the default, the lifetime and who sees it.",
    "G062": "A value is set with `to`.",
    "G063": "`once` names what it counts with `for`.",
    "G064": "A track has numbers: a range or one for each space.",
    "G068": "Numbers are whole.",
    "G069": "A name is one word; write `_` for each space of a name in a table.",
    "G067": "Keywords cannot be names.",
    "G066": "A word that depends on a number has two forms: singular and plural.",
    "G065": "In a condition that a reason can follow, `if ... else` is written in brackets.",
    "G090": "A rule that reveals a secret on purpose gives a reason.",
}

# --- the layout

TAB = Message(
    "G001",
    "the indentation contains a tab",
    "indent each level by {step} spaces; `lazaretto fmt` does it for you",
)
FIRST_LINE_INDENTED = Message("G002.first", "the first line is indented", "begin it at the margin")
STRANGE_INDENT = Message(
    "G002.strange",
    "the indentation of this line matches no line above it",
    "indent it by {outer} or by {inner} spaces",
)
UNCLOSED_BRACKET = Message("G005", "this `{bracket}` is not closed", "add `{closing}` where it ends")
WRONG_BRACKET = Message("G006.wrong", "`{bracket}` does not close `{open}`", "write `{closing}`")
LONELY_BRACKET = Message(
    "G006.lonely", "this `{bracket}` has no opening bracket", "remove it, or add `{opening}` before it"
)
BRACKETS_TOO_DEEP = Message(
    "G007", "brackets are nested more than {most} levels deep here", "name parts of it with `let`"
)
BLOCKS_TOO_DEEP = Message(
    "G008",
    "blocks are nested more than {most} levels deep here",
    "move the inner part to a procedure of its own",
)
LONG_LINE = Message(
    "G009", "this line has {length} characters", "a line has at most {most}; break it inside brackets"
)
EXPRESSION_TOO_DEEP = Message(
    "G010", "this expression is nested more than {most} levels deep", "name parts of it with `let`"
)
LONG_TEXT = Message(
    "G011", "this file has {length} characters", "a file has at most {most}; split it into several modules"
)
LARGE_NUMBER = Message("G012", "this number is too large", "the largest is 999999999")

# --- texts and signs

UNCLOSED_BRACE = Message(
    "G013.unclosed",
    "this `{{` is not closed",
    "add `}}` after the expression, or write `\\{{` for a literal brace",
)
LONELY_BRACE = Message("G013.lonely", "this `}}` has no opening brace", "write `\\}}` for a literal brace")
EMPTY_BRACES = Message(
    "G014", "these braces are empty", "write an expression in them, or `\\{{` for a literal brace"
)
UNKNOWN_ESCAPE = Message(
    "G015",
    "`\\{letter}` has no meaning in a text",
    'a backslash can only come before `"`, `\\`, `{{` or `}}`',
)
PLURAL_FORMS = Message(
    "G066.number",
    "the number must be followed by two words, each after a `|`",
    "write the singular, then the plural: `{{n|step|steps}}`",
)
PLURAL_NUMBER = Message(
    "G066.one",
    "the two words must follow the number that decides between them",
    "write `{{n|{one}|{other}}}`, or `{{|{one}|{other}}}` for the number in the text before",
)
PLURAL_WORDS = Message(
    "G066.words",
    "the words after `|` must be plain text, without braces or quotes",
    'write `{{"..." if n = 1 else "..."}}`; these texts may contain braces',
)
FOREIGN_VALUE = Message("G016", "`{word}` is not a value in this language", "write `{instead}`")

# --- blocks, and the order and number of things in them

NOTHING_DONE = Message(
    "G021.hook", "this rule has no statements", "write a statement in the block below, or `nothing`"
)
LATE_DOCUMENTATION = Message(
    "G030.late",
    "a text alone on a line is documentation, which must come first in its block",
    'move it up, write a comment with `#`, or `say "..."` to show it to the players',
)
STRAY_DOCUMENTATION = Message(
    "G030.stray",
    "a text alone on a line is documentation, which must come first in a declaration",
    'write a comment with `#`, or `say "..."` to show it to the players',
)
ALL_WITHOUT_WHERE = Message(
    "G031",
    "`all` needs `where` and a condition",
    "write `all {name} in ... where` and the condition that each must meet",
)
THOSE_WITHOUT_NAME = Message(
    "G032",
    "`those ... in` needs a new name for the members",
    "write `those x in ...`, or `those VALUE over x in ...`",
)
CANNOT_SET = Message("G033", "only a name or an attribute can be set", "write `set x to` or `set x.y to`")
ELSE_NOT_LAST = Message("G034", "a `match` has one `else`, as its last case", "move it to the end")
MOVE_WITHOUT_AMOUNT = Message(
    "G035", "`move ... from` needs an amount of a supply", "write `move 1 of ... from ... to ...`"
)
CLAUSE_TWICE = Message("G036.clause", "`{clause}` is written twice here", "join them with `and`")
TWICE_IN_CHOICE = Message("G036.choice", "`{clause}` is written twice in this choice", "remove one of them")
QUESTION_TWICE = Message("G036.question", "this choice has two questions", "remove one of them")
ACTIVE_TWICE = Message(
    "G037.active", "`active` is written twice in this kind", "join the conditions with `or`"
)
LINE_TWICE = Message("G037.line", "`{word}` is written twice here", "remove one of them")
EMPTY_RANGE = Message("G038.range", "a range from {low} to {high} is empty", "write the lower number first")
BAD_TRACK = Message(
    "G038.track",
    "a track cannot go from {low} to {high}",
    "write the lower number first; a track has at most {most} spaces",
)
RANGE_WITHOUT_NUMBER = Message("G039", "only a `number` can have a range", "write `number {low}..{high}`")
FOREIGN_CLAUSE = Message("G040", "`{word}` takes no `{clause}`", "it takes {allowed}")
LATE_CLAUSE = Message(
    "G041", "a clause must come before the statements of its block", "move it up, right below the header"
)
FORBID_WITHOUT_REASON = Message(
    "G042",
    "`forbid` needs a reason",
    'add `because "..."`; players read it when they try',
)
REVEALS_WITHOUT_REASON = Message(
    "G090", "`reveals` needs a reason", 'write why the rule reveals this: `reveals NAME "..."`'
)
OVER_WITHOUT_REPLACE = Message(
    "G043", "`over` can be used only with `replace`", "write `replace` before the declaration"
)
