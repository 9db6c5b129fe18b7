"""Finds the closed candidates of questions that answer themselves, because one answer alone is open.

Nobody is asked such a question, so nobody is shown what is closed there. Whoever names a closed candidate in
a path still gets its reason.
"""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from lazaretto.rules.run.decision_wording import Asking, Option
from lazaretto.rules.run.errors import RuleError
from lazaretto.rules.run.legal_answers import Answer, Pending
from lazaretto.rules.run.machine import Machine
from lazaretto.rules.run.question_forms import takes_several
from lazaretto.rules.run.state import State


def closed_when_forced(
    machine: Machine, players: Sequence[str], copy: State, answer: Answer, seat: int
) -> tuple[Option, ...]:
    """Return what is closed at the questions to a seat that answer themselves after an answer, in a copy.

    Only those that come before anything is revealed or left to chance: what follows is not known yet.
    """
    found = _Forced(machine, players, copy, seat)
    with suppress(RuleError):  # whoever gives the answer is told
        machine.answer(copy, answer, found)
    return tuple(found.closed)


class _Forced(list[tuple[Any, ...]]):
    """The answers given automatically, which notes what is closed at each of their questions."""

    def __init__(self, machine: Machine, players: Sequence[str], state: State, seat: int) -> None:
        super().__init__()
        self.machine, self.players, self.state, self.seat = machine, players, state, seat
        self.barrier = state.barrier
        self.closed: list[Option] = []

    def append(self, forced: tuple[Any, ...], /) -> None:
        super().append(forced)
        machine, state, ask = self.machine, self.state, forced[0]
        asked = state.stack[-1][machine.asks[ask].seat]
        if machine.menu_asks[ask] or asked != self.seat or state.barrier != self.barrier:
            return
        fuel = state.fuel
        try:
            with machine.looking(state):
                answers = forced[-1] if takes_several(machine.asks[ask].form) else forced[-1:]
                pending = Pending(ask, asked, answers, len(answers), len(answers))
                asking = Asking(machine, state, self.players, pending)
                self.closed.extend(asking.closed())
        finally:
            state.fuel = fuel
