"""Malformed examples with their messages, and words known from other languages (data).

Each example is parsed once; any text that fails in the same parser state gets its message. An indented
example is inside a procedure. `{word}` is the unexpected word, `{before}` the one before it, `{first}` the
first of the line.
"""

from typing import NamedTuple

from lazaretto.grammar import syntax_messages as messages
from lazaretto.grammar.message import Message


class Example(NamedTuple):
    """A mistake: its message, and texts that contain it."""

    message: Message
    texts: tuple[str, ...]


EXAMPLES = (
    Example(
        messages.NO_COLON,
        (
            "kind A\n    b number",
            "kind A\n    b 3",
            "var b number",
            "var b 3",
            "option b 3",
        ),
    ),
    Example(
        messages.NO_TYPE,
        (
            "kind A\n    b",
            "var b",
            "option b",
        ),
    ),
    Example(
        messages.NO_TYPE_BEFORE_DEFAULT,
        (
            "kind A\n    b = 3",
            "var b = 3",
            "option b = 3",
        ),
    ),
    Example(
        messages.NO_EQUALS_SIGN,
        (
            "A b\n    c : 3",
            "A b\n    c 3",
            "A b\n    c d",
            "A b\n    c",
        ),
    ),
    Example(messages.NO_EACH, ("    for b in c\n        stop",)),
    Example(
        messages.NO_BRACKETS,
        (
            "to a\n    stop",
            "phase a\n    stop",
            "to a : number\n    stop",
            "value a = 3",
            "value a : number = 3",
            "to a b\n    stop",
        ),
    ),
    Example(
        messages.NO_MENU,
        (
            'action a "b"\n    stop',
            "action a\n    stop",
        ),
    ),
    Example(
        messages.NO_SET,
        (
            "    choose b",
            "    choose b from",
            "    choose b from c",
            "    choose b from my.c",
            "    choose b from [c]",
        ),
    ),
    Example(
        messages.NO_OF,
        (
            "    put 2 b on c",
            "    take 2 b from c",
        ),
    ),
    Example(
        messages.BARE_SUM,
        (
            "    put b + c of d on e",
            "    put b - c of d on e",
            "    put b * c of d on e",
            "    take b + c of d from e",
            "    take b - c of d from e",
            "    take b * c of d from e",
        ),
    ),
    Example(
        messages.THREE_SIDES,
        (
            "    let b = c = d = e",
            "    let b = c < d < e",
            "    let b = c <= d <= e",
            "    let b = c > d > e",
            "    let b = c >= d >= e",
            "    let b = c != d != e",
        ),
    ),
    Example(
        messages.NO_ARTICLE,
        (
            "    let b = c is d",
            "    let b = c is not d",
        ),
    ),
    Example(
        messages.CONDITIONAL_IN_BRACKETS,
        (
            "    needs b if c else d",
            "    for each b in c where d if e else f\n        stop",
            "    choose b in c where d if e else f",
            "    choose 2 b in c such that d if e else f",
        ),
    ),
    Example(messages.NO_ARTICLE_OF_KIND, ("kind A is b",)),
    Example(messages.NO_DOT, ("    let b = my c",)),
    Example(
        messages.MY_ALONE,
        (
            "    let b = my",
            "    let b = my + 1",
            "    let b = (my)",
            "    let b = c(my, d)",
        ),
    ),
    Example(messages.NO_TIMES, ("    repeat 3\n        stop",)),
    Example(messages.NO_END_OF_REPEAT, ("    repeat\n        stop",)),
    Example(
        messages.NO_WHEN,
        (
            'win "a"',
            'win "a" if b',
            'win "a" b',
            'win "a" 3',
            'lose "a"',
            'lose "a" if b',
            'lose "a" b',
            'lose "a" 3',
        ),
    ),
    Example(
        messages.NO_BECAUSE,
        (
            'forbid a() "b"',
            'forbid a() when b "c"',
        ),
    ),
    Example(messages.NO_ELSE, ('    needs b "c"',)),
    Example(
        messages.NO_QUOTES,
        (
            "    say b",
            "    say 3",
            "    say",
            "    win b",
            "    win",
            "    lose b",
            "    lose",
            "    draw b",
            "win b",
            "win",
            "lose b",
            "lose",
        ),
    ),
    Example(
        messages.LATE_DEFAULT,
        (
            "kind A\n    b : number per c = 3",
            "kind A\n    b : number seen by all = 3",
            "kind A\n    b : number seen by nobody = 3",
        ),
    ),
    Example(
        messages.LATE_LIFETIME,
        (
            "kind A\n    b : number seen by nobody per c",
            "kind A\n    b : number seen by d per c",
        ),
    ),
    Example(
        messages.NO_TO,
        (
            "    set b = 3",
            "    set b.c = 3",
            "    set b 3",
            "    set b.c 3",
        ),
    ),
    Example(messages.NO_FOR, ("    once per b c",)),
    Example(
        messages.NO_NUMBERS,
        (
            "track a",
            "track a b",
            "track a of 3",
            "track a : 3",
            "track a = 3",
        ),
    ),
)

SIGNS = {
    "==": "=",
    "===": "=",
    "&&": "and",
    "&": "and",
    "||": "or",
    "!": "not",
    "<>": "!=",
    "=>": ">=",
    "=<": "<=",
    "%": "mod",
    "->": ":",
    "...": "..",
    "≠": "!=",
    "≤": "<=",
    "≥": ">=",
    "\u2013": "-",
    "\u00d7": "*",
}
"""Operators of other languages, and their equivalents here."""

VALUES = {
    "True": "yes",
    "true": "yes",
    "False": "no",
    "false": "no",
    "None": "none",
    "null": "none",
    "nil": "none",
}
"""Values of other languages, and their equivalents here."""

OPENERS = {
    "elif": "else if",
    "elseif": "else if",
    "elsif": "else if",
    "unless": "if not",
    "while": "repeat while",
    "loop": "repeat",
    "foreach": "for each",
    "switch": "match",
    "case": "when",
    "default": "else",
    "break": "stop",
    "pass": "nothing",
    "skip": "nothing",
    "def": "to",
    "function": "to",
    "func": "to",
    "fn": "to",
    "procedure": "to",
    "rule": "to",
    "class": "kind",
    "type": "kind",
    "enum": "kind",
    "const": "value",
    "print": "say",
    "log": "say",
    "increase": "add",
    "require": "needs",
    "requires": "needs",
    "assert": "then",
    "expect": "then",
}
"""Words that begin a line in other languages, and their equivalents here."""

NOT_WORDS = {"call": messages.CALL, "import": messages.IMPORT, "include": messages.IMPORT}
"""Words that begin a line in other languages without an equivalent here, and the messages about them."""
