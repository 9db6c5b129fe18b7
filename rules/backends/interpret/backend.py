"""A game that is interpreted: the lowered form as it is, and its functions as the machine calls them.

It checks the generated Python, and is where to look first for what a node means. It is fit for tests and a
few hundred games, not for bots that think: it plays 46 random games of a large scenario in a second where
generated Python plays 1,140.
"""

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.backends.interpret.activation import Activation
from rules.backends.interpret.fault_location import place
from rules.backends.interpret.statements import Statements
from rules.lower.ir import FRAMED, Function, Lowered, Ref, Resumable, Role
from rules.run.backend import Rule, Segment, Services
from rules.run.state import Frame, State

DEEPEST = 1_000
"""How deep functions may call each other: as deep as Python lets them on the Python back end."""
_ROOM = 60_000
"""How deep Python's own calls may go meanwhile: several for each node that a function is nested in."""


def interpreted(lowered: Lowered) -> "InterpretedCode":
    """The back end that interprets a game."""
    return InterpretedCode(
        dict(lowered.functions), dict(lowered.resumables), dict(lowered.constants), lowered.segments
    )


@dataclass(frozen=True, slots=True)
class InterpretedCode:
    """The parts of a lowered game that are needed to run it."""

    functions: Mapping[Ref, Function]
    resumables: Mapping[int, Resumable]
    constants: dict[str, Any]
    segments: int

    def load(self, services: Services) -> "InterpretedBackend":
        """Make the functions ready to be called."""
        return InterpretedBackend(self, services)


class Interpreter(Statements):
    """Runs the functions of one game."""

    def __init__(self, code: InterpretedCode, services: Services) -> None:
        super().__init__(code.constants, code.resumables, services)
        self._functions = code.functions

    def call(self, ref: Ref, arguments: tuple[Any, ...], here: Activation) -> Any:
        """Call a function from another one."""
        frame = here.frame if ref.role in FRAMED else _NO_FRAME
        return self.run(self._functions[ref], here.state, frame, arguments, here.depth + 1)

    def run(self, node: Function, s: State, frame: Frame, arguments: tuple[Any, ...], depth: int = 0) -> Any:
        """Run a function to its end."""
        if depth > DEEPEST:
            raise RecursionError
        names = {each.name: given for each, given in zip(node.parameters, arguments, strict=True)}
        here = Activation(s, frame, names, depth)
        self.block(node.body, here)
        return here.result


_NO_FRAME: Frame = []


class InterpretedBackend:
    """The functions of one game, called through the interpreter."""

    def __init__(self, code: InterpretedCode, services: Services) -> None:
        self._functions = code.functions
        self.interpreter = Interpreter(code, services)

    def _rule(self, role: Role, number: int) -> Rule | None:
        """A function as the machine calls it; Python has room for deep rules while it runs."""
        function = self._functions.get(Ref(role, number))
        if function is None:
            return None
        run = _deep(self.interpreter.run)
        if role in FRAMED:
            return lambda s, frame, *arguments: run(function, s, frame, arguments)
        return lambda s, *arguments: run(function, s, _NO_FRAME, arguments)

    def _present(self, role: Role, number: int) -> Rule:
        found = self._rule(role, number)
        assert found is not None
        return found

    def segment(self, number: int) -> Segment | None:
        """A segment."""
        return self._rule(Role.SEGMENT, number)

    def procedure(self, number: int) -> Rule | None:
        """A procedure that never asks."""
        return self._rule(Role.PROCEDURE, number)

    def value(self, number: int) -> Rule:
        """A named value."""
        return self._present(Role.VALUE, number)

    def invariant(self, number: int) -> Rule:
        """Whether an invariant holds."""
        return self._present(Role.INVARIANT, number)

    def visible(self, number: int) -> Rule:
        """Who sees a variable or pile."""
        return self._present(Role.VISIBLE, number)

    def skippable(self, procedure: int) -> Rule | None:
        """Whether a call of a procedure would do nothing."""
        return self._rule(Role.SKIPPABLE, procedure)

    def reason(self, action: int) -> Rule:
        """Why an action is closed to a seat, or None."""
        return self._present(Role.REASON, action)

    def offered(self, menu: int) -> Rule | None:
        """The open actions of a menu for one seat."""
        return self._rule(Role.OFFERED, menu)

    def playable(self, menu: int) -> Rule | None:
        """The open actions of a menu for every seat."""
        return self._rule(Role.PLAYABLE, menu)

    def candidates(self, question: int) -> Rule | None:
        """What may be answered to a question."""
        return self._rule(Role.CANDIDATES, question)

    def closed(self, question: int) -> Rule | None:
        """What is shown but may not be answered, with the reasons."""
        return self._rule(Role.CLOSED, question)

    def bounds(self, question: int) -> Rule | None:
        """The least and the most of a question."""
        return self._rule(Role.BOUNDS, question)

    def declined(self, question: int) -> Rule | None:
        """Whether answering with nothing leads through."""
        return self._rule(Role.DECLINED, question)

    def prompt(self, question: int) -> Rule | None:
        """The words of a question."""
        return self._rule(Role.PROMPT, question)

    def judge(self, question: int) -> Rule | None:
        """Why a choice of several is not allowed as a whole, or None."""
        return self._rule(Role.JUDGE, question)

    def place(self, fault: BaseException) -> str:
        """Where in the text a fault arose."""
        return place(fault)


def _deep(run: Callable[..., Any]) -> Callable[..., Any]:
    """A function that runs with room for deep calls."""

    def with_room(*arguments: Any) -> Any:
        limit = sys.getrecursionlimit()
        if limit >= _ROOM:
            return run(*arguments)
        sys.setrecursionlimit(_ROOM)
        try:
            return run(*arguments)
        finally:
            sys.setrecursionlimit(limit)

    return with_room
