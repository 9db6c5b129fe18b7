"""Runs the passes over declarations and tables: kinds, members, everything that holds a value or a piece.

That is: attributes, variables, supplies, tracks, piles and options. Also previews, which are procedures that
players may run on a copy of the game; and the declaration that takes most of the state, for the report of a
state that is too large.
"""

from collections import Counter

from lazaretto.grammar import nodes
from lazaretto.grammar.source import NOWHERE, Span
from lazaretto.rules.check.find_by_old_name import renamed_members
from lazaretto.rules.check.make_kinds_and_members import Members, declared, looks_of, sort_of
from lazaretto.rules.check.scope import Frame, Scope
from lazaretto.rules.check.state_layout import MOST_VALUES, all_supplies, all_variables
from lazaretto.rules.check.symbol_table import CAMPAIGN, World
from lazaretto.rules.check.texts import plain_label, refuse_gaps
from lazaretto.rules.errors import checker_diagnostics as messages
from lazaretto.rules.link.compose_modules import Placed
from lazaretto.rules.link.read_tables import Row
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import (
    BROKEN,
    BrokenType,
    FlagType,
    Kind,
    KindType,
    ManyType,
    Member,
    NumberType,
    Option,
    OptionalType,
    Pile,
    Seen,
    Supply,
    TextType,
    Track,
    Type,
    Value,
    Variable,
    item_of,
)
from lazaretto.rules.run.limits import MOST

UNSET: Value = -(2**70)
"""Placeholder for a value that must still be given."""


class Fields(Members):
    """The passes that create attributes and global variables."""

    def _fields(self, declarations: list[nodes.KindDeclaration]) -> None:
        for kind in self.world.kinds.values():
            for place, factor in enumerate(kind.each):
                name = factor.name.lower()
                made = Variable(name, kind, KindType(factor), kind.span)
                made.defaults = [
                    member.made_for[place].id if member.made_for else None for member in kind.own
                ]
                kind.variables[name] = made
        for node in declarations:
            owner = self.world.kinds.get(node.name.text)
            if owner is None:
                continue
            for field in node.fields:
                self._field(owner, field)
            owner.looks.update(looks_of(node.looks))

    def hold(self, count: int, span: Span) -> None:
        """Count values of members, each member of a list separately, and give up above the limit."""
        self.held += count
        if self.held > MOST_VALUES:
            self.world.give_up(messages.too_many("attributes", MOST_VALUES, span))

    def _field(self, kind: Kind, field: nodes.Field) -> None:
        name, world = field.name.text, self.world
        first = kind.variable(name) or kind.pile(name) or kind.supply(name)
        if first is not None:
            world.report(messages.twice(f"{kind.name}.{name}", field.name.span, first.span))
            return
        self.hold(kind.count, field.name.span)
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
        made = kind.variables.get(name) or kind.piles.get(name) or kind.supplies.get(name)
        if made is not None:
            made.looks.update(looks_of(field.looks))
        else:
            kind.variables[name] = Variable(name, kind, BROKEN, field.name.span, defaults=[None] * kind.count)

    def _pile(self, name: nodes.Name, owner: Kind | None, kind_name: nodes.Name, say: str) -> Pile | None:
        kind = self.world.kind(kind_name)
        if kind is None:
            return None
        if not kind.root.piece:
            self.world.report(messages.bad_value("no piece", kind_name.span, kind=kind.name))
            return None
        return Pile(name.text, owner, kind, name.span, say)

    def _variable(self, node: nodes.Field | nodes.Variable, owner: Kind | None) -> Variable | None:
        name = node.name.text
        kind = self._type(node.type, owner, name)
        if kind is None:
            return None
        variable = Variable(name, owner, kind, node.name.span, node.documentation)
        if isinstance(kind, TextType) and owner is None:
            self.world.report(messages.bad_value("text", node.span))
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
        if isinstance(default, tuple):
            self.hold(len(default) * count, node.name.span)
        variable.defaults = [default] * count
        must_be_given = owner is not None and not owner.is_player and node.default is None
        if must_be_given and not isinstance(kind, OptionalType | ManyType):
            variable.defaults = [UNSET] * count
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
                world.report(messages.misplaced("any of", span))
                return None
            case _:
                world.report(messages.misplaced("supply", node.span))
                return None

    def _face(self, field: nodes.Field, faces: nodes.Expression, kind: Kind) -> None:
        """Check the face of a piece: any of a list that each piece has."""
        scope = Scope(Frame(mark="f"), "faces")
        this = scope.bind("this", KindType(kind), faces.span)
        found = self.expressions.many(_own_names(faces, kind), scope)
        item = item_of(found.type) if found is not None else None
        if found is None or item is None:
            return
        if not isinstance(item, KindType | NumberType):
            self.world.report(messages.wrong_type(item, messages.sort("face"), faces.span))
            return
        shown: Type = OptionalType(item) if isinstance(item, KindType) else item
        variable = Variable(field.name.text, kind, shown, field.name.span, field.documentation)
        variable.faces, variable.face_of = found, this
        variable.defaults = [None if isinstance(item, KindType) else 0] * kind.count
        kind.variables[field.name.text] = variable

    def late_defaults(self) -> None:
        """Resolve defaults that are the name of a value: known only after rules have been read."""
        for variable, node in self.late:
            value = self.expressions.check(node, Scope(Frame(), "constant"), variable.type)
            base = value.value.base if isinstance(value, tree.CallValue) else None
            if isinstance(value, tree.CallValue) and base is None:
                continue  # the value is broken, which is reported there
            if (
                isinstance(value, tree.CallValue)
                and isinstance(base, tree.Constant)
                and not value.value.changes
            ):
                variable.defaults = [base.value] * len(variable.defaults)
            elif value is not None:
                self.world.report(messages.not_constant(node.span))

    def constant(self, node: nodes.Expression, wanted: Type) -> Value:
        """Return a constant; None after reporting a mistake (or for `none`)."""
        if isinstance(wanted, TextType) and isinstance(node, nodes.Text):
            return node.plain
        found = self.expressions.check(node, Scope(Frame(), "constant"), wanted)
        if found is None:
            return None
        if isinstance(found, tree.Constant):
            return self._in_range(found.value, wanted, node.span)
        if isinstance(found, tree.ListOf) and all(isinstance(item, tree.Constant) for item in found.items):
            values = [item.value for item in found.items if isinstance(item, tree.Constant)]
            return tuple(value for value in values if isinstance(value, int))
        if isinstance(found, tree.KindSet) and not found.kind.is_player and not found.kind.seated:
            return tuple(member.id for member in found.kind.members())
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
        for node in declared(placed, nodes.Variable):
            if isinstance(node.type, nodes.SupplyType | nodes.PileType | nodes.FaceType):
                word = {nodes.SupplyType: "global supply", nodes.PileType: "pile"}.get(
                    type(node.type), "global face"
                )
                world.report(messages.misplaced(word, node.type.span))
                world.spoil(node.name.text, node.name.span)
            elif world.claim(node.name):
                variable = self._variable(node, None)
                if variable is not None:
                    variable.looks.update(looks_of(node.looks))
                    world.variables[node.name.text] = variable
                world.spoil(node.name.text, node.name.span)
        for supply in declared(placed, nodes.SupplyDeclaration):
            if world.claim(supply.name):
                made = Supply(supply.name.text, None, supply.size, supply.name.span, supply.documentation)
                made.looks.update(looks_of(supply.looks))
                world.supplies[supply.name.text] = made
        for track in declared(placed, nodes.TrackDeclaration):
            if world.claim(track.name):
                drawn = Track(track.name.text, track.spaces, track.name.span, track.documentation)
                drawn.looks.update(looks_of(track.looks))
                world.tracks[track.name.text] = drawn
        for pile in declared(placed, nodes.PileDeclaration):
            if world.claim(pile.name):
                laid = self._pile(pile.name, None, pile.kind, pile.documentation)
                if laid is not None:
                    laid.starts_with = self._starts(pile, laid.kind)
                    laid.looks.update(looks_of(pile.looks))
                    world.piles[pile.name.text] = laid
                world.spoil(pile.name.text, pile.name.span)
        for option in declared(placed, nodes.OptionDeclaration):
            if world.claim(option.name):
                self._option(option)
                world.spoil(option.name.text, option.name.span)

    def _starts(self, node: nodes.PileDeclaration, wanted: Kind) -> tuple[Kind, ...]:
        """Return the kinds whose members are in a pile at the start."""
        kinds: list[Kind] = []
        for name in node.starts_with:
            kind = self.world.kind(name)
            if kind is not None and kind.descends_from(wanted):
                kinds.append(kind)
            elif kind is not None:
                self.world.report(messages.wrong_type(kind.name, wanted.name, name.span))
        return tuple(kinds)

    def _option(self, node: nodes.OptionDeclaration) -> None:
        kind = self._type(node.type, None, node.name.text)
        if kind is None:
            return
        if not isinstance(kind, NumberType | FlagType | KindType):
            self.world.report(messages.wrong_type(kind, messages.sort("setting"), node.type.span))
            return
        if isinstance(kind, NumberType) and (kind.low is None or kind.high is None):
            self.world.report(messages.bad_value("option", node.type.span))
            return
        variable = Variable(node.name.text, None, kind, node.name.span, node.documentation, option=True)
        variable.constant = False
        default = self.constant(node.default, kind)
        variable.defaults = [default]
        self.world.variables[node.name.text] = variable
        label = plain_label(self.world, node.label, node.name.text.replace("_", " "))
        self.world.options[node.name.text] = Option(variable, label, node.documentation, default)


def _own_names(node: nodes.Expression, owner: Kind) -> nodes.Expression:
    """Resolve attribute names inside `any of` to attributes of the piece itself."""
    match node:
        case nodes.Name(text, span) if owner.variable(text) is not None:
            return nodes.Attribute(nodes.Name("this", span), node, span)
        case nodes.Attribute(_, name, span):
            return nodes.Attribute(_own_names(node.thing, owner), name, span)
        case _:
            return node


PREVIEW = "preview"
"""The look that lets players run a procedure on a copy, with its title."""


def _preview(world: World, procedure: tree.Procedure, look: nodes.Look) -> None:
    """Read the look of a procedure; its parameters must be known when a player looks."""
    assert look.subject is not None
    world.uses.append((look.subject, procedure))
    for key, value in look.pairs:
        if key.text != PREVIEW or not isinstance(value, nodes.Text):
            world.report(messages.bad_value("no preview", key.span, name=procedure.name))
            return
        refuse_gaps(world, value)
        procedure.preview = value.plain
    places = 0
    for parameter in procedure.parameters:
        kind = parameter.type.kind if isinstance(parameter.type, KindType) else None
        place = kind is not None and any(one.place for one in kind.lineage())
        places += place
        if kind is None or not (place or kind.is_player) or places > 1:
            world.report(messages.bad_value("preview of", look.subject.span, name=procedure.name))
            return


PIECES = NumberType(0, MOST)
"""How many pieces a member has in a supply of its own."""

_SEERS = ("all", "nobody", "owner")
"""The words that say who sees something."""


class Things(Fields):
    """The passes that create the entities of a game, in the order of their dependencies."""

    def declare(self, placed: tuple[Placed, ...], rows: tuple[Row, ...]) -> None:
        """Run all passes."""
        self._kinds(declared(placed, nodes.KindDeclaration))
        self._members(declared(placed, nodes.MemberDeclaration), rows)
        self._made_members()
        if self.world.aliases:
            self.world.members = renamed_members(self.world.members, self.world.aliases)
        self._number()
        self._joints()
        self._fields(declared(placed, nodes.KindDeclaration))
        self._globals(placed)
        self._fill()
        self._looks(placed)

    # --- values of members ---------------------------------------------------------------------

    def _fill(self) -> None:
        for member, key, row in self.cells:
            target = self._attribute(member.kind, nodes.Name(key, row.key_place(key)))
            if target is not None:
                converted = self._cell(row.values[key], _wanted(target), row.place(key), (row, key))
                self._give(member, target, None if converted is UNSET else converted)
        for member, setting in self.settings:
            target = self._attribute(member.kind, setting.name)
            if target is not None:
                self._give(member, target, self.constant(setting.value, _wanted(target)))
        for kind in self.world.kinds.values():
            for variable in kind.variables.values():
                if kind.is_player or variable.owner is not kind:
                    continue
                lacking = [
                    member
                    for member, value in zip(kind.members(), variable.defaults, strict=False)
                    if value is UNSET and not self.world.some_gap([member.ident])
                ]
                if lacking:
                    first, more = lacking[0], len(lacking) - 1
                    self.world.report(messages.missing_attribute(first.name, variable.name, first.span, more))

    def _attribute(self, kind: Kind, name: nodes.Name) -> Variable | Supply | None:
        """Return what a row of a member can set; report an unknown name."""
        found = kind.variable(name.text) or kind.supply(name.text)
        if found is None:
            self._unknown_key(kind, name.text, name.span)
        else:
            self.world.uses.append((name, found))
        return found

    def _give(self, member: Member, target: Variable | Supply, value: "Value") -> None:
        assert target.owner is not None
        number = member.id - target.owner.first
        if isinstance(target, Supply):
            if isinstance(value, int):
                target.sizes[number] = value
        elif target.type != BROKEN:
            if isinstance(value, tuple):
                self.hold(len(value), member.span)
            target.defaults[number] = value

    def _cell(self, value: object, wanted: Type, span: Span, of: tuple[Row, str] | None = None) -> Value:
        match wanted, value:
            case BrokenType(), _:
                return None
            case NumberType(), bool():
                pass
            case NumberType(), int() if abs(value) <= MOST:
                return self._in_range(value, wanted, span)
            case NumberType(), int():
                self.world.report(messages.too_large(MOST, span))
                return UNSET
            case FlagType(), bool():
                return value
            case TextType(), str():
                return value
            case KindType(kind), str():
                member = self._by_name(kind, value)
                if member is None:
                    self._no_member(kind, value, span)
                    return UNSET
                self.world.uses.append((nodes.Name(value, span), member))
                return member.id
            case OptionalType(item), _:
                return self._cell(value, item, span, of)
            case ManyType(item), list() if item is not None:
                spans = [of[0].item_spans.get((of[1], at), span) if of else span for at in range(len(value))]
                cells = [self._cell(each, item, place) for each, place in zip(value, spans, strict=True)]
                return tuple(cell for cell in cells if isinstance(cell, int) and cell is not UNSET)
            case _:
                pass
        self.world.report(messages.wrong_type(sort_of(value), wanted, span))
        return UNSET

    # --- visibility and looks --------------------------------------------------------------------

    def _thing_shown(self, name: str) -> Kind | Member | Track | Pile | Supply | Variable | None:
        """Return what a look on its own is about, unless that is an action."""
        world = self.world
        return (
            world.kinds.get(name)
            or next(iter(world.members.get(name, ())), None)
            or world.tracks.get(name)
            or world.piles.get(name)
            or world.supplies.get(name)
            or world.variables.get(name)
        )

    def _looks(self, placed: tuple[Placed, ...]) -> None:
        world = self.world
        for node in declared(placed, nodes.Look):
            if node.subject is None:
                continue
            shown = self._thing_shown(node.subject.text)
            if shown is not None:
                world.uses.append((node.subject, shown))
                shown.looks.update(looks_of([node]))

    def looks_of_actions(self, placed: tuple[Placed, ...]) -> None:
        """Give actions and procedures the looks that stand on their own; after the rules are read."""
        world = self.world
        for node in declared(placed, nodes.Look):
            if node.subject is None or self._thing_shown(node.subject.text) is not None:
                continue
            if node.subject.text in world.procedures:
                _preview(world, world.procedures[node.subject.text], node)
                continue
            name = world.aliases.names("action").get(node.subject.text, node.subject.text)
            actions = [each for each in world.actions if each.name == name]
            for action in actions:
                world.uses.append((node.subject, action))
                action.looks.update(looks_of([node]))
            if not actions:
                names = world.all_names().union(each.name for each in world.actions)
                world.unknown(node.subject, names)

    def visibility(self, placed: tuple[Placed, ...]) -> None:
        """Resolve visibility; after the rules are declared, because a set of players may use their values."""
        world = self.world
        for node in declared(placed, nodes.KindDeclaration):
            kind = world.kinds.get(node.name.text)
            for field in node.fields if kind is not None else ():
                assert kind is not None
                holder = kind.variable(field.name.text) or kind.pile(field.name.text)
                if holder is None and field.lifetime is not None and kind.supply(field.name.text):
                    world.report(messages.misplaced("supply per", field.lifetime.span))
                if isinstance(holder, Variable | Pile):
                    self._seen(field.seen, holder, kind)
                    self._lifetime(field.lifetime, holder)
        for given in declared(placed, nodes.Variable):
            variable = world.variables.get(given.name.text)
            if variable is not None:
                self._seen(given.seen, variable, None)
                self._lifetime(given.lifetime, variable)
        for laid in declared(placed, nodes.PileDeclaration):
            pile = world.piles.get(laid.name.text)
            if pile is not None:
                self._seen(laid.seen, pile, None)
                self._lifetime(laid.lifetime, pile)

    def _lifetime(self, name: nodes.Name | None, holder: Variable | Pile) -> None:
        if name is None:
            return
        if name.text == CAMPAIGN and CAMPAIGN not in self.world.procedures:
            self._keep(name, holder)
            return
        if isinstance(holder, Pile):
            self.world.report(messages.misplaced("pile per", name.span))
            return
        phase = self.world.phase(name)
        if phase is not None:
            holder.lifetime = phase
            holder.constant = False
            phase.lifetimes.append(holder)

    def _keep(self, name: nodes.Name, holder: Variable | Pile) -> None:
        """Mark what a game hands on to the next one of its campaign."""
        if isinstance(holder, Variable):
            if isinstance(holder.type, TextType):
                self.world.report(messages.misplaced("kept text", name.span))
                return
            holder.constant = False
        holder.kept = True

    def _seen(self, node: nodes.SeenBy | None, holder: Variable | Pile, owner: Kind | None) -> None:
        if node is None:
            return
        if node.word == "owner" and (owner is None or not owner.is_player):
            self.world.report(messages.misplaced("owner", node.span))
            return
        holder.seen = Seen(node.word)
        if isinstance(node.players, nodes.Name) and not self._known(node.players.text, owner):
            known = {*_SEERS, *self.world.values, *self.world.kinds}
            self.world.missing(
                node.players,
                messages.no_seers(node.players.text, known, owner is not None, node.players.span),
            )
        elif node.players is not None:
            scope = Scope(Frame(), "seen")
            if owner is not None:
                holder.seen.this = scope.bind("this", KindType(owner), node.span)
            holder.seen.players = self.expressions.players(node.players, scope)

    def _known(self, name: str, owner: Kind | None) -> bool:
        """Whether a name that says who sees something means anything."""
        world = self.world
        name = world.aliases.present(name) if world.aliases else name
        return (
            world.named(name) is not None or name in world.members or (name == "this" and owner is not None)
        )


def _wanted(target: Variable | Supply) -> Type:
    """Return the type of a value that a member is given."""
    return target.type if isinstance(target, Variable) else PIECES


def largest_declaration(world: World, own: str | None) -> Span | None:
    """Return the place that adds most values to the state; places in the scenario `own` come first.

    A kind counts with all values that its members have; if it is declared in another scenario, the members
    that `own` adds to it count, at the first of them.
    """
    sizes: Counter[Span] = Counter()
    for variable in all_variables(world):
        sizes[variable.span] += _members(sizes, variable.owner, own, 1) if variable.owner else 1
    for supply in all_supplies(world):
        each = 2 + sum(kind.count for kind in supply.holders)
        sizes[supply.span] += each * supply.owners
        if supply.owner is not None:
            _members(sizes, supply.owner, own, each)
        for kind in supply.holders:
            _members(sizes, kind, own, supply.owners)
    del sizes[NOWHERE]
    places = [size for size in sizes if own is not None and _is_of(size, own)] or [*sizes]
    return max(places, key=lambda place: sizes[place], default=None)


def _members(sizes: Counter[Span], kind: Kind, own: str | None, each: int) -> int:
    """Count values for the members of a kind and its descendants; return how many members they have."""
    added = [member for member in kind.own if own is not None and _is_of(member.span, own)]
    if added and own is not None and not _is_of(kind.span, own):
        sizes[added[0].span] += each * len(added)
    else:
        sizes[kind.span] += each * len(kind.own)
    for child in kind.children:
        _members(sizes, child, own, each)
    return kind.count


def _is_of(span: Span, scenario: str) -> bool:
    return span.file.split("/")[0] == scenario
