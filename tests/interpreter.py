"""Marks the tests that run with every Python: of the event loop, the terminal, native code and the like.

All tests of some folders are marked. Elsewhere, a test is marked by `pytestmark = interpreter` in its module.
"""

from collections.abc import Iterable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent

interpreter = pytest.mark.interpreter
"""A test that `make test-pythons` runs with every Python."""

FOLDERS = ("end_to_end", "hostile", "host", "rules/backends", "serve", "tui")
"""The folders whose tests are all marked."""


def mark_folders(items: Iterable[pytest.Item]) -> None:
    """Mark all tests of these folders."""
    folders = [ROOT / each for each in FOLDERS]
    for item in items:
        if any(item.path.is_relative_to(each) for each in folders):
            item.add_marker(interpreter)
