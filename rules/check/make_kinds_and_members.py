"""Creates kinds and members from declarations and tables, numbers the members, joins links and areas.

A kind may generate its members: one for each member of other kinds, one for each seat, or `times` so many.
"""

from collections.abc import Iterable, Iterator
from itertools import islice, product
from math import prod
from typing import TypeVar

from lazaretto.grammar import nodes
from lazaretto.grammar.node_dataclass import value
from lazaretto.grammar.source import Span
from lazaretto.rules.check.expressions import ExpressionChecker
from lazaretto.rules.check.find_by_old_name import rename_attributes
from lazaretto.rules.check.symbol_table import World
from lazaretto.rules.check.texts import plain_label
from lazaretto.rules.errors import checker_diagnostics as messages
from lazaretto.rules.link.compose_modules import Placed
from lazaretto.rules.link.declaration_keys import row_key
from lazaretto.rules.link.read_tables import Row
from lazaretto.rules.model.entities import BROKEN, FLAG, NUMBER, TEXT, Kind, Member, Variable
from lazaretto.rules.run.identifier_of_name import identifier
from lazaretto.rules.run.rulebook_messages import SEAT_NUMBER


@value
class Generated:
    """A member that is made: its name and label, what it is made for, and its number among its equals."""

    name: str = ""
    label: str = ""
    things: tuple[Member, ...] = ()
    seats: int = 0
    copy: int = 0


DECLARED = Generated()
"""A member that is declared by itself is made for nothing."""


def _distinct_factors(
    world: World, node: nodes.KindDeclaration, factors: tuple[Kind, ...]
) -> tuple[Kind, ...]:
    """Return the factors of a kind, each once: each gives its name to an attribute."""
    kinds: dict[str, Kind] = {}
    for name, kind in zip(node.each, factors, strict=False):
        if kind.name.lower() in kinds:
            world.report(messages.bad_value("factor", name.span, kind=kind.name))
        kinds.setdefault(kind.name.lower(), kind)
    return tuple(kinds.values())


def _how_many(kind: Kind, seats: int) -> int:
    """Return how many members a kind makes if all seats are taken."""
    sizes = (seats if each.is_player else sum(1 for _ in each.members()) for each in kind.each)
    return prod(sizes) * kind.times


def _generated(kind: Kind, seats: int) -> Iterator[Generated]:
    """Yield the members of a kind in order: the last factor varies first, and copies are neighbours."""
    for things in product(*(_members(each, seats) for each in kind.each)):
        name = " ".join(thing.name for thing in things) or kind.name
        label = " ".join(thing.label for thing in things) or kind.name.replace("_", " ")
        taken = max((thing.seats for thing in things), default=0)
        if kind.times == 1:
            yield Generated(name, label, things, taken)
            continue
        for copy in range(1, kind.times + 1):
            yield Generated(f"{name} {copy}", label, things, taken, copy)


def _members(kind: Kind, seats: int) -> list[Member]:
    """Return the members of a factor; a seat has no name yet, so it is numbered."""
    if not kind.is_player:
        return list(kind.members())
    members: list[Member] = []
    for seat in range(seats):
        name = str(SEAT_NUMBER(number=seat + 1))
        members.append(Member(name, name, name, kind, kind.span, seat, seats=seat + 1))
    return members


MOST_MEMBERS = 20_000
MOST_IN_ALL = 50_000
LONGEST_LABEL = 600
"""The maximum length of a member's name and of its label: many lines and views repeat them."""
DEEPEST = 50
FARTHEST = 1_000_000_000
"""The largest number of a spot on the map."""
RESERVED = frozenset({"name", "label", "at", "ends", "members", "documentation", "look"})

_Node = TypeVar("_Node", bound=nodes.Plain)


def declared(placed: Iterable[Placed], shape: type[_Node]) -> list[_Node]:
    """Return all declarations of one class."""
    return [each.declaration for each in placed if isinstance(each.declaration, shape)]


class Members:
    """The passes that create kinds and members."""

    def __init__(self, world: World, expressions: ExpressionChecker) -> None:
        self.world = world
        self.expressions = expressions
        self.settings: list[tuple[Member, nodes.Setting]] = []
        self.late: list[tuple[Variable, nodes.Call]] = []
        self.cells: list[tuple[Member, str, Row]] = []
        self.rows: list[tuple[Kind, Member, Row]] = []
        self.made = 0
        self.held = 0
        self.names: dict[int, dict[str, Member]] = {}
        self.broken: set[int] = set()

    def _kinds(self, declarations: list[nodes.KindDeclaration]) -> None:
        world = self.world
        new = [declaration for declaration in declarations if not declaration.extends]
        claimed: list[nodes.KindDeclaration] = []
        for node in new:
            if world.claim(node.name):
                claimed.append(node)
                world.kinds[node.name.text] = Kind(
                    node.name.text, node.name.span, documentation=node.documentation
                )
        for node in claimed:
            self._kind_head(world.kinds[node.name.text], node)
        if world.damage:
            self._lose_dependent(claimed)
        for node in declarations:
            kind = world.kinds.get(node.name.text)
            if kind is not None and node.extends:
                world.uses.append((node.name, kind))
            if kind is not None and node.active is not None:
                kind.active = node.active
        for kind in list(world.kinds.values()):
            if self._circular(kind):
                names = [each.name for each in islice(kind.lineage(), DEEPEST)]
                world.report(messages.cycle([*names[: names.index(kind.name, 1) + 1]], kind.span))
                kind.parent = None
            elif sum(1 for _ in kind.lineage()) > DEEPEST:
                world.give_up(messages.too_many("levels", DEEPEST, kind.span))
        for kind in world.kinds.values():
            if kind.parent is not None:
                kind.parent.children.append(kind)
                kind.piece = kind.root.piece
            if world.aliases:
                rename_attributes(kind, world.aliases)

    def _kind_head(self, kind: Kind, node: nodes.KindDeclaration) -> None:
        world = self.world
        kind.enumeration = bool(node.members)
        kind.times = node.times or 1
        if node.parent is not None and node.parent.text == "place":
            kind.place = True
        elif node.parent is not None and node.parent.text == "piece":
            kind.piece = True
        elif node.parent is not None:
            kind.parent = world.kind(node.parent)
        kind.links = world.kind(node.links) if node.links is not None else None
        kind.one_way = node.one_way
        kind.area_of = world.kind(node.area) if node.area is not None else None
        factors = [world.kind(each) for each in node.each]
        kind.each = _distinct_factors(world, node, tuple(factor for factor in factors if factor is not None))
        wanted = (node.links, kind.links), (node.area, kind.area_of)
        if None in factors or any(written is not None and found is None for written, found in wanted):
            self.broken.add(id(kind))
        for name in node.members:
            self._add_member(kind, name.text, name.text, name.span)

    def _lose_dependent(self, declarations: list[nodes.KindDeclaration]) -> None:
        """Drop kinds that depend on a lost kind: their attributes and pieces are unknown."""
        kinds, lost = self.world.kinds, self.world.lost
        waiting = True
        while waiting:
            waiting = False
            for node in declarations:
                heads = (node.parent, node.links, node.area, *node.each)
                used = [head for head in heads if head is not None]
                names = {name.text for name in used} - {"place", "piece"}
                if node.name.text in kinds and not names <= kinds.keys():
                    del kinds[node.name.text]
                    lost.add(node.name.text)
                    waiting = True

    @staticmethod
    def _circular(kind: Kind) -> bool:
        above, seen = kind.parent, {id(kind)}
        while above is not None and id(above) not in seen:
            seen.add(id(above))
            above = above.parent
        return above is kind

    # --- members -------------------------------------------------------------------------------

    def _add_member(
        self, kind: Kind, name: str, label: str, span: Span, made: Generated = DECLARED, say: str = ""
    ) -> Member:
        if not made.things and (len(name) > LONGEST_LABEL or len(label) > LONGEST_LABEL):
            self.world.report(messages.bad_value("label", span, most=LONGEST_LABEL))
            name, label = name[:LONGEST_LABEL], label[:LONGEST_LABEL]
        member = Member(name, identifier(name), label, kind, span, documentation=say)
        member.made_for, member.seats, member.copy = made.things, made.seats, made.copy
        if not made.seats and (len(made.things) != 1 or kind.times > 1):
            same = self.world.members.setdefault(member.ident, [])
            first = next((each for each in same if each.kind is kind), None)
            if first is not None:
                self.world.report(messages.twice(name, span, first.span))
                return member
            same.append(member)
        self.made += 1
        if len(kind.own) >= MOST_MEMBERS:
            self.world.give_up(messages.too_many("members", MOST_MEMBERS, span, kind.name))
        if self.made > MOST_IN_ALL:
            self.world.give_up(messages.too_many("all members", MOST_IN_ALL, span))
        kind.own.append(member)
        return member

    def _members(self, declarations: list[nodes.MemberDeclaration], rows: tuple[Row, ...]) -> None:
        world = self.world
        missing: set[str] = set()
        for row in rows:
            if row.cell is not None and row.cell.grid in world.kinds:
                world.kinds[row.cell.grid].grid = True
            kind = world.kinds.get(row.kind)
            if kind is None:
                if row.kind not in missing:
                    world.kind(nodes.Name(row.kind, row.span))
                    missing.add(row.kind)
                world.spoil(row_key(row)[1], row.place("name"))
                continue
            world.uses.append((nodes.Name(row.kind, row.span), kind))
            self._row(kind, row)
        for node in declarations:
            kind = world.kind(node.kind)
            if kind is None:
                world.spoil(node.name.text, node.name.span)
                continue
            if kind.is_player:
                world.report(messages.bad_value("player", node.name.span))
                continue
            if node.extends:
                self._extend_member(kind, node)
                continue
            label = plain_label(world, node.label, node.name.text.replace("_", " "))
            member = self._add_member(kind, node.name.text, label, node.name.span, say=node.documentation)
            self._settle_member(member, node)

    def _extend_member(self, kind: Kind, node: nodes.MemberDeclaration) -> None:
        for member in self.world.members.get(node.name.text, ()):
            if member.kind is kind:
                self.world.uses.append((node.name, member))
                member.special = True
                self._settle_member(member, node)

    def _settle_member(self, member: Member, node: nodes.MemberDeclaration) -> None:
        self.settings.extend((member, setting) for setting in node.settings)
        member.looks.update(looks_of(node.looks))
        if node.extends and node.label is not None:
            member.label = plain_label(self.world, node.label, "")
            if len(member.label) > LONGEST_LABEL:
                self.world.report(messages.bad_value("label", node.label.span, most=LONGEST_LABEL))
        if node.extends and node.documentation:
            member.documentation = node.documentation

    def _row(self, kind: Kind, row: Row) -> None:
        values = row.values
        name = values.get("name")
        ends = values.get("ends")
        if name is None and isinstance(ends, list):
            name = " - ".join(str(end) for end in ends)
        if not isinstance(name, str) or not _good_name(name):
            self.world.report(messages.bad_value("entry", row.place("name")))
            return
        if kind.is_player:
            self.world.report(messages.bad_value("player", row.span))
            return
        otherwise = name
        if "name" not in values and isinstance(ends, list) and any(each.one_way for each in kind.lineage()):
            otherwise = " to ".join(str(end) for end in ends)
        label, say = self._words(row, "label", otherwise), self._words(row, "documentation", "")
        member = self._add_member(kind, name, label, row.place("name"), say=say)
        self.rows.append((kind, member, row))
        self._spot(member, row)
        member.cell = row.cell
        self._look(member, row)
        self.cells.extend((member, key, row) for key in values if key not in RESERVED)

    def _spot(self, member: Member, row: Row) -> None:
        at = row.values.get("at")
        if isinstance(at, list) and len(at) == 2 and all(map(_on_map, at)):
            member.at = (float(at[0]), float(at[1]))
        elif at is not None:
            self.world.report(messages.bad_value("spot", row.place("at")))

    def _look(self, member: Member, row: Row) -> None:
        look = row.values.get("look")
        if isinstance(look, dict):
            member.looks.update({str(key): str(value) for key, value in look.items()})
        elif look is not None:
            self.world.report(messages.bad_value("look", row.place("look")))

    def _words(self, row: Row, key: str, otherwise: str) -> str:
        found = row.values.get(key, otherwise)
        if isinstance(found, str):
            return found
        self.world.report(messages.wrong_type(sort_of(found), TEXT, row.place(key)))
        return otherwise

    def _made_members(self) -> None:
        waiting = [kind for kind in self.world.kinds.values() if kind.each or kind.times > 1]
        while waiting:
            ready = [kind for kind in waiting if not any(each in waiting for each in kind.each)]
            if not ready:
                names = [each.name for each in waiting]
                self.world.report(messages.cycle([*names, names[0]], waiting[0].span))
                return
            for kind in ready:
                waiting.remove(kind)
                self._make(kind)

    def _make(self, kind: Kind) -> None:
        kind.declared = len(kind.own)
        if _how_many(kind, self.world.most_players) > MOST_MEMBERS:
            self.world.report(messages.too_many("members", MOST_MEMBERS, kind.span, kind.name))
            return
        for made in _generated(kind, self.world.most_players):
            self._add_member(kind, made.name, made.label, kind.span, made)

    def _number(self) -> None:
        pieces = 0
        for kind in self.world.kinds.values():
            if kind.parent is None:
                count = self._number_kind(kind, 0)
                if kind.is_player:
                    kind.count = self.world.most_players
                if count > MOST_MEMBERS:
                    self.world.report(messages.too_many("members", MOST_MEMBERS, kind.span, kind.name))
                if kind.piece:
                    kind.piece_base = pieces
                    pieces += count

    def _number_kind(self, kind: Kind, first: int) -> int:
        kind.first = first
        for member in kind.own:
            member.id = first
            first += 1
        for child in kind.children:
            first = self._number_kind(child, first)
        kind.count = first - kind.first
        kind.seated = any(each.seats for each in kind.own) or any(each.seated for each in kind.children)
        return first

    def _joints(self) -> None:
        for kind, member, row in self.rows:
            if id(kind) in self.broken:
                continue
            if kind.links is not None:
                members = self._referred(kind.links, row, "ends", 2)
                if len(members) == 2:
                    member.ends = (members[0], members[1])
            elif kind.area_of is not None:
                member.bounds = tuple(self._referred(kind.area_of, row, "members", None))
            else:
                for key in ("ends", "members"):
                    if key in row.values and kind.variable(key) is None:
                        self._unknown_key(kind, key, row.key_place(key))

    def _unknown_key(self, kind: Kind, key: str, span: Span) -> None:
        if self.world.has_gap(kind):
            return
        names = {each for kin in kind.lineage() for each in (*kin.variables, *kin.supplies)}
        names |= RESERVED - {"ends", "members"}
        if kind.links is not None:
            names.add("ends")
        if kind.area_of is not None:
            names.add("members")
        self.world.report(messages.no_attribute(kind.name, key, span, names))

    def _referred(self, kind: Kind, row: Row, key: str, size: int | None) -> list[Member]:
        """Return the members that a row names under a key; report those that do not exist."""
        names = row.values.get(key)
        span = row.place(key)
        if not isinstance(names, list) or (size is not None and len(set(map(str, names))) != size):
            self.world.report(messages.bad_value("link" if size else "area", span))
            return []
        members: list[Member] = []
        for number, name in enumerate(names):
            member, place = self._by_name(kind, name), row.item_spans.get((key, number), span)
            if member is None:
                self._no_member(kind, str(name), place)
            else:
                self.world.uses.append((nodes.Name(str(name), place), member))
                members.append(member)
        return members

    def _no_member(self, kind: Kind, name: str, span: Span) -> None:
        spoiled = self.world.variables.get(identifier(name))
        if (spoiled is not None and spoiled.type == BROKEN) or self.world.forgives(identifier(name)):
            return
        removed = self.world.removed.get(identifier(name))
        if removed is not None:
            self.world.report(messages.still_used(name, span, removed))
        else:
            known = [member.name for member in kind.members()]
            self.world.report(messages.no_such(kind.name, name, span, known))

    def _by_name(self, kind: Kind, name: object) -> Member | None:
        if not isinstance(name, str):
            return None
        members = self.names.get(id(kind))
        if members is None:
            members = self.names[id(kind)] = {}
            for member in kind.members():
                members.setdefault(member.name, member)
                members.setdefault(member.ident, member)
        return members.get(name) or self._by_old_name(kind, name)

    def _by_old_name(self, kind: Kind, name: str) -> Member | None:
        """Return the member that once had a name."""
        return self.world.member(kind, identifier(name)) if self.world.aliases else None


def _on_map(number: object) -> bool:
    """Whether a value of a table is a number that a map can show; `nan` and `inf` are not."""
    return type(number) in (int, float) and isinstance(number, int | float) and abs(number) <= FARTHEST


def _good_name(name: str) -> bool:
    """Whether rules and records can use this name for a member."""
    odd = any(letter in ",>" or not letter.isprintable() for letter in name)
    return bool(identifier(name)) and not odd and name not in {"none", "yes", "no"}


def looks_of(looks: Iterable[nodes.Look]) -> dict[str, str]:
    """Return looks as pairs of texts."""
    found: dict[str, str] = {}
    for key, shown in (pair for look in looks for pair in look.pairs):
        match shown:
            case nodes.Text():
                found[key.text] = shown.plain
            case nodes.Number():
                found[key.text] = str(shown.value)
            case nodes.Name():
                found[key.text] = shown.text
    return found


def sort_of(value: object) -> object:
    """Name the type of a table value in the language's terms."""
    types: dict[type, object] = {bool: FLAG, int: NUMBER, str: TEXT}
    others = {float: "fraction", list: "list", dict: "table"}
    return types.get(type(value)) or messages.sort(others.get(type(value), "date"))
