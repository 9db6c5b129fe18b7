"""Lets a seat act in secret in a possible world, so that another seat sees what it has really seen."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from lazaretto.rules.run.errors import RuleError
from lazaretto.rules.run.legal_answers import Answer, Below, Pending, weight_of
from lazaretto.rules.run.machine import Machine
from lazaretto.rules.run.seat_sight import Seen, Sight, Values
from lazaretto.rules.run.state import Log, State

DEEP = 60
"""The maximum number of answers in one secret turn."""

SPREAD = 1_000
"""What weights are multiplied with before they are divided."""

BROAD = 60
"""The maximum number of answers that are considered."""


class Stretch(NamedTuple):
    """A stretch of the real game: the states at its ends, and what the seat has seen."""

    before: State
    after: State
    lines: Sequence[Any]
    seen: Seen


class Effort:
    """How many answers may still be tried, and where trying has led to nothing."""

    def __init__(self, left: int) -> None:
        self.left = left
        self.dead: set[tuple[Values, int, int]] = set()
        self.used: dict[tuple[int, int, tuple[Answer, ...]], Counter[int]] = {}
        """How often each answer has led to what was seen: others are then tried more often."""


class _Way(NamedTuple):
    """What a seat that acts in secret has to lead to."""

    stretch: Stretch
    actor: int
    since: Log
    effort: Effort


class SecretActs:
    """Acts for others in the worlds of one seat."""

    def __init__(self, machine: Machine, sight: Sight, below: Below) -> None:
        self._machine = machine
        self._sight = sight
        self._below = below
        self._weights = [weight_of(each) + 1 for each in machine.tables.actions]

    def ends(
        self, world: State, stretch: Stretch, actor: int, effort: "Effort"
    ) -> tuple[Values, float, int] | None:
        """Act in secret; return the values then, how likely that was, and how good it is for the actor."""
        try:
            pending = self._machine.pending(world)
        except RuleError:
            return None
        found = self._way(world, pending, _Way(stretch, actor, world.log, effort), 0, 0)
        if found is None:
            return None
        end, chance = found
        return self._sight.values(end), chance, self._worth(end, actor)

    def _worth(self, state: State, actor: int) -> int:
        score = self._machine.tables.score
        if score is None:
            return 0
        try:
            with self._machine.looking(state):
                return int(self._machine.backend.value(score)(state, actor))
        except RuleError:
            return 0

    def _way(
        self, world: State, pending: Pending | None, way: "_Way", told: int, depth: int
    ) -> tuple[State, float] | None:
        """Return a world after the secret turn in which this seat has seen the same, and its chance."""
        goal, whole = way.stretch.after, told == len(way.stretch.lines)
        ours = pending is not None and pending.seat == way.actor
        if not ours or (whole and world.ask == goal.ask and _asked(self._machine, goal) == way.actor):
            same = whole and world.ask == goal.ask and self._sight.seen(world) == way.stretch.seen
            return (world, 1.0) if same else None
        assert pending is not None
        key = self._sight.values(world), told, pending.ask
        if depth > DEEP or key in way.effort.dead:
            return None
        machine = self._machine
        answers = machine.choosing.answers(world, pending, pending.seat, BROAD)
        menu = machine.menu_asks[pending.ask]
        weights = [self._weights[each[1]] if menu and each is not None else 1 for each in answers]
        total, used = sum(weights), way.effort.used.setdefault((told, pending.ask, tuple(answers)), Counter())
        drawn = [SPREAD * weight // (1 + used[at]) for at, weight in enumerate(weights)]
        while (left := sum(drawn)) and way.effort.left:
            at = self._at_weight(drawn, left)
            share = weights[at] * left / (total * drawn[at])
            drawn[at] = 0
            found = self._try(world, answers[at], way, told, depth)
            if found is not None:
                used[at] += 1
                return found[0], found[1] * share
        way.effort.dead.add(key)
        return None

    def _try(
        self, world: State, answer: Answer, way: "_Way", told: int, depth: int
    ) -> tuple[State, float] | None:
        """Go on with an answer, if the seat then has seen nothing but what it has really seen."""
        way.effort.left -= 1
        trial = world.fork()
        try:
            after = self._machine.answer(trial, answer)
            lines = self._sight.lines(trial.log, way.since)
            if lines != way.stretch.lines[: len(lines)]:
                return None
            return self._way(trial, after, way, len(lines), depth + 1)
        except RuleError:
            return None

    def _at_weight(self, weights: Sequence[int], total: int) -> int:
        spot = self._below(total)
        for at, weight in enumerate(weights):
            spot -= weight
            if spot < 0:
                return at
        raise AssertionError("there is an answer for every number below the sum")


def _asked(machine: Machine, state: State) -> int | None:
    """Return the seat that a state asks."""
    return None if state.ask is None else state.stack[-1][machine.asks[state.ask].seat]
