"""Plays many random games as native code, without a call for each decision."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules.backends.native.runner import ENDED, OPEN, NativeRunner
from rules.run.errors import RuleError
from rules.run.game_setup import Program, initial_board
from rules.run.outcome_wording import Outcome, outcome_of
from rules.run.state import Said, State
from rules.run.text_rendering import said

_RESULTS = ("", "won", "lost", "drawn")


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
        runner.prepare_games(initial_board(program.machine, self._players, options).state)
        self._counts = tables.points is not None or tables.rank is not None
        """Whether the end of a game has to be read from its state."""
        self._known: dict[tuple[int, ...], Outcome] = {}

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
        first = 0
        while first < count:
            error: RuleError | None = None
            try:
                end = self._runner.games(first, first + 1 if self._counts else count, most, weighed)
            except RuleError as fault:
                error = fault
                rows = self._runner.rows(first, count)
                end = first + next(at for at, row in enumerate(rows) if row[1] < 0)
            rows = self._runner.rows(first, end)
            last = None if error is not None or not self._has_more(rows) else self._runner.stored()
            for row in rows[:-1] if last is not None else rows:
                yield self._played(row)
            if last is not None:
                yield Played(rows[-1][1], rows[-1][2], self._outcome(last))
            if error is not None:
                yield error
                end += 1
            first = end

    def _has_more(self, rows: Sequence[tuple[int, ...]]) -> bool:
        """Whether the last of some games has ended with more to tell than its row has."""
        stopped, *_ = rows[-1]
        return stopped == ENDED and (self._counts or any(self._gaps(each) for each in rows[-1][3:]))

    def _gaps(self, result: int) -> bool:
        template = result >> 8
        return template > 0 and any(not isinstance(part, str) for part in self._tables.templates[template])

    def _played(self, row: tuple[int, ...]) -> Played | RuleError:
        stopped, turns, decisions, *results = row
        if stopped == OPEN:
            return Played(turns, decisions, None)
        if stopped != ENDED:
            return RuleError("")
        key = (*results,)
        outcome = self._known.get(key)
        if outcome is None:
            s = State(len(self._players))
            over, *seats = [self._result(each) for each in results]
            s.over, s.results = over, list(seats)
            outcome = self._known[key] = self._outcome(s)
        return Played(turns, decisions, outcome)

    def _result(self, result: int) -> tuple[str, Said] | None:
        return None if result == 0 else (_RESULTS[result & 255], (result >> 8, ()))

    def _outcome(self, s: State) -> Outcome:
        outcome = outcome_of(s, self._tables, self._said, ends_campaign=False)
        assert outcome is not None
        return outcome

    def _said(self, text: Said) -> str:
        return said(self._tables, self._players, text)
