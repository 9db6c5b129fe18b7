"""Searches for plans and judges positions in native code: Python determinises, and gets paths back."""

from collections.abc import Sequence
from dataclasses import replace
from struct import pack, unpack
from threading import RLock
from typing import Any

from lazaretto.rules.backends.native.helpers.judgement import Judgement
from lazaretto.rules.backends.native.helpers.memory_types import offset_of, size_of
from lazaretto.rules.backends.native.helpers.play_on import Passed, Position
from lazaretto.rules.backends.native.helpers.search_room import (
    BY_CHANCE,
    BY_PLANS,
    SPENT,
    Answer,
    AnswerValue,
    Search,
    Way,
)
from lazaretto.rules.backends.native.native_code import Lane
from lazaretto.rules.backends.native.runner import NativeRunner
from lazaretto.rules.backends.native.state_transfer import NONE
from lazaretto.rules.run.errors import RuleError
from lazaretto.rules.run.limits import Ration, SpentError, StoppedError
from lazaretto.rules.run.planning.judge_position import judgement_of_ends, judgement_of_paths
from lazaretto.rules.run.planning.judgement_form import LANE, LIMIT, SCORE, JudgementForm
from lazaretto.rules.run.planning.plan_search_protocol import Budget, PlayedOn, SearchFailedError
from lazaretto.rules.run.secrets.choose_unseen_pieces import Unseen
from lazaretto.rules.run.state import State


def load_judgement(runner: NativeRunner, judgement: JudgementForm | None) -> None:
    """Let a game be judged by a judgement from now on; None: by none."""
    at = runner.layout
    runner.set_word(_head(runner, "rows"), 0)
    if judgement is None:
        return
    assert judgement.fits, "a judgement exceeds the limits"
    _write(runner, at.judgement_rows, [each for row in judgement.rows for each in row])
    padded = (*judgement.table, *(0,) * (-len(judgement.table) % 4))
    _write(runner, at.judgement_table, unpack(f"<{len(padded) // 4}q", pack(f"<{len(padded)}h", *padded)))
    pairs = judgement.units_in_use + 1 >> 1
    columns = zip(*(_paired(row[: 2 * pairs]) for row in judgement.weights), strict=True)
    _write(runner, at.judgement_weights, [each for column in columns for each in column])
    runner.set_word(_head(runner, "pairs"), pairs)
    _write(runner, _head(runner, "biases"), _paired(judgement.biases))
    _write(runner, _head(runner, "outputs"), judgement.outputs)
    plans = judgement.for_plans
    _write(runner, _head(runner, "plan_outputs"), plans.outputs)
    runner.set_word(_head(runner, "plan_bias"), plans.bias)
    _write(runner, _head(runner, "phases"), (len(judgement.phases), *judgement.phases))
    runner.set_word(_head(runner, "features"), judgement.features)
    runner.set_word(_head(runner, "bias"), judgement.bias)
    runner.set_word(_head(runner, "shift"), judgement.shift)
    runner.set_word(_head(runner, "scored"), int(any(row[0] == SCORE for row in judgement.rows)))
    runner.set_word(_head(runner, "rows"), len(judgement.rows))


def _head(runner: NativeRunner, field: str) -> int:
    """Return where a field of the head of a judgement stands."""
    return runner.layout.judgement + offset_of(Judgement, field)


def _paired(row: tuple[int, ...]) -> list[int]:
    """Return pairs of numbers as one word each."""
    return [(high << LANE) + low for low, high in zip(row[::2], row[1::2], strict=True)]


def _write(runner: NativeRunner, address: int, words: list[int] | tuple[int, ...]) -> None:
    for index, word in enumerate(words):
        runner.set_word(address + 8 * index, word)


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
            judged += 2 * (BY_CHANCE if ends is machine.judgement else BY_PLANS)
        given = seat, bits, budget.horizon, budget.later_width, judged
        if self._called(world, ration, "play_ways", *given) == SPENT:
            raise SpentError
        words = self._found.worlds_told
        return [self._runner.word(words + 8 * number) for number in alive]

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
        count = self._runner.record(Judgement, at.judgement).features
        words = (self._runner.word(at.judgement_features + 8 * number) for number in range(count))
        return [max(-LIMIT, min(LIMIT, word)) for word in words]

    def path(self, number: int) -> tuple[Any, ...]:
        """Return the answers of one of these paths."""
        members = self._runner.members
        way = self._runner.record(Way, members(self._found.ways)[number])
        return tuple(map(self._answer, members(way.steps)))

    def play_on(self, start: State, seat: int, seed: int, ration: Ration, longest: int) -> PlayedOn:
        """Play on to the end as `lab/playing/bots.py` does.

        Each decision has the whole fuel of the ration.
        """
        fuel = int(min(ration.left, _MOST_LEFT))
        word = (seed + (1 << 63)) % (1 << 64) - (1 << 63)
        won = self._called(start, ration, "play_on", seat, word, fuel, longest)
        passed = self._runner.record(Passed, self._found.ways)
        first = passed.positions
        spots = range(first, first + size_of(Position) * passed.count, size_of(Position))
        positions = [self._runner.record(Position, spot) for spot in spots]
        return PlayedOn(bool(won), tuple((position.worth, position.turn) for position in positions))

    def _called(self, state: State, ration: Ration, name: str, *arguments: int) -> int:
        runner = self._runner
        runner.told_to_stop = ration.ends
        try:
            runner.load(state)
            runner.set_word(runner.layout.quiet, 1)
            runner.set_word(self._search + offset_of(Search, "left"), int(min(ration.left, _MOST_LEFT)))
            found = runner.call(name, *arguments)
        except (RuleError, MemoryError) as fault:
            self.failed += 1
            self.fault = self.fault or str(fault)
            raise SearchFailedError(str(fault)) from fault
        if ration.left < _MOST_LEFT:
            ration.left = self._found.left
        if ration.stopped():
            raise StoppedError
        return found

    @property
    def _found(self) -> Search:
        """What the last search has left in memory."""
        return self._runner.record(Search, self._search)

    def _answer(self, address: int) -> Any:
        answer = self._runner.record(Answer, address)
        size = size_of(AnswerValue)
        values = [self._value(answer.values + size * number) for number in range(max(answer.count, 1))]
        return values[0] if answer.count < 0 else tuple(values[: answer.count])

    def _value(self, address: int) -> Any:
        value = self._runner.record(AnswerValue, address)
        if value.unseen:
            return Unseen(value.value, value.above, value.unseen == 2)
        return None if value.value == NONE else value.value
