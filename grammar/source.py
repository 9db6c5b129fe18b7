"""Texts and positions in them.

Every node and every message has a `Span`; only this module knows how lines are counted.
"""

import re
from array import array
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

_TEXTS = 8
"""Of so many texts it is remembered where their lines begin: messages show many lines of the same one."""


@dataclass(frozen=True, slots=True)
class Source:
    """One text with its display name."""

    name: str
    text: str = field(repr=False)

    def line(self, number: int) -> str:
        """Return a line, counted from 1; empty past the end."""
        starts = _starts(self.text)
        if not 0 < number < len(starts):
            return ""
        return self.text[starts[number - 1] : starts[number] - 1]


@lru_cache(_TEXTS)
def _starts(text: str) -> "array[int]":
    """Return where each line begins, and where one more would."""
    found = array("L", (0,))
    found.extend(match.end() for match in re.finditer("\n", text))
    found.append(len(text) + 1)
    return found


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
