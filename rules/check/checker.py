"""Runs the passes of the checker in order: from composed modules to checked rules and their state layout.

First things, then the heads of rules, then their bodies, so any rule may use any other. A syntax error does
not hide semantic mistakes: `grammar/damage.py` estimates what the unreadable lines declared, and everything
is reported except mistakes that may only be a consequence. Hooks and changes are put in order and woven into
the procedures that they name; effects are inferred; the state is laid out: `s.v` holds variables and counts,
`s.p` the piles, `s.w` the pile of each piece.
"""

from dataclasses import field

from lazaretto.grammar import nodes
from lazaretto.grammar.diagnostics import Diagnostic, ordered
from lazaretto.grammar.node_dataclass import value
from lazaretto.grammar.source import Span
from lazaretto.rules.check.changing_looks import changing_looks, check_public
from lazaretto.rules.check.check_aliases import check_aliases
from lazaretto.rules.check.declaration_passes import Things, largest_declaration
from lazaretto.rules.check.definition_index import References
from lazaretto.rules.check.effects import Purity, goes_on_or_ends, infer, reads
from lazaretto.rules.check.list_rules_for_reading import fill_documentation, written_rules
from lazaretto.rules.check.reveals_declarations import check_reveals
from lazaretto.rules.check.rules import Rules
from lazaretto.rules.check.state_layout import MOST_VALUES, Layout, all_piles, lay_out
from lazaretto.rules.check.symbol_table import EnoughError, World
from lazaretto.rules.check.test_blocks import Cases
from lazaretto.rules.check.weave_hooks import check_order, order_rules, weave
from lazaretto.rules.errors import checker_diagnostics as messages
from lazaretto.rules.link.compose_modules import Composed
from lazaretto.rules.link.declaration_keys import spot
from lazaretto.rules.model.entities import NumberType, Variable
from lazaretto.rules.model.test_cases import Case
from lazaretto.rules.model.values_known_by_name import (
    counts_points,
    is_plain_flag,
    number_of_player,
    takes_player,
)

MOST_DECLARATIONS = 5_000
_BOUNDS: tuple[tuple[type, str, int], ...] = (
    (nodes.KindDeclaration, "kinds", 500),
    (nodes.Outcome, "outcomes", 200),
    (nodes.Invariant, "invariants", 200),
    (nodes.Goal, "goals", 100),
    (nodes.OptionDeclaration, "options", 100),
    (nodes.Action, "actions", 500),
    (nodes.Test, "tests", 2_000),
)
"""Declarations with a limit, because the cost of each grows with the number of the others."""


@value
class Checked:
    """The result of checking: the game's rules, or its mistakes."""

    world: World
    rules: Rules
    layout: Layout | None
    diagnostics: tuple[Diagnostic, ...]
    cases: tuple[Case, ...] = ()
    references: References = field(default_factory=References)
    """The meaning of each name in the texts and tables."""


def check(
    composed: Composed, players: tuple[int, int], own: str | None = None, tests: bool = True
) -> Checked:
    """Run all passes over the scenario `own`; the layout is None if there are mistakes."""
    world = World(
        most_players=players[1],
        least_players=players[0],
        removed=composed.removed,
        damage=composed.damage,
        aliases=composed.aliases,
    )
    rules = Rules(world, composed.owners, composed.preferences)
    cases: list[Case] = []
    try:
        _bounded(world, composed)
        cases = _passes(world, rules, composed, players, own, tests)
    except EnoughError:
        pass
    diagnostics = ordered((*composed.diagnostics, *world.diagnostics))
    if diagnostics or composed.damage:
        return Checked(world, rules, None, diagnostics, references=world.references())
    layout = lay_out(world)
    if len(layout.values) > MOST_VALUES:
        place = largest_declaration(world, own) or _first_place(composed)
        problem = messages.too_many("values", MOST_VALUES, place)
        return Checked(world, rules, None, (problem,), references=world.references())
    return Checked(world, rules, layout, (), tuple(cases), world.references())


def _bounded(world: World, composed: Composed) -> None:
    found = dict.fromkeys((words for _, words, _ in _BOUNDS), 0)
    for placed in composed.placed:
        for shape, words, most in _BOUNDS:
            if isinstance(placed.declaration, shape):
                found[words] += 1
                if found[words] > most:
                    world.give_up(messages.too_many(words, most, spot(placed.declaration)))
    if len(composed.placed) > MOST_DECLARATIONS:
        last = composed.placed[MOST_DECLARATIONS].declaration
        world.give_up(messages.too_many("declarations", MOST_DECLARATIONS, spot(last)))


def _check_known_values(world: World) -> None:
    """Check the values that the engine itself asks for by their names."""
    score = world.values.get("score")
    if score is not None and not number_of_player(score):
        world.report(messages.not_a_score(score.span))
    points, rank = world.values.get("points"), world.values.get("rank")
    if points is not None and counts_points(points) and not isinstance(points.type, NumberType):
        world.report(messages.not_points(points.span))
    if rank is not None and takes_player(rank) and not number_of_player(rank):
        world.report(messages.not_a_rank(rank.span))
    campaign_over = world.values.get("campaign_over")
    if campaign_over is not None and not is_plain_flag(campaign_over):
        world.report(messages.not_an_end(campaign_over.span))


def _passes(
    world: World,
    rules: Rules,
    composed: Composed,
    players: tuple[int, int],
    own: str | None,
    tests: bool,
) -> list[Case]:
    things = Things(world, rules.expressions)
    things.declare(composed.placed, composed.rows)
    rules.heads(composed.placed)
    things.visibility(composed.placed)
    changing_looks(world, rules.expressions, composed.placed)
    rules.bodies(composed.placed)
    things.looks_of_actions(composed.placed)
    check_reveals(world, composed.placed)
    check_aliases(world, composed, own)
    things.late_defaults()
    game = world.procedures.get("game")
    if game is None and world.forgives("game"):
        pass
    elif game is None or not game.phase or game.parameters:
        world.report(messages.no_entry(game.span if game is not None else _first_place(composed)))
    for name in ("settle", "ending"):
        called = world.procedures.get(name)
        if called is not None and (called.parameters or called.returns):
            world.report(messages.called_by_game(name, called.span))
    _check_known_values(world)
    cases = Cases(rules, players[0], own).check(composed.placed) if tests else []
    order_rules(world, rules.clauses, composed.preferences, composed.owners)
    weave(world)
    infer(world)
    if game is not None and not world.damage and not world.diagnostics and not goes_on_or_ends(world, game):
        world.report(messages.idle(game.span))
    Purity(world).check()
    check_order(world, composed.owners)
    _fixed(world)
    check_public(world)
    world.written = written_rules(world, composed.placed)
    fill_documentation(world)
    return cases


def _fixed(world: World) -> None:
    """Check that the visibility of piles is constant."""
    for pile in all_piles(world):
        for thing in reads(pile.seen.players) if pile.seen.players is not None else ():
            if not isinstance(thing, Variable) or not (thing.option or thing.constant):
                world.report(messages.moving_view(pile.name, pile.span))
                break


def _first_place(composed: Composed) -> Span:
    """Return the position at which mistakes of the game as a whole are reported."""
    return composed.placed[0].declaration.span if composed.placed else composed.start
