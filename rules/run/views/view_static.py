"""Prepares the part of views that is constant for a program: built once, shared by all views.

It lists all actions, so that each can have the same key in every game, and decides which attributes of
places, areas, links and pieces are shown, how, and with which values.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from lazaretto.grammar.node_dataclass import value
from lazaretto.rules.run.compiled_game import CompiledGame, KindInfo, PileInfo, TrackInfo, VariableInfo
from lazaretto.rules.run.machine import Machine
from lazaretto.rules.run.questions.question_forms import menus_of
from lazaretto.rules.run.views import text_rendering
from lazaretto.rules.run.views.view_types import (
    ActionView,
    AttributeView,
    KindView,
    LinkView,
    PieceView,
    RuleView,
    ThingView,
)


def _action_views(tables: CompiledGame, players: Sequence[str]) -> Iterator[ActionView]:
    """Yield the actions in the order of their definition; one that is in several menus comes once."""
    asked: dict[str, list[int]] = {}
    between: set[str] = set()
    for number, ask in enumerate(tables.asks):
        own, interrupts = menus_of(ask.form)
        for menu in dict.fromkeys((*own, *interrupts)):
            names = {tables.actions[each].name for each in tables.menus[menu].actions}
            for name in names:
                asked.setdefault(name, []).append(number)
            between |= names if menu in interrupts else set()
    seen: set[str] = set()
    for action in tables.actions:
        if action.name not in seen:
            seen.add(action.name)
            yield ActionView(
                action.name,
                text_rendering.action_label(tables, players, action),
                action.looks.get("letter", ""),
                tuple(dict.fromkeys(asked.get(action.name, ()))),
                action.name in between,
                action.only_if,
            )


ALWAYS, NEVER = "always", "never"
"""Values of the look `when` that are no values of an attribute."""

ON_BOARD = ("place", "area", "link")
"""The shapes of kinds whose members are spots of the board."""

NOTHING = ("", "none", "nothing", "[]")
"""The labels of empty values."""

OTHER = "other"
"""The sort of attributes that a board does not draw."""


def called(variable: VariableInfo) -> str:
    """Return the label of a variable."""
    return variable.looks.get("label") or variable.name


def called_track(track: TrackInfo) -> str:
    """Return the label of a track."""
    return track.looks.get("label") or track.name


def _drawn_attributes(tables: CompiledGame, variables: Iterable[VariableInfo]) -> Mapping[str, AttributeView]:
    """Return the attributes among these that can be drawn, by their labels."""
    attribute_views: dict[str, AttributeView] = {}
    for variable in variables:
        sort, members = _sort(tables, variable)
        if sort:
            attribute_views[called(variable)] = AttributeView(
                sort, variable.looks, _usual(tables, variable), members
            )
    return attribute_views


def _is_always_told(variable: VariableInfo, shape: str) -> bool:
    """Whether an attribute that no rule changes is shown like one that changes: its look says when."""
    return shape in (*ON_BOARD, "piece") and variable.looks.get("when", NEVER) != NEVER


def _is_marker(tables: CompiledGame, variable: VariableInfo) -> bool:
    """Whether a variable of the game marks spots of the board: its value is a place, an area or a link."""
    tag = variable.tag[1] if variable.tag[0] == "optional" else variable.tag
    hidden = variable.option or variable.owner is not None or variable.looks.get("hidden") == "yes"
    hidden = hidden or variable.looks.get("when") == NEVER
    return bool(not hidden and tag[0] == "kind" and tables.kinds[tag[1]].shape in ON_BOARD)


def _piece_attribute(tables: CompiledGame, variable: VariableInfo) -> AttributeView:
    """Return how an attribute of pieces is shown, whatever its type."""
    sort, members = _sort(tables, variable)
    return AttributeView(sort or OTHER, variable.looks, _usual(tables, variable), members)


def is_notable(attribute: AttributeView, value: str) -> bool:
    """Whether a value is shown: what its look `when` says, otherwise one that is not empty or usual."""
    when = attribute.looks.get("when", "")
    if when:
        return when != NEVER and when in (ALWAYS, value)
    match attribute.sort:
        case "flag":
            return value == "yes"
        case "number":
            return value != "0" and value != "none"
        case "player":
            return value != "none"
        case _:
            return value not in NOTHING and (value != attribute.usual or bool(own_sign(attribute, value)))


def own_sign(attribute: AttributeView, value: str) -> Mapping[str, str]:
    """Return the glyph and letter of a member of an enumeration; empty if it has neither."""
    looks = attribute.members.get(value, {})
    return {key: looks[key] for key in ("glyph", "letter") if looks.get(key)}


def _sort(tables: CompiledGame, variable: VariableInfo) -> tuple[str, Mapping[str, Mapping[str, str]]]:
    tag = variable.tag[1] if variable.tag[0] == "optional" else variable.tag
    if tag[0] in ("flag", "number"):
        return tag[0], {}
    kind = tables.kinds[tag[1]] if tag[0] == "kind" else None
    if kind is None or kind.shape not in ("player", "enumeration"):
        return "", {}
    if kind.shape == "player":
        return "player", {}
    return "member", {member.label: member.looks for member in tables.kinds[kind.root].members}


def _usual(tables: CompiledGame, variable: VariableInfo) -> str:
    """The label of the value that all members begin with; empty if they begin with different ones."""
    count = tables.kinds[variable.owner].count if variable.owner is not None else 1
    first = variable.values or tables.values[variable.offset : variable.offset + count]
    if not first or first.count(first[0]) < len(first) or _is_player(tables, variable):
        return ""
    return text_rendering.label(tables, (), variable.tag, first[0])


def _is_player(tables: CompiledGame, variable: VariableInfo) -> bool:
    tag = variable.tag[1] if variable.tag[0] == "optional" else variable.tag
    return bool(tag[0] == "kind" and tables.kinds[tag[1]].shape == "player")


UNSHOWN = {"player", "enumeration", "piece", "link"}
"""Shapes of kinds whose members are not shown as things on the table."""

WAY, ONE_WAY = "way", "one"
"""The look of a link that leads only to its second end."""
_ALBUMS = 16
"""How many albums are cached."""


@value
class Attribute:
    """An attribute shown to players: its label, and which members have it."""

    variable: VariableInfo
    name: str
    first: int
    count: int
    public: bool
    """Whether everybody may always see it."""


Worn = tuple[Attribute, AttributeView]
"""An attribute of pieces, and how it is shown."""


@value
class Portrait:
    """The constant part of a member of a kind."""

    key: str
    label: str
    kind: str
    documentation: str
    looks: Mapping[str, str]
    at: tuple[float, float] | None
    facts: Mapping[str, str]
    refs: Mapping[str, tuple[text_rendering.Ref, ...]]
    ends: tuple[text_rendering.Ref, text_rendering.Ref] | None


@value
class Holding:
    """A supply whose pieces members of a kind can hold: where it is counted, and its name."""

    name: str
    offset: int


class Album:
    """The constant part of all views of a program, or of games of some players: see `album_of`."""

    def __init__(self, tables: CompiledGame, players: Sequence[str]) -> None:
        self._tables = tables
        self._players = players
        kinds = [(number, kind) for number, kind in enumerate(tables.kinds) if kind.root == number]
        self.shown = tuple((number, kind) for number, kind in kinds if kind.shape not in UNSHOWN)
        self.kinds = {
            kind.name: KindView(kind.name, kind.shape, kind.looks, kind.documentation)
            for _, kind in self.shown
        }
        self.collected = tuple((number, kind.needs) for number, kind in self.shown if kind.needs is not None)
        """Kinds whose pieces players collect, with the value that says how many a player needs."""
        self.links = tuple(
            (number, kind) for number, kind in kinds if kind.shape == "link" and kind.joins is not None
        )
        self.changing = {number: self._attributes(number, constant=False) for number, _ in kinds}
        self._facts = {number: self._attributes(number, constant=True) for number, _ in kinds}
        self.secret_facts = {
            number: tuple(fact for fact in facts if fact.variable.seen.word != "all")
            for number, facts in self._facts.items()
        }
        own = {tables.kinds[each.owner].root for each in tables.piles if each.owner is not None}
        self.public = {
            number
            for number, _ in kinds
            if number not in own
            and not self.secret_facts[number]
            and all(attribute.variable.seen.word == "all" for attribute in self.changing[number])
        }
        """Kinds whose members look the same to every observer."""
        self.piles: dict[int, list[tuple[PileInfo, int, int]]] = {}
        """The piles that members of a kind have, each with the first of these members and their number."""
        for pile in tables.piles:
            if pile.owner is not None:
                owner = tables.kinds[pile.owner]
                self.piles.setdefault(owner.root, []).append((pile, owner.first, owner.count))
        self._supply_names: dict[tuple[int, int, str], str] = {}
        self.holdings = {number: self._holdings(number) for number, _ in kinds}
        self.portraits = {
            number: tuple(self._portrait(number, kind, id) for id in range(len(kind.members)))
            for number, kind in (*self.shown, *self.links)
        }
        self._bare: dict[tuple[int, int], ThingView] = {}
        self.pieces = {
            number: tuple(self._piece(kind, id) for id in range(len(kind.members)))
            for number, kind in kinds
            if kind.shape == "piece"
        }
        owners = (variable.owner for variable in tables.variables if variable.face)
        self.rolled = {tables.kinds[owner].root for owner in owners if owner is not None}
        """Kinds of pieces of which some have a face."""

    @cached_property
    def worn(self) -> Mapping[int, tuple[Worn, ...]]:
        """The attributes of each kind of pieces that rules change or looks show, except their faces."""
        kinds = self._tables.kinds
        pieces = (number for number in self.changing if kinds[number].shape == "piece")
        return {number: found for number in pieces if (found := tuple(self._worn(number)))}

    @cached_property
    def on_backs(self) -> Mapping[int, tuple[Worn, ...]]:
        """Those among them that face-down pieces show, too."""
        return {
            number: found
            for number, worn in self.worn.items()
            if (found := tuple(each for each in worn if each[0].variable.on_back))
        }

    @cached_property
    def phases(self) -> tuple[tuple[int, int], ...]:
        """The first segment and the number of each resumable procedure."""
        entries = ((procedure.entry, number) for number, procedure in enumerate(self._tables.procedures))
        return tuple(sorted((entry, number) for entry, number in entries if entry is not None))

    def present_pieces(self, players: int) -> Iterator[PieceView]:
        """Yield all pieces that exist in a game of this many players."""
        for number, pieces in self.pieces.items():
            members = self._tables.kinds[number].members
            for piece, member in zip(pieces, members, strict=True):
                if member.present(players):
                    yield piece

    @cached_property
    def markers(self) -> tuple[VariableInfo, ...]:
        """The variables of the game that are drawn on the board."""
        return tuple(variable for variable in self._tables.variables if _is_marker(self._tables, variable))

    @cached_property
    def rules(self) -> tuple[RuleView, ...]:
        """The rules that lines and reasons come from."""
        return tuple(RuleView(rule.title, rule.text, rule.place, rule.number) for rule in self._tables.rules)

    @cached_property
    def actions(self) -> tuple[ActionView, ...]:
        """The actions of the program."""
        return tuple(_action_views(self._tables, self._players))

    @cached_property
    def drawn(self) -> Mapping[str, Mapping[str, AttributeView]]:
        """The attributes that are drawn on the board, by kind and name."""
        return {
            kind.name: attribute_views
            for number, kind in (*self.shown, *self.links)
            if kind.shape in ("place", "area", "link")
            and (
                attribute_views := _drawn_attributes(
                    self._tables, (attribute.variable for attribute in self.changing[number])
                )
            )
        }

    def bare_thing(self, number: int, id: int) -> ThingView:
        """Return a member that holds nothing and shows nothing that can change."""
        thing = self._bare.get((number, id))
        if thing is None:
            of = self.portraits[number][id]
            thing = self._bare[number, id] = ThingView(
                of.key, of.label, of.kind, of.documentation, of.looks, of.at, {}, of.facts, of.refs, (), ()
            )
        return thing

    @cached_property
    def bare_links(self) -> Mapping[int, tuple[tuple[int, LinkView], ...]]:
        """The links of each kind by their ids, as they look while nothing lies on them."""
        return {number: tuple(self._bare_links(number, kind)) for number, kind in self.links}

    def _bare_links(self, number: int, kind: KindInfo) -> Iterator[tuple[int, LinkView]]:
        for id, of in enumerate(self.portraits[number]):
            if of.ends is not None:
                yield id, LinkView(of.key, kind.name, of.label, of.ends, of.looks, {}, (), of.documentation)

    def supply_name(self, owner: int | None, index: int, name: str) -> str:
        """Return the label of a supply, with its owner in front if it has one."""
        if owner is None:
            return name
        found = self._supply_names.get((owner, index, name))
        if found is None:
            kind = self._tables.kinds[owner]
            member = self._tables.kinds[kind.root].members[kind.first + index]
            found = f"{text_rendering.name_of(member, self._players)} {name}"
            self._supply_names[owner, index, name] = found
        return found

    def _attributes(self, kind: int, constant: bool) -> tuple[Attribute, ...]:
        attributes: list[Attribute] = []
        for variable in self._tables.variables:
            if variable.owner is None:
                continue
            owner = self._tables.kinds[variable.owner]
            told = variable.values is None or _is_always_told(variable, owner.shape)
            if owner.root == kind and told != constant and variable.looks.get("hidden") != "yes":
                public = variable.seen.word == "all"
                attributes.append(Attribute(variable, called(variable), owner.first, owner.count, public))
        return tuple(attributes)

    def _holdings(self, kind: int) -> tuple[Holding, ...]:
        return tuple(
            Holding(self.supply_name(supply.owner, owner, supply.name), offset + owner * count)
            for supply in self._tables.supplies
            for holder, offset, count in supply.holders
            if holder == kind
            for owner in range(supply.owners)
        )

    def _portrait(self, number: int, kind: KindInfo, id: int) -> Portrait:
        tables, member, players = self._tables, kind.members[id], self._players
        if not member.present(len(players)):
            return Portrait(member.name, member.label, "", "", {}, None, {}, {}, None)
        facts: dict[str, str] = {}
        refs: dict[str, tuple[text_rendering.Ref, ...]] = {}
        for fact in self._facts[number]:
            variable, index = fact.variable, id - fact.first
            if variable.seen.word == "all" and variable.values is not None and 0 <= index < fact.count:
                facts[fact.name] = text_rendering.label(tables, players, variable.tag, variable.values[index])
                named = text_rendering.refs(tables, players, variable.tag, variable.values[index])
                if named:
                    refs[fact.name] = named
        if kind.shape == "area" and kind.joins is not None:
            refs["members"] = text_rendering.refs(
                tables, players, ("many", ("kind", kind.joins)), member.bounds
            )
        ends = None
        if member.ends is not None and kind.joins is not None:
            one, other = text_rendering.refs(tables, players, ("many", ("kind", kind.joins)), member.ends)
            ends = one, other
        own = tables.kinds[member.kind]
        looks = {**own.looks, **member.looks}
        if own.one_way:
            looks[WAY] = ONE_WAY
        said = member.documentation
        name, label = text_rendering.name_of(member, players), text_rendering.label_of(member, players)
        return Portrait(name, label, own.name, said, looks, member.at, facts, refs, ends)

    def _piece(self, kind: KindInfo, id: int) -> PieceView:
        member = kind.members[id]
        own = self._tables.kinds[member.kind]
        of = None
        if member.made_for is not None:
            tag = ("kind", member.made_for[0])
            of = next(iter(text_rendering.refs(self._tables, self._players, tag, member.made_for[1])), None)
        label = text_rendering.label_of(member, self._players)
        facts: dict[str, str] = {}
        present = member.present(len(self._players))
        for fact in self._facts[kind.root] if present else ():
            values, index = fact.variable.values, id - fact.first
            if fact.public and values is not None and 0 <= index < fact.count:
                value = text_rendering.label(self._tables, self._players, fact.variable.tag, values[index])
                if not (value in label and self._is_factor(fact.variable)):
                    facts[fact.name] = value
        return PieceView(
            text_rendering.name_of(member, self._players),
            label,
            text_rendering.sort_of(member, self._players),
            own.name,
            None,
            {**own.looks, **member.looks},
            member.documentation or own.documentation,
            of,
            facts,
        )

    def _worn(self, kind: int) -> Iterator[Worn]:
        for attribute in self.changing[kind]:
            if not attribute.variable.face:
                yield attribute, _piece_attribute(self._tables, attribute.variable)

    def _is_factor(self, variable: VariableInfo) -> bool:
        """Whether it is the attribute that names what a piece was generated for."""
        tag = variable.tag
        return bool(tag[0] == "kind" and self._tables.kinds[tag[1]].name.lower() == variable.name)


def album_of(machine: Machine, players: Sequence[str]) -> Album:
    """Return the album of a game; all games of a program share it, unless it has members made for seats."""
    key = tuple(players) if machine.seated else ()
    album: Album | None = machine.albums.get(key)
    if album is None:
        if len(machine.albums) >= _ALBUMS:
            machine.albums.clear()
        album = machine.albums[key] = Album(machine.tables, key)
    return album
