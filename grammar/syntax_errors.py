"""Explains a syntax error: a word that the grammar cannot use where it stands.

Common slips are tried first, then the malformed examples; otherwise the message lists what the grammar could
have used there.
"""

from collections.abc import Callable, Mapping
from difflib import get_close_matches

from grammar.diagnostics import Diagnostic
from grammar.error_examples import FORMS, OPENERS, SIGNS, Example
from grammar.indentation import STEP
from grammar.lexer import Word, span_of
from grammar.recovery import Place, Stumble

Told = tuple[str, str, str]
"""Code, message and help."""

_STARTS_VALUE = """
    ALL ANY BOTTOM COUNT FIRST GREATEST HIGHEST LEAST LOWEST LPAR LSQB MAY MINUS MY NAME NO NONE NOT NUMBER
    RANDOM STRING SUM THOSE TOP YES
"""
_CONTINUES_VALUE = """
    AND AT_LEAST AT_MOST DOT EQUAL IN IS LEFT LESSTHAN LPAR MINUS MOD MORETHAN NOT OF ON ONLY OR PLUS SLASH
    STAR UNEQUAL
"""
STARTS_VALUE = frozenset(_STARTS_VALUE.split())
CONTINUES_VALUE = frozenset(_CONTINUES_VALUE.split())
QUOTES = "'`\u2018\u2019\u201c\u201d"
SILENT = frozenset(("BROKEN", "_DEDENT", "$END"))
NAMED = {
    "NAME": "a name",
    "NUMBER": "a number",
    "STRING": "a text in double quotes",
    "_NEWLINE": "the end of the line",
    "_INDENT": "a deeper block",
}


def explain(
    stumble: Stumble, known: Mapping[Place, Example], spellings: Mapping[str, str], file: str
) -> Diagnostic:
    """The diagnostic of a syntax error."""
    code, message, help = _told(stumble, known, spellings)
    word = stumble.word
    if word.type == "_EMPTY":
        word = stumble.line.words[0]
    return Diagnostic(code, message, span_of(word, file), help)


def _told(stumble: Stumble, known: Mapping[Place, Example], spellings: Mapping[str, str]) -> Told:
    for rule in _SLIPS:
        found = rule(stumble)
        if found is not None:
            return found
    missing = _missing_name(stumble, spellings)
    if missing is not None:
        return missing
    example = known.get(stumble.place)
    if example is not None and stumble.before:
        words = {
            "word": stumble.word.text or "...",
            "before": stumble.before[-1].text,
            "first": stumble.line.words[0].text,
        }
        return example.code, example.message.format(**words), example.help.format(**words)
    return _opening(stumble) or _expected(stumble, spellings)


# --- slips


def _sign(stumble: Stumble) -> Told | None:
    word = stumble.word
    if word.type == "UNCLOSED":
        return "G003", "this text is not closed", 'write `"` where it ends, and `\\"` for a quote inside it'
    if word.type != "UNKNOWN":
        return None
    if word.text in SIGNS:
        return "G017", f"`{word.text}` is not used here", f"write `{SIGNS[word.text]}`"
    if word.text[0] in QUOTES:
        return "G018", "a text stands between double quotes", f'write `"{word.text[1:-1]}"`'
    if word.text == ":=":
        return "G017", "`:=` is not used here", "write `set ... to ...`, or `let ... = ...` for a new name"
    if word.text == ";":
        return "G004", "`;` means nothing here", "write each statement on a line of its own"
    if word.text in "{}":
        return "G004", f"`{word.text}` means nothing outside a text", "blocks are made by indentation"
    if not word.text.isprintable() or word.text.isspace():
        return (
            "G004",
            f"the invisible character U+{ord(word.text):04X} stands here",
            "remove it or write a space",
        )
    return "G004", f"`{word.text}` means nothing here", "remove it, or put it into a text"


def _block(stumble: Stumble) -> Told | None:
    first = stumble.line.words[0].text
    if stumble.word.type == "_EMPTY":
        help = f"write it on the next line, {STEP} spaces deeper"
        return (
            "G021",
            f"the block below `{first}` is missing",
            f"{help}; `nothing` is a statement that does nothing",
        )
    if stumble.word.type == "_INDENT":
        return (
            "G022",
            "this line is deeper, but the line above opens no block",
            "indent it like the line above",
        )
    return None


def _colon(stumble: Stumble) -> Told | None:
    word, last = stumble.word, stumble.line.last
    too_much = word.type == "COLON" and word[1:] == last[1:] and "_NEWLINE" in stumble.accepted
    read_on = word.type == "_NEWLINE" and last.text == ":" and stumble.line.block
    if stumble.before and (too_much or read_on):
        return (
            "G025",
            "no colon stands at the end of this line",
            "remove it: the deeper lines below are the block",
        )
    return None


def _else(stumble: Stumble) -> Told | None:
    if stumble.before or stumble.word.type != "ELSE":
        return None
    return "G027", "this `else` has no `if`", "it stands below the block of an `if`, indented like the `if`"


def _then(stumble: Stumble) -> Told | None:
    if stumble.word.text != "then" or not stumble.before or stumble.line.words[0].text not in ("if", "else"):
        return None
    return "G055", "no `then` follows a condition", "write what is to be done on the next line, deeper"


def _elsewhere(stumble: Stumble) -> Told | None:
    """A line that begins with a keyword of another language."""
    first = stumble.line.words[0]
    if not stumble.openers or first.text not in OPENERS or len(stumble.before) > 3 or not _is_name(stumble):
        return None
    if stumble.word.text in ("=", "."):
        return None
    return "G026", f"no line begins with `{first.text}`", f"write `{OPENERS[first.text]}`"


def _assignment(stumble: Stumble) -> Told | None:
    """`x.y = value`, `x += value` and their like, where a statement should stand."""
    words = stumble.line.words
    if "SET" not in stumble.openers or words[0].type != "NAME" or words[0].text in stumble.leading:
        return None
    at = 1
    while at + 1 < len(words) and words[at].text == "." and words[at + 1].type == "NAME":
        at += 2
    signs = "".join(word.text for word in words[at : at + 2])
    target, value = _written(words[:at]), _written(words[at + 1 :]) or "..."
    if signs in ("+=", "-=", "++", "--"):
        amount = _written(words[at + 2 :]) or "1"
        sign = "-" if signs[0] == "-" else ""
        return "G024", "a number is changed with `add`", f"write `add {sign}{amount} to {target}`"
    if signs[:1] != "=":
        return None
    new = f", or `let {target} = {value}` for a new name" if at == 1 else ""
    return "G024", "a value is changed with `set`", f"write `set {target} to {value}`{new}"


def _written(words: list[Word]) -> str:
    """Words as they stand in the text."""
    parts: list[str] = []
    for at, word in enumerate(words):
        if at and (word.line, word.column) != (words[at - 1].line, words[at - 1].end_column):
            parts.append(" ")
        parts.append(word.text)
    return "".join(parts)


_SLIPS: tuple[Callable[[Stumble], Told | None], ...] = (
    _sign,
    _block,
    _colon,
    _else,
    _then,
    _elsewhere,
    _assignment,
)


def _is_name(stumble: Stumble) -> bool:
    """Was the first word of the line read as a name, or not at all?"""
    return not stumble.before or stumble.before[0].type == "NAME"


# --- what the grammar could have used


def _opening(stumble: Stumble) -> Told | None:
    """A line that begins with a word that nothing here begins with."""
    first = stumble.line.words[0]
    if not stumble.openers or not _is_name(stumble) or first.type != "NAME":
        return None
    if first.text in stumble.leading:
        if first.text.upper() in stumble.openers:
            return "G028", f"expected a name after `{first.text}`", _form_of(first.text)
        if "KIND" in stumble.openers:
            help = "it belongs into a block, such as that of a `to` or an `action`"
        elif "SET" in stumble.openers:
            help = "it belongs to the margin, or into the block of another declaration"
        else:
            help = f"it belongs into another block; here stands {_listed(_openers(stumble.openers))}"
        return "G023", f"`{first.text}` cannot stand here", help
    near = get_close_matches(first.text, sorted(stumble.leading), 1, 0.75)
    if near:
        return "G026", f"no line begins with `{first.text}`", f"did you mean `{near[0]}`?"
    if stumble.accepted == {"LPAR"}:
        return "G048", f"expected `(` after `{first.text}`", f"write `{first.text}(...)` to call it"
    if len(stumble.before) < 2 and "KIND" not in stumble.openers:
        return (
            "G026",
            f"no line begins with `{first.text}` here",
            f"here stands {_listed(_openers(stumble.openers))}",
        )
    return None


def _openers(terminals: frozenset[str]) -> list[str]:
    if "SET" in terminals:
        return ["a statement"]
    words = sorted(each for each in terminals if each not in SILENT and each not in NAMED)
    found = [f"`{word.lower()}`" for word in words]
    return found + [NAMED[each] for each in ("NAME", "STRING") if each in terminals]


def _missing_name(stumble: Stumble, spellings: Mapping[str, str]) -> Told | None:
    """The word that should follow a name was read as the name."""
    if not stumble.before or stumble.before[-1].type != "NAME":
        return None
    text = stumble.before[-1].text
    if text not in {spellings.get(terminal) for terminal in stumble.accepted}:
        return None
    return "G028", f"expected a name before `{text}`", _form(stumble)


def _expected(stumble: Stumble, spellings: Mapping[str, str]) -> Told:
    wanted = _listed(_wanted(stumble.accepted, spellings))
    word, before = stumble.word, stumble.before
    if not before:
        if word.type == "$END":
            return "G029", f"expected {wanted}", ""
        return "G020", f"expected {wanted}, found {_shown(word)}", _form(stumble)
    after = _shown(before[-1])
    if word.type == "_NEWLINE":
        return "G029", f"expected {wanted} after {after}, but the line ends", _form(stumble)
    if word.type == "$END":
        return "G029", f"expected {wanted} after {after}, but the braces end", ""
    return "G020", f"expected {wanted} after {after}, found {_shown(word)}", _form(stumble)


def _wanted(accepted: frozenset[str], spellings: Mapping[str, str]) -> list[str]:
    left = set(accepted - SILENT)
    found: list[str] = []
    if "$END" in accepted and "PLUS" in left:
        return ["`}`"]
    if {"NUMBER", "LPAR", "MY"} <= left:
        left -= STARTS_VALUE
        found.append("a value")
    elif {"SET", "LET"} <= left:
        left = {each for each in left if each in NAMED and each != "NAME"}
        found.append("a statement")
    elif "KIND" in left and "REMOVE" in left:
        left = set()
        found.append("a declaration")
    if left - {"DOT", "LPAR"}:
        left -= {"DOT", "LPAR"}
    if left - CONTINUES_VALUE:
        left -= CONTINUES_VALUE
    elif {"PLUS", "STAR"} <= left:
        left = set()
        found.append("an operator")
    names = [NAMED[each] for each in NAMED if each in left]
    words = sorted(f"`{spellings.get(each, each.lower())}`" for each in left if each not in NAMED)
    return found + words + names


def _listed(things: list[str]) -> str:
    if len(things) < 2:
        return "".join(things) or "nothing more"
    return ", ".join(things[:-1]) + " or " + things[-1]


def _shown(word: Word) -> str:
    if word.type != "STRING":
        return f"`{word.text}`"
    return word.text if len(word.text) < 30 else "a text"


def _form(stumble: Stumble) -> str:
    return "" if not stumble.openers or _is_name(stumble) else _form_of(stumble.line.words[0].text)


def _form_of(first: str) -> str:
    return f"the form is {FORMS[first]}" if first in FORMS else ""
