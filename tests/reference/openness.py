"""Decides what is open to a player, and why the rest is closed.

No option is offered that cannot be completed: an action is open if some path through its steps reaches the
end, and the same holds for each answer to one of its steps. The first failing path gives the reason.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, islice
from typing import Any, Literal

from lazaretto.rules.check.state_layout import Layout
from lazaretto.rules.check.symbol_table import World
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import KindType, NumberType, Pile, Type, item_of
from lazaretto.rules.model.tree_walk import walk
from lazaretto.rules.run.limits import JUDGED
from lazaretto.rules.run.state import Said, State
from tests.reference.expressions import Expressions
from tests.reference.places import Bound, Value, each_once

HIDDEN: Literal["hidden"] = "hidden"
"""The reason of an action that is not shown: its rules are not active for this player."""

Way = dict[tree.Local, Value]


@dataclass(frozen=True, slots=True)
class Candidates:
    """The answers to a choice: the open ones, and those that are shown with a reason."""

    open: tuple[Value, ...]
    closed: tuple[tuple[Value, Said], ...]


class Openness(Expressions):
    """Decides what is open in one state of one game."""

    def __init__(self, world: World, layout: Layout, state: State, streams: Sequence[str]) -> None:
        super().__init__(world, layout, state, streams)
        self._numbers = {action: number for number, action in enumerate(world.actions)}
        self._steps: dict[int, tree.Block] = {
            id(step): action.steps[index + 1 :]
            for action in world.actions
            for index, step in enumerate(action.steps)
        }

    # --- actions -------------------------------------------------------------------------------

    def why_closed(self, action: tree.Action, seat: int) -> Said | Literal["hidden"] | None:
        """Return the reason why a seat may not do an action; None if it may."""
        here: Bound = {action.me: seat}
        if action.active is not None and not self.look(action.active, here):
            return HIDDEN
        if action.counter is not None:
            assert action.limit is not None and action.limit_reason is not None
            if self.state.v[self.variable_place(action.counter, seat)] >= self.look(action.limit, here):
                return self.said(action.limit_reason, here)
        return self.blocked(action.steps, here)

    def open_actions(self, menus: Sequence[tree.Menu], seats: Sequence[int]) -> list[tuple[int, int]]:
        """Return what seats may do from some menus: (seat, action)."""
        return [
            (seat, self._numbers[action])
            for menu in menus
            for seat in seats
            for action in menu.actions
            if self.why_closed(action, seat) is None
        ]

    def closed_actions(
        self, menus: Sequence[tree.Menu], seats: Sequence[int]
    ) -> Iterator[tuple[tuple[int, int], Said]]:
        """Yield the closed actions that are shown."""
        for menu in menus:
            for seat in seats:
                for action in menu.actions:
                    reason = self.why_closed(action, seat)
                    if reason is not None and reason != HIDDEN:
                        yield (seat, self._numbers[action]), reason

    # --- steps ---------------------------------------------------------------------------------

    def _rest(self, step: tree.Choose | tree.ChooseNumber) -> tree.Block:
        """Return the steps of an action after a choice; none for a choice that is not a step."""
        return self._steps.get(id(step), ())

    def blocked(self, steps: tree.Block, here: Bound) -> Said | None:
        """Return the first reason why the steps cannot be completed; None if they can."""
        here = dict(here)
        for index, step in enumerate(steps):
            match step:
                case tree.SetLocal(local):
                    here[local] = self.look(step.value, here)
                case tree.Needs():
                    if not self.look(step.condition, here):
                        return self.reason(step, here)
                case tree.Choose() | tree.ChooseNumber():
                    return self._blocked_choice(step, steps[index + 1 :], here)
                case _:
                    raise AssertionError("not a step")
        return None

    def _blocked_choice(
        self, step: tree.Choose | tree.ChooseNumber, rest: tree.Block, here: Bound
    ) -> Said | None:
        first: Said | None = None
        for way, closed in self._ways_on(step, here):
            declined = isinstance(step, tree.Choose) and step.stops and way[step.result] is None
            reason = closed if closed is not None or declined else self.blocked(rest, here | way)
            if reason is None:
                return None
            first = first or reason
        if first is not None:
            return first
        empty = step.empty if isinstance(step, tree.Choose) else None
        return self.said(empty, here) if empty is not None else self._nothing()

    def _ways_on(
        self, step: tree.Choose | tree.ChooseNumber, here: Bound
    ) -> Iterator[tuple[Way, Said | None]]:
        """Yield all answers to a choice, each with the reason if it is closed by itself."""
        if isinstance(step, tree.ChooseNumber):
            for number in range(self.look(step.low, here), self.look(step.high, here) + 1):
                yield {step.result: number}, None
            return
        if step.optional:
            yield {step.result: None}, None
        if step.most is None:
            for each, reason in self._judged(step, here):
                yield {step.result: each}, reason
            return
        assert step.least is not None
        found = [each for each, reason in self._judged(step, here) if reason is None]
        sizes = range(max(0, self.look(step.least, here)), min(self.look(step.most, here), len(found)) + 1)
        choices = list(islice(chain.from_iterable(combinations(found, size) for size in sizes), JUDGED))
        allowed = [choice for choice in choices if self.verdict(step, choice, here) is None]
        for chosen in allowed:
            yield {step.result: chosen}, None
        if choices and not allowed:
            yield {step.result: ()}, self._never(step, here)

    def _never(self, step: tree.Choose, here: Bound) -> Said:
        """Return why no selection is allowed; a reason that mentions the selection cannot be used."""
        reason = step.such_reason
        if reason is None or any(
            isinstance(value, tree.LocalValue) and value.local is step.result for value in walk(reason)
        ):
            reason = step.empty
        return self.said(reason, here) if reason is not None else self._nothing()

    def _judged(self, step: tree.Choose, here: Bound) -> Iterator[tuple[Value, Said | None]]:
        """Yield all candidates of a choice, each with the reason from its needs."""
        here = dict(here)
        many = self.look(step.set, here)
        for each in each_once(many) if _repeats(item_of(step.set.type)) else many:
            here[step.variable] = each
            if step.where is None or self.look(step.where, here):
                unmet = (need for need in step.needs if not self.look(need.condition, here))
                need = next(unmet, None)
                yield each, self.reason(need, here) if need is not None else None

    def verdict(self, step: tree.Choose, chosen: Value, here: Bound) -> Said | None:
        """Return why a selection as a whole violates its `such that` condition."""
        if step.such_that is None:
            return None
        here = here | {step.result: chosen}
        if self.look(step.such_that, here):
            return None
        return self.said(step.such_reason, here) if step.such_reason is not None else self._nothing()

    def candidates(self, step: tree.Choose, here: Bound) -> Candidates:
        """Return the answers to a choice; for a step of an action they must complete it."""
        rest = self._rest(step)
        found: list[Value] = []
        closed: list[tuple[Value, Said]] = []
        for each, reason in self._judged(step, here):
            if reason is None and step.most is None:
                reason = self.blocked(rest, here | {step.result: each})
            if reason is None:
                found.append(each)
            else:
                closed.append((each, reason))
        return Candidates(tuple(found), tuple(closed))

    def reason(self, need: tree.Needs, here: Bound) -> Said:
        """Return the reason why a guard fails."""
        if need.reason is not None:
            return self.said(need.reason, here)
        assert isinstance(need.condition, tree.MayCall)
        arguments = [self.look(argument, here) for argument in need.condition.arguments]
        found = self.forbidden(need.condition.procedure, arguments)
        assert found is not None
        return found

    def _nothing(self) -> Said:
        """Return the default reason of a choice without answers; its text follows all others."""
        return len(self.world.templates), ()

    # --- secrets -------------------------------------------------------------------------------

    def secret(self, menus: Sequence[tree.Menu]) -> bool:
        """Whether a hidden hand holds anything that determines what may be played.

        If so, a window must open even if nothing can be played: otherwise its absence would reveal that.
        """
        state = self.state
        piles = {
            number
            for menu in menus
            for action in menu.actions
            for pile in self._read((action.active, action.steps), set())
            if pile.owner is not None
            for number in range(pile.first, pile.first + pile.count)
        }
        return any(state.p[each] and len(state.seen[each]) <= state.players for each in piles)

    def _read(self, root: object, done: set[int]) -> Iterator[Pile]:
        """Yield the piles that a rule reads, including through everything it calls."""
        for node in walk(root):
            inner: list[Any] = []
            match node:
                case tree.PileValue(pile=pile):
                    yield pile
                case tree.CallValue(value=value) if id(value) not in done:
                    done.add(id(value))
                    inner = [value.base]
                    for change in value.changes:
                        inner += [*change.conditions, change.players, change.value]
                case tree.CallProcedure(procedure=procedure) if id(procedure) not in done:
                    done.add(id(procedure))
                    inner = [procedure.body]
                case tree.MayCall(procedure=procedure) if id(procedure.forbids) not in done:
                    done.add(id(procedure.forbids))
                    for forbid in procedure.forbids:
                        inner += [*forbid.conditions, forbid.players]
                case _:
                    pass
            for each in inner:
                yield from self._read(each, done)


def _repeats(item: Type | None) -> bool:
    """Whether lists of such things may repeat members: a choice then offers each once."""
    return isinstance(item, NumberType) or (isinstance(item, KindType) and item.kind.root.repeated)
