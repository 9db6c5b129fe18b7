"""What a rulebook consists of."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing with what is said of it; `depth` says how far it stands inside the entries before it."""

    title: str
    text: str
    kind: str
    """win, lose, draw, phase, menu, action, member, kind, track, supply, pile, variable, rule, option."""
    looks: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    """Short facts: sizes, values, who sees it."""
    depth: int = 0


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of the rulebook under one title."""

    title: str
    text: str
    entries: tuple[Entry, ...] = ()
