"""Begins a game and warns if it is over at once, cannot begin, or if an outcome already holds."""

from collections.abc import Iterator

from lazaretto.grammar.diagnostics import Diagnostic, diagnose
from lazaretto.grammar.source import Span
from lazaretto.rules.backends import backend_named
from lazaretto.rules.build import Linked, compile_linked
from lazaretto.rules.errors import warning_texts as said
from lazaretto.rules.link.pack import Pack
from lazaretto.rules.link.safe_files import FILE
from lazaretto.rules.model import tree
from lazaretto.rules.model.types import FLAG
from lazaretto.rules.run.compiled_game import CompiledGame
from lazaretto.rules.run.errors import RuleError, StartError
from lazaretto.rules.run.game import Game
from lazaretto.rules.run.game_setup import bare
from lazaretto.rules.run.machine import Machine

SEEDS = range(1, 21)
"""The game is begun with the first one; the others tell whether a failure is a matter of luck."""
BRIEFEST = "interpret"
"""The back end that is ready first; few rules run here."""


def at_start(linked: Linked, pack: Pack) -> Iterator[Diagnostic]:
    """Yield warnings about the game before its first decision.

    Each outcome is compiled once more as an invariant, which tells whether it holds.

    Raises:
        TooDeepError: the rules are nested too deeply.
    """
    assert linked.checked is not None
    world, own = linked.checked.world, pack.manifest.name
    watched = {
        f"outcome {number}": each
        for number, each in enumerate(world.outcomes)
        if each.condition is not None and each.supply is None
    }
    usual = list(world.invariants)
    for name, outcome in watched.items():
        assert outcome.condition is not None
        fails = tree.Operation("not", (outcome.condition,), FLAG, outcome.span)
        world.invariants.append(tree.InvariantRule(name, fails, outcome.span))
    try:
        tables = compile_linked(linked, backend_named(BRIEFEST))
    finally:
        world.invariants[:] = usual
    if tables is None:
        return
    game_span = world.procedures["game"].span

    def place(span: Span) -> Span:
        return span if span.file.startswith(f"{own}/") else Span(f"{own}/{FILE}", 1, 1, 1, 1)

    seats = [f"seat {number}" for number in range(1, pack.players[0] + 1)]
    game, broken, failures = _begun(tables, seats)
    holding = [watched[each] for each in broken if each in watched]
    if failures:
        message = said.FAILS_AT_START if game is None else said.MAY_FAIL_AT_START
        yield diagnose(message, place(game_span), error=failures[0])
    if game is None:
        return
    if game.outcome is not None:
        span = holding[0].span if holding else game_span
        yield diagnose(said.OVER_AT_START, place(span), reason=game.outcome.reason)
        return
    for each in holding:
        yield diagnose(said.HOLDS_AT_START, place(each.span))


def _begun(tables: CompiledGame, seats: list[str]) -> tuple[Game | None, tuple[str, ...], list[str]]:
    """Begin a game; return it, the invariants that it breaks, and what went wrong in those before it."""
    failures: list[str] = []
    for seed in SEEDS:
        try:
            game = bare(Machine(tables), seed, seats, {}).begin()
            return game, game.broken(), failures
        except (RuleError, StartError) as error:
            failures.append(error.text)
    return None, (), failures
