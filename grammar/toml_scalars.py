"""Reads texts, numbers, flags and dates of TOML, each in one step or in time linear in its length."""

import re
from datetime import date, datetime, time

from lazaretto.grammar import toml_messages as say
from lazaretto.grammar.message import MessageText

LONGEST_NUMBER = 100
"""The maximum length of a number in characters: Python needs the square of it to read a number."""

SHOWN = 60
"""So much of a text of the file is part of a message."""

_CONTROL = r"\x00-\x08\x0a-\x1f\x7f"
"""What a text must not contain, nor a comment: control characters except the tab."""
_CONTROL_BUT_NEWLINE = _CONTROL.replace(r"\x0a", r"\x0b")

BLANKS = re.compile(r"[ \t]*+")
GAP = re.compile(rf"(?:[ \t\n]++|#[^{_CONTROL}]*+)*+")
"""Blanks, comments and ends of lines."""
LINE_END = re.compile(rf"[ \t]*+(?:#[^{_CONTROL}]*+)?+(?:\n|\Z)")
BARE_KEY = re.compile(r"[A-Za-z0-9_-]++")

_PLAIN = re.compile(rf'"([^"\\{_CONTROL}]*+)"(?!")')
"""Most texts."""
_TEXT = re.compile(rf'"((?:[^"\\{_CONTROL}]++|\\[^\n])*+)(")?+')
_LITERAL = re.compile(rf"'([^'{_CONTROL}]*+)(')?+")
_LONG_TEXT = re.compile(
    rf'"""\n?+((?:[^"\\{_CONTROL_BUT_NEWLINE}]++|\\[\s\S]|"{{1,2}}+(?!"))*+)(?:"""("{{0,2}}+))?+'
)
_LONG_LITERAL = re.compile(rf"'''\n?+((?:[^'{_CONTROL_BUT_NEWLINE}]++|'{{1,2}}+(?!'))*+)(?:'''('{{0,2}}+))?+")
_ESCAPE = re.compile(
    r'\\(?:(?P<sign>["\\bfnrt])|u(?P<short>[0-9A-Fa-f]{4})|U(?P<long>[0-9A-Fa-f]{8})'
    r"|(?P<line>[ \t]*+\n[ \t\n]*+)|)"
)
_SIGNS = {'"': '"', "\\": "\\", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}

_NUMBER = re.compile(
    r"0(?:x[0-9A-Fa-f](?:_?[0-9A-Fa-f])*+|b[01](?:_?[01])*+|o[0-7](?:_?[0-7])*+)"
    r"|[+-]?(?:0|[1-9](?:_?[0-9])*+)"
    r"(?P<fraction>(?:\.[0-9](?:_?[0-9])*+)?+(?:[eE][+-]?[0-9](?:_?[0-9])*+)?+)"
)
_TIME = r"(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]++)?+"
_MOMENT = re.compile(
    rf"(?P<day>[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}})"
    rf"(?:[Tt ](?P<time>{_TIME})(?P<zone>[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])?+)?"
    rf"|{_TIME}"
)
_WORDS = {
    "true": True,
    "false": False,
    **{f"{sign}{word}": float(f"{sign}{word}") for sign in ("", "+", "-") for word in ("inf", "nan")},
}
_WORD = re.compile(r"true|false|[+-]?(?:inf|nan)")


class TomlError(ValueError):
    """A text is not TOML, or exceeds a limit; `problem` is a sentence about the place where it is wrong."""

    def __init__(
        self, problem: MessageText, text: str, at: int, *, end: int | None = None, ends: bool = False
    ) -> None:
        super().__init__(problem)
        last = len(text.rstrip("\n"))
        self.problem = problem
        self.at = min(at, last)
        """Where it is wrong, as an index into the text."""
        self.end = max(self.at, min(end if end is not None else at + 1, len(text)))
        self.ends = ends or at >= last
        """Whether something is missing at the end of the text."""
        self.line = text.count("\n", 0, self.at) + 1
        self.column = self.at - text.rfind("\n", 0, self.at)

    def __str__(self) -> str:
        return say.AT(problem=self.problem, line=self.line, column=self.column)


def read_scalar(text: str, at: int) -> tuple[object, int]:
    """Return the value that begins here, and where it ends.

    Raises:
        TomlError: there is none.
    """
    if text.startswith(('"', "'"), at):
        return read_text(text, at)
    if (word := _WORD.match(text, at)) is not None:
        return _WORDS[word[0]], word.end()
    if (moment := _MOMENT.match(text, at)) is not None:
        return _moment(moment, text), moment.end()
    number = _NUMBER.match(text, at)
    if number is None:
        raise TomlError(say.NO_VALUE(), text, at)
    if number.end() - at > LONGEST_NUMBER:
        raise TomlError(say.LONG_NUMBER(most=LONGEST_NUMBER), text, at, end=number.end())
    return float(number[0]) if number["fraction"] else int(number[0], 0), number.end()


def _moment(found: re.Match[str], text: str) -> object:
    try:
        if found["day"] is None:
            return time.fromisoformat(found[0])
        if found["time"] is None:
            return date.fromisoformat(found["day"])
        return datetime.fromisoformat(f"{found['day']}T{found['time']}{(found['zone'] or '').upper()}")
    except ValueError:
        raise TomlError(say.NO_DATE(), text, found.start(), end=found.end()) from None


def read_text(text: str, at: int, *, key: bool = False) -> tuple[str, int]:
    """Return the text in quotes that begins here, and where it ends; a key has no lines.

    Raises:
        TomlError: it does not end, or holds what a text cannot hold.
    """
    if (plain := _PLAIN.match(text, at)) is not None:
        return plain[1], plain.end()
    quote = text[at]
    long = not key and text.startswith(quote * 3, at)
    pattern = (_LONG_TEXT if long else _TEXT) if quote == '"' else (_LONG_LITERAL if long else _LITERAL)
    found = pattern.match(text, at)
    assert found is not None
    if found[2] is None:
        raise _no_end(text, at, found.end(), long)
    inside = found[1] + (found[2] if long else "")
    if quote == '"' and "\\" in inside:
        first = found.start(1)
        inside = _ESCAPE.sub(lambda escape: _unescaped(escape, text, first), inside)
    return inside, found.end()


def _no_end(text: str, at: int, stop: int, long: bool) -> TomlError:
    """The error in a text that stops before its closing quote."""
    sign = text[stop : stop + 1]
    if sign in ("", "\\") or (sign == "\n" and not long):
        return TomlError(say.NO_QUOTE(), text, at, ends=not sign)
    return TomlError(say.CONTROL(number=ord(sign)), text, stop)


def _unescaped(escape: re.Match[str], text: str, first: int) -> str:
    if escape["sign"]:
        return _SIGNS[escape["sign"]]
    if escape["line"] is not None:
        return ""
    number = int(escape["short"] or escape["long"] or "FFFFFFFF", 16)
    if number > 0x10FFFF or 0xD800 <= number < 0xE000:
        at = first + escape.start()
        shown = text[at : at + max(2, len(escape[0]))]
        raise TomlError(say.NO_ESCAPE(escape=shown), text, at, end=at + len(shown))
    return chr(number)
