"""A pytest plugin that records which tests run some lines of our code, and their CPU time.

Usage: LINES_RUN=OUTPUT LINES_WANTED=LIST python -m pytest -p benchmarks.touched …

The list names lines (`file:line`) and whole files. The plugin instruments them on import: each of these
statements of a function first sets its own byte. The bytes are in memory that forked processes share, so the
lines they run count for the test that started them. Newly started processes are not recorded. Each pytest
process writes its own file, `OUTPUT.PROCESS`.
"""

import ast
import builtins
import importlib.machinery
import json
import mmap
import os
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import pytest

ROOT = Path(os.environ.get("LINES_ROOT", ".")).resolve()
PACKAGES = ("grammar", "rules", "lab", "host", "tui")
NAME = "__line_was_run__"
MOST = 1 << 17
WANTED = frozenset(Path(os.environ["LINES_WANTED"]).read_text().splitlines())

run = mmap.mmap(-1, MOST)
places: list[str] = []
"""For each byte, the file and line that it stands for."""
items: dict[str, dict[str, Any]] = {}
collected: dict[str, float] = {}


class Instrument(ast.NodeTransformer):
    """Inserts `run[n] = 1` before each wanted statement of each function."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.all = file in WANTED
        self.inside = False

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Instrument a function; code that a class or module runs on import stays unchanged."""
        outer, self.inside = self.inside, True
        self.generic_visit(node)
        self.inside = outer
        return node

    visit_AsyncFunctionDef = visit_FunctionDef  # type: ignore[assignment]  # noqa: N815

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        """Leave the statements of a class unchanged, because they run on import."""
        outer, self.inside = self.inside, False
        self.generic_visit(node)
        self.inside = outer
        return node

    def generic_visit(self, node: ast.AST) -> ast.AST:
        """Instrument every list of statements."""
        super().generic_visit(node)
        if self.inside:
            for name in ("body", "orelse", "finalbody"):
                body = getattr(node, name, None)
                if isinstance(body, list) and body and isinstance(body[0], ast.stmt):
                    setattr(node, name, [each for one in body for each in self._noted(one)])
        return node

    def _noted(self, statement: ast.stmt) -> Iterator[ast.stmt]:
        place = f"{self.file}:{statement.lineno}"
        if not isinstance(statement, (ast.Nonlocal, ast.Global)) and (self.all or place in WANTED):
            places.append(place)
            assert len(places) < MOST
            noted = ast.parse(f"{NAME}[{len(places) - 1}] = 1").body[0]
            for each in ast.walk(noted):
                ast.copy_location(each, statement)
            yield noted
        yield statement


class Loader(importlib.machinery.SourceFileLoader):
    """Instruments a module, without reading or writing the bytecode cache."""

    def get_code(self, fullname: str) -> CodeType:
        """Compile the instrumented code."""
        path = self.get_filename(fullname)
        tree = ast.parse(self.get_data(path))
        tree = Instrument(Path(path).resolve().relative_to(ROOT).as_posix()).visit(tree)
        code: CodeType = compile(tree, path, "exec", dont_inherit=True)
        return code


class Finder(importlib.machinery.PathFinder):
    """Finds our packages."""

    @classmethod
    def find_spec(
        cls, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Find one of our modules as usual, with a loader that instruments it."""
        if not fullname.startswith(tuple(f"lazaretto.{package}" for package in PACKAGES)):
            return None
        spec = super().find_spec(fullname, path, target)
        loader = spec.loader if spec is not None else None
        if spec is not None and isinstance(loader, importlib.machinery.SourceFileLoader):
            spec.loader = Loader(loader.name, loader.path)
        return spec


setattr(builtins, NAME, run)
sys.meta_path.insert(0, Finder)


def cpu() -> float:
    """The CPU time of this process and of the child processes it has waited for."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Any:
    """Record how long a file takes to collect."""
    before = cpu()
    report = yield
    if isinstance(collector, pytest.Module):
        collected[collector.nodeid] = cpu() - before
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Any:
    """Record which lines a test runs."""
    run[: len(places)] = bytes(len(places))
    before, clock = cpu(), time.monotonic()
    result = yield
    found = run[: len(places)]
    lines = []
    at = found.find(b"\x01")
    while at >= 0:
        lines.append(at)
        at = found.find(b"\x01", at + 1)
    note = items.setdefault(item.nodeid, {"passed": True})
    note |= {"cpu": cpu() - before, "wall": time.monotonic() - clock, "lines": lines}
    return result


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Record whether a test passes."""
    if not report.passed and "PYTEST_XDIST_WORKER" in os.environ:
        items.setdefault(report.nodeid, {})["passed"] = False


def pytest_sessionfinish() -> None:
    """Write the records."""
    if items:
        whole = {"places": places, "items": items, "collected": collected, "cpu": cpu()}
        Path(f"{os.environ['LINES_RUN']}.{os.getpid()}").write_text(json.dumps(whole))
