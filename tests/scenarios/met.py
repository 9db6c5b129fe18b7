"""Finds the lines of the rules that a game executed."""

import marshal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from rules import Program
from rules.backends.python.backend import RULES, PythonCode
from rules.backends.python.compile import compile_plain
from rules.build import compile_linked, link

Trace = Callable[[FrameType, str, Any], Any]


def plainly(folder: Path, *search: Path) -> Program:
    """Compile a game without inlining, so that each line runs in its own function."""
    tables = compile_linked(link(folder, search=search, tests=False), backend=compile_plain)
    assert tables is not None
    return Program(tables, folder)


class Coverage:
    """Records which lines of a game's rules were executed."""

    def __init__(self, game: Program) -> None:
        self.run: set[tuple[str, int]] = set()
        self._code = _code(game)

    def __enter__(self) -> None:
        sys.settrace(self._called)

    def __exit__(self, *_: object) -> None:
        sys.settrace(None)

    def _called(self, frame: FrameType, _event: str, _arg: object) -> "Trace | None":
        return self._line if frame.f_code.co_filename == RULES else None

    def _line(self, frame: FrameType, _event: str, _arg: object) -> "Trace":
        self.run.add(self._code.line(frame.f_lineno))
        return self._line


def missed(game: Program, covered: Coverage, scenarios: Path) -> set[tuple[str, str]]:
    """Return the lines of all rules that never ran, each with its module; heads do not run."""
    found: set[tuple[str, str]] = set()
    for file, line in _lines(game) - covered.run:
        text = (scenarios / file).read_text(encoding="utf-8").splitlines()[line - 1]
        if text.startswith(" "):
            found.add((Path(file).stem, text.strip()))
    return found


def _lines(game: Program) -> set[tuple[str, int]]:
    """Return every line of the rules that became code."""
    kept = _code(game)
    module = marshal.loads(kept.code)
    found = {
        kept.line(line)
        for code in codes(module)
        if code is not module
        for *_, line in code.co_lines()
        if line and line != code.co_firstlineno
    }
    return {(file, line) for file, line in found if file}


def _code(game: Program) -> PythonCode:
    found = game.machine.tables.code
    assert isinstance(found, PythonCode)
    return found


def codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from codes(each)
