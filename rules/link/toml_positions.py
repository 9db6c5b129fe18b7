"""Reads a TOML text with the position of each key and value, or finds the error in an invalid text.

The first functions fill the messages about texts that are not the TOML that tables need.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from functools import cached_property

from lazaretto.grammar import toml_messages
from lazaretto.grammar.diagnostics import Diagnostic, diagnose
from lazaretto.grammar.foreign_toml import DEEPEST, Path as Path, Places, TomlError, parse_toml
from lazaretto.grammar.node_dataclass import value
from lazaretto.grammar.source import Source, Span
from lazaretto.rules.link import messages


def _bare_text(span: Span, text: str) -> Diagnostic:
    """A text has no quotes; or a flag is written as in the rules."""
    flag = {"yes": "true", "no": "false", "True": "true", "False": "false"}.get(text)
    return (
        diagnose(messages.BARE_FLAG, span, flag=flag)
        if flag
        else diagnose(messages.BARE_TEXT, span, text=text)
    )


def _bad_toml(span: Span, words: str) -> Diagnostic:
    """The text is not TOML; the parser supplies the wording."""
    return diagnose(messages.BAD_TOML, span, words=words)


def _long_line(span: Span, length: int, most: int) -> Diagnostic:
    """A line of TOML exceeds the maximum length."""
    return diagnose(messages.LONG_LINE, span, length=length, most=most)


def _long_text(span: Span, length: int, most: int) -> Diagnostic:
    """A text in TOML exceeds the maximum length."""
    return diagnose(messages.LONG_TEXT, span, length=length, most=most)


def _too_deep(span: Span, most: int) -> Diagnostic:
    """Lists and tables are nested too deeply."""
    return diagnose(messages.TOO_DEEP, span, most=most)


LONGEST_LINE = 2_000
"""The maximum length of a line in characters: people have to read it."""

LONGEST_TEXT = 2_000
"""The maximum length of a text in characters: as long as a line of rules."""


@value
class Place:
    """The spans of a key and its value; for a header or a list item they are equal."""

    key: Span
    value: Span


class Document:
    """The values of a TOML text, and the position of each."""

    def __init__(self, source: Source, values: Mapping[str, object]) -> None:
        self.source = source
        self.values = values

    @cached_property
    def places(self) -> Places:
        """Where everything is; the text is read again when somebody first asks."""
        found: Places = {}
        parse_toml(self.source.text, found)
        return found

    @cached_property
    def _lines(self) -> list[int]:
        return [0, *(match.end() for match in re.finditer("\n", self.source.text))]

    def place(self, path: Path) -> Place:
        """Return the span of a path; if the text lacks it, that of its nearest existing parent."""
        while path and path not in self.places:
            path = path[:-1]
        at = self.places.get(path)
        if at is None:
            return Place(start(self.source), start(self.source))
        return Place(self._span(*at[:2]), self._span(*at[2:]))

    def _span(self, first: int, last: int) -> Span:
        line, end_line = bisect_right(self._lines, first), bisect_right(self._lines, last)
        column, end_column = first - self._lines[line - 1] + 1, last - self._lines[end_line - 1] + 1
        return Span(self.source.name, line, column, end_line, end_column)


def start(source: Source) -> Span:
    """Return the start of a text, as the position of something missing."""
    return Span(source.name, 1, 1, 1, 1)


def read_toml(source: Source) -> tuple[Document | None, tuple[Diagnostic, ...]]:
    """Parse a text; return its values with their positions, or the error."""
    long = tuple(_long_lines(source))
    if long:
        return None, long
    try:
        document = Document(source, parse_toml(source.text))
    except TomlError as error:
        return None, (_told(source, error),)
    texts = tuple(
        _long_text(document.place(path).value, len(each), LONGEST_TEXT)
        for path, each in everything_in(document.values)
        if isinstance(each, str) and len(each) > LONGEST_TEXT
    )
    return (None if texts else document), texts


def everything_in(values: Mapping[str, object]) -> Iterator[tuple[Path, object]]:
    """Yield everything in a table and in what it contains, with the path to it."""
    waiting: list[tuple[Path, object]] = [((), values)]
    for path, each in waiting:
        if isinstance(each, dict):
            waiting += (((*path, key), inner) for key, inner in each.items())
        elif isinstance(each, list):
            waiting += (((*path, number), inner) for number, inner in enumerate(each))
        yield path, each


def _long_lines(source: Source) -> Iterator[Diagnostic]:
    for number, line in enumerate(source.text.split("\n"), 1):
        if len(line) > LONGEST_LINE:
            span = Span(source.name, number, 1, number, 2)
            yield _long_line(span, len(line), LONGEST_LINE)


_BARE_TEXT = re.compile(r"""[^\W\d][^,\]}#\n"'=]*""")


def _told(source: Source, error: TomlError) -> Diagnostic:
    line, column = error.line, error.column
    shown = source.line(line)
    if column > 1 and column > len(shown):
        column = len(shown) or 1
    message = error.problem.message
    bare = _BARE_TEXT.match(shown, column - 1) if message is toml_messages.NO_VALUE else None
    if bare is not None:
        text = bare[0].rstrip()
        return _bare_text(Span(source.name, line, column, line, column + len(text)), text)
    length = max(1, min(error.end - error.at, len(shown) + 1 - column))
    span = Span(source.name, line, column, line, column + length)
    if message is toml_messages.TOO_DEEP:
        return _too_deep(span, DEEPEST)
    return _bad_toml(span, error.problem)
