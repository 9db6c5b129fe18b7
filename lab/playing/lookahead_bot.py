"""A bot that searches ahead over its own turn, in games that it imagines by what its seat suspects.

It searches in a determinisation for its seat, so it cannot use hidden information. It then plays the best few
paths out in several determinisations, the same for each path, because the random events at the end of a turn
and what the others do decide what a path is worth. After each round, the better half of the paths goes on.

It relies on the game's own `score`, and on a learned judgement if there is one. How much of all this there is
says a `Budget`: counts, never seconds, so the same seed gives the same game. A seed for bots and hints
follows from what the seat knows. Native code finds the same plans; `benchmarks/plans.py` compares them.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from lazaretto.lab.playing.budgets import THINKER
from lazaretto.lab.playing.turn_search import (
    BROAD,
    END,
    Outlook,
    Path,
    Paths,
    PathWorths,
    SearchedPaths,
    Way,
    consents,
    play_out,
    worth_of,
)
from lazaretto.lab.playing.use_judgement import seek_judgement
from lazaretto.rules import Game, Ration, SpentError
from lazaretto.rules.run.planning.plan_search_protocol import Budget, SearchFailedError
from lazaretto.rules.run.secrets.suspicion import Suspicion


class Suspicions:
    """What the seats of one game suspect."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._own: dict[int, Suspicion] = {}

    def of(self, seat: int) -> Suspicion | None:
        """Return what a seat suspects, as far as it has followed the game; None if it has not yet."""
        return self._own.get(seat)

    def imagine(self, game: Game, seat: int, seed: int) -> Game:
        """Return a determinisation for a seat in which hidden variables are as it suspects.

        If there is no time left to follow the game, it is what the seat suspected before.
        """
        with suppress(SpentError):
            self._own[seat] = game.suspicion(seat, self._own.get(seat), self._seed)
        own = self._own.get(seat)
        return game.imagine(seat, seed, believed={} if own is None else own.drawn(seed))


TRIALS = 4
"""In how many determinisations the first path must reach the end before all paths are played to the end."""


class ThinkerBot:
    """Plans its turn, then follows the plan until something unexpected happens.

    What a player has refused it does not ask of that player again until somebody else has acted.
    """

    def __init__(self, seed: int, budget: Budget = THINKER, suspicions: Suspicions | None = None) -> None:
        self._seed = seed
        self._budget = budget
        self._suspicions = suspicions or Suspicions(seed)
        self._plans: dict[int, tuple[Game, list[object]]] = {}
        """For each seat the rest of its plan, and the game at the time of planning."""
        self._planned: Path = ()
        """What it has planned last."""

    def play(self, game: Game) -> None:
        """Give one answer."""
        seat = game.seat
        assert seat is not None
        before, plan = self._plans.get(seat, (game, []))
        refused = game.refusals(seat) != before.refusals(seat)
        if not plan or refused or game.learned(before) or plan[0] not in game.answers(seat, BROAD):
            before = game.fork()
            plan = list(self.plan(game, seat))
        self._plans[seat] = before, plan[1:]
        game.answer(plan[0])

    def plan(self, game: Game, seat: int) -> Path:
        """Plan anew: return the answers for the rest of the turn, the next one first."""
        seek_judgement(game)
        self._seed += 1
        search, refused = game.plan_search, game.refusals(seat)
        if search is not None and not refused:
            try:
                with search.lock, game.rationed(Ration(self._budget.fuel)):
                    self._planned = self._think(game, seat, SearchedPaths(search))
                return self._planned
            except SearchFailedError:
                pass  # Python goes on where a rule fails
        with game.rationed(Ration(self._budget.fuel)):
            self._planned = self._think(game, seat, _OwnPaths(refused))
        return self._planned

    def _think(self, game: Game, seat: int, paths: Paths) -> Path:
        """Return the answers of the best path found before the fuel is used up."""
        first = game.open_answers(seat, BROAD)
        if len(first) == 1 or consents(game, game.answered):
            return (first[0],)
        try:
            start = self._suspicions.imagine(game, seat, self._seed)
        except SpentError:
            return (first[0],)
        count = paths.find(start, seat, self._budget)
        judged = game.judgement_of_ends(self._budget) is not None
        worths = PathWorths(count, "odds" if judged else "chances" if self._budget.chances else "scores")
        with suppress(SpentError):  # the determinisations that were finished decide
            self._compare(game, seat, paths, worths)
        if not count:
            return (first[0],)
        try:
            return self._chosen(game, start, seat, paths, worths) or (first[0],)
        except SpentError:  # nothing is left for comparing what is about as good
            return paths.path(worths.best) or (first[0],)

    def _chosen(self, game: Game, start: Game, seat: int, paths: Paths, worths: PathWorths) -> Path:
        """Return the path to take, from what all are worth."""
        return paths.path(worths.best)

    def _compare(self, game: Game, seat: int, paths: Paths, worths: PathWorths) -> None:
        """Play the paths out in rounds."""
        budget = self._budget
        if budget.end_horizon and self._is_end_near(game, seat, paths):
            budget = _to_the_end(budget)
        number = 0
        for worlds in budget.rounds:
            if number:
                worths.halve()
            for _ in range(worlds if len(worths.alive) > 1 else 0):
                world = self._suspicions.imagine(game, seat, self._seed * 1_000 + number)
                worths.add(paths.played_out(world, seat, budget, worths.alive))
                number += 1

    def _is_end_near(self, game: Game, seat: int, paths: Paths) -> bool:
        """Whether the first path leads to the end of the game in each of a few determinisations."""
        budget = _to_the_end(self._budget)
        for number in range(TRIALS):
            world = self._suspicions.imagine(game, seat, self._seed * 1_000 + number)
            if any(abs(worth) < END for worth in paths.played_out(world, seat, budget, [0])):
                return False
        return True


def _to_the_end(budget: Budget) -> Budget:
    return replace(budget, horizon=budget.end_horizon)


class _OwnPaths:
    """The best paths, found by calls for each decision."""

    def __init__(self, refused: frozenset[tuple[int, int]]) -> None:
        self._refused = refused
        self._ways: list[Way] = []

    def find(self, start: Game, seat: int, budget: Budget) -> int:
        """Find the best paths through the turn; return how many."""
        self._ways = Outlook(start, seat, budget, self._refused).ways()
        return len(self._ways)

    def played_out(self, world: Game, seat: int, budget: Budget, alive: Sequence[int]) -> list[int]:
        """Return what some of them are worth in another determinisation."""
        return [_played_out(world.fork(), seat, self._ways[each].path, budget) for each in alive]

    def path(self, number: int) -> Path:
        """Return the answers of one of them."""
        return self._ways[number].path


def _played_out(game: Game, seat: int, path: Path, budget: Budget) -> int:
    """Return the score in the end if the same answers, while possible, are given in this game."""
    if not play_out(game, seat, path, budget):
        return -END
    return worth_of(game, seat, game.judgement_of_ends(budget))
