"""How one view of a seat differs from another, as data.

A view is its base, given once, and a chain of changes: the first is a change of the blank view in the base.
Whoever shows views takes changes and applies them; views, bases and changes hold plain data only.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.run.question_forms import AnswerForm
from rules.run.text_rendering import Ref
from rules.run.view_types import LogLine, PieceView, View


@dataclass(frozen=True, slots=True)
class ViewBase:
    """What never changes within a game, the same for every state of it."""

    blank: View
    """Everything in its place, with nothing on it."""
    pieces: tuple[PieceView, ...]
    """Every piece there is; changes name them by their index."""
    helps: tuple[str, ...]
    """What options say about themselves; changes name them by their index."""


@dataclass(frozen=True, slots=True)
class Run:
    """Pieces next to each other in a pile: one that is known, or several that come from the same set."""

    pieces: tuple[int, ...]
    """The piece, or the set."""
    count: int = 1
    known: bool = True
    face: str | None = None
    """What a known piece shows."""


@dataclass(frozen=True, slots=True)
class PileChange:
    """Some runs of a pile give way to others."""

    at: int
    """Which pile: those of seats come first, then those of things, then those of the table."""
    start: int
    """Runs that stay on top."""
    removed: int
    added: tuple[Run, ...] = ()
    open: bool | None = None
    """Whether it is open; None: as before."""


@dataclass(frozen=True, slots=True)
class MemberChange:
    """What is new about a seat, a thing or a link; None: as before.

    Facts and refs that the base has are left out.
    """

    at: int
    attributes: Mapping[str, str] | None = None
    facts: Mapping[str, str] | None = None
    refs: Mapping[str, tuple[Ref, ...]] | None = None
    holds: tuple[tuple[str, int], ...] | None = None


@dataclass(frozen=True, slots=True)
class OptionShown:
    """An option of a decision."""

    key: str
    seat: int
    label: str | None = None
    """None: the same as its key."""
    why_not: str | None = None
    help: int | str | None = None
    """The index of a help text in the base, or the text."""
    of: Ref | None = None


@dataclass(frozen=True, slots=True)
class DecisionShown:
    """What the game waits for."""

    seat: int
    prompt: str = ""
    form: AnswerForm | None = None
    options: tuple[OptionShown, ...] = ()


@dataclass(frozen=True, slots=True)
class LogChange:
    """So many lines stay, then come others."""

    kept: int
    added: tuple[LogLine, ...] = ()


@dataclass(frozen=True, slots=True)
class ViewChange:
    """What is new in a view; None or empty: as before."""

    seats: tuple[MemberChange, ...] = ()
    things: tuple[MemberChange, ...] = ()
    """Numbered through all kinds, in their order."""
    links: tuple[MemberChange, ...] = ()
    piles: tuple[PileChange, ...] = ()
    supplies: tuple[tuple[int, int], ...] = ()
    """Which, and how many are left."""
    tracks: tuple[tuple[int, int], ...] = ()
    """Which, and where its marker is."""
    variables: Mapping[str, str] | None = None
    options: Mapping[str, str] | None = None
    phases: tuple[tuple[str, tuple[str, ...]], ...] | None = None
    results: tuple[str | None, ...] | None = None
    """Of all seats."""
    decision: tuple[DecisionShown, ...] | None = None
    """At most one; none where nobody is asked."""
    log: LogChange | None = None
