"""Finds the lines of the rules that a game executed."""

import marshal
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from lazaretto.rules import Program
from lazaretto.rules.backends.python.compile_passes import compile_plain
from lazaretto.rules.backends.python.compiled_code import RULES, PythonCode
from lazaretto.rules.build import compile_linked, link

Trace = Callable[[FrameType, str, Any], Any]


def plainly(folder: Path, *search: Path) -> Program:
    """Compile a game without inlining, so that each line runs in its own function."""
    tables = compile_linked(link(folder, search=search, tests=False), backend=compile_plain)
    assert tables is not None
    return Program(tables, folder)


class Coverage:
    """Which lines of a game's rules were run; once all that are needed were, nothing more is traced."""

    def __init__(self, game: Program, scenarios: Path, needed: Callable[[str, str], bool]) -> None:
        self.run: set[tuple[str, int]] = set()
        self._code = _code(game)
        self._game, self._scenarios = game, scenarios
        self._needed = {
            line for line, (module, text) in _written(_lines(game), scenarios) if needed(module, text)
        }
        self._left: dict[int, set[int]] = {}
        """The lines of each function that were not run yet: where none is left, nothing is traced."""

    def __enter__(self) -> None:
        if not self._needed <= self.run:
            sys.settrace(self._called)

    def __exit__(self, *_: object) -> None:
        sys.settrace(None)

    def _called(self, frame: FrameType, _event: str, _arg: object) -> "Trace | None":
        code = frame.f_code
        if code.co_filename != RULES:
            return None
        left = self._left.get(id(code))
        if left is None:
            left = self._left[id(code)] = {line for *_, line in code.co_lines() if line}
        return self._line if left else None

    def _line(self, frame: FrameType, _event: str, _arg: object) -> "Trace":
        self._left[id(frame.f_code)].discard(frame.f_lineno)
        self.run.add(self._code.line(frame.f_lineno))
        return self._line

    def missed(self) -> set[tuple[str, str]]:
        """The lines of all rules that were never run, each with the module it stands in; heads do nothing."""
        return {found for _, found in _written(_lines(self._game) - self.run, self._scenarios)}


Line = tuple[str, int]


def _written(lines: Iterable[Line], scenarios: Path) -> Iterator[tuple[Line, tuple[str, str]]]:
    """Lines with their module and what is written there, without heads and what a test has added."""
    for file, line in lines:
        text = _text(scenarios / file)[line - 1] if (scenarios / file).exists() else ""
        if text.startswith(" "):
            yield (file, line), (Path(file).stem, text.strip())


@cache
def _text(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


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
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield from codes(const)
