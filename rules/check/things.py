"""From declarations and tables to kinds, members and everything that holds a value or a piece."""

from collections.abc import Iterable
from itertools import islice
from typing import TypeVar

from grammar import nodes
from grammar.source import Span
from rules.check import messages
from rules.check.expressions import MOST, Expressions
from rules.check.layout import MOST_VALUES
from rules.check.scope import Frame, Scope
from rules.check.world import World
from rules.link.modules import Placed, identifier, row_key
from rules.link.pack import Row
from rules.model import tree
from rules.model.things import Kind, Member, Option, Pile, Seen, Supply, Track, Value, Variable
from rules.model.types import (
    BROKEN,
    FLAG,
    NUMBER,
    TEXT,
    BrokenType,
    FlagType,
    KindType,
    ManyType,
    NumberType,
    OptionalType,
    TextType,
    Type,
    item_of,
)

MOST_MEMBERS = 2_000
MOST_PIECES = 10_000
DEEPEST = 50
_RESERVED = frozenset({"name", "label", "at", "ends", "members", "documentation", "look"})

_Node = TypeVar("_Node", bound=nodes.Plain)


def _all(placed: Iterable[Placed], shape: type[_Node]) -> list[_Node]:
    return [each.declaration for each in placed if isinstance(each.declaration, shape)]


class Things:
    """The passes that fill the world with things, in the order in which they need each other."""

    def __init__(self, world: World, expressions: Expressions) -> None:
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

    def declare(self, placed: tuple[Placed, ...], rows: tuple[Row, ...]) -> None:
        """All passes."""
        self._kinds(_all(placed, nodes.KindDeclaration))
        self._members(_all(placed, nodes.MemberDeclaration), rows)
        self._made_members()
        self._number()
        self._joints()
        self._fields(_all(placed, nodes.KindDeclaration))
        self._globals(placed)
        self._fill()
        self._looks(placed)

    # --- kinds ---------------------------------------------------------------------------------

    def _kinds(self, declarations: list[nodes.KindDeclaration]) -> None:
        world = self.world
        new = [each for each in declarations if not each.extends]
        claimed: list[nodes.KindDeclaration] = []
        for node in new:
            if world.claim(node.name):
                claimed.append(node)
                world.kinds[node.name.text] = Kind(
                    node.name.text, node.name.span, documentation=node.documentation
                )
        for node in claimed:
            self._kind_head(world.kinds[node.name.text], node)
        for node in declarations:
            kind = world.kinds.get(node.name.text)
            if kind is not None and node.active is not None:
                kind.active = node.active
        for kind in list(world.kinds.values()):
            if self._circular(kind):
                names = [each.name for each in islice(kind.lineage(), DEEPEST)]
                world.report(messages.cycle([*names[: names.index(kind.name, 1) + 1]], kind.span))
                kind.parent = None
            elif sum(1 for _ in kind.lineage()) > DEEPEST:
                world.give_up(messages.too_many("kinds above one another", DEEPEST, kind.span))
        for kind in world.kinds.values():
            if kind.parent is not None:
                kind.parent.children.append(kind)
                kind.piece = kind.root.piece

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
        kind.area_of = world.kind(node.area) if node.area is not None else None
        kind.each = world.kind(node.each) if node.each is not None else None
        wanted = (node.links, kind.links), (node.area, kind.area_of), (node.each, kind.each)
        if any(written is not None and found is None for written, found in wanted):
            self.broken.add(id(kind))
        for name in node.members:
            self._add_member(kind, name.text, name.text, name.span)

    @staticmethod
    def _circular(kind: Kind) -> bool:
        above, seen = kind.parent, {id(kind)}
        while above is not None and id(above) not in seen:
            seen.add(id(above))
            above = above.parent
        return above is kind

    # --- members -------------------------------------------------------------------------------

    def _add_member(
        self, kind: Kind, name: str, label: str, span: Span, derived: Member | None = None, say: str = ""
    ) -> Member:
        member = Member(name, identifier(name), label, kind, span, documentation=say, made_for=derived)
        if derived is None or kind.times > 1:
            same = self.world.members.setdefault(member.ident, [])
            first = next((each for each in same if each.kind is kind), None)
            if first is not None:
                self.world.report(messages.twice(name, span, first.span))
                return member
            same.append(member)
        self.made += 1
        if len(kind.own) >= MOST_MEMBERS:
            self.world.give_up(messages.too_many(f"members of `{kind.name}`", MOST_MEMBERS, kind.span))
        if self.made > MOST_PIECES:
            self.world.give_up(messages.too_many("members of all kinds", MOST_PIECES, kind.span))
        kind.own.append(member)
        return member

    def _members(self, declarations: list[nodes.MemberDeclaration], rows: tuple[Row, ...]) -> None:
        world = self.world
        missing: set[str] = set()
        for row in rows:
            kind = world.kinds.get(row.kind)
            if kind is None:
                if row.kind not in missing:
                    world.kind(nodes.Name(row.kind, row.span))
                    missing.add(row.kind)
                world.spoil(row_key(row)[1], row.span)
                continue
            self._row(kind, row)
        for node in declarations:
            kind = world.kind(node.kind)
            if kind is None:
                world.spoil(node.name.text, node.name.span)
                continue
            if kind.is_player:
                world.report(
                    messages.bad_value("players sit down when the game starts", node.name.span, "take it out")
                )
                continue
            if node.extends:
                self._extend_member(kind, node)
                continue
            label = node.label.plain if node.label is not None else node.name.text.replace("_", " ")
            member = self._add_member(kind, node.name.text, label, node.name.span, say=node.documentation)
            self._settle_member(member, node)

    def _extend_member(self, kind: Kind, node: nodes.MemberDeclaration) -> None:
        for member in kind.own:
            if member.ident == node.name.text:
                self._settle_member(member, node)

    def _settle_member(self, member: Member, node: nodes.MemberDeclaration) -> None:
        self.settings.extend((member, each) for each in node.settings)
        for look in node.looks:
            member.looks.update(looks_of(look))
        if node.extends and node.label is not None:
            member.label = node.label.plain
        if node.extends and node.documentation:
            member.documentation = node.documentation

    def _row(self, kind: Kind, row: Row) -> None:
        values = row.values
        name = values.get("name")
        ends = values.get("ends")
        if name is None and isinstance(ends, list):
            name = " - ".join(str(each) for each in ends)
        if not isinstance(name, str) or not _good_name(name):
            self.world.report(
                messages.bad_value(
                    "an entry needs a name: a text with letters, without `,` and `>`",
                    row.value_spans.get("name", row.span),
                    'write it like `name = "..."`',
                )
            )
            return
        if kind.is_player:
            self.world.report(
                messages.bad_value("players sit down when the game starts", row.span, "take it out")
            )
            return
        label, say = self._words(row, "label", name), self._words(row, "documentation", "")
        member = self._add_member(kind, name, label, row.value_spans.get("name", row.span), say=say)
        self.rows.append((kind, member, row))
        at = values.get("at")
        if isinstance(at, list) and len(at) == 2 and all(type(each) in (int, float) for each in at):
            member.at = (float(at[0]), float(at[1]))
        elif at is not None:
            self.world.report(
                messages.bad_value(
                    "a spot on the map is two numbers",
                    row.value_spans.get("at", row.span),
                    "write it like `at = [10, 20.5]`",
                )
            )
        look = values.get("look")
        if isinstance(look, dict):
            member.looks.update({str(key): str(value) for key, value in look.items()})
        elif look is not None:
            self.world.report(
                messages.bad_value(
                    "a look is a table",
                    row.value_spans.get("look", row.span),
                    'write it like `look = {colour = "blue"}`',
                )
            )
        self.cells.extend((member, key, row) for key in values if key not in _RESERVED)

    def _words(self, row: Row, key: str, otherwise: str) -> str:
        found = row.values.get(key, otherwise)
        if isinstance(found, str):
            return found
        self.world.report(messages.wrong_type(_sort(found), TEXT, row.value_spans.get(key, row.span)))
        return otherwise

    def _made_members(self) -> None:
        waiting = [kind for kind in self.world.kinds.values() if kind.each is not None or kind.times > 1]
        done: set[int] = set()
        while waiting:
            ready = [each for each in waiting if each.each is None or each.each not in waiting]
            if not ready:
                names = [each.name for each in waiting]
                self.world.report(messages.cycle([*names, names[0]], waiting[0].span))
                return
            for kind in ready:
                waiting.remove(kind)
                done.add(id(kind))
                self._make(kind)

    def _make(self, kind: Kind) -> None:
        sources: list[Member | None] = [*kind.each.members()] if kind.each is not None else [None]
        if len(sources) * kind.times > MOST_MEMBERS:
            self.world.report(messages.too_many(f"members of `{kind.name}`", MOST_MEMBERS, kind.span))
            return
        for source in sources:
            for index in range(kind.times):
                stem = source.name if source is not None else kind.name
                shown = source.label if source is not None else kind.name
                if kind.times > 1:
                    stem, shown = f"{stem} {index + 1}", f"{shown} {index + 1}"
                if source is None:
                    self._add_member(kind, stem, kind.name, kind.span)
                else:
                    self._add_member(kind, stem, shown, kind.span, source)

    def _number(self) -> None:
        pieces = 0
        for kind in self.world.kinds.values():
            if kind.parent is None:
                count = self._number_kind(kind, 0)
                if kind.is_player:
                    kind.count = self.world.most_players
                if count > MOST_MEMBERS:
                    self.world.report(messages.too_many(f"members of `{kind.name}`", MOST_MEMBERS, kind.span))
                if kind.piece:
                    kind.piece_base = pieces
                    pieces += count
        if pieces > MOST_PIECES:
            self.world.report(messages.too_many("pieces", MOST_PIECES, self.world.player.span))

    def _number_kind(self, kind: Kind, first: int) -> int:
        kind.first = first
        for member in kind.own:
            member.id = first
            first += 1
        for child in kind.children:
            first = self._number_kind(child, first)
        kind.count = first - kind.first
        return first

    def _joints(self) -> None:
        for kind, member, row in self.rows:
            if id(kind) in self.broken:
                continue
            if kind.links is not None:
                found = self._referred(kind.links, row, "ends", 2)
                if len(found) == 2:
                    member.ends = (found[0], found[1])
            elif kind.area_of is not None:
                member.bounds = tuple(self._referred(kind.area_of, row, "members", None))
            else:
                for key in ("ends", "members"):
                    if key in row.values and kind.variable(key) is None:
                        self._unknown_key(kind, key, row.spans.get(key, row.span))

    def _referred(self, kind: Kind, row: Row, key: str, size: int | None) -> list[Member]:
        """The members that a row names under a key; those that there are not are reported."""
        names = row.values.get(key)
        span = row.value_spans.get(key, row.span)
        if not isinstance(names, list) or (size is not None and len(set(map(str, names))) != size):
            words = "a link has two ends" if size else "an area has a list of members"
            self.world.report(messages.bad_value(words, span, f'write it like `{key} = ["A", "B"]`'))
            return []
        found: list[Member] = []
        for number, name in enumerate(names):
            member = self._by_name(kind, name)
            if member is None:
                self._no_member(kind, str(name), row.item_spans.get((key, number), span))
            else:
                found.append(member)
        return found

    def _no_member(self, kind: Kind, name: str, span: Span) -> None:
        spoiled = self.world.variables.get(identifier(name))
        if spoiled is not None and spoiled.type == BROKEN:
            return
        removed = self.world.removed.get(identifier(name))
        if removed is not None:
            self.world.report(messages.still_used(name, span, removed))
        else:
            known = [each.name for each in kind.members()]
            self.world.report(messages.no_such(kind.name, name, span, known))

    def _by_name(self, kind: Kind, name: object) -> Member | None:
        if not isinstance(name, str):
            return None
        found = self.names.get(id(kind))
        if found is None:
            found = self.names[id(kind)] = {}
            for each in kind.members():
                found.setdefault(each.name, each)
                found.setdefault(each.ident, each)
        return found.get(name)

    # --- attributes ----------------------------------------------------------------------------

    def _fields(self, declarations: list[nodes.KindDeclaration]) -> None:
        for kind in self.world.kinds.values():
            if kind.each is not None:
                name = kind.each.name.lower()
                made = Variable(name, kind, KindType(kind.each), kind.span)
                made.defaults = [each.made_for.id if each.made_for else None for each in kind.own]
                kind.variables[name] = made
        for node in declarations:
            owner = self.world.kinds.get(node.name.text)
            if owner is None:
                continue
            for field in node.fields:
                self._field(owner, field)
            for look in node.looks:
                owner.looks.update(looks_of(look))

    def _field(self, kind: Kind, field: nodes.Field) -> None:
        name, world = field.name.text, self.world
        first = kind.variable(name) or kind.pile(name) or kind.supply(name)
        if first is not None:
            world.report(messages.twice(f"{kind.name}.{name}", field.name.span, first.span))
            return
        self.held += kind.count
        if self.held > MOST_VALUES:
            world.give_up(messages.too_many("attributes of all members", MOST_VALUES, field.name.span))
        if isinstance(field.type, nodes.SupplyType):
            kind.supplies[name] = Supply(
                name, kind, field.type.size, field.name.span, field.documentation, owners=kind.count
            )
        elif isinstance(field.type, nodes.PileType):
            pile = self._pile(field.name, kind, field.type.kind, field.documentation)
            if pile is not None:
                pile.count = kind.count
                kind.piles[name] = pile
        elif isinstance(field.type, nodes.FaceType):
            self._face(field, field.type.faces, kind)
        else:
            variable = self._variable(field, kind)
            if variable is not None:
                kind.variables[name] = variable
        if kind.variable(name) is None and kind.pile(name) is None and kind.supply(name) is None:
            kind.variables[name] = Variable(name, kind, BROKEN, field.name.span, defaults=[None] * kind.count)

    def _pile(self, name: nodes.Name, owner: Kind | None, kind_name: nodes.Name, say: str) -> Pile | None:
        kind = self.world.kind(kind_name)
        if kind is None:
            return None
        if not kind.root.piece:
            self.world.report(
                messages.bad_value(
                    f"`{kind.name}` does not lie in piles",
                    kind_name.span,
                    f"declare `kind {kind.name} is a piece`",
                )
            )
            return None
        return Pile(name.text, owner, kind, name.span, say)

    def _variable(self, node: nodes.Field | nodes.Variable, owner: Kind | None) -> Variable | None:
        name = node.name.text
        kind = self._type(node.type, owner, name)
        if kind is None:
            return None
        variable = Variable(name, owner, kind, node.name.span, node.documentation)
        if isinstance(kind, TextType) and owner is None:
            self.world.report(
                messages.bad_value("a text belongs to a kind", node.span, "rules cannot compute with it")
            )
            return None
        if owner is None or owner.is_player:
            variable.constant = False
        default: Value = None
        if isinstance(node.default, nodes.Call) and not node.default.arguments:
            self.late.append((variable, node.default))
        elif node.default is not None:
            found = self.constant(node.default, kind)
            if found is None and not isinstance(node.default, nodes.Nothing):
                return None
            default = found
        elif isinstance(kind, ManyType):
            default = ()
        elif not isinstance(kind, OptionalType) and (owner is None or owner.is_player):
            if isinstance(kind, NumberType):
                default = max(0, kind.low or 0)
            elif isinstance(kind, FlagType):
                default = False
            else:
                self.world.report(messages.no_start(name, kind, node.name.span))
        count = owner.count if owner is not None else 1
        variable.defaults = [default] * count
        must_be_given = owner is not None and not owner.is_player and node.default is None
        if must_be_given and not isinstance(kind, OptionalType | ManyType):
            variable.defaults = [_UNSET] * count
        return variable

    def _type(self, node: nodes.Type, owner: Kind | None, name: str) -> Type | None:
        world = self.world
        match node:
            case nodes.NamedType():
                return world.named_type(node)
            case nodes.ManyType():
                return world.type_of(node)
            case nodes.ChoiceType(members, span):
                full = f"{owner.name}.{name}" if owner is not None else name
                kind = Kind(full, span, enumeration=True)
                words: dict[str, nodes.Name] = {}
                for word in members:
                    if word.text in words:
                        world.report(messages.twice(word.text, word.span, words[word.text].span))
                    words.setdefault(word.text, word)
                for index, word in enumerate(words.values()):
                    kind.own.append(
                        Member(word.text, word.text, word.text.replace("_", " "), kind, word.span, index)
                    )
                kind.count = len(words)
                world.kinds[f"{full} "] = kind
                return KindType(kind)
            case nodes.FaceType(span=span):
                world.report(messages.misplaced("any of", "in a kind of piece", span))
                return None
            case _:
                world.report(messages.misplaced("supply", "in a kind", node.span))
                return None

    def _face(self, field: nodes.Field, faces: nodes.Expression, kind: Kind) -> None:
        """The face a piece shows: any of a list that each piece has."""
        scope = Scope(Frame(mark="f"), "faces")
        this = scope.bind("this", KindType(kind), faces.span)
        found = self.expressions.many(_own_names(faces, kind), scope)
        item = item_of(found.type) if found is not None else None
        if found is None or item is None:
            return
        if not isinstance(item, KindType | NumberType):
            self.world.report(messages.wrong_type(item, "face", faces.span))
            return
        shown: Type = OptionalType(item) if isinstance(item, KindType) else item
        variable = Variable(field.name.text, kind, shown, field.name.span, field.documentation)
        variable.faces, variable.face_of = found, this
        variable.defaults = [None if isinstance(item, KindType) else 0] * kind.count
        kind.variables[field.name.text] = variable

    def late_defaults(self) -> None:
        """Defaults that are the name of a value: known only when rules have been read."""
        for variable, node in self.late:
            found = self.expressions.check(node, Scope(Frame(), "constant"), variable.type)
            base = found.value.base if isinstance(found, tree.CallValue) else None
            if (
                isinstance(found, tree.CallValue)
                and isinstance(base, tree.Constant)
                and not found.value.changes
            ):
                variable.defaults = [base.value] * len(variable.defaults)
            elif found is not None:
                self.world.report(messages.not_constant(node.span))

    def constant(self, node: nodes.Expression, wanted: Type) -> Value:
        """A plain value; None with the mistake reported (or for `none`)."""
        if isinstance(wanted, TextType) and isinstance(node, nodes.Text):
            return node.plain
        found = self.expressions.check(node, Scope(Frame(), "constant"), wanted)
        if found is None:
            return None
        if isinstance(found, tree.Constant):
            return self._in_range(found.value, wanted, node.span)
        if isinstance(found, tree.ListOf) and all(isinstance(each, tree.Constant) for each in found.items):
            values = [each.value for each in found.items if isinstance(each, tree.Constant)]
            return tuple(each for each in values if isinstance(each, int))
        if isinstance(found, tree.KindSet) and not found.kind.is_player:
            return tuple(each.id for each in found.kind.members())
        self.world.report(messages.not_constant(node.span))
        return None

    def _in_range(self, value: Value, wanted: Type, span: Span) -> Value:
        if isinstance(wanted, NumberType) and isinstance(value, int):
            low, high = wanted.low, wanted.high
            if (low is not None and value < low) or (high is not None and value > high):
                self.world.report(messages.out_of_range(value, low, high, span))
        return value

    # --- globals -------------------------------------------------------------------------------

    def _globals(self, placed: tuple[Placed, ...]) -> None:
        world = self.world
        for node in _all(placed, nodes.Variable):
            if isinstance(node.type, nodes.SupplyType | nodes.PileType | nodes.FaceType):
                word = {nodes.SupplyType: "supply", nodes.PileType: "pile"}.get(type(node.type), "any of")
                where = "in a kind" if word == "any of" else "in a kind, or first on a line"
                world.report(messages.misplaced(word, where, node.type.span))
                world.spoil(node.name.text, node.name.span)
            elif world.claim(node.name):
                variable = self._variable(node, None)
                if variable is not None:
                    world.variables[node.name.text] = variable
                world.spoil(node.name.text, node.name.span)
        for supply in _all(placed, nodes.SupplyDeclaration):
            if world.claim(supply.name):
                made = Supply(supply.name.text, None, supply.size, supply.name.span, supply.documentation)
                for look in supply.looks:
                    made.looks.update(looks_of(look))
                world.supplies[supply.name.text] = made
        for track in _all(placed, nodes.TrackDeclaration):
            if world.claim(track.name):
                drawn = Track(track.name.text, track.spaces, track.name.span, track.documentation)
                for look in track.looks:
                    drawn.looks.update(looks_of(look))
                world.tracks[track.name.text] = drawn
        for pile in _all(placed, nodes.PileDeclaration):
            if world.claim(pile.name):
                laid = self._pile(pile.name, None, pile.kind, pile.documentation)
                if laid is not None:
                    laid.starts_with = self._starts(pile, laid.kind)
                    for look in pile.looks:
                        laid.looks.update(looks_of(look))
                    world.piles[pile.name.text] = laid
                world.spoil(pile.name.text, pile.name.span)
        for option in _all(placed, nodes.OptionDeclaration):
            if world.claim(option.name):
                self._option(option)
                world.spoil(option.name.text, option.name.span)

    def _starts(self, node: nodes.PileDeclaration, wanted: Kind) -> tuple[Kind, ...]:
        """The kinds whose members lie in a pile at the start."""
        found: list[Kind] = []
        for name in node.starts_with:
            kind = self.world.kind(name)
            if kind is not None and kind.descends_from(wanted):
                found.append(kind)
            elif kind is not None:
                self.world.report(messages.wrong_type(kind.name, wanted.name, name.span))
        return tuple(found)

    def _option(self, node: nodes.OptionDeclaration) -> None:
        kind = self._type(node.type, None, node.name.text)
        if kind is None:
            return
        if not isinstance(kind, NumberType | FlagType | KindType):
            self.world.report(messages.wrong_type(kind, "number, flag or choice", node.type.span))
            return
        if isinstance(kind, NumberType) and (kind.low is None or kind.high is None):
            self.world.report(messages.bad_value("an option needs a range", node.type.span, "write `1..6`"))
            return
        variable = Variable(node.name.text, None, kind, node.name.span, node.documentation, option=True)
        variable.constant = False
        default = self.constant(node.default, kind)
        variable.defaults = [default]
        self.world.variables[node.name.text] = variable
        label = node.label.plain if node.label is not None else node.name.text.replace("_", " ")
        self.world.options[node.name.text] = Option(variable, label, node.documentation, default)

    # --- values of members ---------------------------------------------------------------------

    def _fill(self) -> None:
        for member, key, row in self.cells:
            variable = member.kind.variable(key)
            if variable is None:
                self._unknown_key(member.kind, key, row.spans.get(key, row.span))
                continue
            converted = self._cell(row.values[key], variable.type, row.value_spans.get(key, row.span))
            self._give(member, variable, None if converted is _UNSET else converted)
        for member, setting in self.settings:
            variable = member.kind.variable(setting.name.text)
            if variable is None:
                self._unknown_key(member.kind, setting.name.text, setting.name.span)
                continue
            self._give(member, variable, self.constant(setting.value, variable.type))
        for kind in self.world.kinds.values():
            for variable in kind.variables.values():
                if kind.is_player or variable.owner is not kind:
                    continue
                for member, value in zip(kind.members(), variable.defaults, strict=False):
                    if value is _UNSET:
                        self.world.report(messages.missing_attribute(member.name, variable.name, member.span))

    @staticmethod
    def _give(member: Member, variable: Variable, value: "Value") -> None:
        assert variable.owner is not None
        if variable.type != BROKEN:
            variable.defaults[member.id - variable.owner.first] = value

    def _unknown_key(self, kind: Kind, key: str, span: Span) -> None:
        names = {each for kin in kind.lineage() for each in kin.variables} | (_RESERVED - {"ends", "members"})
        if kind.links is not None:
            names.add("ends")
        if kind.area_of is not None:
            names.add("members")
        self.world.report(messages.no_attribute(kind.name, key, span, names))

    def _cell(self, value: object, wanted: Type, span: Span) -> Value:
        match wanted, value:
            case BrokenType(), _:
                return None
            case NumberType(), bool():
                pass
            case NumberType(), int() if abs(value) <= MOST:
                return self._in_range(value, wanted, span)
            case NumberType(), int():
                self.world.report(messages.too_large(MOST, span))
                return _UNSET
            case FlagType(), bool():
                return value
            case TextType(), str():
                return value
            case KindType(kind), str():
                member = self._by_name(kind, value)
                if member is None:
                    self._no_member(kind, value, span)
                    return _UNSET
                return member.id
            case OptionalType(item), _:
                return self._cell(value, item, span)
            case ManyType(item), list() if item is not None:
                cells = [self._cell(each, item, span) for each in value]
                return tuple(each for each in cells if isinstance(each, int) and each is not _UNSET)
            case _:
                pass
        self.world.report(messages.wrong_type(_sort(value), wanted, span))
        return _UNSET

    # --- who sees, how it looks ----------------------------------------------------------------

    def _looks(self, placed: tuple[Placed, ...]) -> None:
        world = self.world
        for node in _all(placed, nodes.Look):
            if node.subject is None:
                continue
            name = node.subject.text
            members = world.members.get(name, [])
            if name in world.kinds:
                world.kinds[name].looks.update(looks_of(node))
            elif members:
                members[0].looks.update(looks_of(node))
            elif name in world.tracks:
                world.tracks[name].looks.update(looks_of(node))
            elif name in world.piles:
                world.piles[name].looks.update(looks_of(node))
            elif name in world.supplies:
                world.supplies[name].looks.update(looks_of(node))
            else:
                world.report(messages.unknown(name, node.subject.span, world.all_names()))

    def visibility(self, placed: tuple[Placed, ...]) -> None:
        """Who sees what; after the rules are declared, since a set of players may use their values."""
        world = self.world
        for node in _all(placed, nodes.KindDeclaration):
            kind = world.kinds.get(node.name.text)
            for field in node.fields if kind is not None else ():
                assert kind is not None
                holder = kind.variable(field.name.text) or kind.pile(field.name.text)
                if isinstance(holder, Variable | Pile):
                    self._seen(field.seen, holder, kind)
                    self._lifetime(field.lifetime, holder)
        for declared in _all(placed, nodes.Variable):
            variable = world.variables.get(declared.name.text)
            if variable is not None:
                self._seen(declared.seen, variable, None)
                self._lifetime(declared.lifetime, variable)
        for laid in _all(placed, nodes.PileDeclaration):
            pile = world.piles.get(laid.name.text)
            if pile is not None:
                self._seen(laid.seen, pile, None)

    def _lifetime(self, name: nodes.Name | None, holder: Variable | Pile) -> None:
        if name is None or not isinstance(holder, Variable):
            return
        phase = self.world.phase(name)
        if phase is not None:
            holder.lifetime = phase
            holder.constant = False
            phase.lifetimes.append(holder)

    def _seen(self, node: nodes.SeenBy | None, holder: Variable | Pile, owner: Kind | None) -> None:
        if node is None:
            return
        if node.word == "owner" and (owner is None or not owner.is_player):
            self.world.report(messages.misplaced("owner", "on an attribute of Player", node.span))
            return
        holder.seen = Seen(node.word)
        if node.players is not None:
            scope = Scope(Frame(), "seen")
            if owner is not None:
                holder.seen.this = scope.bind("this", KindType(owner), node.span)
            holder.seen.players = self.expressions.players(node.players, scope)


def _good_name(name: str) -> bool:
    """Whether rules and records can name a member like this."""
    odd = any(letter in ",>" or not letter.isprintable() for letter in name)
    return bool(identifier(name)) and not odd and name not in {"none", "yes", "no"}


def _sort(value: object) -> object:
    """What a value of a table is, in the words of the language."""
    return {bool: FLAG, int: NUMBER, str: TEXT, float: "broken number", list: "list", dict: "table"}.get(
        type(value), "date"
    )


def looks_of(node: nodes.Look) -> dict[str, str]:
    """The pairs of a look, as text."""
    found: dict[str, str] = {}
    for key, value in node.pairs:
        match value:
            case nodes.Text():
                found[key.text] = value.plain
            case nodes.Number():
                found[key.text] = str(value.value)
            case nodes.Name():
                found[key.text] = value.text
    return found


def _own_names(node: nodes.Expression, owner: Kind) -> nodes.Expression:
    """Inside `any of`, an attribute's bare name is the piece's own."""
    match node:
        case nodes.Name(text, span) if owner.variable(text) is not None:
            return nodes.Attribute(nodes.Name("this", span), node, span)
        case nodes.Attribute(thing, name, span):
            return nodes.Attribute(_own_names(thing, owner), name, span)
        case _:
            return node


_UNSET: Value = -(2**70)
