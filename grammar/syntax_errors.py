"""Explains a syntax error: a word that the grammar does not accept where it is.

Common slips are tried first, such as a name written with spaces; then the malformed examples; otherwise the
message lists what the grammar would have accepted.
"""

from collections.abc import Callable, Mapping
from difflib import get_close_matches

from lazaretto.grammar import syntax_messages as messages
from lazaretto.grammar.diagnostics import Diagnostic
from lazaretto.grammar.error_examples import NOT_WORDS, OPENERS, SIGNS, Example
from lazaretto.grammar.lexer import HARD, Word, span_of
from lazaretto.grammar.lines_and_blocks import STEP
from lazaretto.grammar.message import Message, with_commas_and_or
from lazaretto.grammar.recovery import ALIKE, Place, Stumble

_AFTER_PATTERNS = frozenset({"by", "to", "at", "when", "over", "following", "because"})
"""The words that may follow the arguments of a rule about something."""


def _rest_of_name(stumble: Stumble) -> list[str]:
    """Return the words between a name and its brackets, as in `change hand limit(_)`; none if it has none."""
    here = [word for word in stumble.line.words if word.line == stumble.word.line]
    rest = [word.text for word in here if word.column >= stumble.word.column]
    found = rest[: rest.index("(")] if "(" in rest else []
    fine = all(word.isidentifier() and word not in _AFTER_PATTERNS for word in found)
    return found if fine else []


Told = tuple[str, str, str]
"""Code, message and help."""

_STARTS_VALUE = """
    ALL ANY BOTTOM COUNT FIRST GREATEST HIGHEST LEAST LIST LOWEST LPAR LSQB MAY MINUS MY NAME NO NONE NOT
    NUMBER RANDOM SORTED STRING SUM THOSE TOP YES
"""
_CONTINUES_VALUE = """
    AND AT_LEAST AT_MOST DOT EQUAL IF IN IS LEFT LESSTHAN LPAR MINUS MOD MORETHAN NOT OF ON ONLY OR PLUS SLASH
    STAR UNEQUAL
"""
STARTS_VALUE = frozenset(_STARTS_VALUE.split())
CONTINUES_VALUE = frozenset(_CONTINUES_VALUE.split())
QUOTES = "'`\u2018\u2019\u201c\u201d"
SILENT = frozenset(("BROKEN", "_DEDENT", "_INDENT", "$END"))


def explain(
    stumble: Stumble, known: Mapping[Place, Example], spellings: Mapping[str, str], file: str
) -> Diagnostic:
    """Return the diagnostic of a syntax error."""
    code, message, help = _told(stumble, known, spellings)
    word = stumble.word
    if word.type == "_EMPTY" or code == messages.FOREIGN_START.code:
        word = stumble.line.words[0]
    return Diagnostic(code, message, span_of(word, file), help)


def _say(message: Message, help: str | None = None, /, **gaps: object) -> Told:
    return message.code, message(**gaps), message.helped(**gaps) if help is None else help


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
        return _say(example.message, **words)
    return _opening(stumble) or _expected(stumble, spellings)


# --- slips


def _sign(stumble: Stumble) -> Told | None:
    word = stumble.word
    if word.type == "UNCLOSED":
        return _say(messages.UNCLOSED_TEXT)
    if word.type != "UNKNOWN":
        return None
    if word.text in SIGNS:
        return _say(messages.FOREIGN_SIGN, sign=word.text, instead=SIGNS[word.text])
    if word.text[0] in QUOTES:
        return _say(messages.FOREIGN_QUOTES, text=word.text[1:-1])
    if word.text == ":=":
        return _say(messages.FOREIGN_ASSIGNMENT)
    if word.text == ";":
        return _say(messages.SEMICOLON)
    if word.text in "{}":
        return _say(messages.BRACE_OUTSIDE_TEXT, sign=word.text)
    if not word.text.isprintable() or word.text.isspace():
        return _say(messages.INVISIBLE, number=ord(word.text))
    return _say(messages.UNKNOWN_SIGN, sign=word.text)


def _block(stumble: Stumble) -> Told | None:
    first = stumble.line.words[0].text
    if stumble.word.type == "_EMPTY":
        return _say(messages.NO_BLOCK, first=first, step=STEP)
    if stumble.word.type == "_INDENT":
        return _say(messages.UNWANTED_BLOCK)
    return None


def _colon(stumble: Stumble) -> Told | None:
    word, last = stumble.word, stumble.line.last
    too_much = word.type == "COLON" and word[1:] == last[1:] and "_NEWLINE" in stumble.accepted
    read_on = word.type == "_NEWLINE" and last.text == ":" and stumble.line.block
    if stumble.before and (too_much or read_on):
        return _say(messages.FINAL_COLON)
    return None


def _else(stumble: Stumble) -> Told | None:
    if stumble.before or stumble.word.type != "ELSE":
        return None
    return _say(messages.ELSE_WITHOUT_IF)


def _then(stumble: Stumble) -> Told | None:
    if stumble.word.text != "then" or not stumble.before or stumble.line.words[0].text not in ("if", "else"):
        return None
    return _say(messages.THEN_AFTER_CONDITION)


def _elsewhere(stumble: Stumble) -> Told | None:
    """Explain a line that begins with a keyword of another language."""
    first = stumble.line.words[0].text
    if not stumble.openers or len(stumble.before) > 3 or not _is_name(stumble):
        return None
    if stumble.word.text in ("=", "."):
        return None
    if first in NOT_WORDS:
        return _say(NOT_WORDS[first], first=first)
    return _say(messages.FOREIGN_START, first=first, instead=OPENERS[first]) if first in OPENERS else None


def _assignment(stumble: Stumble) -> Told | None:
    """Explain `x.y = value`, `x += value` and similar, where a statement is expected."""
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
        return _say(messages.CHANGED_WITH_ADD, amount=sign + amount, target=target)
    if signs[:1] != "=":
        return None
    message = messages.CHANGED_OR_NEW if at == 1 else messages.CHANGED_WITH_SET
    return _say(message, target=target, value=value)


def _written(words: list[Word]) -> str:
    """Return words as they are written in the text."""
    parts: list[str] = []
    for at, word in enumerate(words):
        if at and (word.line, word.column) != (words[at - 1].line, words[at - 1].end_column):
            parts.append(" ")
        parts.append(word.text)
    return "".join(parts)


def _slashes(stumble: Stumble) -> Told | None:
    """Explain `//`, which is a comment or a division elsewhere."""
    words = stumble.line.words
    at = next((at for at, word in enumerate(words) if word[1:] == stumble.word[1:]), None)
    if at is None or stumble.word.text != "/":
        return None
    beside = [words[each] for each in (at - 1, at + 1) if 0 <= each < len(words)]
    touching = any(
        each.text == "/" and stumble.word.column in (each.end_column, each.column - 1) for each in beside
    )
    return _say(messages.DOUBLE_SLASH) if touching else None


def _fraction(stumble: Stumble) -> Told | None:
    """Explain `1.5`."""
    before, word = stumble.before, stumble.word
    if word.type != "NUMBER" or len(before) < 2 or before[-1].text != "." or before[-2].type != "NUMBER":
        return None
    return _say(messages.FRACTION, number=f"{before[-2].text}.{word.text}")


_ENDS_NAME = {"to": "(", "phase": "(", "value": "(", "action": "in"}
"""What follows the name of a declaration that begins with such a word."""


def _spaced_head(stumble: Stumble) -> Told | None:
    """Explain a declaration whose name is several words: `Role Field Doctor`, `to heal the world(player)`."""
    words = [word for word in stumble.line.words if word.line == stumble.line.words[0].line]
    first = words[0]
    at = next((at for at, word in enumerate(words) if word[1:] == stumble.word[1:]), 0)
    if first.text in _ENDS_NAME:
        begin, end = 1, next((n for n, word in enumerate(words) if word.text == _ENDS_NAME[first.text]), 0)
        good = all(word.text.isidentifier() for word in words[begin:end])
    else:
        begin = 2 if first.text == "extend" else 1
        end = next((n for n, word in enumerate(words) if n >= begin and not _is_proper(word)), len(words))
        good = "KIND" in stumble.openers and begin < len(words) and _is_proper(words[begin - 1])
    if not good or not begin < at < end:
        return None
    name = "_".join(word.text for word in words[begin:end])
    text = next((n for n, word in enumerate(words) if n >= end and word.type == "STRING"), len(words))
    before, behind = _written(words[:begin]), _written(words[end:text]) if first.text in _ENDS_NAME else ""
    gap = " " if behind and behind[0] != "(" else ""
    return _say(messages.SPACED_NAME, name=f"{before} {name}{gap}{behind}")


def _spaced(stumble: Stumble) -> Told | None:
    """Explain `New York`: two words with capitals where one name belongs."""
    words = [word for word in (*stumble.before, stumble.word) if word.line == stumble.word.line]
    if len(words) < 2 or not all(map(_is_proper, words[-2:])):
        return None
    first = len(words) - 1
    while first and _is_proper(words[first - 1]):
        first -= 1
    rest = [word for word in stumble.line.words if word.line == stumble.word.line]
    rest = [word for word in rest if word.column > stumble.word.column]
    name = words[first:]
    for word in rest:
        if not _is_proper(word):
            break
        name.append(word)
    return _say(messages.SPACED_NAME, name="_".join(word.text for word in name))


def _is_proper(word: Word) -> bool:
    return word.type == "NAME" and word.text[:1].isupper()


def _reserved(stumble: Stumble) -> Told | None:
    """Explain a word of the language in the place of a name."""
    word, before = stumble.word, stumble.before
    if not before:
        return None
    if word.text == "in" and len(before) == 2 and before[0].text == "choose" and before[1].type != "NAME":
        return _say(messages.RESERVED, word=before[1].text) if before[1].text.isalpha() else None
    first, behind = before[0].text, stumble.line.words[len(before) + 1 :]
    following = behind[0].text if behind else ""
    target = len(before) == 1 and first in ("set", "choose") and word.text != "not"
    if word.text not in HARD or not (target or {"NAME", "NUMBER"} & stumble.accepted == {"NAME"}):
        return None
    if word.text == "in" and following != "in" and first in ("for", "choose", "action"):
        return None  # the name before it is missing
    return _say(messages.RESERVED, word=word.text)


_WITH_PATTERNS = frozenset({"change", "before", "after", "instead", "forbid"})
"""The words that begin a rule about something with arguments."""


def _bare_rule(stumble: Stumble) -> Told | None:
    """Explain a rule, or a replacement, that names something without its brackets."""
    before = stumble.before
    if stumble.accepted != {"LPAR"} or len(before) < 2:
        return None
    head, name = _written(before), before[-1].text
    if before[0].text in _WITH_PATTERNS:
        more = _rest_of_name(stumble)
        if more:
            return _say(messages.SPACED_NAME, name="_".join((head, *more)) + "(...)")
        changes = before[0].text == "change"
        message = messages.CHANGE_WITHOUT_BRACKETS if changes else messages.RULE_WITHOUT_BRACKETS
        return _say(message, head=head, name=name)
    if before[0].text == "replace":
        return _say(messages.NO_BRACKETS, first=_written(before[:-1]), before=name)
    return None


_SLIPS: tuple[Callable[[Stumble], Told | None], ...] = (
    _sign,
    _block,
    _colon,
    _else,
    _then,
    _elsewhere,
    _assignment,
    _slashes,
    _fraction,
    _spaced_head,
    _spaced,
    _reserved,
    _bare_rule,
)


def _is_name(stumble: Stumble) -> bool:
    """Whether the first word of the line was read as a name, or not at all."""
    return not stumble.before or stumble.before[0].type == "NAME"


# --- what the grammar would have accepted


def _opening(stumble: Stumble) -> Told | None:
    """Explain a line whose first word cannot begin a line here."""
    first = stumble.line.words[0]
    if not stumble.openers or not _is_name(stumble) or first.type != "NAME":
        return None
    if first.text in stumble.leading:
        if first.text.upper() in stumble.openers:
            return _say(messages.NO_NAME_AFTER, _form_of(first.text), word=first.text)
        if "KIND" in stumble.openers:
            return _say(messages.BELONGS_INTO_BLOCK, first=first.text)
        if "SET" in stumble.openers:
            return _say(messages.BELONGS_TO_MARGIN, first=first.text)
        return _say(messages.BELONGS_ELSEWHERE, first=first.text, allowed=_openers(stumble.openers))
    near = get_close_matches(first.text, sorted(stumble.leading), 1, ALIKE)
    if near:
        return _say(messages.SIMILAR_START, first=first.text, near=near[0])
    if stumble.accepted == {"LPAR"}:
        return _say(messages.CALL_WITHOUT_BRACKETS, first=first.text)
    if len(stumble.before) < 2 and "KIND" not in stumble.openers:
        return _say(messages.UNKNOWN_START, first=first.text, allowed=_openers(stumble.openers))
    return None


def _openers(terminals: frozenset[str]) -> str:
    if "SET" in terminals:
        return messages.A_STATEMENT()
    words = sorted(
        terminal for terminal in terminals if terminal not in SILENT and terminal not in messages.TERMINALS
    )
    found = [f"`{word.lower()}`" for word in words]
    return with_commas_and_or(
        found + [messages.TERMINALS[each]() for each in ("NAME", "STRING") if each in terminals]
    )


def _missing_name(stumble: Stumble, spellings: Mapping[str, str]) -> Told | None:
    """Explain a missing name: the keyword that should follow it was read as the name."""
    if not stumble.before or stumble.before[-1].type != "NAME":
        return None
    text = stumble.before[-1].text
    if text not in {spellings.get(terminal) for terminal in stumble.accepted}:
        return None
    return _say(messages.NO_NAME_BEFORE, _form(stumble), word=text)


def _expected(stumble: Stumble, spellings: Mapping[str, str]) -> Told:
    wanted = with_commas_and_or(_wanted(stumble.accepted, spellings))
    word, before = stumble.word, stumble.before
    if not before:
        return _say(messages.EXPECTED_AT_START, _form(stumble), wanted=wanted, found=_shown(word))
    after = _shown(before[-1])
    if word.type == "_NEWLINE":
        return _say(messages.LINE_ENDS, _form(stumble), wanted=wanted, after=after)
    if word.type == "$END":
        return _say(messages.BRACES_END, wanted=wanted, after=after)
    return _say(messages.EXPECTED, _form(stumble), wanted=wanted, after=after, found=_shown(word))


def _wanted(accepted: frozenset[str], spellings: Mapping[str, str]) -> list[str]:
    left = set(accepted - SILENT)
    found: list[str] = []
    if "$END" in accepted and "PLUS" in left:
        return ["`}`"]
    if {"NUMBER", "LPAR", "MY"} <= left:
        left -= STARTS_VALUE
        found.append(messages.A_VALUE())
    elif {"SET", "LET"} <= left:
        left = {each for each in left if each in messages.TERMINALS and each != "NAME"}
        found.append(messages.A_STATEMENT())
    elif "KIND" in left and "REMOVE" in left:
        left = set()
        found.append(messages.A_DECLARATION())
    if left - {"DOT", "LPAR"}:
        left -= {"DOT", "LPAR"}
    if left - CONTINUES_VALUE:
        left -= CONTINUES_VALUE
    elif {"PLUS", "STAR"} <= left:
        left = set()
        found.append(messages.AN_OPERATOR())
    named = messages.TERMINALS
    names = [message() for each, message in named.items() if each in left]
    words = sorted(f"`{spellings.get(each, each.lower())}`" for each in left if each not in named)
    return found + words + names


def _shown(word: Word) -> str:
    if word.type != "STRING":
        return f"`{word.text}`"
    return word.text if len(word.text) < 30 else messages.A_TEXT()


def _form(stumble: Stumble) -> str:
    return "" if not stumble.openers or _is_name(stumble) else _form_of(stumble.line.words[0].text)


def _form_of(first: str) -> str:
    return messages.THE_FORM(form=messages.FORMS[first]()) if first in messages.FORMS else ""
