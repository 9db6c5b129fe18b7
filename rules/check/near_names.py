"""Finds names to offer instead of an unknown one: only those whose type fits."""

from lazaretto.grammar import nodes
from lazaretto.rules.check.scope import Scope
from lazaretto.rules.check.symbol_table import World
from lazaretto.rules.errors import name_diagnostics as messages
from lazaretto.rules.errors.did_you_mean import MOST_KNOWN, did_you_mean
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import Kind, Pile, Supply, Track, Variable
from lazaretto.rules.model.types import (
    NUMBER,
    SUPPLY,
    KindType,
    ManyType,
    OptionalType,
    PileType,
    Type,
    fits,
)


def report_unknown(world: World, node: nodes.Name, scope: Scope, wanted: Type | None) -> None:
    """Report a name that nothing has, with names that could be meant."""
    names = world.all_names()
    if len(names) > MOST_KNOWN:
        world.unknown(node, ())
        return
    known = {each for each in scope.visible() | names if _fits(world, scope, each, wanted)}
    if isinstance(wanted, KindType):
        known |= {each.ident for each in wanted.kind.members()}
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
    members: list[Type] = [KindType(each.kind) for each in world.members.get(name, ())]
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
