"""A module is a subject, and few modules know each other both ways; each package says where to start reading.

The figures are limits, not goals: who comes near one joins what belongs together, or parts what does not.
"""

import ast
import re
from collections.abc import Iterator, Mapping, Set
from functools import cache
from pathlib import Path

import pytest

from tests.house.python_trees import PACKAGES, ROOT, module_of, nodes_of, tree_of

MOST_MODULES = 800
MOST_IMPORTS = 45
"""In 1,000 lines; every import counts, also those for types and inside functions."""
LARGEST_CIRCLE = 3
"""The most modules that all reach each other by imports."""


@cache
def files() -> tuple[Path, ...]:
    return tuple(sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py")))


def imports_of(path: Path) -> Iterator[ast.Import | ast.ImportFrom]:
    return (node for node in nodes_of(path) if isinstance(node, ast.Import | ast.ImportFrom))


def used_by(path: Path, names: Set[str]) -> Iterator[str]:
    """The modules of ours that a module imports, or of which it imports a name."""
    for node in imports_of(path):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield from {inner if inner in names else node.module} & names
        elif isinstance(node, ast.Import):
            yield from {alias.name for alias in node.names} & names


def circles(uses: Mapping[str, Set[str]]) -> list[list[str]]:
    """The groups of modules that all reach each other (strongly connected components, by Tarjan)."""
    number: dict[str, int] = {}
    lowest: dict[str, int] = {}
    waiting: list[str] = []
    groups: list[list[str]] = []

    def visit(module: str) -> None:
        number[module] = lowest[module] = len(number)
        waiting.append(module)
        for used in sorted(uses[module]):
            if used not in number:
                visit(used)
            if used in waiting:
                lowest[module] = min(lowest[module], lowest[used])
        if lowest[module] == number[module]:
            start = waiting.index(module)
            groups.append(sorted(waiting[start:]))
            del waiting[start:]

    for module in sorted(uses):
        if module not in number:
            visit(module)
    return [group for group in groups if len(group) > 1]


def test_there_are_not_too_many_modules() -> None:
    assert len(files()) < MOST_MODULES


def test_modules_do_more_than_import_each_other() -> None:
    lines = sum(path.read_text(encoding="utf-8").count("\n") for path in files())
    imports = sum(1 for path in files() for _ in imports_of(path))
    assert imports * 1000 / lines < MOST_IMPORTS


def test_no_circle_of_imports_is_large() -> None:
    names = {module_of(path) for path in files()}
    uses = {module_of(path): {*used_by(path, names)} - {module_of(path)} for path in files()}
    assert [group for group in circles(uses) if len(group) > LARGEST_CIRCLE] == []


def test_circles_are_found() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": set()}) == [["a", "b", "c"]]
    assert circles({"a": {"b"}, "b": {"c"}, "c": set()}) == []


@pytest.mark.parametrize("package", PACKAGES)
def test_each_package_begins_with_a_page_that_names_its_modules(package: str) -> None:
    wrong = []
    for page in sorted((ROOT / package).rglob("__init__.py")):
        text = ast.get_docstring(tree_of(page)) or ""
        inside = {path.stem for path in page.parent.glob("*.py") if not path.stem.startswith("__")}
        named = set(re.findall(r"`(\w+)(?:\.py)?`", text))
        gone = {name for name in re.findall(r"`(\w+)\.py`", text) if name not in inside}
        wrong += [f"{page.relative_to(ROOT)} does not name {name}" for name in sorted(inside - named)]
        wrong += [f"{page.relative_to(ROOT)} names {name}.py, which is not there" for name in sorted(gone)]
    assert wrong == []
