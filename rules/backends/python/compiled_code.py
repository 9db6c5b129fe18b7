"""Stores rules compiled to Python code, and provides their functions to the machine.

This is all that is needed to run a game from the cache; it imports nothing from the compiler.
"""

import marshal
import sys
from collections.abc import Mapping
from itertools import islice, pairwise
from types import CodeType, FrameType, TracebackType
from typing import Any

from lazaretto.grammar.node_dataclass import value
from lazaretto.rules.run.backend import Rule, Segment, Services
from lazaretto.rules.run.runtime_functions import BUILTINS, CALLABLE

RULES = "<rules>"
"""The file name in the code of all rules."""
LINES = 1 << 20
"""More lines than a file has: a line number in the code is this times its file's number, plus the line."""

RENAMED = {name: f"{name}_of" for name in ("all", "any", "list", "set", "tuple") if name in BUILTINS}
"""Python 3.14 knows these functions by name: it compiles the generator in `any(…)` twice, and what is nested
in that twice as often with each level, so that 45 levels would never be done. Rules use other names."""


def python_name(role: str, number: int, step: int = 0) -> str:
    """Return the Python name of a lowered function."""
    return f"{role}_{number}_{step}" if step else f"{role}_{number}"


@value
class PythonCode:
    """The rules of a game as one marshalled code object, with the tables they refer to."""

    files: tuple[str, ...]
    """The files that line numbers in the code refer to."""
    constants: Mapping[str, Any]
    code: bytes

    def line(self, number: int) -> tuple[str, int]:
        """Return the file and line that a line number in the code stands for."""
        file, line = divmod(number, LINES)
        return self.files[file], line

    def load(self, services: Services) -> "PythonBackend":
        """Prepare the functions for calling."""
        space: dict[str, Any] = {
            "__builtins__": {},
            **BUILTINS,
            **{other: BUILTINS[name] for name, other in RENAMED.items()},
            **CALLABLE,
            **self.constants,
            "enter": services.enter,
            "settle": services.settle,
            "hidden": services.hidden,
            "actions": services.actions,
        }
        exec(marshal.loads(self.code), space)
        return PythonBackend(space, self)


class PythonBackend:
    """The functions of one game, found by name in the namespace of its code."""

    def __init__(self, space: dict[str, Any], code: PythonCode) -> None:
        self._space = space
        self._code = code

    def _find(self, role: str, number: int) -> Any:
        return self._space.get(python_name(role, number))

    def segment(self, number: int) -> Segment | None:
        """Return a segment; None for one that was merged into others and is never entered."""
        found: Segment | None = self._find("segment", number)
        return found

    def procedure(self, number: int) -> Rule | None:
        """Return a procedure that never asks a question."""
        found: Rule | None = self._find("procedure", number)
        return found

    def value(self, number: int) -> Rule:
        """Return the function of a named value."""
        found: Rule = self._space[python_name("value", number)]
        return found

    def invariant(self, number: int) -> Rule:
        """Return the function that tests an invariant."""
        found: Rule = self._space[python_name("invariant", number)]
        return found

    def outcome(self, number: int) -> Rule | None:
        """Return the function that ends the game if the condition of an outcome holds; None: it has none."""
        found: Rule | None = self._find("outcome", number)
        return found

    def goal(self, number: int) -> Rule:
        """Return the function that says whether a goal is reached."""
        found: Rule = self._space[python_name("goal", number)]
        return found

    def need(self, number: int) -> Rule:
        """Return the function that gives the reason why the options do not fit the table, or None."""
        found: Rule = self._space[python_name("need", number)]
        return found

    def visible(self, number: int) -> Rule:
        """Return the function that computes who sees a variable or pile."""
        found: Rule = self._space[python_name("visible", number)]
        return found

    def term(self, number: int) -> Rule:
        """Return the function of a part of the score, for hints."""
        found: Rule = self._space[python_name("term", number)]
        return found

    def label(self, number: int) -> Rule:
        """Return the function that builds the label of a member."""
        found: Rule = self._space[python_name("label", number)]
        return found

    def skippable(self, procedure: int) -> Rule | None:
        """Return the function that tells whether calling a procedure would do nothing."""
        found: Rule | None = self._find("skippable", procedure)
        return found

    def reason(self, action: int) -> Rule:
        """Return the function that gives the reason why an action is closed to a seat, or None."""
        found: Rule = self._space[python_name("reason", action)]
        return found

    def offered(self, menu: int) -> Rule | None:
        """Return the function that lists the open actions of a menu for one seat."""
        found: Rule | None = self._find("offered", menu)
        return found

    def playable(self, menu: int) -> Rule | None:
        """Return the function that lists the open actions of a menu for every seat."""
        found: Rule | None = self._find("playable", menu)
        return found

    def candidates(self, question: int) -> Rule | None:
        """Return the function that computes the candidates of a question."""
        found: Rule | None = self._find("candidates", question)
        return found

    def closed(self, question: int) -> Rule | None:
        """Return the function that lists the closed options to show, with the reasons."""
        found: Rule | None = self._find("closed", question)
        return found

    def bounds(self, question: int) -> Rule | None:
        """Return the function that computes how few and how many candidates a question takes."""
        found: Rule | None = self._find("bounds", question)
        return found

    def declined(self, question: int) -> Rule | None:
        """Return the function that tells whether an empty answer lets the rule continue."""
        found: Rule | None = self._find("declined", question)
        return found

    def prompt(self, question: int) -> Rule | None:
        """Return the function that builds the text of a question."""
        found: Rule | None = self._find("prompt", question)
        return found

    def judge(self, question: int) -> Rule | None:
        """Return the function that gives the reason why a selection as a whole is not allowed, or None."""
        found: Rule | None = self._find("judge", question)
        return found

    def place(self, fault: BaseException) -> str:
        """Return the source position of a fault; for endless recursion, the call that closes the cycle."""
        steps = _rules_in(fault.__traceback__)
        if not steps:
            return ""
        traceback_type = steps[-1]
        called: set[CodeType] = set()
        for caller, step in pairwise(steps) if isinstance(fault, RecursionError) else ():
            called.add(caller.tb_frame.f_code)
            if step.tb_frame.f_code in called:
                traceback_type = caller
                break
        return self._text_place(traceback_type.tb_frame.f_code, traceback_type.tb_lasti)

    def here(self) -> str:
        """Return the source position of the rule that is running."""
        frame: FrameType | None = sys._getframe(1)
        while frame is not None and frame.f_code.co_filename != RULES:
            frame = frame.f_back
        return self._text_place(frame.f_code, frame.f_lasti) if frame is not None else ""

    def _text_place(self, code: CodeType, instruction: int) -> str:
        line, _, column, _ = next(islice(code.co_positions(), instruction // 2, None))
        file, line = self._code.line(line or 0)
        return f"{file}:{line}:{(column or 0) + 1}"


def _rules_in(trace: TracebackType | None) -> list[TracebackType]:
    """Return the traceback entries that run rules, the innermost last."""
    steps: list[TracebackType] = []
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == RULES:
            steps.append(trace)
        trace = trace.tb_next
    return steps
