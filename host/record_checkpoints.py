"""Moves to any choice of a recorded game, forwards and backwards.

Moving forwards replays the choices in between. Moving backwards starts from a snapshot of the game; the
number of snapshots is limited, so a long game needs no more memory than a short one.
"""

from lazaretto.host.looks import TimeLimit
from lazaretto.host.rerun_record import Difference, begin, follow
from lazaretto.rules import Game, Outcome, Program, Record, View

EVERY = 16
"""Choices between two snapshots at first; doubled whenever there are too many snapshots."""

MOST_KEPT = 64


class Playback:
    """A record and a position in it: the number of choices made."""

    def __init__(self, program: Program, record: Record, every: int = EVERY) -> None:
        """Start before the first choice.

        Raises:
            StartError: the game cannot be set up as the record says.
            RuleError: a rule fails in the set-up.
        """
        self.record = record
        self.length: int = len(record.choices)
        """The number of choices in the record."""
        self.at: int = 0
        """The number of choices made."""
        self.lines: tuple[str, ...] = ()
        """The public lines that followed the last choice."""
        self.difference: Difference | None = None
        """The first choice that the rules no longer accept, once it is reached: `go` stops before it."""
        self.changed: bool = record.digest != program.digest
        """Whether the scenario has changed since the record was written."""
        self._game = begin(program, record)
        self._every = max(1, every)
        self._kept: dict[int, tuple[Game, tuple[str, ...]]] = {0: (self._game.fork(), ())}

    @property
    def choice(self) -> tuple[str, str] | None:
        """The player and the key of the last choice; None before the first."""
        if not self.at:
            return None
        seat, key = self.record.choices[self.at - 1]
        return self.record.players[seat], key

    @property
    def turn(self) -> int:
        """The number of turns begun."""
        return self._game.turns

    @property
    def outcome(self) -> Outcome | None:
        """The outcome, if the game has ended."""
        return self._game.outcome

    def view(self, seat: int | None = None) -> View:
        """What a seat sees at this position; None stands for the public view."""
        return self._game.view(seat)

    def go(self, number: int, limit: TimeLimit | None = None) -> int:
        """Go to the position after `number` choices, or as near as the rules allow; return the position.

        Raises:
            RuleError: there is a limit, and it takes too long.
        """
        goal = max(0, min(number, self.length))
        nearest = max(each for each in self._kept if each <= goal)
        if goal < self.at or nearest > self.at:
            self._take_up(nearest)
        while self.at < goal and self._step():
            if limit is not None:
                limit.check()
        return self.at

    def _take_up(self, number: int) -> None:
        game, self.lines = self._kept[number]
        self._game, self.at = game.fork(), number

    def _step(self) -> bool:
        if self.difference is not None and self.at + 1 >= self.difference.number:
            return False
        lines = follow(self._game, self.record, self.at + 1)
        if isinstance(lines, Difference):
            self.difference = lines
            return False
        self.at, self.lines = self.at + 1, lines
        if self.at % self._every == 0 and self.at not in self._kept:
            self._kept[self.at] = self._game.fork(), lines
            if len(self._kept) > MOST_KEPT:
                self._every *= 2
                self._kept = {
                    number: kept for number, kept in self._kept.items() if number % self._every == 0
                }
        return True
