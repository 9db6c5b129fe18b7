"""Defines the entries of tables, with their positions."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from grammar.source import Span
from rules.model.directions import Cell


@dataclass(frozen=True, slots=True)
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
