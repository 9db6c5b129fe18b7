"""Resolves names, attributes and calls in expressions.

For an unknown name, it offers similar names whose type fits.
"""

from abc import abstractmethod

from lazaretto.grammar import nodes
from lazaretto.grammar.source import Span
from lazaretto.rules.check.builtin_calls import BUILT_IN
from lazaretto.rules.check.expected_types import path_of, written
from lazaretto.rules.check.scope import Scope
from lazaretto.rules.check.symbol_table import World, constant_of
from lazaretto.rules.check.texts import Texts
from lazaretto.rules.errors import checker_diagnostics as messages
from lazaretto.rules.errors.did_you_mean import MOST_KNOWN, did_you_mean
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import (
    FLAG,
    NUMBER,
    SUPPLY,
    Kind,
    KindType,
    ManyType,
    OptionalType,
    Pile,
    PileType,
    Supply,
    Track,
    Type,
    Variable,
    fits,
)


def _report_unknown(world: World, node: nodes.Name, scope: Scope, wanted: Type | None) -> None:
    """Report a name that nothing has, with names that could be meant."""
    names = world.all_names()
    if len(names) > MOST_KNOWN:
        world.unknown(node, ())
        return
    known = {each for each in scope.visible() | names if _fits(world, scope, each, wanted)}
    if isinstance(wanted, KindType):
        known |= {member.ident for member in wanted.kind.members()}
    link = _other_way_round(world, node.text)
    if link is not None:
        world.missing(node, messages.link_other_way_round(node.text, link, node.span))
    elif world.seats and not did_you_mean(node.text, known) and _may_be_seat(world, node, wanted):
        world.missing(node, messages.no_seat(node.text, world.seats, node.span))
    elif not did_you_mean(node.text, known) and (local := _local_names(scope, known)):
        world.missing(node, messages.unknown_here(node.text, local, node.span))
    else:
        world.unknown(node, known)


def _local_names(scope: Scope, known: set[str]) -> list[str]:
    """Return the names that the rule itself gave to something, such as what a player chose."""
    return sorted((scope.visible() & known) - {"me", "this", "cost"})


def _fits(world: World, scope: Scope, name: str, wanted: Type | None) -> bool:
    """Whether something of this name would have the wanted type; a kind of anything may be wanted."""
    if wanted is None:
        return True
    return any(_suits(each, wanted) for each in _types(world, scope, name))


def _suits(found: Type, wanted: Type) -> bool:
    return fits(found, wanted) or (isinstance(found, OptionalType) and fits(found.item, wanted))


def _types(world: World, scope: Scope, name: str) -> list[Type]:
    bound = scope.find(name)
    if bound is not None:
        return [bound.type]
    members: list[Type] = [KindType(member.kind) for member in world.members.get(name, ())]
    match world.named(name):
        case Variable(type=kind) | tree.ValueRule(type=kind) | tree.Procedure(result=kind):
            return [*members, kind]
        case Kind() as kind:
            return [*members, ManyType(KindType(kind))]
        case Pile(kind=kind):
            return [*members, PileType(kind)]
        case Supply():
            return [*members, SUPPLY]
        case Track():
            return [*members, NUMBER]
        case _:
            return members


def _other_way_round(world: World, name: str) -> str | None:
    """Return the link whose ends a name gives in the other order."""
    for kind in world.kinds.values():
        for member in kind.own if kind.links is not None else ():
            if member.ends is not None and name == f"{member.ends[1].ident}_{member.ends[0].ident}":
                return member.ident
    return None


def _may_be_seat(world: World, node: nodes.Name, wanted: Type | None) -> bool:
    seat = wanted is None or fits(KindType(world.player), wanted)
    return seat and node.text[:1].islower()


class Names(Texts):
    """Resolves names; the subclass checks the built-in functions."""

    @abstractmethod
    def questions(self, node: nodes.Call, scope: Scope) -> tree.Expression | None:
        """Check a call of a built-in function."""

    def _name(self, node: nodes.Name, scope: Scope, wanted: Type | None) -> tree.Expression | None:
        world, name, span = self.world, node.text, node.span
        bound = scope.find(name)
        if bound is not None:
            world.uses.append((node, bound))
            if isinstance(bound, tree.Constant):
                return tree.Constant(bound.value, bound.type, span)
            return tree.LocalValue(bound.local, scope.fact(bound.local.name) or bound.type, span)
        if name in world.lost:
            world.forgive()
            return None
        member = self._member(node, wanted)
        if member is not None:
            return member
        found = self._declared(node, scope)
        if found is not None:
            return found
        if name in world.values or name in world.procedures:
            rule = world.values.get(name) or world.procedures[name]
            world.report(messages.no_arguments(name, span, (parameter.word for parameter in rule.parameters)))
            return None
        if (name == "me" and world.some_gap(world.kinds)) or (name == "cost" and world.some_gap(world.menus)):
            return None
        if name in {"me", "this", "cost"}:
            world.report(messages.misplaced(name, span))
            return None
        _report_unknown(world, node, scope, wanted)
        return None

    def _declared(self, node: nodes.Name, scope: Scope) -> tree.Expression | None:
        """Return the declaration of a name that is a value without arguments."""
        world, name, span = self.world, node.text, node.span
        if name in world.variables:
            variable = world.variables[name]
            world.uses.append((node, variable))
            return tree.VariableValue(variable, None, scope.fact(variable.name) or variable.type, span)
        if name in world.piles:
            world.uses.append((node, world.piles[name]))
            return tree.PileValue(world.piles[name], None, PileType(world.piles[name].kind), span)
        if name in world.supplies:
            world.uses.append((node, world.supplies[name]))
            return tree.SupplyValue(world.supplies[name], None, SUPPLY, span)
        if name in world.tracks:
            world.uses.append((node, world.tracks[name]))
            return tree.TrackValue(world.tracks[name], NUMBER, span)
        if name in world.kinds:
            kind = world.kinds[name]
            world.uses.append((node, kind))
            return tree.KindSet(kind, ManyType(KindType(kind)), span)
        if name in world.values and not world.values[name].parameters:
            value = world.values[name]
            world.uses.append((node, value))
            return tree.CallValue(value, (), value.type, span)
        return None

    def _member(self, node: nodes.Name, wanted: Type | None) -> tree.Constant | None:
        name, span = node.text, node.span
        kind = wanted.item.kind if isinstance(wanted, OptionalType) else None
        if isinstance(wanted, KindType):
            kind = wanted.kind
        if kind is not None and not kind.is_player:
            member = self.world.member(kind, name)
            if member is not None:
                self.world.uses.append((node, member))
                return constant_of(member, span)
        members = self.world.members.get(name, [])
        if len(members) == 1:
            self.world.uses.append((node, members[0]))
            return constant_of(members[0], span)
        if len(members) > 1 and self.world.named(name) is None:
            owners = [each.kind.name for each in members]
            if wanted is not None or len({each.kind.root for each in members}) > 1:
                self.world.report(messages.ambiguous(name, owners, span))
            return constant_of(members[0], span)
        return None

    def _attribute(self, node: nodes.Attribute, scope: Scope) -> tree.Expression | None:
        world, name, span = self.world, node.name.text, node.span
        if isinstance(node.thing, nodes.Name) and scope.find(node.thing.text) is None:
            kind = world.kinds.get(node.thing.text)
            if kind is not None and kind.supply(name) is not None and not world.members.get(node.thing.text):
                word = kind.name.lower()
                world.report(messages.unclear("thing", node.thing.span, kind=kind.name, word=word, name=name))
                return None
        thing = self.meaning(node.thing, scope, None)
        if thing is None:
            return None
        if isinstance(thing.type, OptionalType):
            world.report(messages.optional(written(node.thing), node.thing.span))
            return None
        if not isinstance(thing.type, KindType):
            world.report(messages.wrong_type(thing.type, messages.sort("attributed"), node.thing.span))
            return None
        kind = thing.type.kind
        variable = kind.variable(name)
        if variable is not None:
            world.uses.append((node.name, variable))
            value = tree.VariableValue(variable, thing, variable.type, span)
            path = path_of(value)
            known = scope.fact(path) if path else None
            return tree.VariableValue(variable, thing, known, span) if known else value
        pile = kind.pile(name)
        if pile is not None:
            world.uses.append((node.name, pile))
            return tree.PileValue(pile, thing, PileType(pile.kind), span)
        supply = kind.supply(name)
        if supply is not None:
            world.uses.append((node.name, supply))
            return tree.SupplyValue(supply, thing, SUPPLY, span)
        if world.has_gap(kind):
            return None
        names = {each for kin in kind.lineage() for each in (*kin.variables, *kin.piles, *kin.supplies)}
        world.report(messages.no_attribute(kind.name, name, node.name.span, names))
        return None

    def _call(self, node: nodes.Call, scope: Scope) -> tree.Expression | None:
        world, name = self.world, node.name.text
        if name in BUILT_IN and name in world.lost:
            world.forgive()
            return None
        if name in BUILT_IN and name not in world.procedures and name not in world.values:
            if name in world.lost:
                world.forgive()
                return None
            return self.questions(node, scope)
        if node.through is not None:
            world.report(messages.misplaced("by", node.through.span))
            return None
        if name in world.values:
            value = world.values[name]
            world.uses.append((node.name, value))
            arguments = self.arguments(node, value.parameters, scope)
            return tree.CallValue(value, arguments, value.type, node.span) if arguments is not None else None
        if name in world.procedures:
            procedure = world.procedures[name]
            world.uses.append((node.name, procedure))
            arguments = self.arguments(node, procedure.parameters, scope)
            if arguments is None:
                return None
            return tree.CallProcedure(procedure, arguments, procedure.result, node.span)
        world.unknown(node.name, {*world.values, *world.procedures, *BUILT_IN}, messages.sort("callable"))
        return None

    def arguments(
        self, node: nodes.Call, parameters: tuple[tree.Local, ...], scope: Scope
    ) -> tuple[tree.Expression, ...] | None:
        """Check the arguments of a call against its parameters."""
        if len(node.arguments) != len(parameters):
            words = [local.word for local in parameters]
            self.world.report(
                messages.arity(node.name.text, len(parameters), len(node.arguments), node.span, words)
            )
            return None
        checked = [
            self.check(argument, scope, parameter.type)
            for argument, parameter in zip(node.arguments, parameters, strict=True)
        ]
        found = tuple(each for each in checked if each is not None)
        return found if len(found) == len(checked) else None

    def _may(self, call: nodes.Call, span: Span, scope: Scope) -> tree.Expression | None:
        procedure = self.world.procedure(call.name)
        if procedure is None:
            return None
        arguments = self.arguments(call, procedure.parameters, scope)
        return tree.MayCall(procedure, arguments, FLAG, span) if arguments is not None else None

    def _resolves(self, node: nodes.Name, scope: Scope) -> bool:
        name = node.text
        return (
            scope.find(name) is not None or self.world.named(name) is not None or name in self.world.members
        )
