"""Runs the passes over declarations and tables: kinds, members, everything that holds a value or a piece."""

from lazaretto.grammar import nodes
from lazaretto.grammar.source import Span
from lazaretto.rules.check.make_kinds_and_members import declared, looks_of, sort_of
from lazaretto.rules.check.make_variables_and_piles import UNSET, Fields
from lazaretto.rules.check.previews import preview
from lazaretto.rules.check.renamed_things import renamed_members
from lazaretto.rules.check.scope import Frame, Scope
from lazaretto.rules.check.symbol_table import CAMPAIGN
from lazaretto.rules.errors import checker_diagnostics as messages
from lazaretto.rules.errors.name_diagnostics import no_seers
from lazaretto.rules.link.compose_modules import Placed
from lazaretto.rules.link.table_rows import Row
from lazaretto.rules.model.entities import Kind, Member, Pile, Seen, Supply, Track, Value, Variable
from lazaretto.rules.model.types import (
    BROKEN,
    BrokenType,
    FlagType,
    KindType,
    ManyType,
    NumberType,
    OptionalType,
    TextType,
    Type,
)
from lazaretto.rules.run.limits import MOST

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
                return tuple(each for each in cells if isinstance(each, int) and each is not UNSET)
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
                preview(world, world.procedures[node.subject.text], node)
                continue
            name = world.aliases.names("action").get(node.subject.text, node.subject.text)
            found = [each for each in world.actions if each.name == name]
            for action in found:
                world.uses.append((node.subject, action))
                action.looks.update(looks_of([node]))
            if not found:
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
                node.players, no_seers(node.players.text, known, owner is not None, node.players.span)
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
