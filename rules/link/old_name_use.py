"""Defines one place where a text uses an old name."""

from typing import NamedTuple

from lazaretto.grammar.source import Span


class OldName(NamedTuple):
    """A text uses an old name: the place, the old name as it is written there, and what to write now."""

    span: Span
    old: str
    new: str
    kind: str = ""
    """Of a parameter whose name is the old name of its kind: the present name of the kind."""
