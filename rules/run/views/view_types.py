"""Defines views: plain data with everything that one seat may see, for front ends."""

from collections.abc import Hashable, Mapping
from dataclasses import field

from lazaretto.grammar.node_dataclass import frozen_value
from lazaretto.rules.run.questions.question_forms import AnswerForm
from lazaretto.rules.run.views.decision_wording import Option
from lazaretto.rules.run.views.text_rendering import Ref


@frozen_value
class PieceView:
    """A known piece: its sort, and the face it shows if it has been rolled."""

    key: str
    label: str
    sort: str
    kind: str
    face: str | None
    looks: Mapping[str, str]
    documentation: str
    of: Ref | None
    """The member that it was generated for, such as a place for a card."""
    facts: Mapping[str, str] = field(default_factory=dict)
    """Attributes that never change, unless its name says them already."""
    attributes: Mapping[str, str] = field(default_factory=dict)
    """Attributes that rules change and whose values are worth showing."""


@frozen_value
class MixtureView:
    """Unknown pieces in heaps: how many pieces of a set lie in a heap is known, or how likely that is."""

    sets: tuple[tuple[PieceView, ...], ...]
    """Disjoint sets; a piece is as likely in a place as any other of its set."""
    counts: tuple[tuple[float, tuple[tuple[int, ...], ...]], ...]
    """Each possible count with its probability: for each heap, how many pieces of each set it has."""


@frozen_value
class HeapView:
    """A heap of a mixture."""

    mixture: MixtureView
    number: int


@frozen_value
class PileView:
    """A pile: its size, and what is known about its pieces, top first."""

    name: str
    owner: str | None
    count: int
    open: bool
    pieces: tuple[PieceView | None, ...]
    """The piece if it is known, otherwise None."""
    odds: tuple[tuple[int, tuple[PieceView, ...]], ...]
    """From the top: the length and the set of each run of pieces; a known piece is a set of one."""
    looks: Mapping[str, str]
    documentation: str
    heaps: tuple[HeapView | None, ...] = ()
    """The heap of each run, None if its set says it all; empty if there is no heap. A heap may have more
    pieces than its run, in other piles."""
    backs: tuple[tuple[int, Mapping[str, str]], ...] = ()
    """What the backs of unknown pieces show: how many pieces lie above each, and its attributes."""


@frozen_value
class AttributeView:
    """How an attribute of places, areas, links or pieces is shown."""

    sort: str
    """flag, number, member (of an enumeration), player, or another value (only of pieces)."""
    looks: Mapping[str, str]
    usual: str
    """The value that all members begin with; empty if they begin with different ones."""
    members: Mapping[str, Mapping[str, str]]
    """The looks of the members of an enumeration, by their labels."""


@frozen_value
class KindView:
    """A kind of things on the table: place, area or plain thing."""

    name: str
    shape: str
    looks: Mapping[str, str]
    documentation: str


@frozen_value
class ThingView:
    """A member of a kind with the attributes that the seat may see, as text."""

    key: str
    label: str
    kind: str
    documentation: str
    looks: Mapping[str, str]
    at: tuple[float, float] | None
    attributes: Mapping[str, str]
    """Attributes that can change."""
    facts: Mapping[str, str]
    """Attributes that never change."""
    refs: Mapping[str, tuple[Ref, ...]]
    """The things that attributes and facts refer to; for an area also its members, under `members`."""
    holds: tuple[tuple[str, int], ...]
    """Counted pieces on this member: name of the supply, number of pieces."""
    piles: tuple[PileView, ...]
    danger: str = ""
    """What threatens a place; empty if nothing does."""


@frozen_value
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


@frozen_value
class SupplyView:
    """A supply: how many pieces are left of how many; it looks like its owner unless it has its own looks.

    Pieces in the box are out of the game: `size` does not count them.
    """

    name: str
    left: int
    size: int
    looks: Mapping[str, str]
    owner: Ref | None
    documentation: str

    @property
    def counts_up(self) -> bool:
        """Whether players count the pieces that are placed, not those that are left."""
        return self.looks.get("counts") == "up"

    @property
    def count(self) -> int:
        """How many pieces players count."""
        return self.size - self.left if self.counts_up else self.left


@frozen_value
class TrackView:
    """A track and the position of its marker."""

    name: str
    spaces: tuple[int, ...]
    position: int
    looks: Mapping[str, str]
    documentation: str
    marks: tuple[tuple[int, str], ...] = ()
    """The spaces that are marked, counted from 0, each with its text."""


@frozen_value
class MarkerView:
    """A variable of the game whose value is a place, an area or a link."""

    name: str
    at: Ref
    looks: Mapping[str, str]


@frozen_value
class SeatView:
    """A seat with everything visible about it."""

    name: str
    attributes: Mapping[str, str]
    refs: Mapping[str, tuple[Ref, ...]]
    piles: tuple[PileView, ...]
    holds: tuple[tuple[str, int], ...]
    result: str | None
    needs: tuple[tuple[Ref, int], ...] = ()
    """The members whose pieces players collect, and how many of each this one needs."""
    bot: str = ""
    """The bot that plays this seat; the rules know none, so whoever shows the view fills it in."""


@frozen_value
class DecisionView:
    """What the game waits for: who is asked, and this seat's own options."""

    seat: int
    player: str
    prompt: str
    form: AnswerForm | None
    """The form of the answer; None for a seat that is not asked."""
    options: tuple[Option, ...]
    waiting: tuple[str, ...] = ()
    """If several seats answer at the same time: the names of those that have not answered."""
    chosen: str = ""
    """What this seat has answered already; until all have answered, it may answer differently."""


@frozen_value
class LogLine:
    """A line of the log as a seat may read it."""

    text: str
    prevents: bool
    """Whether it says why something did not happen."""
    private: bool
    """Whether some seats may not read it."""
    rules: tuple[int, ...] = ()
    """The rules that have such a line, among those of the view; more than one if its words do not tell."""


@frozen_value
class RuleView:
    """A rule that lines and reasons come from: its title, the sentence that explains it, and its place."""

    title: str
    text: str
    place: str
    """Its module and line, for authors."""
    number: str = ""
    """Its number in the rulebook."""


@frozen_value
class ActionView:
    """An action of the program, whether or not it is offered now."""

    key: str
    label: str
    letter: str
    """The letter that the text gives it, usually none."""
    questions: tuple[int, ...]
    """The questions in which it can be offered, by their numbers."""
    between: bool
    """Whether players may choose it between the choices of others, like an event."""
    only_if: tuple[str, str] | None = None
    """The attribute of a player and the value that it must have, if the action is for no other player."""


class Remembering:
    """Something that remembers, as long as it lives, what is worked out from it."""

    __slots__ = ("_remembered",)

    @property
    def remembered(self) -> dict[Hashable, object]:
        """What others have worked out; it is no part of the value."""
        remembered: dict[Hashable, object] | None = getattr(self, "_remembered", None)
        if remembered is None:
            remembered = {}
            object.__setattr__(self, "_remembered", remembered)
        return remembered


@frozen_value
class View(Remembering):
    """Everything that one seat may see."""

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
    """The current phases, outermost first, each with the players it is about; its other arguments may be
    secret."""
    decision: DecisionView | None
    log: tuple[LogLine, ...]
    drawn: Mapping[str, Mapping[str, AttributeView]] = field(default_factory=dict)
    """For each kind of places, areas and links, the attributes that are drawn on the board, by name."""
    markers: tuple[MarkerView, ...] = ()
    """The variables that are drawn on the board, where they have a value."""
    rules: tuple[RuleView, ...] = ()
    """The rules that lines of the log and reasons come from."""
    actions: tuple[ActionView, ...] = ()
    """All actions of the program, in the order of their definition."""
