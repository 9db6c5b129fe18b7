"""Marks the tests that run with every Python: of the event loop, the terminal, native code and the like.

All tests of some folders are marked. Elsewhere, a test is marked by `pytestmark = interpreter` in its module.
"""

import os
from collections.abc import Iterable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent

interpreter = pytest.mark.interpreter
"""A test that `make test-pythons` runs with every Python."""

FOLDERS = ("end_to_end", "hostile", "host", "kept", "rules/backends", "serve", "tui")
"""The folders whose tests are all marked."""


def mark_folders(items: Iterable[pytest.Item]) -> None:
    """Mark all tests of these folders."""
    folders = tuple(f"{ROOT / folder}{os.sep}" for folder in FOLDERS)
    for item in items:
        if str(item.path).startswith(folders):
            item.add_marker(interpreter)
