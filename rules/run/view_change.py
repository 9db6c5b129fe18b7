"""Defines the difference between two views of a seat, as data.

A view is a base, sent once, plus a chain of changes; the first change applies to the blank view in the base.
Front ends receive changes and apply them. Views, bases and changes hold plain data only.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from lazaretto.rules.run.question_forms import AnswerForm
from lazaretto.rules.run.text_rendering import Ref
from lazaretto.rules.run.view_types import LogLine, MarkerView


@dataclass(frozen=True, slots=True)
class Run:
    """Adjacent pieces in a pile: one known piece, or several from the same set."""

    pieces: tuple[int, ...]
    """The piece, or the set."""
    count: int = 1
    known: bool = True
    face: str | None = None
    """The face that a known piece shows."""
    heap: tuple[int, int] | None = None
    """The mixture of the pile and the number of the heap, if they lie in one."""
    attributes: Mapping[str, str] | None = None
    """The attributes that a known piece shows, if any."""


@dataclass(frozen=True, slots=True)
class MixtureShown:
    """A mixture of a pile: its sets, and the possible counts with their probabilities."""

    sets: tuple[tuple[int, ...], ...]
    counts: tuple[tuple[float, tuple[tuple[int, ...], ...]], ...]


@dataclass(frozen=True, slots=True)
class PileChange:
    """Replaces some runs of a pile."""

    at: int
    """The index of the pile: first those of seats, then those of things, then those of the table."""
    start: int
    """The number of runs that stay on top."""
    removed: int
    added: tuple[Run, ...] = ()
    open: bool | None = None
    """Whether it is face up; None: unchanged."""
    mixtures: tuple[MixtureShown, ...] | None = None
    """All that the runs refer to; None: unchanged."""
    backs: tuple[tuple[int, Mapping[str, str]], ...] | None = None
    """What the backs of unknown pieces show; None: unchanged."""
    looks: Mapping[str, str] | None = None
    """How it looks, which may follow from who sees it; None: unchanged."""


@dataclass(frozen=True, slots=True)
class MemberChange:
    """What changed about a seat, a thing or a link; None: unchanged.

    Facts and refs that are in the base are omitted.
    """

    at: int
    attributes: Mapping[str, str] | None = None
    facts: Mapping[str, str] | None = None
    refs: Mapping[str, tuple[Ref, ...]] | None = None
    holds: tuple[tuple[str, int], ...] | None = None
    label: str | None = None
    """Of a thing whose label follows the state."""
    spot: tuple[float, float] | None = None
    """Of a place whose position follows the state."""
    danger: str | None = None
    """Of a place: what threatens it."""
    needs: tuple[tuple[Ref, int], ...] | None = None
    """Of a seat."""


@dataclass(frozen=True, slots=True)
class OptionShown:
    """An option of a decision."""

    key: str
    seat: int
    label: str | None = None
    """None: equal to its key."""
    why_not: str | None = None
    help: int | str | None = None
    """The index of a help text in the base, or the text itself."""
    of: Ref | None = None
    rules: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class DecisionShown:
    """What the game waits for."""

    seat: int
    prompt: str = ""
    form: AnswerForm | None = None
    options: tuple[OptionShown, ...] = ()
    waiting: tuple[int, ...] = ()
    """If several seats answer at the same time: those that have not answered."""
    chosen: str = ""


@dataclass(frozen=True, slots=True)
class LogChange:
    """How many lines stay, and the lines that follow."""

    kept: int
    added: tuple[LogLine, ...] = ()


@dataclass(frozen=True, slots=True)
class ViewChange:
    """What changed in a view; None or empty: unchanged."""

    seats: tuple[MemberChange, ...] = ()
    things: tuple[MemberChange, ...] = ()
    """Numbered consecutively through all kinds."""
    links: tuple[MemberChange, ...] = ()
    piles: tuple[PileChange, ...] = ()
    supplies: tuple[tuple[int, int], ...] = ()
    """The index, and how many are left."""
    tracks: tuple[tuple[int, int], ...] = ()
    """The index, and the position of its marker."""
    variables: Mapping[str, str] | None = None
    options: Mapping[str, str] | None = None
    phases: tuple[tuple[str, tuple[str, ...]], ...] | None = None
    results: tuple[str | None, ...] | None = None
    """Those of all seats."""
    decision: tuple[DecisionShown, ...] | None = None
    """At most one; none if nobody is asked."""
    log: LogChange | None = None
    markers: tuple[MarkerView, ...] | None = None
    marks: tuple[tuple[int, tuple[tuple[int, str], ...]], ...] = ()
    """The index of a track, and all its marked spaces with their texts."""
    sizes: tuple[tuple[int, int], ...] = ()
    """The index of a supply, and how many of its pieces are in the game."""
