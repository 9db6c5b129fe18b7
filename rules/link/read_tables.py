"""Reads tables: the entries of a table with their positions.

A grid, drawn in a table as rows of signs, becomes entries too: places, and links between neighbours.
"""

from collections.abc import Iterator, Mapping
from dataclasses import field
from itertools import product

from lazaretto.grammar.diagnostics import Diagnostic, diagnose
from lazaretto.grammar.message import Message
from lazaretto.grammar.node_dataclass import value
from lazaretto.grammar.source import Source, Span
from lazaretto.rules.link import messages
from lazaretto.rules.link.toml_positions import Document, Path, read_toml
from lazaretto.rules.model.directions import STRAIGHT, GridCell, neighbour


@value
class Row:
    """One entry of a table: its kind, its values, and their positions."""

    kind: str
    values: Mapping[str, object]
    span: Span
    spans: Mapping[str, Span]
    """The span of each key."""
    value_spans: Mapping[str, Span]
    """The span of each value."""
    item_spans: Mapping[tuple[str, int], Span] = field(default_factory=dict)
    """The span of each item of a value that is a list."""
    cell: GridCell | None = None
    """Where it lies, if it is drawn in a grid."""

    def key_place(self, key: str) -> Span:
        """Return the span of a key, or of the row if it lacks the key."""
        return self.spans.get(key, self.span)

    def place(self, key: str) -> Span:
        """Return the span of the value of a key, or of the row if it lacks the key."""
        return self.value_spans.get(key, self.span)


def _row_of(document: Document, kind: str, number: int, values: dict[str, object]) -> Row:
    """Return an entry of a list of entries."""
    at = {key: document.place((kind, number, key)) for key in values}
    return Row(
        kind,
        values,
        document.place((kind, number)).key,
        {key: place.key for key, place in at.items()},
        {key: place.value for key, place in at.items()},
        {
            (key, index): document.place((kind, number, key, index)).value
            for key, value in values.items()
            if isinstance(value, list)
            for index in range(len(value))
        },
    )


GRID = "grid"
"""The key under which tables draw grids, each by the name of its kind."""
KEYS = ("rows", "legend", "shape", "links", "diagonal", "names")
SHAPES = ("square", "hex")
MOST_CELLS = 10_000
"""The maximum number of places of all grids in a table."""
GAPS = ("{column}", "{row}")
NAMES = "{column}{row}"
"""How places are named, unless the grid says something else."""
PLAIN, EMPTY = ".", " "
"""Signs that need no legend: a place without values of its own, and no place."""


def _grid_rows(document: Document) -> tuple[list[Row], list[Diagnostic]]:
    """Return the entries of all grids of a table, and the mistakes in them."""
    grids = document.values.get(GRID)
    if not isinstance(grids, dict):
        return [], []
    rows: list[Row] = []
    problems: list[Diagnostic] = []
    cells = 0
    for kind, values in grids.items():
        grid = _Grid(document, kind, values)
        cells += grid.size
        if cells > MOST_CELLS:
            span = document.place((GRID, kind)).key
            return [], [*problems, messages.too_many(span, "cells", cells, MOST_CELLS)]
        rows += grid.entries()
        problems += grid.problems
    return rows, problems


@value
class _Sign:
    """What a sign stands for: a kind and its values; nothing if there is no place."""

    kind: str
    values: dict[str, object]
    path: Path


class _Grid:
    """One grid: the signs of its rows, and what its other keys say about them."""

    def __init__(self, document: Document, kind: str, values: object) -> None:
        self.document = document
        self.kind = kind
        self.path: Path = (GRID, kind)
        self.problems: list[Diagnostic] = []
        self.values = values if isinstance(values, dict) else {}
        if not isinstance(values, dict):
            self._wrong((), messages.TAKES_TABLE, f"[grid.{kind}]")
        for key in self.values:
            if key not in KEYS:
                span = document.place((*self.path, key)).key
                entries = self.values[key]
                if isinstance(entries, list) and any(isinstance(entry, dict) for entry in entries):
                    self.problems.append(diagnose(messages.INSIDE_GRID, span, key=key, kind=kind))
                else:
                    self.problems.append(messages.unknown_key(span, key, KEYS))
        self.rows = self._rows()
        self.size = sum(map(len, self.rows))
        self.shape = self._word("shape", SHAPES[0])
        if self.shape not in SHAPES:
            self._wrong(("shape",), messages.NO_SHAPE, self.shape)
        self.links = self._word("links", "")
        self.names = self._word("names", NAMES)
        if not all(gap in self.names for gap in GAPS):
            self._wrong(("names",), messages.NO_NAMES, NAMES)
        self.diagonal = self.values.get("diagonal", False)
        if not isinstance(self.diagonal, bool):
            self._wrong(("diagonal",), messages.TAKES_FLAG, messages.GRID_EXAMPLES["diagonal"])
        self.legend = dict(self._legend())

    def _wrong(self, path: Path, message: Message, example: str) -> None:
        span = self.document.place((*self.path, *path)).value
        key = str((*self.path, *path)[-1])
        self.problems.append(messages.wrong_kind(span, key, message, example))

    def _rows(self) -> list[str]:
        rows = self.values.get("rows")
        if isinstance(rows, list) and rows and all(isinstance(row, str) for row in rows):
            return rows
        if rows is not None:
            self._wrong(("rows",), messages.TAKES_TEXTS, messages.GRID_EXAMPLES["rows"])
        elif not self.problems:
            span = self.document.place(self.path).key
            self.problems.append(messages.missing_key(span, "rows", messages.GRID_EXAMPLES["rows"]))
        return []

    def _word(self, key: str, otherwise: str) -> str:
        word = self.values.get(key, otherwise)
        if isinstance(word, str):
            return word
        self._wrong((key,), messages.TAKES_TEXT, messages.GRID_EXAMPLES[key])
        return otherwise

    def _legend(self) -> Iterator[tuple[str, _Sign | None]]:
        """Yield what each sign stands for."""
        yield PLAIN, _Sign(self.kind, {}, self.path)
        yield EMPTY, None
        legend = self.values.get("legend", {})
        if not isinstance(legend, dict):
            self._wrong(("legend",), messages.TAKES_TABLE, messages.GRID_EXAMPLES["legend"])
            return
        for sign, values in legend.items():
            path = (*self.path, "legend", sign)
            if len(sign) != 1 or not isinstance(values, dict | bool) or values is True:
                self._wrong(("legend", sign), messages.NO_SIGN, sign)
            elif values is False:
                yield sign, None
            else:
                kind = values.get("kind", self.kind)
                own = {key: each for key, each in values.items() if key != "kind"}
                if isinstance(kind, str):
                    yield sign, _Sign(kind, own, path)
                else:
                    self._wrong(("legend", sign, "kind"), messages.TAKES_TEXT, f'kind = "{self.kind}"')

    def entries(self) -> Iterator[Row]:
        """Yield the places, then the links between them."""
        if self.problems:
            return
        names: dict[tuple[int, int], str] = {}
        for number, row in enumerate(self.rows):
            for column, letter in enumerate(row):
                if letter not in self.legend:
                    span = self._spot(number, column)
                    self.problems.append(messages.unknown_sign(span, letter, self.legend))
                    continue
                sign = self.legend[letter]
                if sign is not None:
                    place = self._place(sign, column, number)
                    names[column, number] = str(place.values["name"])
                    yield place
        if self.links:
            yield from self._joined(names)

    def _place(self, sign: _Sign, column: int, number: int) -> Row:
        span = self._spot(number, column)
        shift = 0.5 if self.shape == "hex" and number % 2 else 0
        name = self.names.replace("{column}", _letters(column)).replace("{row}", str(number + 1))
        values = {"name": name, "at": [column + shift, -number], **sign.values}
        places = {key: self.document.place((*sign.path, key)) for key in sign.values}
        return Row(
            sign.kind,
            values,
            span,
            {key: place.key for key, place in places.items()},
            {key: place.value for key, place in places.items()},
            {},
            GridCell(self.kind, self.shape, column, number),
        )

    def _joined(self, names: dict[tuple[int, int], str]) -> Iterator[Row]:
        """Yield a link for each two neighbours, from the one that comes first."""
        span = self.document.place((*self.path, "links")).value
        diagonal = self.diagonal or self.shape == "hex"
        directions = (
            each for each in ("east", "southeast", "south", "southwest") if diagonal or each in STRAIGHT
        )
        for (place, name), direction in product(names.items(), list(directions)):
            other = neighbour(GridCell(self.kind, self.shape, *place), direction)
            if other is not None and (other.column, other.row) in names:
                ends = [name, names[other.column, other.row]]
                yield Row(self.links, {"ends": ends}, span, {}, {"ends": span})

    def _spot(self, number: int, column: int) -> Span:
        """Return the position of a sign in its row."""
        row = self.document.place((*self.path, "rows", number)).value
        if row.line != row.end_line:
            return row
        return Span(row.file, row.line, row.column + 1 + column, row.line, row.column + 2 + column)


def _letters(column: int) -> str:
    """Return the letters of a column: a to z, then aa, ab and so on."""
    found = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        found = chr(ord("a") + rest) + found
    return found


def parse_table(source: Source) -> tuple[list[Row], tuple[Diagnostic, ...]]:
    """Return the entries of a table, drawn in grids or listed; none is missing unless it has mistakes."""
    document, problems = read_toml(source)
    if document is None:
        return [], problems
    rows, wrong = _grid_rows(document)
    for kind, entries in document.values.items():
        if kind == GRID and isinstance(entries, dict):
            continue
        if isinstance(entries, list) and all(isinstance(entry, dict) for entry in entries):
            rows += (_row_of(document, kind, number, entry) for number, entry in enumerate(entries))
        else:
            wrong.append(messages.no_entry(document.place((kind,)).key, kind))
    return rows, (*problems, *wrong)
