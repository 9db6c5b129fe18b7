"""Plays many random games as native code, without a call for each decision.

What came of them stands in columns, for work on each game would take longer than to play some.
"""

from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from lazaretto.rules.backends.native.layout import WATCHED
from lazaretto.rules.backends.native.runner import ENDED, OPEN, NativeRunner
from lazaretto.rules.run.compiled_game import CompiledGame
from lazaretto.rules.run.errors import RuleError
from lazaretto.rules.run.game_setup import Program
from lazaretto.rules.run.machine import places, ranked_by_points
from lazaretto.rules.run.state import Result, Said, State
from lazaretto.rules.run.views.text_rendering import Outcome, outcome_of, said

_STOPPED, _TURNS, _DECISIONS, _RESULTS = range(4)
"""Where the numbers of a row stand; those of seats follow."""
_WORD = 8
"""The bytes of a number."""


def _column() -> "array[int]":
    return array("q")


@dataclass(slots=True)
class Played:
    """What came of games in a row: each column has a number of every game."""

    watched: "list[array[int]]"
    """The watched cells when somebody acted first, a column for each; negative if there was nothing."""
    turns: "array[int]" = field(default_factory=_column)
    decisions: "array[int]" = field(default_factory=_column)
    first: "array[int]" = field(default_factory=_column)
    """The seat that acted first; negative if nobody could."""
    end_of: "array[int]" = field(default_factory=_column)
    """Which of the ends a game has."""
    ends: list[Outcome | None] = field(default_factory=lambda: [None])
    """The different ends; the first one is that of games which did not end."""
    endless: list[int] = field(default_factory=list)
    """Which games were given up after too many decisions."""
    failed: list[int] = field(default_factory=list)
    """Which games failed, or stopped without an end; their numbers mean nothing."""

    def add_failed(self) -> None:
        """Add a game that failed."""
        self.failed.append(len(self.turns))
        for column in (self.turns, self.decisions, self.first, self.end_of, *self.watched):
            column.append(0)


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
        self._watched = len(watched[:WATCHED])
        runner.prepare_games(program.board(self._players, options), watched[:WATCHED])

    def play(self, seeds: Sequence[int], most: int, weighed: bool = False) -> Played:
        """Play a game with each seed, for at most so many decisions; return what came of them, in order."""
        size = self._runner.most_games
        self._runner.forget_uses()
        reader = _RowReader(self._tables, self._players, self._runner, self._watched)
        for start in range(0, len(seeds), size):
            some = seeds[start : start + size]
            self._runner.set_seeds(some)
            self._batch(reader, len(some), most, weighed)
        return reader.played

    def _batch(self, reader: "_RowReader", count: int, most: int, weighed: bool) -> None:
        runner, first = self._runner, 0
        while first < count:
            failed = False
            try:
                end = runner.games(first, count, most, weighed)
            except RuleError:
                failed = True
                rows = runner.rows(first, count)
                end = first + next(at for at, row in enumerate(rows) if row[_TURNS] < 0)
            reader.read(first, end)
            if failed:
                reader.played.add_failed()
                end += 1
            first = end

    def uses(self) -> tuple[frozenset[int], frozenset[int]]:
        """Return the actions that the games of the last `play` did, and the pieces that they moved."""
        return self._runner.uses()


class _RowReader:
    """Reads the rows of native games, and what their results say."""

    def __init__(
        self, tables: CompiledGame, players: tuple[str, ...], runner: NativeRunner, watched: int
    ) -> None:
        self._tables = tables
        self._players = players
        self._runner = runner
        self._numbers: dict[tuple[Result | int, ...], int] = {}
        """The numbers of the ends, by results, points and what ranks follow from."""
        self.played = Played([_column() for _ in range(watched)])

    def read(self, first: int, end: int) -> None:
        """Read rows that the last call has played."""
        played, words, width = self.played, self._runner.row_words(first, end), self._runner.row_width
        before, opened = len(played.turns), width - 1 - len(played.watched)
        named = (_TURNS, played.turns), (_DECISIONS, played.decisions), (opened, played.first)
        for at, column in (*named, *enumerate(played.watched, opened + 1)):
            column.frombytes(words[at::width].tobytes())
        stopped, rows, ends = words[_STOPPED::width].tolist(), words.tobytes(), _Ends(self._number)
        starts = range(_WORD * _RESULTS, len(rows), _WORD * width)
        stops = range(_WORD * opened, len(rows), _WORD * width)
        played.end_of.extend(
            [
                ends[rows[start:stop]] if how == ENDED else 0
                for how, start, stop in zip(stopped, starts, stops, strict=True)
            ]
        )
        if {*stopped} != {ENDED}:
            played.endless += [at for at, how in enumerate(stopped, before) if how == OPEN]
            played.failed += [at for at, how in enumerate(stopped, before) if how not in (OPEN, ENDED)]

    def _number(self, row: bytes) -> int:
        """Return the number of an end by its part of a row."""
        numbers, seats = array("q", row), len(self._players)
        over, *results = map(self._runner.result_in_row, numbers[: 1 + seats])
        counted = numbers[1 + seats :].tolist()
        key = over, *results, *counted
        if key not in self._numbers:
            self._numbers[key] = len(self.played.ends)
            self.played.ends.append(self._ended(over, results, counted))
        return self._numbers[key]

    def _ended(self, over: Result, results: list[Result], counted: Sequence[int]) -> Outcome:
        """Return the end of a game with these results, points and what ranks follow from."""
        s = State(len(self._players))
        s.over, s.results = over, results
        if counted:
            seats = s.players
            s.points = tuple(counted[:seats]) if self._tables.points is not None else ()
            names = ["drawn" if result is None else result[0] for result in results]
            ranked = self._tables.rank is not None
            s.ranks = places(counted[-seats:]) if ranked else ranked_by_points(names, s.points)
        outcome = outcome_of(s, self._tables, self._said, ends_campaign=False)
        assert outcome is not None
        return outcome

    def _said(self, text: Said) -> str:
        return said(self._tables, self._players, text)


class _Ends(dict[bytes, int]):
    """The numbers of ends by their part of a row; texts in rows stay the same during one call."""

    def __init__(self, number: Callable[[bytes], int]) -> None:
        super().__init__()
        self._number = number

    def __missing__(self, row: bytes) -> int:
        found = self[row] = self._number(row)
        return found
