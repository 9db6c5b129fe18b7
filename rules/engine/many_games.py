"""Plays many random games as native code, without a call for each decision."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from lazaretto.rules.backends.native.layout import WATCHED
from lazaretto.rules.backends.native.runner import ENDED, OPEN, NativeRunner
from lazaretto.rules.backends.native.state_transfer import NONE
from lazaretto.rules.run.errors import RuleError
from lazaretto.rules.run.game_setup import Program
from lazaretto.rules.run.machine import places, ranked_by_points
from lazaretto.rules.run.state import Result, Said, State
from lazaretto.rules.run.views.text_rendering import Outcome, outcome_of, said

_FIGURES = 4
"""The numbers of a row before the results of seats."""
MOST_KNOWN = 10_000
"""How many different ends of games are remembered."""


@dataclass(frozen=True, slots=True)
class Played:
    """What came of a game."""

    turns: int
    decisions: int
    outcome: Outcome | None
    """None if it was given up after too many decisions."""
    first: int | None
    """The seat that acted first; None if nobody could."""
    watched: tuple[int | None, ...]
    """The watched cells at that time."""


class NativeGames:
    """Random games of one board."""

    def __init__(
        self,
        program: Program,
        runner: NativeRunner,
        players: Sequence[str],
        options: Mapping[str, str],
        watched: Sequence[int] = (),
    ) -> None:
        """Take the board of these players and options; watch some cells.

        Raises:
            StartError: they are invalid.
        """
        self._tables = program.machine.tables
        self._players = tuple(players)
        self._runner = runner
        runner.prepare_games(program.board(self._players, options), watched[:WATCHED])
        self._noted = 1 + len(watched[:WATCHED])
        """How many numbers at the end of a row say how the game opened."""
        self._known: dict[tuple[Result | int, ...], Outcome] = {}

    def play(self, seeds: Sequence[int], most: int, weighed: bool = False) -> Iterator[Played | RuleError]:
        """Play a game with each seed, for at most so many decisions; yield what came of it, in order.

        A game that fails, or that stops without an end, yields an error.
        """
        size = self._runner.most_games
        self._runner.forget_uses()
        for start in range(0, len(seeds), size):
            some = seeds[start : start + size]
            self._runner.set_seeds(some)
            yield from self._batch(len(some), most, weighed)

    def _batch(self, count: int, most: int, weighed: bool) -> Iterator[Played | RuleError]:
        runner, first = self._runner, 0
        while first < count:
            error: RuleError | None = None
            try:
                end = runner.games(first, count, most, weighed)
            except RuleError as fault:
                error = fault
                rows = runner.rows(first, count)
                end = first + next(at for at, row in enumerate(rows) if row[1] < 0)
            rows = runner.rows(first, end)
            if error is not None:
                yield from map(self._played, rows)
                yield error
                end += 1
            else:
                yield from map(self._played, rows)
            first = end

    def uses(self) -> tuple[frozenset[int], frozenset[int]]:
        """Return the actions that the games of the last `play` did, and the pieces that they moved."""
        return self._runner.uses()

    def _played(self, row: tuple[int, ...]) -> Played | RuleError:
        stopped, turns, decisions = row[: _FIGURES - 1]
        if stopped not in (OPEN, ENDED):
            return RuleError("")
        first, *watched = [None if each == NONE else each for each in row[-self._noted :]]
        outcome: Outcome | None = None
        if stopped == ENDED:
            end = _FIGURES + len(self._players)
            over, *seats = map(self._runner.result_in_row, row[_FIGURES - 1 : end])
            outcome = self._ended(over, seats, row[end : -self._noted])
        return Played(turns, decisions, outcome, first, tuple(watched))

    def _ended(self, over: Result, results: Sequence[Result], counted: Sequence[int]) -> Outcome:
        """Return the end of a game with these results, points and what ranks follow from."""
        key = over, *results, *counted
        outcome = self._known.get(key)
        if outcome is None:
            s = State(len(self._players))
            s.over, s.results = over, list(results)
            if counted:
                seats = s.players
                s.points = tuple(counted[:seats]) if self._tables.points is not None else ()
                names = ["drawn" if result is None else result[0] for result in results]
                ranked = self._tables.rank is not None
                s.ranks = places(counted[-seats:]) if ranked else ranked_by_points(names, s.points)
            outcome = self._told(s)
            if len(self._known) < MOST_KNOWN:
                self._known[key] = outcome
        return outcome

    def _told(self, s: State) -> Outcome:
        outcome = outcome_of(s, self._tables, self._said, ends_campaign=False)
        assert outcome is not None
        return outcome

    def _said(self, text: Said) -> str:
        return said(self._tables, self._players, text)
