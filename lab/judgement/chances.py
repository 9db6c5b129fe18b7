"""Says the chance to win that a learned judgement sees, averaged over imagined worlds of a seat.

So the number depends on nothing that the seat does not know.
"""

from math import exp

from lazaretto.lab.searched_paths import Path
from lazaretto.lab.turn_search import BROAD, consents
from lazaretto.rules import Game, Ration, RuleError, SpentError

WORLDS = 8
"""In how many imagined worlds a position is judged."""
FUEL = 300_000_000
"""The fuel for judging one position, and where a plan leads to."""
SEED = 104_729
"""What separates these worlds from those of plans."""


def chance_in(game: Game, seat: int) -> float:
    """Return the chance to win in a world that is known; the game must have a judgement."""
    outcome = game.outcome
    if outcome is not None:
        return {"won": 1.0, "drawn": 0.5}.get(outcome.results[seat], 0.0)
    assert game.judgement is not None
    return 1 / (1 + exp(-game.log_odds(game.judgement, seat) / 1000))


def chance_of(game: Game, seat: int, seed: int, worlds: int = WORLDS) -> float | None:
    """Return the chance of a seat to win, as far as it knows the position; None: nothing was learned."""
    if game.judgement is None:
        return None
    found = [chance_in(game.imagine(seat, seed * SEED + number), seat) for number in range(worlds)]
    return sum(found) / len(found)


def chances_with(game: Game, seat: int, path: Path, seed: int) -> tuple[float, float] | None:
    """Return the chance of a seat to win now, and where a plan leads to before chance decides.

    None: nothing was learned, or it takes too long.
    """
    if game.judgement is None:
        return None
    before, after = list[float](), list[float]()
    try:
        with game.rationed(Ration(FUEL)):
            for number in range(WORLDS):
                world = game.imagine(seat, seed * SEED + number)
                now, then = chance_in(world, seat), chance_in(_followed(world, seat, path), seat)
                before.append(now)
                after.append(then)
    except (RuleError, SpentError):
        if not before:
            return None
    return sum(before) / len(before), sum(after) / len(after)


def _followed(world: Game, seat: int, path: Path) -> Game:
    """Return the game where a plan leads to, as far as no chance is involved."""
    game, turn = world.fork(still=True), world.turns
    for answer in path:
        if game.seat != seat or game.turns != turn or answer not in game.answers(seat, BROAD):
            break
        if not game.foresee(answer):
            break
        while consents(game, seat):
            if not game.foresee(True):
                return game
    return game
