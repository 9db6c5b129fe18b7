"""Finds the positions of keys and values in a TOML text, and the error in an invalid text.

Python's TOML parser reports no positions. This scanner works on texts that the parser has accepted, so it
only has to find where keys and values begin and end.
"""

import re
import tomllib
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import field
from functools import cached_property

from grammar.diagnostics import Diagnostic
from grammar.node_dataclass import changing_node, value
from grammar.source import Source, Span
from rules.link import toml_diagnostics

LONGEST_LINE = 2_000
"""Python's parser takes time quadratic in the parts of a key, so the length of lines and keys is limited."""

DEEPEST = 20
"""The maximum nesting depth of lists and tables."""

LONGEST_TEXT = 2_000
"""The maximum length of a text in characters: as long as a line of rules."""

Path = tuple[str | int, ...]
"""The path to a value: keys and indexes from the top."""


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
    def places(self) -> Mapping[Path, Place]:
        """The spans of all paths; the text is scanned when somebody first asks."""
        scanner = _Scanner(self.source)
        scanner.document()
        return scanner.places

    def place(self, path: Path) -> Place:
        """Return the span of a path; if the text lacks it, that of its nearest existing parent."""
        while path and path not in self.places:
            path = path[:-1]
        return self.places.get(path) or Place(start(self.source), start(self.source))


def start(source: Source) -> Span:
    """Return the start of a text, as the position of something missing."""
    return Span(source.name, 1, 1, 1, 1)


def read_toml(source: Source) -> tuple[Document | None, tuple[Diagnostic, ...]]:
    """Parse a text; return its values with their positions, or the error."""
    bounds = tuple(_bounds(source))
    if bounds:
        return None, bounds
    try:
        values = tomllib.loads(source.text)
    except RecursionError:
        return None, (toml_diagnostics.too_deep(start(source), DEEPEST),)
    except ValueError as error:
        return None, (_syntax(source, str(error)),)
    document = Document(source, values)
    inside = list(_inside(values))
    if any(len(path) >= DEEPEST for path, _ in inside):
        try:
            document.places  # noqa: B018
        except _TooDeepError as error:
            return None, (toml_diagnostics.too_deep(error.span, DEEPEST),)
    texts = tuple(
        toml_diagnostics.long_text(document.place(path).value, len(each), LONGEST_TEXT)
        for path, each in inside
        if isinstance(each, str) and len(each) > LONGEST_TEXT
    )
    return (None if texts else document), texts


def _inside(values: Mapping[str, object]) -> Iterator[tuple[Path, object]]:
    """Yield everything in a table and in what it contains, with the path to it."""
    waiting: list[tuple[Path, object]] = [((), values)]
    for path, each in waiting:
        if isinstance(each, dict):
            waiting += (((*path, key), inner) for key, inner in each.items())
        elif isinstance(each, list):
            waiting += (((*path, number), inner) for number, inner in enumerate(each))
        yield path, each


def _bounds(source: Source) -> list[Diagnostic]:
    found = []
    for number, line in enumerate(source.text.split("\n"), 1):
        if len(line) > LONGEST_LINE:
            span = Span(source.name, number, 1, number, 2)
            found.append(toml_diagnostics.long_line(span, len(line), LONGEST_LINE))
        elif line.count(".") >= DEEPEST and (match := _LONG_KEY.search(line)):
            span = Span(source.name, number, match.start() + 1, number, match.end() + 1)
            found.append(toml_diagnostics.too_deep(span, DEEPEST))
    return found


def _syntax(source: Source, message: str) -> Diagnostic:
    words = re.sub(r"\s*\(at [^)]*\)$", "", message)
    place = re.search(r"\(at line (\d+), column (\d+)\)$", message)
    if place:
        line, column = int(place[1]), int(place[2])
    else:
        lines = source.text.rstrip("\n").split("\n")
        line, column = len(lines), len(lines[-1]) + 1
    if column > 1 and column > len(source.line(line)):
        column = len(source.line(line)) or 1
    bare = _BARE_TEXT.match(source.line(line), column - 1) if words == "Invalid value" else None
    if bare is not None:
        text = bare[0].rstrip()
        return toml_diagnostics.bare_text(Span(source.name, line, column, line, column + len(text)), text)
    return toml_diagnostics.bad_toml(
        Span(source.name, line, column, line, column + 1), words[:1].lower() + words[1:]
    )


class _TooDeepError(Exception):
    """Lists and tables are nested too deeply."""

    def __init__(self, span: Span) -> None:
        super().__init__()
        self.span = span


_PART = r"""(?:[\w-]++|"[^"\n]*"|'[^'\n]*')"""
_LONG_KEY = re.compile(rf"(?<![\w-]){_PART}(?:[ \t]*\.[ \t]*{_PART}){{{DEEPEST},}}")
_BLANK = re.compile(r"[ \t]*")
_GAP = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_BARE_TEXT = re.compile(r"""[^\W\d][^,\]}#\n"'=]*""")
_PLAIN = re.compile(r"[^,\]}#\n]*")
_STRING = re.compile(
    r'"""(?:[^"\\]|\\.|"{1,2}(?!"))*"{3,5}'
    r"|'''(?:[^']|'{1,2}(?!'))*'{3,5}"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'[^'\n]*'",
    re.DOTALL,
)


@changing_node
class _Scanner:
    source: Source
    places: dict[Path, Place] = field(default_factory=dict)
    position: int = 0
    starts: list[int] = field(default_factory=lambda: [0])
    entries: dict[Path, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.starts += [match.end() for match in re.finditer("\n", self.source.text)]

    def span(self, first: int, last: int) -> Span:
        line, end_line = bisect_right(self.starts, first), bisect_right(self.starts, last)
        column, end_column = first - self.starts[line - 1] + 1, last - self.starts[end_line - 1] + 1
        return Span(self.source.name, line, column, end_line, end_column)

    def skip(self, pattern: re.Pattern[str]) -> None:
        match = pattern.match(self.source.text, self.position)
        self.position = match.end() if match else self.position

    def at(self, text: str) -> bool:
        return self.source.text.startswith(text, self.position)

    def document(self) -> None:
        prefix: Path = ()
        self.skip(_GAP)
        while self.position < len(self.source.text):
            if self.at("["):
                prefix = self.header()
            else:
                self.pair(prefix, 1)
            self.skip(_GAP)

    def header(self) -> Path:
        first = self.position
        brackets = 2 if self.at("[[") else 1
        self.position += brackets
        keys = self.keys()
        self.skip(_BLANK)
        self.position += brackets
        span = self.span(first, self.position)
        if len(keys) > DEEPEST:
            raise _TooDeepError(span)
        path: Path = ()
        for key, _ in keys:
            if path in self.entries:
                path = (*path, self.entries[path])
            path = (*path, key)
            self.places.setdefault(path, Place(span, span))
        if brackets == 2:
            self.entries[path] = self.entries.get(path, -1) + 1
            path = (*path, self.entries[path])
            self.places[path] = Place(span, span)
        return path

    def keys(self) -> list[tuple[str, Span]]:
        found = []
        while True:
            self.skip(_BLANK)
            first = self.position
            quoted = _STRING.match(self.source.text, first)
            self.skip(_STRING if quoted else _BARE_KEY)
            raw = self.source.text[first : self.position]
            key = str(tomllib.loads(f"key = {raw}")["key"]) if quoted else raw
            found.append((key, self.span(first, self.position)))
            self.skip(_BLANK)
            if not self.at("."):
                return found
            self.position += 1

    def pair(self, prefix: Path, depth: int) -> None:
        keys = self.keys()
        span = keys[0][1].to(keys[-1][1])
        if depth + len(keys) > DEEPEST:
            raise _TooDeepError(span)
        for key, where in keys:
            prefix = (*prefix, key)
            self.places.setdefault(prefix, Place(where, where))
        self.position += 1  # the equals sign
        self.places[prefix] = Place(span, self.value(prefix, depth))

    def value(self, path: Path, depth: int) -> Span:
        self.skip(_BLANK)
        first = self.position
        if depth > DEEPEST:
            raise _TooDeepError(self.span(first, first + 1))
        if self.at("["):
            self.items(path, depth)
        elif self.at("{"):
            self.table(path, depth)
        elif _STRING.match(self.source.text, first):
            self.skip(_STRING)
        else:
            self.skip(_PLAIN)
            self.position = first + len(self.source.text[first : self.position].rstrip())
        return self.span(first, self.position)

    def items(self, path: Path, depth: int) -> None:
        self.position += 1
        self.skip(_GAP)
        number = 0
        while not self.at("]"):
            item = (*path, number)
            span = self.value(item, depth + 1)
            self.places[item] = Place(span, span)
            number += 1
            self.separator()
        self.position += 1

    def table(self, path: Path, depth: int) -> None:
        self.position += 1
        self.skip(_GAP)
        while not self.at("}"):
            self.pair(path, depth + 1)
            self.separator()
        self.position += 1

    def separator(self) -> None:
        self.skip(_GAP)
        if self.at(","):
            self.position += 1
            self.skip(_GAP)
