"""Puts hooks and changes in the order that `following`, `over` and `prefer` ask for.

A name means the rules of a member or those that a module has outside of its members; if it has none of these,
the rules of all its members.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

from lazaretto.grammar import nodes
from lazaretto.grammar.node_dataclass import frozen_value
from lazaretto.rules.check.symbol_table import World
from lazaretto.rules.errors import order_diagnostics as order_messages
from lazaretto.rules.link.preferences import Preferences
from lazaretto.rules.link.rule_owners import RuleOwners
from lazaretto.rules.model import tree


@frozen_value
class OrderClause:
    """A name in the `following` or `over` of a rule, and the owners that it means."""

    rule: tree.HookRule | tree.ChangeRule
    name: nodes.Name
    meant: tuple[str, ...]


def order_rules(
    world: World, clauses: Sequence[OrderClause], preferences: Preferences, owners: RuleOwners
) -> None:
    """Give each hook the hooks that run before it, and each change the owners that it overrides."""
    asked: dict[int, list[OrderClause]] = {}
    for clause in clauses:
        asked.setdefault(id(clause.rule), []).append(clause)
    for procedure in world.procedures.values():
        for hook in procedure.hooks:
            _follow(world, procedure, hook, asked.get(id(hook), []))
        _prefer_hooks(procedure, preferences)
    for value in world.values.values():
        for change in value.changes:
            _override(world, value, change, asked.get(id(change), []))
        _prefer_changes(value, preferences)
        _check_settings(world, value, owners)


def comes_after(one: tree.HookRule, other: tree.HookRule) -> bool:
    """Whether it is said that one hook runs after the other, directly or by way of others."""
    seen: set[int] = set()
    waiting = list(one.earlier)
    while waiting:
        hook = waiting.pop()
        if hook is other:
            return True
        if id(hook) not in seen:
            seen.add(id(hook))
            waiting.extend(hook.earlier)
    return False


def _follow(world: World, procedure: tree.Procedure, hook: tree.HookRule, asked: list[OrderClause]) -> None:
    for clause in asked:
        found = list(_meant(clause, procedure.hooks))
        hook.earlier += [each for each in found if isinstance(each, tree.HookRule) and each.word == hook.word]
        if clause.meant and not found and not world.damage:
            known = {each.names[0] for each in procedure.hooks if each is not hook}
            world.report(order_messages.no_hook(clause.meant[0], procedure.name, clause.name.span, known))


def _override(world: World, value: tree.ValueRule, change: tree.ChangeRule, asked: list[OrderClause]) -> None:
    over: list[str] = []
    for clause in asked:
        found = list(_meant(clause, value.changes))
        over += [each.owner for each in found]
        if clause.meant and not found and not world.damage:
            known = {each.names[0] for each in value.changes if each is not change}
            world.report(order_messages.no_change(clause.meant[0], value.name, clause.name.span, known))
    change.over = tuple(dict.fromkeys(each for each in over if each != change.owner))


def _meant(
    clause: OrderClause, rules: Sequence[tree.HookRule] | Sequence[tree.ChangeRule]
) -> Iterator[tree.HookRule | tree.ChangeRule]:
    """Yield the other rules that a clause means."""
    for name in clause.meant:
        others = [each for each in rules if each is not clause.rule]
        direct = [each for each in others if each.names[0] == name]
        yield from direct or (each for each in others if each.module == name)


def _prefer_hooks(procedure: tree.Procedure, preferences: Preferences) -> None:
    """The preferred one of two hooks runs last; of two that replace the procedure it is tried first."""
    for one, other in combinations(procedure.hooks, 2) if preferences.lines else ():
        if one.word != other.word or one.owner == other.owner:
            continue
        wins = preferences.wins(one.names, other.names, procedure.name)
        if wins is not None:
            first, last = (other, one) if wins != (one.word == "instead") else (one, other)
            first.earlier = [each for each in first.earlier if each is not last]
            last.earlier.append(first)


def _prefer_changes(value: tree.ValueRule, preferences: Preferences) -> None:
    for one, other in combinations(value.changes, 2) if preferences.lines else ():
        if one.owner == other.owner:
            continue
        wins = preferences.wins(one.names, other.names, value.name)
        if wins is not None:
            winner, loser = (one, other) if wins else (other, one)
            loser.over = tuple(each for each in loser.over if each != winner.owner)
            winner.over = tuple(dict.fromkeys((*winner.over, loser.owner)))


def _check_settings(world: World, value: tree.ValueRule, owners: RuleOwners) -> None:
    """Report two changes that always set a value, to different things."""
    always = [
        each
        for each in value.changes
        if each.word == "to" and not each.conditions and each.players is None and not world.damage
    ]
    for one, other in combinations(always, 2):
        if other.owner in one.over or one.owner in other.over:
            continue
        values = [each.value.value for each in (one, other) if isinstance(each.value, tree.Constant)]
        if len(values) == 2 and values[0] != values[1]:
            apart = other.module if owners.apart(one.module, other.module) else ""
            first = "" if one.owner == other.owner else one.module if apart else one.names[0]
            world.report(order_messages.set_twice(value.name, other.span, one.span, first, apart))
            return
