"""Plays many random games as native code, without a call for each decision."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules.backends.native.runner import ENDED, OPEN, NativeRunner
from rules.run.errors import RuleError
from rules.run.game_setup import Program
from rules.run.outcome_wording import Outcome, outcome_of
from rules.run.state import Result, Said, State
from rules.run.text_rendering import said

MOST_KNOWN = 10_000
"""How many different ends of games are remembered."""


@dataclass(frozen=True, slots=True)
class Played:
    """What came of a game."""

    turns: int
    decisions: int
    outcome: Outcome | None
    """None if it was given up after too many decisions."""


class NativeGames:
    """Random games of one board."""

    def __init__(
        self, program: Program, runner: NativeRunner, players: Sequence[str], options: Mapping[str, str]
    ) -> None:
        """Take the board of these players and options.

        Raises:
            StartError: they are invalid.
        """
        self._tables = tables = program.machine.tables
        self._players = tuple(players)
        self._runner = runner
        runner.prepare_games(program.board(self._players, options))
        self._counts = tables.points is not None or tables.rank is not None
        """Whether the end of a game has to be read from its state."""
        self._known: dict[tuple[Result, ...], Outcome] = {}

    def play(self, seeds: Sequence[int], most: int, weighed: bool = False) -> Iterator[Played | RuleError]:
        """Play a game with each seed, for at most so many decisions; yield what came of it, in order.

        A game that fails, or that stops without an end, yields an error.
        """
        size = self._runner.most_games
        for start in range(0, len(seeds), size):
            some = seeds[start : start + size]
            self._runner.set_seeds(some)
            yield from self._batch(len(some), most, weighed)

    def _batch(self, count: int, most: int, weighed: bool) -> Iterator[Played | RuleError]:
        runner, first = self._runner, 0
        while first < count:
            error: RuleError | None = None
            try:
                end = runner.games(first, first + 1 if self._counts else count, most, weighed)
            except RuleError as fault:
                error = fault
                rows = runner.rows(first, count)
                end = first + next(at for at, row in enumerate(rows) if row[1] < 0)
            rows = runner.rows(first, end)
            if error is not None:
                yield from map(self._played, rows)
                yield error
                end += 1
            elif self._counts and rows[-1][0] == ENDED:
                _, turns, decisions, *_ = rows[-1]
                yield Played(turns, decisions, self._told(runner.stored()))
            else:
                yield from map(self._played, rows)
            first = end

    def _played(self, row: tuple[int, ...]) -> Played | RuleError:
        stopped, turns, decisions, *results = row
        if stopped == OPEN:
            return Played(turns, decisions, None)
        if stopped != ENDED:
            return RuleError("")
        key = tuple(map(self._runner.result_in_row, results))
        return Played(turns, decisions, self._ended(key))

    def _ended(self, key: tuple[Result, ...]) -> Outcome:
        found = self._known.get(key)
        if found is None:
            s = State(len(self._players))
            s.over, *s.results = key
            found = self._told(s)
            if len(self._known) < MOST_KNOWN:
                self._known[key] = found
        return found

    def _told(self, s: State) -> Outcome:
        outcome = outcome_of(s, self._tables, self._said, ends_campaign=False)
        assert outcome is not None
        return outcome

    def _said(self, text: Said) -> str:
        return said(self._tables, self._players, text)
