"""Plays many random games as native code, without a call for each decision."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules.backends.native.layout import WATCHED
from rules.backends.native.runner import ENDED, OPEN, NativeRunner
from rules.backends.native.value_transfer import NONE
from rules.run.errors import RuleError
from rules.run.game_setup import Program
from rules.run.outcome_wording import Outcome, outcome_of
from rules.run.state import Result, Said, State
from rules.run.text_rendering import said

_RESULTS = ("", "won", "lost", "drawn")
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
        self._tables = tables = program.machine.tables
        self._players = tuple(players)
        self._runner = runner
        runner.prepare_games(program.board(self._players, options), watched[:WATCHED])
        self._counts = tables.points is not None or tables.rank is not None
        """Whether the end of a game has to be read from its state."""
        self._known: dict[tuple[Result, ...], Outcome] = {}

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
            elif rows[-1][0] == ENDED:
                yield from map(self._played, rows[:-1])
                yield self._read(rows[-1])
            else:
                yield from map(self._played, rows)
            first = end

    def _read(self, row: tuple[int, ...]) -> Played:
        """Return what came of the last game, whose results may have more to tell than its row."""
        if self._counts:
            return self._noted(row, self._told(self._runner.stored()))
        over, results = self._runner.results()
        return self._noted(row, self._ended(over, results))

    def _played(self, row: tuple[int, ...]) -> Played | RuleError:
        if row[0] == OPEN:
            return self._noted(row, None)
        if row[0] != ENDED:
            return RuleError("")
        over, *seats = [_result(each) for each in row[3 : 4 + len(self._players)]]
        return self._noted(row, self._ended(over, seats))

    def _noted(self, row: tuple[int, ...], outcome: Outcome | None) -> Played:
        first, *watched = [None if each == NONE else each for each in row[4 + len(self._players) :]]
        return Played(row[1], row[2], outcome, first, tuple(watched))

    def uses(self) -> tuple[frozenset[int], frozenset[int]]:
        """Return the actions that the games of the last `play` did, and the pieces that they moved."""
        return self._runner.uses()

    def _ended(self, over: Result, results: Sequence[Result]) -> Outcome:
        key = over, *results
        found = self._known.get(key)
        if found is None:
            s = State(len(self._players))
            s.over, s.results = over, list(results)
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


def _result(result: int) -> Result:
    """Return a result from a row, whose text has no gaps."""
    return None if result == 0 else (_RESULTS[result & 255], (result >> 8, ()))
