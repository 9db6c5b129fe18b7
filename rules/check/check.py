"""The checker's passes in their order: from composed modules to the checked world and its layout."""

from dataclasses import dataclass

from grammar.diagnostics import Diagnostic, ordered
from grammar.source import NOWHERE, Span
from rules.check import messages
from rules.check.cases import Cases
from rules.check.effects import Purity, infer
from rules.check.layout import MOST_VALUES, Layout, lay_out
from rules.check.rules import Rules
from rules.check.things import Things
from rules.check.weave import check_order, weave
from rules.check.world import World
from rules.link.modules import Composed
from rules.model.cases import Case


@dataclass(frozen=True, slots=True)
class Checked:
    """A game that means something, or the reasons why it does not."""

    world: World
    rules: Rules
    layout: Layout | None
    diagnostics: tuple[Diagnostic, ...]
    cases: tuple[Case, ...] = ()


def check(composed: Composed, players: tuple[int, int], tests: bool = True) -> Checked:
    """Run all passes; a layout comes back only where nothing is wrong."""
    world = World(most_players=players[1])
    rules = Rules(world)
    things = Things(world, rules.expressions)
    things.declare(composed.placed, composed.rows)
    rules.heads(composed.placed)
    things.visibility(composed.placed)
    rules.bodies(composed.placed)
    game = world.procedures.get("game")
    if game is None or not game.phase or game.parameters:
        world.report(messages.no_entry(game.span if game is not None else _first_place(composed)))
    cases = Cases(rules, players[0]).check(composed.placed) if tests else []
    weave(world)
    infer(world)
    Purity(world).check()
    check_order(world)
    diagnostics = ordered((*composed.diagnostics, *world.diagnostics))
    if diagnostics:
        return Checked(world, rules, None, diagnostics)
    layout = lay_out(world)
    if len(layout.values) > MOST_VALUES:
        problem = messages.too_many("values in the state", MOST_VALUES, _first_place(composed))
        return Checked(world, rules, None, (problem,))
    return Checked(world, rules, layout, (), tuple(cases))


def _first_place(composed: Composed) -> Span:
    return composed.placed[0].declaration.span if composed.placed else NOWHERE
