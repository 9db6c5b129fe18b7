"""Wherever somebody reads how to install an optional part, the words work from a checkout, too.

Pages say both ways; a message says the one that fits how Lazaretto is installed.
"""

import re
import tomllib
from pathlib import Path

import pytest

from lazaretto.rules import version_and_extras
from tests.docs.pages import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PUBLISHED = re.compile(r"pip install '?lazaretto\[([a-z,]+)\]'?")
NEAR = 120
"""So many characters further, the other way is told."""


def places() -> list[tuple[Path, str, str]]:
    """Where a part is named: the file, the part, and what follows."""
    found = []
    for path in (ROOT / "README.md", *(ROOT / "docs").glob("*.md")):
        text = " ".join(path.read_text(encoding="utf-8").split())
        found += [
            (path, match[1], text[match.end() : match.end() + NEAR]) for match in PUBLISHED.finditer(text)
        ]
    return found


def test_both_ways_are_told() -> None:
    found = places()
    assert len(found) >= 5
    wrong = [
        (path.relative_to(ROOT).as_posix(), part)
        for path, part, rest in found
        if f".venv/bin/pip install -e '.[{part}]'" not in rest
    ]
    assert wrong == []


def test_one_function_alone_says_it_in_messages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for package in ("grammar", "rules", "lab", "host", "tui", "serve"):
        for path in (ROOT / package).rglob("*.py"):
            if path != ROOT / "rules" / "version_and_extras.py":
                assert "pip install" not in path.read_text(encoding="utf-8"), path
    assert version_and_extras.how_to_install("fast") == ".venv/bin/pip install -e '.[fast]'"
    monkeypatch.setattr(version_and_extras, "PROJECT", tmp_path / "pyproject.toml")
    assert version_and_extras.how_to_install("fast") == "pip install 'lazaretto[fast]'"


def test_the_parts_are_those_that_there_are() -> None:
    parts = {part for _, parts, _ in places() for part in parts.split(",")}
    assert parts == set(PROJECT["optional-dependencies"]) - {"dev", "docs"}


def test_make_installs_what_the_server_and_fast_games_need() -> None:
    dev = set(PROJECT["optional-dependencies"]["dev"])
    assert {f"lazaretto[{each}]" for each in ("serve", "fast", "train")} <= dev
