"""Begins a game and warns if it is over at once, cannot begin, or if an outcome already holds."""

from collections.abc import Iterator

from grammar.diagnostics import Diagnostic, diagnose
from grammar.source import Span
from rules.backends import backend_named
from rules.build import Linked, compile_linked
from rules.errors import warning_texts as said
from rules.link.pack import Pack
from rules.link.safe_files import FILE
from rules.model import tree
from rules.model.types import FLAG
from rules.run.errors import RuleError, StartError
from rules.run.game_setup import bare
from rules.run.machine import Machine

SEED = 1
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
    try:
        game = bare(Machine(tables), SEED, seats, {}).begin()
        holding = [watched[each] for each in game.broken() if each in watched]
    except (RuleError, StartError) as error:
        yield diagnose(said.FAILS_AT_START, place(game_span), error=error.text)
        return
    if game.outcome is not None:
        span = holding[0].span if holding else game_span
        yield diagnose(said.OVER_AT_START, place(span), reason=game.outcome.reason)
        return
    for each in holding:
        yield diagnose(said.HOLDS_AT_START, place(each.span))
