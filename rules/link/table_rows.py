"""Defines the entries of tables, with their positions."""

from collections.abc import Mapping
from dataclasses import field

from lazaretto.grammar.node_dataclass import value
from lazaretto.grammar.source import Span
from lazaretto.rules.link.toml_positions import Document
from lazaretto.rules.model.directions import Cell


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
    cell: Cell | None = None
    """Where it lies, if it is drawn in a grid."""

    def key_place(self, key: str) -> Span:
        """Return the span of a key, or of the row if it lacks the key."""
        return self.spans.get(key, self.span)

    def place(self, key: str) -> Span:
        """Return the span of the value of a key, or of the row if it lacks the key."""
        return self.value_spans.get(key, self.span)


def row_of(document: Document, kind: str, number: int, values: dict[str, object]) -> Row:
    """Return an entry of a list of entries."""
    at = {key: document.place((kind, number, key)) for key in values}
    return Row(
        kind,
        values,
        document.place((kind, number)).key,
        {key: each.key for key, each in at.items()},
        {key: each.value for key, each in at.items()},
        {
            (key, index): document.place((kind, number, key, index)).value
            for key, value in values.items()
            if isinstance(value, list)
            for index in range(len(value))
        },
    )
