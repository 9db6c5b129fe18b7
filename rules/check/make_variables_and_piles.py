"""Creates what holds a value or a piece: attributes, variables, supplies, tracks, piles, options."""

from lazaretto.grammar import nodes
from lazaretto.grammar.source import Span
from lazaretto.rules.check.make_kinds_and_members import Members, declared, looks_of
from lazaretto.rules.check.plain_labels import plain_label
from lazaretto.rules.check.scope import Frame, Scope
from lazaretto.rules.check.state_layout import MOST_VALUES
from lazaretto.rules.errors import checker_diagnostics as messages
from lazaretto.rules.link.compose_modules import Placed
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import Kind, Member, Option, Pile, Supply, Track, Value, Variable
from lazaretto.rules.model.types import (
    BROKEN,
    FlagType,
    KindType,
    ManyType,
    NumberType,
    OptionalType,
    TextType,
    Type,
    item_of,
)

UNSET: Value = -(2**70)
"""Placeholder for a value that must still be given."""


class Fields(Members):
    """The passes that create attributes and global variables."""

    def _fields(self, declarations: list[nodes.KindDeclaration]) -> None:
        for kind in self.world.kinds.values():
            for place, factor in enumerate(kind.each):
                name = factor.name.lower()
                made = Variable(name, kind, KindType(factor), kind.span)
                made.defaults = [each.made_for[place].id if each.made_for else None for each in kind.own]
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
            found = self.expressions.check(node, Scope(Frame(), "constant"), variable.type)
            base = found.value.base if isinstance(found, tree.CallValue) else None
            if isinstance(found, tree.CallValue) and base is None:
                continue  # the value is broken, which is reported there
            if (
                isinstance(found, tree.CallValue)
                and isinstance(base, tree.Constant)
                and not found.value.changes
            ):
                variable.defaults = [base.value] * len(variable.defaults)
            elif found is not None:
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
        if isinstance(found, tree.ListOf) and all(isinstance(each, tree.Constant) for each in found.items):
            values = [each.value for each in found.items if isinstance(each, tree.Constant)]
            return tuple(each for each in values if isinstance(each, int))
        if isinstance(found, tree.KindSet) and not found.kind.is_player and not found.kind.seated:
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
