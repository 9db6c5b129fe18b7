"""Finds the tests of a module by its text, and which of them run in `make soak` alone."""

import ast
from collections.abc import Mapping
from functools import cache

from tests.docs.pages import ROOT

SELDOM = {"soak", "pytest.mark.soak"}


@cache
def listed_tests(path: str) -> Mapping[str, bool]:
    """The tests of a module, and whether each runs in `make test`."""
    tree = ast.parse((ROOT / "tests" / path).read_text(encoding="utf-8"))
    return {
        statement.name: all(
            ast.unparse(mark).partition("(")[0] not in SELDOM for mark in statement.decorator_list
        )
        for statement in tree.body
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef)
    }
