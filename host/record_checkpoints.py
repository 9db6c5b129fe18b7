"""A recorded game that can be looked at before and after any of its choices.

Forward costs the choices that lie between. For the way back the game is kept as it was at some choices on
the way, never more than a fixed number of them, so that a long game needs no more memory than a short one.
"""

from host.rerun_record import Difference, begin, follow
from rules import Game, Outcome, Program, Record, View

EVERY = 16
"""Choices between two kept games, at first; doubled whenever too many are kept."""

MOST_KEPT = 64


class Playback:
    """A record and a place in it: how many of its choices have been made."""

    def __init__(self, program: Program, record: Record, every: int = EVERY) -> None:
        """Stand before the first choice.

        Raises:
            StartError: the game cannot be set up as the record says.
            RuleError: a rule goes wrong in the set-up.
        """
        self.record = record
        self.length: int = len(record.choices)
        """How many choices the record holds."""
        self.at: int = 0
        """How many of them have been made."""
        self.lines: tuple[str, ...] = ()
        """The public lines that followed the last one."""
        self.difference: Difference | None = None
        """The first choice that the rules no longer take, once it has been met: no way leads past it."""
        self.changed: bool = record.digest != program.digest
        """Whether the scenario's texts are other than when the record was written."""
        self._game = begin(program, record)
        self._every = max(1, every)
        self._kept: dict[int, tuple[Game, tuple[str, ...]]] = {0: (self._game.fork(), ())}

    @property
    def choice(self) -> tuple[str, str] | None:
        """Who made the last choice, and its key; None before the first."""
        if not self.at:
            return None
        seat, key = self.record.choices[self.at - 1]
        return self.record.players[seat], key

    @property
    def turn(self) -> int:
        """How many turns have begun."""
        return self._game.turns

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, if it has."""
        return self._game.outcome

    def view(self, seat: int | None = None) -> View:
        """What a seat sees here; None: what everybody may see."""
        return self._game.view(seat)

    def go(self, number: int) -> int:
        """Go to where `number` choices have been made, or as near as the rules lead; where that is."""
        goal = max(0, min(number, self.length))
        nearest = max(each for each in self._kept if each <= goal)
        if goal < self.at or nearest > self.at:
            self._take_up(nearest)
        while self.at < goal and self._step():
            pass
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
