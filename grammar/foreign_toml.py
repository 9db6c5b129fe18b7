"""Reads TOML that a stranger may have written, in time and memory linear in its length.

Python's own parser takes the square of the parts of a dotted key, in time and in memory: 24 KB of `a.a.a...`
take 13 seconds. This one moves through the text token by token and never backwards, nests at most `DEEPEST`
levels, and copies nothing. It reads TOML 1.0 as Python does, and also tells where in the text each value is.
"""

from typing import Any

from lazaretto.grammar import toml_messages as say
from lazaretto.grammar.message import Message, MessageText
from lazaretto.grammar.toml_scalars import (
    BARE_KEY,
    BLANKS,
    GAP,
    LINE_END,
    SHOWN,
    TomlError,
    read_scalar,
    read_text,
)

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
            value, self._at = read_scalar(text, first)
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
