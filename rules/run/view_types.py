"""A view as plain data: everything one seat may see, as front ends get it."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.run.decision_wording import Option
from rules.run.question_forms import AnswerForm
from rules.run.text_rendering import Ref


@dataclass(frozen=True, slots=True)
class PieceView:
    """A piece that is known: what it is one of, and what it shows if it has been rolled."""

    key: str
    label: str
    sort: str
    kind: str
    face: str | None
    looks: Mapping[str, str]
    documentation: str
    of: Ref | None
    """What it was made for, as a card for a place."""


@dataclass(frozen=True, slots=True)
class PileView:
    """A pile: how many lie there, and what is known of them, topmost first."""

    name: str
    owner: str | None
    count: int
    open: bool
    pieces: tuple[PieceView | None, ...]
    """The piece where it is known, else None."""
    odds: tuple[tuple[int, tuple[PieceView, ...]], ...]
    """From the top: how many in a row come from the same set, and that set; a known piece is a set of one."""
    looks: Mapping[str, str]
    documentation: str


@dataclass(frozen=True, slots=True)
class KindView:
    """A kind of things on the table: place, area or plain thing."""

    name: str
    shape: str
    looks: Mapping[str, str]
    documentation: str


@dataclass(frozen=True, slots=True)
class ThingView:
    """A member of a kind with the attributes the seat may see, in words."""

    key: str
    label: str
    kind: str
    documentation: str
    looks: Mapping[str, str]
    at: tuple[float, float] | None
    attributes: Mapping[str, str]
    """What may change."""
    facts: Mapping[str, str]
    """What never changes."""
    refs: Mapping[str, tuple[Ref, ...]]
    """The things that attributes and facts name; of an area also its members, under `members`."""
    holds: tuple[tuple[str, int], ...]
    """Counted pieces that lie here: name of the supply, how many."""
    piles: tuple[PileView, ...]


@dataclass(frozen=True, slots=True)
class LinkView:
    """A link between two places."""

    key: str
    kind: str
    label: str
    ends: tuple[Ref, Ref]
    looks: Mapping[str, str]
    attributes: Mapping[str, str]
    holds: tuple[tuple[str, int], ...]
    documentation: str


@dataclass(frozen=True, slots=True)
class SupplyView:
    """A supply: how many are left of how many; it looks like what it belongs to unless told otherwise."""

    name: str
    left: int
    size: int
    looks: Mapping[str, str]
    owner: Ref | None
    documentation: str


@dataclass(frozen=True, slots=True)
class TrackView:
    """A track and where its marker stands."""

    name: str
    spaces: tuple[int, ...]
    position: int
    looks: Mapping[str, str]
    documentation: str


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat with what may be seen of it."""

    name: str
    attributes: Mapping[str, str]
    refs: Mapping[str, tuple[Ref, ...]]
    piles: tuple[PileView, ...]
    holds: tuple[tuple[str, int], ...]
    result: str | None


@dataclass(frozen=True, slots=True)
class DecisionView:
    """What the game waits for: who is asked, and this seat's own options."""

    seat: int
    player: str
    prompt: str
    form: AnswerForm | None
    """How it is answered; None for a seat that is not asked."""
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the log as a seat may read it."""

    text: str
    prevents: bool
    """Whether it says why something did not happen."""
    private: bool
    """Whether not everybody may read it."""


@dataclass(frozen=True, slots=True)
class View:
    """Everything one seat may see."""

    seat: int | None
    title: str
    seats: tuple[SeatView, ...]
    kinds: Mapping[str, KindView]
    things: Mapping[str, tuple[ThingView, ...]]
    """The members of each of these kinds."""
    links: tuple[LinkView, ...]
    piles: tuple[PileView, ...]
    supplies: tuple[SupplyView, ...]
    tracks: tuple[TrackView, ...]
    variables: Mapping[str, str]
    options: Mapping[str, str]
    phases: tuple[tuple[str, tuple[str, ...]], ...]
    """The phases the game is in, outermost first, each with the players it is about; its other arguments
    may be secret."""
    decision: DecisionView | None
    log: tuple[LogLine, ...]
