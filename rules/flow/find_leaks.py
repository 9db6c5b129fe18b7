"""Finds what the rules of a game tell to readers who may not see what it depends on."""

from collections.abc import Iterable
from dataclasses import dataclass

from lazaretto.rules.check.effects import code, inside_out
from lazaretto.rules.check.state_layout import all_piles
from lazaretto.rules.check.symbol_table import World
from lazaretto.rules.flow.facts_from_conditions import EVERYONE
from lazaretto.rules.flow.follow_statements import Report
from lazaretto.rules.flow.labels import Atom, Origin, Secret
from lazaretto.rules.flow.question_leaks import Questions
from lazaretto.rules.flow.read_secrets import Reading, values_in
from lazaretto.rules.flow.scope import Demand, Scope, Sink
from lazaretto.rules.flow.work_limit import MOST, TooMuchError, bounded
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import Seen, Variable
from lazaretto.rules.model.tree_walk import walk
from lazaretto.rules.model.values_known_by_name import counts_points, takes_player

MOST_ROUNDS = 12
"""How often all procedures are followed again because one of them turned out to tell more."""


@dataclass(frozen=True, slots=True)
class Leak:
    """Something that a reader learns and may not see."""

    demand: Demand
    origin: Origin
    sink: Sink


@dataclass(frozen=True, slots=True)
class LeakSearch:
    """All leaks of a game; not `complete` if there was too much to follow."""

    leaks: tuple[Leak, ...]
    complete: bool = True


def find_leaks(world: World, most: int = MOST) -> LeakSearch:
    """Return all leaks of a game, with every place that reads or tells a secret."""
    seen = [variable.seen for variable in _variables(world)] + [pile.seen for pile in all_piles(world)]
    if all(each.word == "all" for each in seen):
        return LeakSearch(())
    leaks: dict[object, Leak] = {}

    def report(demand: Demand, origin: Origin, sink: Sink) -> None:
        key = (origin.span, getattr(demand.atom, "entity", None), demand.reader, sink)
        leaks.setdefault(key, Leak(demand, origin, sink))

    try:
        with bounded(most):
            _follow(world, seen, report)
    except (TooMuchError, RecursionError):
        return LeakSearch(tuple(leaks.values()), complete=False)
    return LeakSearch(tuple(leaks.values()))


def _follow(world: World, seen: list[Seen], report: Report) -> None:
    """Follow all rules of a game."""
    reading = Reading(frozenset(value for one in seen for value in values_in(one.players)))
    reading.visibility.several = world.least_players > 1
    following = Questions(reading, report)
    following.forgetting.piles = frozenset(pile.full_name for pile in all_piles(world))
    _follow_all(world, following)
    for action in world.actions:
        following.action(action)
    team = world.values.get("team")
    if team is not None:
        following.tells("team", reading.of_value(team).value, EVERYONE, team.span, Scope())
    for name, fits in (("points", counts_points), ("rank", takes_player)):
        shown = world.values.get(name)
        if shown is not None and fits(shown):
            lasting = {each: at for each, at in reading.of_value(shown).value.items() if _outlasts(each)}
            following.tells("result", lasting, EVERYONE, shown.span, Scope())


def _outlasts(atom: Atom) -> bool:
    """Whether something is still a secret when the game is over: the next one of a campaign has it, too."""
    return isinstance(atom, Secret) and atom.entity.kept


def _follow_all(world: World, following: Questions) -> None:
    """Follow all procedures until nothing more becomes known; those of the ending may tell everything."""
    actions = [action.procedure for action in world.actions]
    calls = {id(procedure): _called(procedure) for procedure in world.all_procedures()}
    done = _only_at_the_end(world, calls) | {id(action) for action in actions}
    first = sorted(world.procedures.values(), key=lambda procedure: not procedure.returns)
    reached = inside_out([*first, *actions], calls)
    ordered = again = [each for each in reached if id(each) not in done]
    for _ in range(MOST_ROUNDS):
        grown = {id(each) for each in again if following.procedure(each)}
        again = [each for each in ordered if any(id(one) in grown for one in calls[id(each)])]
        if not again:
            break


def _called(procedure: tree.Procedure) -> list[tree.Procedure]:
    return [node.procedure for node in walk(code(procedure)) if isinstance(node, tree.CallProcedure)]


def _only_at_the_end(world: World, calls: dict[int, list[tree.Procedure]]) -> set[int]:
    """Return the procedures that run only when the game is over."""
    ending = world.procedures.get("ending")
    if ending is None:
        return set()
    inside: set[int] = set()
    waiting = [ending]
    while waiting:
        each = waiting.pop()
        if id(each) not in inside:
            inside.add(id(each))
            waiting.extend(calls.get(id(each), ()))
    while True:
        called = {id(one) for caller, ones in calls.items() if caller not in inside for one in ones} & inside
        if not called:
            return inside
        inside -= called


def _variables(world: World) -> Iterable[Variable]:
    yield from world.variables.values()
    for kind in world.kinds.values():
        yield from kind.variables.values()
