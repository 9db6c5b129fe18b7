"""Messages about words that the grammar does not expect; `grammar/layout_messages.py` lists the codes."""

from lazaretto.grammar.message import Message, variants

# --- signs and lines of other languages

UNCLOSED_TEXT = Message(
    "G003", "this text has no closing quote", 'add `"` where it ends; write `\\"` for a quote inside it'
)
SEMICOLON = Message("G004.semicolon", "`;` has no meaning here", "write each statement on its own line")
BRACE_OUTSIDE_TEXT = Message(
    "G004.brace", "`{sign}` has no meaning outside a text", "indent the lines of a block instead"
)
INVISIBLE = Message(
    "G004.invisible", "there is an invisible character here: U+{number:04X}", "remove it, or write a space"
)
UNKNOWN_SIGN = Message("G004.sign", "`{sign}` has no meaning here", "remove it, or put it in a text")
FOREIGN_SIGN = Message("G017.sign", "`{sign}` is not an operator of this language", "write `{instead}`")
FOREIGN_ASSIGNMENT = Message(
    "G017.assignment",
    "`:=` is not an operator of this language",
    "write `set ... to ...`, or `let ... = ...` for a new name",
)
DOUBLE_SLASH = Message(
    "G017.slashes",
    "`//` is not an operator of this language",
    "`/` divides and rounds down; a comment begins with `#`",
)
FRACTION = Message(
    "G068",
    "numbers are whole, so `{number}` cannot be written",
    "count in smaller units, or multiply first and then divide: `n * 3 / 2`",
)
SPACED_NAME = Message("G069", "a name cannot contain spaces", "write `{name}`")
RESERVED = Message("G067", "`{word}` is a keyword and cannot be a name here", "choose another name")
FOREIGN_QUOTES = Message("G018", "a text must be in double quotes", 'write `"{text}"`')
NO_BLOCK = Message(
    "G021.block",
    "`{first}` has no block below it",
    "write it on the next line, {step} spaces deeper; write `nothing` for an empty block",
)
UNWANTED_BLOCK = Message(
    "G022",
    "this line is indented deeper, but the line above does not open a block",
    "indent it like the line above",
)
CHANGED_WITH_ADD = Message("G024.add", "use `add` to change a number", "write `add {amount} to {target}`")
CHANGED_WITH_SET = Message("G024.set", "use `set` to change a value", "write `set {target} to {value}`")
CHANGED_OR_NEW = Message(
    "G024.let",
    "use `set` to change a value",
    "write `set {target} to {value}`, or `let {target} = {value}` for a new name",
)
FINAL_COLON = Message(
    "G025",
    "this line must not end with a colon",
    "remove it; the indented lines below are the block",
)
ELSE_WITHOUT_IF = Message(
    "G027", "this `else` has no `if`", "write it below the block of an `if`, indented like the `if`"
)
THEN_AFTER_CONDITION = Message(
    "G055", "`then` is not used after a condition", "write the statements on the next lines, indented deeper"
)

# --- the first word of a line

FOREIGN_START = Message("G026.foreign", "no line begins with `{first}`", "write `{instead}`")
CALL = Message(
    "G026.call", "no line begins with `{first}`", "write the procedure's name and its arguments: `NAME(...)`"
)
IMPORT = Message(
    "G026.import",
    "no line begins with `{first}`",
    "list other modules in `scenario.toml`, under `modules` or `uses`",
)
SIMILAR_START = Message("G026.similar", "no line begins with `{first}`", "did you mean `{near}`?")
UNKNOWN_START = Message(
    "G026.unknown", "no line begins with `{first}` here", "a line here can begin with {allowed}"
)
BELONGS_INTO_BLOCK = Message(
    "G023.block",
    "`{first}` cannot be used here",
    "move it into a block, such as that of a `to` or an `action`",
)
BELONGS_TO_MARGIN = Message(
    "G023.margin",
    "`{first}` cannot be used here",
    "write it at the margin, or in the block of another declaration",
)
BELONGS_ELSEWHERE = Message(
    "G023.elsewhere",
    "`{first}` cannot be used here",
    "move it to another block; a line here can begin with {allowed}",
)
NO_NAME_AFTER = Message("G028.after", "expected a name after `{word}`")
NO_NAME_BEFORE = Message("G028.before", "expected a name before `{word}`")
CALL_WITHOUT_BRACKETS = Message(
    "G048.call", "expected `(` after `{first}`", "write `{first}(...)` to call it"
)
RULE_WITHOUT_BRACKETS = Message(
    "G048.rule",
    "expected `(` after `{name}`",
    "write `{head}()`, with one `_` for each argument: `{head}(_)`",
)
CHANGE_WITHOUT_BRACKETS = Message(
    "G048.change",
    "expected `(` after `{name}`",
    "if `{name}` is a value, write `{head}()`, with one `_` for each argument; "
    "to change a track, a variable or an attribute, write `advance`, `add` or `set` in a rule",
)

# --- what was expected instead

EXPECTED_AT_START = Message("G020.start", "expected {wanted}, found {found}")
LINE_ENDS = Message("G029.line", "expected {wanted} after {after}, but the line ends")
BRACES_END = Message("G029.braces", "expected {wanted} after {after}, but the braces end")
EXPECTED = Message("G020.after", "expected {wanted} after {after}, found {found}")

A_VALUE = Message("expected.value", "a value")
A_STATEMENT = Message("expected.statement", "a statement")
A_DECLARATION = Message("expected.declaration", "a declaration")
AN_OPERATOR = Message("expected.operator", "an operator")
A_TEXT = Message("expected.text", "a text")
TERMINALS = variants(
    "expected",
    {
        "NAME": "a name",
        "NUMBER": "a number",
        "STRING": "a text in double quotes",
        "_NEWLINE": "the end of the line",
    },
)
"""Terminals of the grammar that are not words of the language."""

THE_FORM = Message("form", "the form is {form}")
FORMS = variants(
    "form",
    {
        "set": "`set NAME to VALUE`",
        "add": "`add NUMBER to NAME`",
        "let": "`let NAME = VALUE`",
        "return": "`return VALUE`",
        "if": "`if CONDITION`",
        "else": "`else` or `else if CONDITION`",
        "match": "`match VALUE`, then `when MEMBER` in its block",
        "for": "`for each NAME in SET where CONDITION`",
        "together": "`together for each NAME in PLAYERS where CONDITION`, then a choice in its block",
        "no": "`no undo`",
        "repeat": "`repeat NUMBER times`, `repeat while CONDITION` or `repeat forever`",
        "put": "`put NUMBER of SUPPLY on HOLDER`, with brackets around a sum",
        "take": "`take NUMBER of SUPPLY from HOLDER`, with brackets around a sum",
        "move": "`move PIECES to PILE` or `move NUMBER of SUPPLY from HOLDER to HOLDER`",
        "shuffle": "`shuffle PILE`",
        "spread": "`spread LIST through PILE`",
        "roll": "`roll DICE`",
        "show": "`show PIECES to PLAYERS`",
        "advance": "`advance TRACK by NUMBER`",
        "retreat": "`retreat TRACK by NUMBER`",
        "needs": '`needs CONDITION else "reason"`',
        "choose": '`choose NAME in SET where CONDITION by PLAYER "prompt" else "reason"`',
        "arrange": '`arrange LIST by PLAYER as NAME "prompt"`',
        "confirm": '`confirm NAME by PLAYER "question"`',
        "consent": '`consent of PLAYER "question" when CONDITION`',
        "offer": '`offer MENU to PLAYER with MENU "prompt"`',
        "window": '`window MENU for PLAYER "prompt"`',
        "once": "`once per PHASE for VALUE, VALUE`",
        "say": '`say "text"`',
        "reveals": '`reveals NAME "reason"`',
        "tell": '`tell PLAYERS "text"`',
        "win": '`win "text" for PLAYERS`; add `when CONDITION` at the margin',
        "lose": '`lose "text" for PLAYERS`; add `when CONDITION` at the margin',
        "draw": '`draw "text"`',
        "kind": "`kind NAME`, `kind NAME is a KIND`, `kind NAME is one of NAME, NAME` "
        "or `kind NAME links KIND`, also with `one way`; then `for each KIND, KIND`, `times NUMBER`",
        "extend": "`extend kind NAME`, `extend menu NAME`, `extend action NAME` or `extend KIND NAME`",
        "replace": "`replace DECLARATION over MODULE`",
        "remove": "`remove WORD NAME`, such as `remove to NAME`",
        "prefer": "`prefer MODULE over MODULE`, also with `in NAME`",
        "alias": "`alias OLD for NEW`, where OLD and NEW are names, or `KIND.NAME` for an attribute",
        "var": "`var NAME : TYPE = VALUE per PHASE seen by PLAYERS`",
        "supply": "`supply NAME of NUMBER`",
        "track": "`track NAME 0..8` or `track NAME 2 2 3`",
        "pile": "`pile NAME of KIND per campaign seen by PLAYERS`",
        "option": '`option NAME : TYPE = VALUE "label"`',
        "value": "`value NAME(PARAMETERS) : TYPE = VALUE`",
        "menu": '`menu NAME "label"`',
        "action": '`action NAME in MENU "label"`',
        "to": "`to NAME(PARAMETERS) : TYPE`",
        "phase": "`phase NAME(PARAMETERS)`",
        "invariant": '`invariant "text" CONDITION`',
        "goal": '`goal "text" when CONDITION`',
        "test": '`test "name"`',
        "look": "`look KEY VALUE, KEY VALUE`, or `look NAME KEY VALUE` at the margin",
        "change": "`change NAME(PATTERNS) to VALUE when CONDITION`, also `by`, `at least`, `at most`",
        "before": "`before NAME(PATTERNS) when CONDITION`",
        "after": "`after NAME(PATTERNS) when CONDITION`",
        "instead": "`instead of NAME(PATTERNS) when CONDITION`",
        "forbid": '`forbid NAME(PATTERNS) when CONDITION because "text"`',
        "active": "`active for NAME when CONDITION`",
        "starts": "`starts with KIND, KIND`",
        "limit": "`limit NUMBER per PHASE`",
        "cost": "`cost NUMBER`",
        "given": "`given STATEMENT`, `given players NAME`, `given option NAME = VALUE` "
        "or `given seed NUMBER`",
        "when": '`when STATEMENT`, `when PLAYER does "choice"` or `when next game`',
        "then": '`then CONDITION`, `then PLAYER may "choice"`, `then asks PLAYER` or `then won`',
        "leave": "`leave open`",
        "seen": "`seen by all` or `seen by owner`",
    },
)
"""The form of the line that begins with a word."""

# --- malformed examples: see `grammar/error_examples.py`

NO_COLON = Message("G044.missing", "expected `:` after the attribute's name", "write `{before} : {word}`")
NO_TYPE = Message(
    "G044.alone",
    "expected `:` and a type after the attribute's name",
    "write `{before} : number`, or another type",
)
NO_TYPE_BEFORE_DEFAULT = Message(
    "G045", "expected `:` and a type before the default", "write `{before} : number = ...`, or another type"
)
NO_EQUALS_SIGN = Message(
    "G046", "expected `=` before the value of a member's attribute", "write `{before} = ...`"
)
NO_EACH = Message("G047", "expected `each` after `for`", "write `for each {word} in ...`")
NO_BRACKETS = Message(
    "G048.declaration",
    "expected `(` after the name",
    "write `{first} {before}()`, with the names of its parameters in the brackets",
)
NO_MENU = Message(
    "G049",
    "expected `in` and a menu after the action's name",
    "write `action {before} in` and the menu that offers it",
)
NO_SET = Message("G050", "expected `in` and a set after the name", "write `choose NAME in ...`")
NO_OF = Message("G051.missing", "expected `of` after the amount", "write `{first} {before} of ...`")
BARE_SUM = Message(
    "G051.sum", "an amount that is a sum needs brackets", "write `{first} ({before} {word} ...) of ...`"
)
THREE_SIDES = Message("G052", "a comparison can have only two sides", "join two comparisons with `and`")
NO_ARTICLE = Message(
    "G053.comparison",
    "expected `a` after `{before}`",
    "write `{before} a {word}` for a kind; values are compared with `=` and `!=`",
)
CONDITIONAL_IN_BRACKETS = Message(
    "G065",
    "`... if ... else ...` needs brackets here",
    "write `(a if b else c)`; an `else` after the brackets gives the reason",
)
NO_ARTICLE_OF_KIND = Message(
    "G053.kind", "expected `a` after `is`", "write `is a {word}`, or `is one of ...` to list all members"
)
NO_DOT = Message("G054.attribute", "expected `.` after `my`", "write `my.{word}`")
MY_ALONE = Message("G054.alone", "expected `.` after `my`", "write `me` for the player")
NO_TIMES = Message("G056.number", "expected `times` after the number", "write `repeat {before} times`")
NO_END_OF_REPEAT = Message(
    "G056.bare",
    "`repeat` does not say how often",
    "write `repeat forever`, `repeat 3 times` or `repeat while ...`",
)
NO_WHEN = Message("G057", "expected `when` and the condition", 'write `{first} "..." when ...`')
NO_BECAUSE = Message("G058", "expected `because` before the reason", "write `because {word}`")
NO_ELSE = Message("G059", "expected `else` before the reason", "write `else {word}`")
NO_QUOTES = Message(
    "G060",
    "expected a text in double quotes after `{before}`",
    'write `{before} "..."`; put a value in braces: `"{{value}}"`',
)
LATE_DEFAULT = Message(
    "G061.default", "the default must come before `per` and `seen by`", "write `= ...` right after the type"
)
LATE_LIFETIME = Message("G061.per", "`per` must come before `seen by`", "write `per ...` first")
NO_TO = Message("G062", "expected `to` before the value", "write `set ... to ...`")
NO_FOR = Message("G063", "expected `for` before the values", "write `once per {before} for {word}`")
NO_NUMBERS = Message(
    "G064", "expected the numbers of the track", "write `track {before} 0..8`, or a number for each space"
)
