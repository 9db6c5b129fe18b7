"""A compiled game, immutable: its tables, its words and its functions.

This is all the running half knows of a scenario. It can be pickled into a cache and loaded again without the
text it came from.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.run.backend import Code
from rules.run.question_forms import AskForm

Tag = tuple[Any, ...]
"""The type of a value, for showing it: ("number",), ("flag",), ("text",), ("kind", n), ("many", tag)."""


@dataclass(frozen=True, slots=True)
class MemberInfo:
    """A member of a kind, for showing it."""

    name: str
    ident: str
    label: str
    documentation: str
    looks: Mapping[str, str]
    at: tuple[float, float] | None
    kind: int
    ends: tuple[int, int] | None = None
    bounds: tuple[int, ...] = ()
    sort: str = ""
    """What it is one of, where several are alike; otherwise its own label."""
    made_for: tuple[int, int] | None = None
    """The kind and id of the member that it was made for, as a card for a place."""


@dataclass(frozen=True, slots=True)
class KindInfo:
    """A kind; `members` are filled for root kinds only, whose ids the others share."""

    name: str
    documentation: str
    root: int
    first: int
    count: int
    shape: str
    """place, piece, link, area, enumeration, player or thing."""
    joins: int | None
    looks: Mapping[str, str]
    members: tuple[MemberInfo, ...]


@dataclass(frozen=True, slots=True)
class SeenInfo:
    """Who sees: all, nobody, owner, or what a function of the state (and the owner) gives."""

    word: str
    number: int | None = None
    """The number of that function."""
    owned: bool = False


@dataclass(frozen=True, slots=True)
class VariableInfo:
    """A variable in the state, or a constant attribute (`values`)."""

    name: str
    owner: int | None
    offset: int
    tag: Tag
    seen: SeenInfo
    values: tuple[Any, ...] | None
    documentation: str
    option: bool
    face: bool = False
    """Whether it is what a piece shows when it is rolled."""
    looks: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PileInfo:
    """A family of piles."""

    name: str
    owner: int | None
    first: int
    count: int
    kind: int
    seen: SeenInfo
    looks: Mapping[str, str]
    documentation: str
    holds: tuple[int, int]
    """The first id of the pieces that may lie here, and the first beyond them."""


@dataclass(frozen=True, slots=True)
class SupplyInfo:
    """A supply, how many pieces each owner has, and where they are counted: kind, offset, its members."""

    name: str
    owner: int | None
    sizes: tuple[int, ...]
    stock: int
    box: int
    owners: int
    holders: tuple[tuple[int, int, int], ...]
    looks: Mapping[str, str]
    documentation: str


@dataclass(frozen=True, slots=True)
class TrackInfo:
    """A track."""

    name: str
    spaces: tuple[int, ...]
    offset: int
    looks: Mapping[str, str]
    documentation: str


@dataclass(frozen=True, slots=True)
class OptionInfo:
    """What a table agrees on before the game starts."""

    name: str
    label: str
    kind: str
    low: int
    high: int
    members: tuple[str, ...]
    default: str
    offset: int
    documentation: str = ""


@dataclass(frozen=True, slots=True)
class SwitchInfo:
    """A module that may be switched on."""

    name: str
    title: str
    default: bool


@dataclass(frozen=True, slots=True)
class AskInfo:
    """A question: its form, where its answer goes, what it is about."""

    form: AskForm
    slot: int
    """Where its answer goes in the frame."""
    seat: int
    """The slot that says who is asked."""
    tag: Tag
    """The type of one answer."""
    step: bool
    """Whether it is a further step of an action."""
    subject: str
    action: str | None
    """The action it is a step of."""
    place: str


@dataclass(frozen=True, slots=True)
class ActionInfo:
    """An action."""

    name: str
    label: int | None
    documentation: str
    procedure: int
    member: tuple[int, int] | None
    looks: Mapping[str, str]
    place: str


@dataclass(frozen=True, slots=True)
class MenuInfo:
    """A menu."""

    name: str
    prompt: int | None
    actions: tuple[int, ...]
    secret: bool
    """Whether only who chooses from it knows what was chosen."""
    documentation: str


@dataclass(frozen=True, slots=True)
class ProcedureInfo:
    """A procedure: plain (`entry` is None) or resumable from its first segment."""

    name: str
    phase: bool
    entry: int | None
    size: int
    question: tuple[int, int] | None
    """Where it begins with a question: the segment after it, and the question's number."""
    parameters: tuple[tuple[str, Tag], ...]
    documentation: str
    place: str
    gives: bool = False
    """Whether it has a result."""


@dataclass(frozen=True, slots=True)
class ModuleInfo:
    """A file of rules that takes part, and what it says of itself."""

    name: str
    file: str
    """As the places of its rules name it."""
    documentation: str


@dataclass(slots=True)
class Tables:
    """The compiled game."""

    name: str
    title: str
    description: str
    players: tuple[int, int]
    digest: str
    switched: tuple[str, ...]
    switches: tuple[SwitchInfo, ...]
    kinds: tuple[KindInfo, ...]
    variables: tuple[VariableInfo, ...]
    piles: tuple[PileInfo, ...]
    supplies: tuple[SupplyInfo, ...]
    tracks: tuple[TrackInfo, ...]
    options: tuple[OptionInfo, ...]
    templates: tuple[tuple[str | Tag, ...], ...]
    asks: tuple[AskInfo, ...]
    actions: tuple[ActionInfo, ...]
    menus: tuple[MenuInfo, ...]
    procedures: tuple[ProcedureInfo, ...]
    invariants: tuple[str, ...]
    outcomes: tuple[tuple[str, int], ...]
    """What is watched for all the time: win or lose, and its text."""
    endings: tuple[tuple[str, int], ...]
    """What rules bring about by themselves: win, lose or draw, and its text."""
    course: tuple[tuple[int, int], ...]
    """The phases in the order in which a reader meets them, each with how deep it stands in others."""
    modules: tuple[ModuleInfo, ...]
    coast: tuple[tuple[tuple[float, float], ...], ...]
    """Outlines behind the map, in its units."""
    streams: tuple[str, ...]
    values: tuple[Any, ...]
    pile_contents: tuple[tuple[int, ...], ...]
    pile_bases: tuple[int, ...]
    pieces: int
    entry: int
    settle: int | None
    segments: int
    code: Code
    """All functions, in the form of one back end."""
    score: int | None = None
    """The value by which a player tells how well things stand."""

    @property
    def player_kind(self) -> int:
        """The number of the kind of the seats."""
        return next(index for index, kind in enumerate(self.kinds) if kind.shape == "player")
