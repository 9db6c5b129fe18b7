"""Defines a compiled game: its immutable tables, texts and functions.

The runtime knows nothing else about a scenario. It can be pickled, and loaded without its source text. There
is a class for each sort of thing: rules, actions and menus, members and kinds, what holds a value or a piece,
questions, procedures and goals; `CompiledGame` at the end has all of them.
"""

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import field
from typing import Any

from lazaretto.grammar.node_dataclass import entity, frozen_value, value
from lazaretto.rules.run.backend import Code
from lazaretto.rules.run.planning.score_sums import TermTree
from lazaretto.rules.run.questions.question_forms import AskForm
from lazaretto.rules.run.records.former_names import NO_FORMER_NAMES, FormerNames

RuleLines = Mapping[str, tuple[tuple[int, str], ...]]
"""For each file the lines on which rules begin, in order, and what each rule is called."""


def rule_at(lines: RuleLines, place: str) -> str:
    """Return the rule at a place, written `file:line:column`; empty if there is none."""
    file, _, rest = place.rpartition(":")[0].rpartition(":")
    found = lines.get(file, ())
    if not rest.isdigit():
        return ""
    index = bisect_right(found, int(rest), key=lambda each: each[0])
    return found[index - 1][1] if index else ""


@value
class ActionInfo:
    """An action in one menu."""

    name: str
    label: int | None
    documentation: str
    procedure: int
    member: tuple[int, int] | None
    looks: Mapping[str, str]
    place: str
    only_if: tuple[str, str] | None = None
    """The attribute of a player and the value that it must have, if the action is for no other player."""


@value
class MenuInfo:
    """A menu."""

    name: str
    prompt: int | None
    actions: tuple[int, ...]
    secret: bool
    """Whether only the player who chooses from it knows the choice."""
    documentation: str


@value
class ModuleInfo:
    """A rules file that is part of the game, and its documentation."""

    name: str
    file: str
    """The file name in source positions of its rules."""
    documentation: str
    section: str = ""
    """The number of its section in the rulebook."""


@value
class RuleInfo:
    """A rule that can say something: what players call it, the sentence that explains it, its place."""

    title: str
    text: str
    place: str
    """Its module and line, for authors."""
    number: str = ""
    """Its number in the rulebook."""


@value
class NumberedRule:
    """A rule in its section of the rulebook."""

    number: str
    file: str
    """The file name of its module."""
    word: str
    """action, phase, to, value, menu, before, after, instead, change, forbid, win, lose, draw or member."""
    title: str
    text: str
    amount: str = ""
    """Of a value: what it is before others change it, if that is known before the game."""
    for_whom: str = ""
    """Of an end that is not for all players: for whom it is."""
    forbidden: str = ""
    """Of a prohibition of which only the reason is told: what it forbids."""


@value
class GoalInfo:
    """Something to reach in a game."""

    title: str
    lost_too: bool
    """Whether it counts in a lost game, too."""
    documentation: str


Tag = tuple[Any, ...]
"""The type of a value, for display: ("number",), ("flag",), ("text",), ("kind", n), ("many", tag).
In a text also ("plural", placeholder, one, other): a word that depends on the number in a placeholder."""


@value
class MemberInfo:
    """A member of a kind, for display."""

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
    """The common label of several identical pieces; otherwise its own label."""
    made_for: tuple[int, int] | None = None
    """The kind and id of the member that it was generated for, such as a card for a place."""
    seats: int = 0
    """How many seats must be taken for it to exist."""
    words: tuple[str | int, ...] = ()
    """If it is made for a seat: the words of its name, a number for the name of that player."""
    copy: int = 0
    """Its number among equal members; 0 if there is only one."""
    alike: bool = False
    """Whether it is one of several equal members, without words, looks or rules of its own."""

    def present(self, players: int) -> bool:
        """Whether it exists in a game of this many players."""
        return self.seats <= players


@value
class KindInfo:
    """A kind; `members` is filled only for root kinds, whose ids the others share."""

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
    label: int | None = None
    """The function that builds the labels of its members, if they follow the state."""
    spot: tuple[int, int] | None = None
    """The variables with the positions of its members, if they follow the state."""
    one_way: bool = False
    """Of links: whether they lead only from their first end to their second."""
    danger: int | None = None
    """Of places: the function that builds the text about a danger."""
    needs: int | None = None
    """The value that says how many pieces of each member a player needs."""


@value
class SeenInfo:
    """Who sees it: all, nobody, owner, or the result of a function of the state (and the owner)."""

    word: str
    number: int | None = None
    """The number of that function."""
    owned: bool = False


@value
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
    """Whether it is the face that a rolled piece shows."""
    looks: Mapping[str, str] = field(default_factory=dict)
    shown: int | None = None
    """The value that says for which members it is shown; None: for all."""

    @property
    def on_back(self) -> bool:
        """Whether it is a changing attribute that pieces show even if they are face down."""
        return self.looks.get("shows") == "back" and self.owner is not None and self.values is None


@value
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
    """The first id of the pieces that it may hold, and the id after the last."""


@value
class SupplyInfo:
    """A supply: how many pieces each owner has, and where they are counted (kind, offset, members)."""

    name: str
    owner: int | None
    sizes: tuple[int, ...]
    stock: int
    box: int
    owners: int
    holders: tuple[tuple[int, int, int], ...]
    looks: Mapping[str, str]
    documentation: str


@value
class TrackInfo:
    """A track."""

    name: str
    spaces: tuple[int, ...]
    offset: int
    looks: Mapping[str, str]
    documentation: str
    mark: int | None = None
    """The function that builds the text that marks a space."""


@frozen_value
class OptionInfo:
    """A setting that the players choose before the game starts."""

    name: str
    label: str
    kind: str
    low: int
    high: int
    members: tuple[str, ...]
    default: str
    offset: int
    documentation: str = ""


@frozen_value
class SwitchInfo:
    """An optional part of the scenario."""

    name: str
    title: str
    default: bool


@value
class AskInfo:
    """A question: its form, the slot of its answer, its subject."""

    form: AskForm
    slot: int
    """The frame slot that receives its answer."""
    seat: int
    """The frame slot that holds the asked seat."""
    tag: Tag
    """The type of one answer."""
    step: bool
    """Whether it is a further step of an action."""
    subject: str
    action: str | None
    """The action that it is a step of."""
    place: str
    base: int | None = None
    """The number of the first piece of the chosen kind, if the asked seat may not see all candidates."""
    together: tuple[int, int] | None = None
    """If several seats answer at the same time: the slots of these seats and of their answers."""


@value
class ProcedureInfo:
    """A procedure: plain (`entry` is None) or resumable from its first segment."""

    name: str
    phase: bool
    entry: int | None
    size: int
    question: tuple[int, int] | None
    """If it begins with a question: the segment after it, and the number of the question."""
    parameters: tuple[tuple[str, Tag], ...]
    documentation: str
    place: str
    gives: bool = False
    """Whether it returns a result."""
    preview: str = ""
    """Its title, if players may run it on a copy."""


KeptType = tuple[Any, ...]
"""The type of what is handed on: ("number", low, high), ("flag",), ("kind", root, first id, members),
("optional", type), ("many", type)."""


@value
class KeptInfo:
    """A variable, an attribute or a pile that a game hands on to the next one of its campaign."""

    name: str
    owner: int | None
    """The kind of its members, if it is an attribute."""
    first: int
    """Its offset in the values or, for a pile, the number of its first pile."""
    count: int
    """How many members have one."""
    type: KeptType
    pile: bool


@value
class PointsInfo:
    """The value that counts the points of each player, or of all together."""

    number: int
    shared: bool
    """Whether it is one value for all players together."""
    most: int | None
    """The upper end of its range, if it has one."""
    documentation: str = ""


@entity
class CompiledGame:
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
    option_needs: int
    """How many conditions the options must meet before a game starts."""
    outcomes: tuple[tuple[str, int], ...]
    """Conditions checked all the time: win or lose, and the text."""
    endings: tuple[tuple[str, int], ...]
    """Endings that rules declare themselves: win, lose or draw, and the text."""
    course: tuple[tuple[int, int], ...]
    """The phases in reading order, each with its nesting depth."""
    modules: tuple[ModuleInfo, ...]
    coast: tuple[tuple[tuple[float, float], ...], ...]
    """Outlines behind the map, in map units."""
    streams: tuple[str, ...]
    values: tuple[Any, ...]
    pile_contents: tuple[tuple[int, ...], ...]
    pile_bases: tuple[int, ...]
    pieces: int
    entry: int
    settle: int | None
    segments: int
    code: Code
    """All functions, compiled for one back end."""
    ends_for_some: frozenset[int] = frozenset()
    """The numbers of the texts of outcomes and endings that are for some players only."""
    score: int | None = None
    """The value that rates a player's position."""
    terms: TermTree | None = None
    """What the score is the sum of, for hints."""
    feared: tuple[int, ...] = ()
    """The tracks on which it depends whether the game is lost."""
    rule_lines: RuleLines = field(default_factory=dict)
    """Where rules begin, for messages about a rule that takes too long."""
    dear_calls: Mapping[str, str] = field(default_factory=dict)
    """The rule that most of a payment of fuel is for, where it is not the rule that pays."""
    team: int | None = None
    """The value that says who plays together."""
    points: PointsInfo | None = None
    """How points are counted at the end."""
    rank: int | None = None
    """The value by which players are ranked at the end, the lowest first; None: by results and points."""
    campaign_over: int | None = None
    """The value that says at the end of a game whether its campaign is over."""
    kept: tuple[KeptInfo, ...] = ()
    """What a game hands on to the next one of its campaign."""
    ending_places: Mapping[int, str] = field(default_factory=dict)
    """The source positions of the rules that end the game, by the numbers of their texts."""
    former: FormerNames = NO_FORMER_NAMES
    """The old names of its things."""
    rules: tuple[RuleInfo, ...] = ()
    """The rules that texts come from."""
    origins: tuple[tuple[int, ...], ...] = ()
    """For each text, the rules that have such a text; empty if it stands in no rule."""
    numbered: tuple[NumberedRule, ...] = ()
    """The rules of the rulebook, section by section."""
    ruled: frozenset[str] = frozenset()
    """The files of the modules that have rules for players."""
    numbers: Mapping[str, str] = field(default_factory=dict)
    """The numbers of rules by `file:line`, `menu name`, `kind id` of a member and `text number` of an end."""
    goals: tuple[GoalInfo, ...] = ()
    """What there is to reach besides a win."""
    ends_for: Mapping[int, str] = field(default_factory=dict)
    """For whom the game ends, by the number of the text; absent if it ends for all."""

    @property
    def player_kind(self) -> int:
        """The number of the kind whose members are the seats."""
        return next(index for index, kind in enumerate(self.kinds) if kind.shape == "player")
