"""Python modules as syntax trees; the tests of this folder share them, until the last one has run."""

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("grammar", "rules", "lab", "host", "tui", "serve")
"""The parts of `lazaretto`, folders at the top of the repository."""


@cache
def tree_of(path: Path) -> ast.Module:
    """Return the syntax tree of a module."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    """Return all nodes of a module, in the order of `ast.walk`."""
    return tuple(ast.walk(tree_of(path)))


def module_of(path: Path) -> str:
    """Return the name under which a module is imported."""
    parts = ("lazaretto", *path.relative_to(ROOT).with_suffix("").parts)
    return ".".join(parts).removesuffix(".__init__")
