"""Judges the positions of a finished game: the chance to win, averaged over imagined worlds of a seat."""

from collections.abc import Sequence
from math import exp, log

from lazaretto.lab.playing.turn_search import BROAD, Path, consents
from lazaretto.rules import Game, Ration, RuleError, SpentError

WORLDS_OF_A_SEAT = 8
"""In how many imagined worlds a position is judged."""
FUEL_OF_A_SEAT = 300_000_000
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


def chance_of(game: Game, seat: int, seed: int, worlds: int = WORLDS_OF_A_SEAT) -> float | None:
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
        with game.rationed(Ration(FUEL_OF_A_SEAT)):
            for number in range(WORLDS_OF_A_SEAT):
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


WORLDS = 6
"""In how many worlds each position is judged."""
FUEL = 30_000_000
"""The fuel for judging a position in one world."""

LEAP = 0.7
"""The odds do not double or halve at the end of a turn on average: then the positions before mislead."""
FEW = 2
"""Fewer turns say nothing about that."""


class Judged:
    """The positions of a game as one seat judges them."""

    def __init__(self, positions: Sequence[Game], seat: int, seed: int) -> None:
        """Take the positions; nothing is judged yet."""
        self._positions = positions
        self._seat = seat
        self._seed = seed
        self._found: list[list[float]] = [[] for _ in positions]
        self._steps = 0

    @property
    def share(self) -> float:
        """How many of the positions were judged in one world at least, from 0 to 1."""
        return min(1.0, self._steps / len(self._positions))

    @property
    def done(self) -> bool:
        """Whether it gets no better."""
        return self._steps >= WORLDS * len(self._positions)

    def step(self) -> None:
        """Judge the next position in one more world: first all in one world, then all in the next."""
        number, at = divmod(self._steps, len(self._positions))
        self._steps += 1
        game = self._positions[at]
        try:
            with game.rationed(Ration(FUEL)):
                world = (
                    game if game.outcome is not None else game.imagine(self._seat, self._seed + 31 * number)
                )
                self._found[at].append(chance_in(world, self._seat))
        except (RuleError, SpentError):
            pass  # its neighbours tell

    def chances(self) -> list[float]:
        """Return the chance at each position; where there is none yet, that of the position before."""
        found: list[float] = []
        for each in self._found:
            found.append(sum(each) / len(each) if each else found[-1] if found else 0.5)
        return steadied(found, [position.turns for position in self._positions])


def steadied(chances: Sequence[float], turns: Sequence[int]) -> list[float]:
    """Return the chances; if those within turns mislead, each turn keeps that of its beginning.

    A judgement knows the beginnings of turns best. If the odds leap the same way whenever a turn ends, it is
    wrong about the positions within turns, and what happened there did not move them.
    """
    begun = [at for at in range(1, len(turns)) if turns[at] != turns[at - 1]]
    ends = [at for at in begun if at - 1 not in (0, *begun)]
    leaps = [_log_odds(chances[at]) - _log_odds(chances[at - 1]) for at in ends]
    if len(leaps) < FEW or abs(sum(leaps)) < LEAP * len(leaps):
        return list(chances)
    found: list[float] = []
    for at, chance in enumerate(chances):
        found.append(chance if at in (0, *begun) else found[-1])
    return found


def _log_odds(chance: float) -> float:
    inner = min(max(chance, 0.001), 0.999)
    return log(inner / (1 - inner))
