"""Defines the parts of a rulebook: chapters and their entries."""

from collections.abc import Mapping
from dataclasses import field

from lazaretto.grammar.node_dataclass import frozen_value


@frozen_value
class Entry:
    """One entry of a chapter; `depth` is its nesting level below the entries before it."""

    title: str
    text: str
    kind: str
    """win, lose, draw, phase, menu, action, member, kind, track, supply, pile, variable, rule, reference,
    option."""
    looks: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    """Short facts: sizes, values, visibility."""
    depth: int = 0
    number: str = ""
    """By which players cite it, if it is a rule."""


@frozen_value
class Chapter:
    """One chapter of the rulebook, under one title."""

    title: str
    text: str
    entries: tuple[Entry, ...] = ()
    number: str = ""
    """Of a section of rules: its number."""
