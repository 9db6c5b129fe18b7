"""A pytest plugin that notes which test runs which lines of ours, and what CPU time each test takes.

Usage: LINES_RUN=OUTPUT python -m pytest -p benchmarks.touched …

The code is instrumented while it is imported: each statement of a function first sets a byte of its own. The
bytes lie in memory that forked processes share, so what they run counts for the test that started them. A
process that was started anew is not seen. Each pytest process writes a file of its own, `OUTPUT.PROCESS`.
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

run = mmap.mmap(-1, MOST)
places: list[str] = []
"""For each byte the file and line that it stands for."""
items: dict[str, dict[str, Any]] = {}
collected: dict[str, float] = {}


class Instrument(ast.NodeTransformer):
    """Puts `run[n] = 1` before each statement of each function."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.inside = False

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Instrument a function; what a class or module runs while it is imported is left alone."""
        outer, self.inside = self.inside, True
        self.generic_visit(node)
        self.inside = outer
        return node

    visit_AsyncFunctionDef = visit_FunctionDef  # type: ignore[assignment]  # noqa: N815

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        """Statements of a class run while it is imported."""
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
        if not isinstance(statement, (ast.Nonlocal, ast.Global)):
            places.append(f"{self.file}:{statement.lineno}")
            assert len(places) < MOST
            noted = ast.parse(f"{NAME}[{len(places) - 1}] = 1").body[0]
            for each in ast.walk(noted):
                ast.copy_location(each, statement)
            yield noted
        yield statement


class Loader(importlib.machinery.SourceFileLoader):
    """Instruments a module; its bytecode is neither read from a cache nor written to one."""

    def get_code(self, fullname: str) -> CodeType:
        """Compile the instrumented text."""
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
        """Find a module of ours as usual, and let it be instrumented."""
        if fullname.partition(".")[0] not in PACKAGES:
            return None
        spec = super().find_spec(fullname, path, target)
        loader = spec.loader if spec is not None else None
        if spec is not None and isinstance(loader, importlib.machinery.SourceFileLoader):
            spec.loader = Loader(loader.name, loader.path)
        return spec


setattr(builtins, NAME, run)
sys.meta_path.insert(0, Finder)


def cpu() -> float:
    """CPU time of this process and of those it has waited for."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Any:
    """Note how long a file takes to collect."""
    before = cpu()
    report = yield
    if isinstance(collector, pytest.Module):
        collected[collector.nodeid] = cpu() - before
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Any:
    """Note which lines a test runs."""
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
    """Note whether a test passes."""
    if not report.passed and "PYTEST_XDIST_WORKER" in os.environ:
        items.setdefault(report.nodeid, {})["passed"] = False


def pytest_sessionfinish() -> None:
    """Write down what was noted."""
    if items:
        whole = {"places": places, "items": items, "collected": collected, "cpu": cpu()}
        Path(f"{os.environ['LINES_RUN']}.{os.getpid()}").write_text(json.dumps(whole))
