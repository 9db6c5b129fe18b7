"""A replay in this process: moves to any choice of a recorded game, forwards and backwards, in threads."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from lazaretto.host.crash_report import only
from lazaretto.host.lobby.native_engine import NativeEngine
from lazaretto.host.records.replay_protocol import ReplayChoice, ReplayFrame, ReplayInfo
from lazaretto.host.records.rerun_record import Difference, begin, follow
from lazaretto.host.table.lookup_budget import TimeLimit, turn_to_replay
from lazaretto.host.table.win_chance_over_game import Chances, ChanceWork, Estimator
from lazaretto.rules import Game, Outcome, Program, Record, RuleError, View
from lazaretto.rules.run.views.constant_view import ViewBase
from lazaretto.rules.run.views.diff_views import BaseIndex, ViewChange, difference

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


STEP = ">"
"""Separates the steps of a choice in a record."""

Found = TypeVar("Found")


class LocalReplay:
    """A record that has been played to its end once."""

    def __init__(
        self,
        program: Program,
        record: Record,
        estimator: Estimator | None = None,
        place: str = "",
        native: NativeEngine | None = None,
    ) -> None:
        """Play the record to its end; an estimator works on demand, and keeps its result beside `place`.

        Raises:
            StartError: the game cannot be set up as the record says.
            RuleError: a rule fails in the set-up, or it takes too long.
        """
        self._program = program
        self._playback = Playback(program, record)
        self._lock = asyncio.Lock()
        self._estimating = asyncio.Lock()
        self._bases: dict[int | None, BaseIndex] = {}
        playback, turns, limit = self._playback, [self._playback.turn], TimeLimit()
        while playback.go(len(turns), limit) == len(turns):
            turns.append(playback.turn)
        self.info = ReplayInfo(
            record.players,
            playback.length,
            tuple(turns),
            playback.outcome is not None,
            playback.changed,
            playback.difference,
        )
        self._chances: ChanceWork | None = None
        if estimator is not None and self.info.over:
            self._chances = ChanceWork(program, record, estimator, place, native)

    async def base(self, seat: int | None) -> ViewBase:
        """The constant part of what a seat sees."""
        with only(RuleError, otherwise=RuleError):
            return self._base(seat).base

    async def frame(self, at: int, seat: int | None) -> ReplayFrame:
        """What a seat saw after the given number of choices."""
        return await self._work(lambda: self._frame(at, seat))

    async def public(self, first: int, last: int) -> tuple[ViewChange, ...]:
        """The public view after each of these choices."""
        return await self._work(lambda: self._public(first, last))

    async def chances(self) -> Chances:
        """The estimated chance to win, as far as it is known."""
        work = self._chances
        if work is None:
            return Chances(done=True)
        async with self._estimating:
            with only(RuleError, otherwise=RuleError):
                return await asyncio.to_thread(work.go_on)

    def leave(self) -> None:
        """Nothing: whoever holds the replay forgets it."""

    async def _work(self, work: Callable[[], Found]) -> Found:
        async with self._lock, turn_to_replay():
            with only(RuleError, otherwise=RuleError):
                return await asyncio.to_thread(work)

    def _base(self, seat: int | None) -> BaseIndex:
        eyes = self._eyes(seat)
        if eyes not in self._bases:
            self._bases[eyes] = BaseIndex(self._program.view_base(self.info.players, eyes))
        return self._bases[eyes]

    def _eyes(self, seat: int | None) -> int | None:
        return seat if self.info.over else None

    # --- in a thread -----------------------------------------------------------------------------

    def _frame(self, number: int, seat: int | None) -> ReplayFrame:
        playback, index = self._playback, self._base(seat)
        at, limit = max(0, min(number, len(self.info.turns) - 1)), TimeLimit()
        before, choice = None, None
        seen = index.blank
        if at:
            playback.go(at - 1, limit)
            choice = self._choice(at)
            view = playback.view(self._eyes(seat))
            before, seen = difference(index, seen, view), view
        playback.go(at, limit)
        change = difference(index, seen, playback.view(self._eyes(seat)))
        return ReplayFrame(at, playback.turn, choice, before, change, playback.outcome)

    def _choice(self, at: int) -> ReplayChoice:
        """The next choice, with the labels that its seat sees."""
        seat, key = self._playback.record.choices[at - 1]
        player = self.info.players[seat]
        if not self.info.over:
            return ReplayChoice(player)
        first, *rest = (part.strip() for part in key.split(STEP))
        view = self._playback.view(seat)
        options = view.decision.options if view.decision is not None else ()
        label = next((option.label for option in options if option.key == first), "")
        names = {thing.key: thing.label for things in view.things.values() for thing in things}
        steps = tuple(", ".join(names.get(each, each) for each in step.split(", ")) for step in rest)
        return ReplayChoice(player, first, label, steps)

    def _public(self, first: int, last: int) -> tuple[ViewChange, ...]:
        index = self._base(None)
        seen: View = index.blank
        limit = TimeLimit()
        changes: list[ViewChange] = []
        for at in range(first, min(last, max(first, self._playback.length)) + 1):
            self._playback.go(at, limit)
            limit.check()
            view = self._playback.view()
            changes.append(difference(index, seen, view))
            seen = view
        return tuple(changes)
