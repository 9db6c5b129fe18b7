"""Searches for plans inside native code: Python determinises, and gets whole paths back."""

from collections.abc import Sequence
from dataclasses import replace
from struct import pack, unpack
from threading import RLock
from typing import Any

from lazaretto.rules.backends.native.helpers import (
    judgement as head,
    search_answers as answers,
    search_paths as paths,
    search_room as room,
)
from lazaretto.rules.backends.native.native_code import Lane
from lazaretto.rules.backends.native.runner import NativeRunner
from lazaretto.rules.backends.native.state_transfer import NONE
from lazaretto.rules.run.errors import RuleError
from lazaretto.rules.run.limits import Ration, SpentError, StoppedError
from lazaretto.rules.run.planning.judge_position import judgement_of_ends, judgement_of_paths
from lazaretto.rules.run.planning.judgement_form import LANE, LIMIT, SCORE, JudgementForm
from lazaretto.rules.run.planning.plan_search import Budget, PlayedOn, SearchFailedError
from lazaretto.rules.run.secrets.unseen_pieces import Unseen
from lazaretto.rules.run.state import State


def load_judgement(runner: NativeRunner, judgement: JudgementForm | None) -> None:
    """Let a game be judged by a judgement from now on; None: by none."""
    at = runner.layout
    runner.set_word(at.judgement + head.ROWS, 0)
    if judgement is None:
        return
    assert judgement.fits, "a judgement exceeds the limits"
    _write(runner, at.judgement_rows, [each for row in judgement.rows for each in row])
    padded = (*judgement.table, *(0,) * (-len(judgement.table) % 4))
    _write(runner, at.judgement_table, unpack(f"<{len(padded) // 4}q", pack(f"<{len(padded)}h", *padded)))
    pairs = judgement.units_in_use + 1 >> 1
    columns = zip(*(_paired(row[: 2 * pairs]) for row in judgement.weights), strict=True)
    _write(runner, at.judgement_weights, [each for column in columns for each in column])
    runner.set_word(at.judgement + head.PAIRS, pairs)
    _write(runner, at.judgement + head.BIASES, _paired(judgement.biases))
    _write(runner, at.judgement + head.OUTPUTS, judgement.outputs)
    plans = judgement.for_plans
    _write(runner, at.judgement + head.PLAN_OUTPUTS, plans.outputs)
    runner.set_word(at.judgement + head.PLAN_BIAS, plans.bias)
    _write(runner, at.judgement + head.PHASES, (len(judgement.phases), *judgement.phases))
    runner.set_word(at.judgement + head.FEATURES, judgement.features)
    runner.set_word(at.judgement + head.BIAS, judgement.bias)
    runner.set_word(at.judgement + head.SHIFT, judgement.shift)
    runner.set_word(at.judgement + head.SCORED, int(any(row[0] == SCORE for row in judgement.rows)))
    runner.set_word(at.judgement + head.ROWS, len(judgement.rows))


def _paired(row: tuple[int, ...]) -> list[int]:
    """Return pairs of numbers as one word each."""
    return [(high << LANE) + low for low, high in zip(row[::2], row[1::2], strict=True)]


def _write(runner: NativeRunner, address: int, words: list[int] | tuple[int, ...]) -> None:
    for index, each in enumerate(words):
        runner.set_word(address + 8 * index, each)


_MOST_LEFT = 1 << 62
"""A ration without limit, in memory."""


class NativeSearch:
    """The search for plans of one native game; whoever uses it holds its lock."""

    lane: Lane | None = None
    """What the code was made by."""
    fault: str = ""
    """Why the first search that failed could not be finished."""

    def __init__(self, runner: NativeRunner) -> None:
        self._runner = runner
        self._search = runner.layout.search
        self.lock = RLock()
        self.failed = 0
        """How many searches could not be finished."""
        self.set_judgement(runner.machine.judgement)

    def set_judgement(self, judgement: JudgementForm | None) -> None:
        """Let positions be judged by a judgement from now on; None: by the score."""
        load_judgement(self._runner, judgement)

    def ways(self, start: State, seat: int, budget: Budget, ration: Ration) -> int:
        """Find the best paths through the turn from a position; return how many."""
        judged = judgement_of_paths(self._runner.machine, budget) is not None
        given = seat, budget.width, budget.depth, budget.final, budget.alike, int(judged)
        return self._called(start, ration, "plan_ways", *given)

    def played_out(
        self, world: State, seat: int, budget: Budget, alive: Sequence[int], ration: Ration
    ) -> Sequence[int]:
        """Return what some of these paths are worth in another determinisation."""
        bits, machine = sum(1 << number for number in alive), self._runner.machine
        judged = int(judgement_of_paths(machine, budget) is not None)
        ends = judgement_of_ends(machine, budget)
        if ends is not None:
            judged += 2 * (room.BY_CHANCE if ends is machine.judgement else room.BY_PLANS)
        given = seat, bits, budget.horizon, budget.later_width, judged
        if self._called(world, ration, "play_ways", *given) == room.SPENT:
            raise SpentError
        told = self._cell(room.WORLDS_TOLD)
        return [self._runner.word(told + 8 + 8 * number) for number in alive]

    def play_turns(self, start: State, seat: int, budget: Budget, ration: Ration) -> State | None:
        """Return the position after the turns of a horizon, played as in play-outs; None: there is no way."""
        if not self.ways(start, seat, replace(budget, final=1), ration):
            return None
        self.played_out(start, seat, budget, (0,), ration)
        return self._runner.stored()

    def features(self, state: State, seat: int) -> Sequence[int]:
        """Return what the judgement that is set knows of a position."""
        self._called(state, Ration(), "judged", seat)
        at = self._runner.layout
        count = self._runner.word(at.judgement + head.FEATURES)
        words = (self._runner.word(at.judgement_features + 8 * number) for number in range(count))
        return [max(-LIMIT, min(LIMIT, each)) for each in words]

    def path(self, number: int) -> tuple[Any, ...]:
        """Return the answers of one of these paths."""
        word = self._runner.word
        way = word(self._cell(room.FOUND) + 8 + 8 * number)
        steps = word(way + paths.STEPS_OF)
        return tuple(self._answer(word(steps + 8 + 8 * each)) for each in range(word(steps)))

    def play_on(self, start: State, seat: int, seed: int, ration: Ration, longest: int) -> PlayedOn:
        """Play on to the end as `lab/playing/bots.py` does.

        Each decision has the whole fuel of the ration.
        """
        fuel = int(min(ration.left, _MOST_LEFT))
        word = (seed + (1 << 63)) % (1 << 64) - (1 << 63)
        won = self._called(start, ration, "play_on", seat, word, fuel, longest)
        passed = self._cell(room.FOUND)
        found = [
            self._runner.word(passed + 8 * number) for number in range(1, 2 * self._runner.word(passed) + 1)
        ]
        return PlayedOn(bool(won), tuple(zip(found[::2], found[1::2], strict=True)))

    def _called(self, state: State, ration: Ration, name: str, *arguments: int) -> int:
        runner = self._runner
        runner.told_to_stop = ration.ends
        try:
            runner.load(state)
            runner.set_word(runner.layout.quiet, 1)
            runner.set_word(self._search + room.LEFT, int(min(ration.left, _MOST_LEFT)))
            found = runner.call(name, *arguments)
        except (RuleError, MemoryError) as fault:
            self.failed += 1
            self.fault = self.fault or str(fault)
            raise SearchFailedError(str(fault)) from fault
        if ration.left < _MOST_LEFT:
            ration.left = self._cell(room.LEFT)
        if ration.stopped():
            raise StoppedError
        return found

    def _cell(self, name: int) -> int:
        return self._runner.word(self._search + name)

    def _answer(self, record: int) -> Any:
        count = self._runner.word(record + answers.COUNT)
        values = [
            self._value(record + answers.VALUES + answers.VALUE * number) for number in range(max(count, 1))
        ]
        return values[0] if count < 0 else tuple(values[:count])

    def _value(self, spot: int) -> Any:
        hidden, value, place = (self._runner.word(spot + 8 * each) for each in range(3))
        if hidden:
            return Unseen(value, place, hidden == 2)
        return None if value == NONE else value
