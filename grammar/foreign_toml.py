"""Reads TOML that a stranger may have written, in time and memory linear in its length.

Python's own parser takes the square of the parts of a dotted key, in time and in memory: 24 KB of `a.a.a...`
take 13 seconds. This one moves through the text token by token and never backwards, nests at most `DEEPEST`
levels, and copies nothing. It reads TOML 1.0 as Python does, and also tells where in the text each value is.

`_read_scalar` and what stands before it read texts, numbers, flags and dates; `parse_toml` reads everything.
"""

import re
from datetime import date, datetime, time
from typing import Any

from lazaretto.grammar import toml_messages as say
from lazaretto.grammar.message import Message, MessageText

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


def _read_scalar(text: str, at: int) -> tuple[object, int]:
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


DEEPEST = 20
"""The maximum number of lists, tables and parts of a key that are nested in each other."""

Table = dict[str, Any]
Path = tuple[str | int, ...]
"""The path to a value: keys and indexes from the top."""
Places = dict[Path, tuple[int, int, int, int]]
"""Where the key at a path begins and ends, and where its value does, as indexes into the text."""

_Key = tuple[str, int, int]
"""A part of a key, and where it begins and ends."""


def parse_toml(text: str, places: Places | None = None) -> Table:
    """Return the values of a text; with `places`, also note where they are.

    Raises:
        TomlError: the text is not TOML, or nests too deeply.
    """
    return _Reader(text if places is not None else text.replace("\r\n", "\n"), places).document()


class _Reader:
    """Walks once through a text. Tables are told apart by their identity: all stay in use until the end."""

    __slots__ = ("_at", "_closed", "_defined", "_dotted", "_lists", "_places", "_root", "_text")

    def __init__(self, text: str, places: Places | None) -> None:
        self._text = text
        self._places = places
        self._at = 0
        self._root: Table = {}
        self._lists: set[int] = set()
        """The lists that headers in double brackets go on with."""
        self._closed: set[int] = set()
        """The tables in braces: nothing can be added to them."""
        self._defined: set[int] = set()
        """The tables that were defined by a header, or by dotted keys below an earlier header."""
        self._dotted: set[int] = set()
        """The tables that dotted keys have made or extended since the last header."""

    def document(self) -> Table:
        """Read everything."""
        table, path, depth = self._root, Path(), 1
        self._skip_gap()
        while self._at < len(self._text):
            if self._text.startswith("[", self._at):
                table, path, depth = self._header()
            else:
                self._pair(table, path, depth)
            end = LINE_END.match(self._text, self._at)
            if end is None:
                self._skip_gap()  # blanks, and a comment up to a character that no comment can hold
                raise self._unexpected(say.NO_LINE_END())
            self._at = end.end()
            self._skip_gap()
        return self._root

    # --- keys --------------------------------------------------------------------------------------

    def _header(self) -> tuple[Table, Path, int]:
        """Read the line above a table, and return the table, its path and how deep it is nested."""
        first, text = self._at, self._text
        brackets = "]]" if text.startswith("[[", first) else "]"
        self._at += len(brackets)
        keys = self._keys()
        if not text.startswith(brackets, self._at):
            raise self._unexpected(say.NO_BRACKET(bracket=brackets))
        self._at += len(brackets)
        self._defined |= self._dotted
        self._dotted.clear()
        table, path = self._root, Path()
        for key in keys[:-1]:
            path = (*path, key[0])
            self._note_first(path, first)
            inner = table.get(key[0])
            if inner is None:
                inner = table[key[0]] = {}
            elif id(inner) in self._lists:
                path = (*path, len(inner) - 1)
                inner = inner[-1]
            elif type(inner) is not dict or id(inner) in self._closed:
                raise self._wrong(say.NO_TABLE, key)
            table = inner
        path = (*path, keys[-1][0])
        self._note_first(path, first)
        if brackets == "]":
            return self._defined_table(table, keys[-1]), path, len(keys)
        entries = self._entries(table, keys[-1])
        entries.append({})
        path = (*path, len(entries) - 1)
        self._note(path, first, self._at, first)
        return entries[-1], path, len(keys)

    def _defined_table(self, table: Table, key: _Key) -> Table:
        """The table of a header in single brackets."""
        found = table.setdefault(key[0], {})
        if type(found) is not dict:
            raise self._wrong(say.TWICE if id(found) in self._lists else say.NO_TABLE, key)
        if id(found) in self._closed or id(found) in self._defined:
            raise self._wrong(say.TWICE, key)
        self._defined.add(id(found))
        return found

    def _entries(self, table: Table, key: _Key) -> list[Table]:
        """The list of a header in double brackets."""
        found: Any = table.get(key[0])
        if found is None:
            found = table[key[0]] = []
            self._lists.add(id(found))
        elif id(found) not in self._lists:
            raise self._wrong(say.TWICE if type(found) is dict else say.NO_TABLE, key)
        entries: list[Table] = found
        return entries

    def _keys(self) -> list[_Key]:
        """Read the parts of a key."""
        text, found = self._text, list[_Key]()
        while True:
            self._skip_blanks()
            first = self._at
            bare = BARE_KEY.match(text, first)
            if bare is not None:
                key, self._at = bare[0], bare.end()
            elif text.startswith(('"', "'"), first):
                key, self._at = read_text(text, first, key=True)
            else:
                raise self._unexpected(say.NO_KEY())
            found.append((key, first, self._at))
            if len(found) > DEEPEST:
                raise self._too_deep(found[0][1])
            self._skip_blanks()
            if not text.startswith(".", self._at):
                return found
            self._at += 1

    def _pair(self, table: Table, path: Path, depth: int) -> None:
        """Read a key and its value into a table."""
        keys = self._keys()
        first = keys[0][1]
        if depth + len(keys) > DEEPEST:
            raise self._too_deep(first)
        if not self._text.startswith("=", self._at):
            raise self._unexpected(say.NO_EQUALS())
        for key in keys[:-1]:
            table, path = self._dotted_table(table, key), (*path, key[0])
            if self._places is not None:
                self._places.setdefault(path, (*key[1:], *key[1:]))
        name, _, last = keys[-1]
        if name in table:
            raise self._wrong(say.TWICE, keys[-1])
        path = (*path, name)
        self._at += 1
        self._skip_blanks()
        value_first = self._at
        table[name] = self._value(path, depth)
        self._note(path, first, last, value_first)

    def _dotted_table(self, table: Table, key: _Key) -> Table:
        """The table that a part of a dotted key names."""
        found: Any = table.get(key[0])
        if found is None:
            found = table[key[0]] = {}
        elif type(found) is not dict or id(found) in self._closed:
            raise self._wrong(say.NO_TABLE, key)
        elif id(found) in self._defined:
            raise self._wrong(say.TWICE, key)
        self._dotted.add(id(found))
        made: Table = found
        return made

    # --- values ------------------------------------------------------------------------------------

    def _value(self, path: Path, depth: int) -> object:
        """Read a value."""
        text, first = self._text, self._at
        opening = text[first : first + 1]
        if opening not in ("[", "{"):
            value, self._at = _read_scalar(text, first)
            return value
        if depth > DEEPEST:
            raise self._too_deep(first)
        self._at += 1
        return self._list(path, depth, first) if opening == "[" else self._braces(path, depth)

    def _list(self, path: Path, depth: int, first: int) -> list[object]:
        text, found = self._text, list[object]()
        self._skip_gap()
        while not text.startswith("]", self._at):
            if self._at >= len(text):
                raise TomlError(say.OPEN_LIST(), text, first, ends=True)
            item = path if self._places is None else (*path, len(found))
            start = self._at
            found.append(self._value(item, depth + 1))
            self._note(item, start, self._at, start)
            self._skip_gap()
            if text.startswith(",", self._at):
                self._at += 1
                self._skip_gap()
            elif not text.startswith("]", self._at) and self._at < len(text):
                raise self._unexpected(say.LIST_GOES_ON())
        self._at += 1
        return found

    def _braces(self, path: Path, depth: int) -> Table:
        text, found = self._text, Table()
        self._closed.add(id(found))
        self._skip_blanks()
        while not text.startswith("}", self._at):
            if text.startswith("\n", self._at):
                raise self._unexpected(say.BROKEN_TABLE())
            self._pair(found, path, depth + 1)
            self._skip_blanks()
            if text.startswith(",", self._at):
                self._at += 1
                self._skip_blanks()
                if text.startswith("}", self._at):
                    raise self._unexpected(say.LAST_COMMA())
            elif not text.startswith("}", self._at):
                broken = text.startswith(("\n", "#"), self._at)
                raise self._unexpected((say.BROKEN_TABLE if broken else say.TABLE_GOES_ON)())
        self._at += 1
        return found

    # --- small things ------------------------------------------------------------------------------

    def _skip_blanks(self) -> None:
        found = BLANKS.match(self._text, self._at)
        assert found is not None
        self._at = found.end()

    def _skip_gap(self) -> None:
        found = GAP.match(self._text, self._at)
        assert found is not None
        self._at = found.end()

    def _note(self, path: Path, first: int, last: int, value_first: int) -> None:
        """Note where a key is, and its value, which ends here."""
        if self._places is not None:
            self._places[path] = (first, last, value_first, self._at)

    def _note_first(self, path: Path, first: int) -> None:
        """Note that a header names a path, unless something has before."""
        if self._places is not None:
            self._places.setdefault(path, (first, self._at, first, self._at))

    def _unexpected(self, problem: MessageText) -> TomlError:
        """The error for what is here instead of something else."""
        sign = self._text[self._at : self._at + 1]
        if sign and sign != "\n" and (sign < " " or sign == "\x7f"):
            problem = say.CONTROL(number=ord(sign))
        return TomlError(problem, self._text, self._at)

    def _wrong(self, message: Message, key: _Key) -> TomlError:
        shown = key[0] if len(key[0]) <= SHOWN else f"{key[0][:SHOWN]}..."
        return TomlError(message(key=shown), self._text, key[1], end=key[2])

    def _too_deep(self, first: int) -> TomlError:
        return TomlError(say.TOO_DEEP(most=DEEPEST), self._text, first, end=max(self._at, first + 1))
