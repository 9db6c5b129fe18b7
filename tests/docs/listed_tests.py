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
        each.name: all(ast.unparse(mark).partition("(")[0] not in SELDOM for mark in each.decorator_list)
        for each in tree.body
        if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)
    }
