"""Texts and positions in them.

Every node and every message has a `Span`; only this module knows how lines are counted.
"""

from dataclasses import dataclass, field
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Source:
    """One text with its display name."""

    name: str
    text: str = field(repr=False)

    def line(self, number: int) -> str:
        """Return a line, counted from 1; empty past the end."""
        lines = self.text.split("\n")
        return lines[number - 1] if 0 < number <= len(lines) else ""


class Span(NamedTuple):
    """A range of one text; lines and columns count from 1, the end is exclusive."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def to(self, other: "Span") -> "Span":
        """Return the range from the start of this one to the end of another."""
        return Span(self.file, self.line, self.column, other.end_line, other.end_column)


NOWHERE = Span("", 1, 1, 1, 1)
"""For things without a source text: what the language predefines."""
