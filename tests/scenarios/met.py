"""Which lines of the rules were run by a game."""

import sys
from collections.abc import Callable, Iterator
from types import CodeType, FrameType, FunctionType
from typing import Any

from rules import Program

Trace = Callable[[FrameType, str, Any], Any]


class Coverage:
    """Which lines of the rules were run."""

    def __init__(self) -> None:
        self.run: set[tuple[str, int]] = set()

    def __enter__(self) -> None:
        sys.settrace(self._called)

    def __exit__(self, *_: object) -> None:
        sys.settrace(None)

    def _called(self, frame: FrameType, _event: str, _arg: object) -> "Trace | None":
        return self._line if frame.f_code.co_filename.startswith("on_the_brink/") else None

    def _line(self, frame: FrameType, _event: str, _arg: object) -> "Trace":
        self.run.add((frame.f_code.co_filename, frame.f_lineno))
        return self._line


def lines(game: Program) -> set[tuple[str, int]]:
    """Every line of the rules that does something."""
    return {
        (code.co_filename, line)
        for each in game.machine.space.values()
        if isinstance(each, FunctionType)
        for code in codes(each.__code__)
        for *_, line in code.co_lines()
        if line and line != code.co_firstlineno
    }


def codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from codes(each)
