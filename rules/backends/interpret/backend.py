"""Provides an interpreted game: the unchanged lowered form, and its functions for the machine.

It verifies the generated Python and documents the meaning of each node. It is fast enough for tests and a few
hundred games, but not for search bots: it plays about a twenty-fifth of the random games per second that
generated Python does (`benchmarks/results/speed.md`). A fault gets its source position
from the nodes in its traceback.
"""

import sys
from collections.abc import Callable
from itertools import pairwise
from types import FrameType, TracebackType
from typing import Any

from lazaretto.grammar.node_dataclass import changing_node, value
from lazaretto.grammar.source import Span
from lazaretto.rules.backends.interpret.statements import Activation, StatementInterpreter
from lazaretto.rules.lower.ir import FRAMED, Function, Lowered, Ref, Role
from lazaretto.rules.run.backend import Rule, Segment, Services
from lazaretto.rules.run.limits import deepen
from lazaretto.rules.run.state import Frame, State

_PACKAGE = __name__.rpartition(".")[0] + "."


@changing_node
class _Called:
    """An active call, and the position of the innermost node that it was evaluating."""

    function: Function
    span: Span


def place(fault: BaseException) -> str:
    """Return the position of the innermost node; for endless recursion, of the call that closes the cycle."""
    calls = _calls(fault.__traceback__)
    if not calls:
        return ""
    found = calls[-1]
    if isinstance(fault, RecursionError):
        found = _closing(calls) or found
    return f"{found.span.file}:{found.span.line}:{found.span.column}"


def _running() -> str:
    """Return the position of the innermost node that is being evaluated."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        if frame.f_globals.get("__name__", "").startswith(_PACKAGE):
            node: Any = frame.f_locals.get("node")
            if node is not None and node.span is not None:
                return f"{node.span.file}:{node.span.line}:{node.span.column}"
        frame = frame.f_back
    return ""


def _calls(trace: TracebackType | None) -> list[_Called]:
    """Return the active calls of lowered functions, the innermost last."""
    found: list[_Called] = []
    while trace is not None:
        frame = trace.tb_frame
        trace = trace.tb_next
        if not frame.f_globals.get("__name__", "").startswith(_PACKAGE):
            continue
        node: Any = frame.f_locals.get("node")
        if isinstance(node, Function):
            found.append(_Called(node, node.span))
        elif node is not None and node.span is not None:
            found[-1].span = node.span
    return found


def _closing(calls: list[_Called]) -> _Called | None:
    """Return the first call to a function that is already active."""
    met: set[int] = set()
    for caller, callee in pairwise(calls):
        met.add(id(caller.function))
        if id(callee.function) in met:
            return caller
    return None


_ROOM = 60_000
"""Python's recursion limit meanwhile: a function needs several Python calls for each nested node."""


def interpreted(lowered: Lowered) -> "InterpretedCode":
    """Return the back end that interprets a game."""
    return InterpretedCode(lowered)


@value
class InterpretedCode:
    """A lowered game, which is all that is needed to run it."""

    lowered: Lowered

    def load(self, services: Services) -> "InterpretedBackend":
        """Prepare the functions for calling."""
        return InterpretedBackend(self, services)


class Interpreter(StatementInterpreter):
    """Runs the functions of one game."""

    def __init__(self, code: InterpretedCode, services: Services) -> None:
        lowered = code.lowered
        super().__init__(dict(lowered.constants), lowered.resumables, services)
        self._functions = lowered.functions

    def call(self, ref: Ref, arguments: tuple[Any, ...], here: Activation) -> Any:
        """Call a function from another one."""
        frame = here.frame if ref.role in FRAMED else _NO_FRAME
        return self.run(self._functions[ref], here.state, frame, arguments)

    def run(self, node: Function, s: State, frame: Frame, arguments: tuple[Any, ...]) -> Any:
        """Run a function to its end."""
        names = {parameter.name: given for parameter, given in zip(node.parameters, arguments, strict=True)}
        here = Activation(s, frame, names)
        if not node.recursive:
            self.block(node.body, here)
            return here.result
        s.depth += 1
        try:
            deepen(s)
            self.block(node.body, here)
        finally:
            s.depth -= 1
        return here.result


_NO_FRAME: Frame = []


class InterpretedBackend:
    """The functions of one game, called through the interpreter."""

    def __init__(self, code: InterpretedCode, services: Services) -> None:
        self._functions = code.lowered.functions
        self.interpreter = Interpreter(code, services)

    def _rule(self, role: Role, number: int) -> Rule | None:
        """Return a function for the machine, which raises Python's recursion limit while it runs."""
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
        """Return a segment."""
        return self._rule(Role.SEGMENT, number)

    def procedure(self, number: int) -> Rule | None:
        """Return a procedure that never asks a question."""
        return self._rule(Role.PROCEDURE, number)

    def value(self, number: int) -> Rule:
        """Return the function of a named value."""
        return self._present(Role.VALUE, number)

    def invariant(self, number: int) -> Rule:
        """Return the function that tests an invariant."""
        return self._present(Role.INVARIANT, number)

    def outcome(self, number: int) -> Rule | None:
        """Return the function that ends the game if the condition of an outcome holds; None: it has none."""
        return self._rule(Role.OUTCOME, number)

    def goal(self, number: int) -> Rule:
        """Return the function that says whether a goal is reached."""
        return self._present(Role.GOAL, number)

    def need(self, number: int) -> Rule:
        """Return the function that gives the reason why the options do not fit the table, or None."""
        return self._present(Role.NEED, number)

    def visible(self, number: int) -> Rule:
        """Return the function that computes who sees a variable or pile."""
        return self._present(Role.VISIBLE, number)

    def term(self, number: int) -> Rule:
        """Return the function of a part of the score, for hints."""
        return self._present(Role.TERM, number)

    def label(self, number: int) -> Rule:
        """Return the function that builds the label of a member."""
        return self._present(Role.LABEL, number)

    def skippable(self, procedure: int) -> Rule | None:
        """Return the function that tells whether calling a procedure would do nothing."""
        return self._rule(Role.SKIPPABLE, procedure)

    def reason(self, action: int) -> Rule:
        """Return the function that gives the reason why an action is closed to a seat, or None."""
        return self._present(Role.REASON, action)

    def offered(self, menu: int) -> Rule | None:
        """Return the function that lists the open actions of a menu for one seat."""
        return self._rule(Role.OFFERED, menu)

    def playable(self, menu: int) -> Rule | None:
        """Return the function that lists the open actions of a menu for every seat."""
        return self._rule(Role.PLAYABLE, menu)

    def candidates(self, question: int) -> Rule | None:
        """Return the function that computes the candidates of a question."""
        return self._rule(Role.CANDIDATES, question)

    def closed(self, question: int) -> Rule | None:
        """Return the function that lists the closed options to show, with the reasons."""
        return self._rule(Role.CLOSED, question)

    def bounds(self, question: int) -> Rule | None:
        """Return the function that computes how few and how many candidates a question takes."""
        return self._rule(Role.BOUNDS, question)

    def declined(self, question: int) -> Rule | None:
        """Return the function that tells whether an empty answer lets the rule continue."""
        return self._rule(Role.DECLINED, question)

    def prompt(self, question: int) -> Rule | None:
        """Return the function that builds the text of a question."""
        return self._rule(Role.PROMPT, question)

    def judge(self, question: int) -> Rule | None:
        """Return the function that gives the reason why a selection as a whole is not allowed, or None."""
        return self._rule(Role.JUDGE, question)

    def place(self, fault: BaseException) -> str:
        """Return the source position of a fault."""
        return place(fault)

    def here(self) -> str:
        """Return the source position of the rule that is running."""
        return _running()


def _deep(run: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a function so that it runs with a higher recursion limit."""

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
