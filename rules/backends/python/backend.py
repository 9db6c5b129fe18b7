"""Rules compiled to Python code: how they are kept, and how the machine calls them.

This is all that is needed to run a game from the cache; it imports nothing of the compiler.
"""

import marshal
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice, pairwise
from types import CodeType, TracebackType
from typing import Any

from rules.run.backend import Rule, Segment, Services
from rules.run.runtime_functions import BUILTINS, CALLABLE

RULES = "<rules>"
"""The file name in the code of all rules."""
LINES = 1 << 20
"""More lines than a file has: a line number in the code is this times its file's number, plus the line."""


def python_name(role: str, number: int, step: int = 0) -> str:
    """The name of a lowered function in Python."""
    return f"{role}_{number}_{step}" if step else f"{role}_{number}"


@dataclass(frozen=True, slots=True)
class PythonCode:
    """The rules of a game as one piece of marshalled code, with the tables that they name."""

    files: tuple[str, ...]
    """The files that line numbers in the code refer to."""
    constants: Mapping[str, Any]
    code: bytes

    def line(self, number: int) -> tuple[str, int]:
        """The file and its line that a line number in the code stands for."""
        file, line = divmod(number, LINES)
        return self.files[file], line

    def load(self, services: Services) -> "PythonBackend":
        """Make the functions ready to be called."""
        space: dict[str, Any] = {
            "__builtins__": {},
            **BUILTINS,
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
    """The functions of one game, found by their names in the namespace of its code."""

    def __init__(self, space: dict[str, Any], code: PythonCode) -> None:
        self._space = space
        self._code = code

    def _find(self, role: str, number: int) -> Any:
        return self._space.get(python_name(role, number))

    def segment(self, number: int) -> Segment | None:
        """A segment; None for one that was merged into others and is never entered."""
        found: Segment | None = self._find("segment", number)
        return found

    def procedure(self, number: int) -> Rule | None:
        """A procedure that never asks."""
        found: Rule | None = self._find("procedure", number)
        return found

    def value(self, number: int) -> Rule:
        """A named value."""
        found: Rule = self._space[python_name("value", number)]
        return found

    def invariant(self, number: int) -> Rule:
        """Whether an invariant holds."""
        found: Rule = self._space[python_name("invariant", number)]
        return found

    def visible(self, number: int) -> Rule:
        """Who sees a variable or pile."""
        found: Rule = self._space[python_name("visible", number)]
        return found

    def skippable(self, procedure: int) -> Rule | None:
        """Whether a call of a procedure would do nothing."""
        found: Rule | None = self._find("skippable", procedure)
        return found

    def reason(self, action: int) -> Rule:
        """Why an action is closed to a seat, or None."""
        found: Rule = self._space[python_name("reason", action)]
        return found

    def offered(self, menu: int) -> Rule | None:
        """The open actions of a menu for one seat."""
        found: Rule | None = self._find("offered", menu)
        return found

    def playable(self, menu: int) -> Rule | None:
        """The open actions of a menu for every seat."""
        found: Rule | None = self._find("playable", menu)
        return found

    def candidates(self, question: int) -> Rule | None:
        """What may be answered to a question."""
        found: Rule | None = self._find("candidates", question)
        return found

    def closed(self, question: int) -> Rule | None:
        """What is shown but may not be answered, with the reasons."""
        found: Rule | None = self._find("closed", question)
        return found

    def bounds(self, question: int) -> Rule | None:
        """The least and the most of a question."""
        found: Rule | None = self._find("bounds", question)
        return found

    def declined(self, question: int) -> Rule | None:
        """Whether answering with nothing leads through."""
        found: Rule | None = self._find("declined", question)
        return found

    def prompt(self, question: int) -> Rule | None:
        """The words of a question."""
        found: Rule | None = self._find("prompt", question)
        return found

    def judge(self, question: int) -> Rule | None:
        """Why a choice of several is not allowed as a whole, or None."""
        found: Rule | None = self._find("judge", question)
        return found

    def place(self, fault: BaseException) -> str:
        """Where in the text a fault arose; in an endless recursion the call that closes the cycle."""
        steps = _rules_in(fault.__traceback__)
        if not steps:
            return ""
        found = steps[-1]
        called: set[CodeType] = set()
        for caller, step in pairwise(steps) if isinstance(fault, RecursionError) else ():
            called.add(caller.tb_frame.f_code)
            if step.tb_frame.f_code in called:
                found = caller
                break
        return self._text_place(found)

    def _text_place(self, step: TracebackType) -> str:
        positions = step.tb_frame.f_code.co_positions()
        line, _, column, _ = next(islice(positions, step.tb_lasti // 2, None))
        file, line = self._code.line(line or 0)
        return f"{file}:{line}:{(column or 0) + 1}"


def _rules_in(trace: TracebackType | None) -> list[TracebackType]:
    """The steps of a traceback that run rules, the innermost last."""
    steps: list[TracebackType] = []
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == RULES:
            steps.append(trace)
        trace = trace.tb_next
    return steps
