"""Wherever somebody reads how to install an optional part, the words work from a checkout, too."""

import re
import tomllib
from pathlib import Path

from tests.docs.pages import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PUBLISHED = re.compile(r"pip install '?lazaretto\[([a-z,]+)\]'?")
NEAR = 120
"""So many characters further, the other way is told."""


def places() -> list[tuple[Path, str, str]]:
    """Where a part is named: the file, the part, and what follows."""
    paths = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    for package in ("grammar", "rules", "lab", "host", "tui", "serve"):
        paths += (ROOT / package).rglob("*.py")
    found = []
    for path in paths:
        text = path.read_text(encoding="utf-8")
        found += [(path, each[1], text[each.end() : each.end() + NEAR]) for each in PUBLISHED.finditer(text)]
    return found


def test_both_ways_are_told() -> None:
    found = places()
    assert len(found) >= 8
    wrong = [
        (path.relative_to(ROOT).as_posix(), part)
        for path, part, rest in found
        if f"pip install '.[{part}]'" not in rest
    ]
    assert wrong == []


def test_the_parts_are_those_that_there_are() -> None:
    parts = {part for _, parts, _ in places() for part in parts.split(",")}
    assert parts == set(PROJECT["optional-dependencies"]) - {"dev"}


def test_make_installs_what_the_server_and_fast_games_need() -> None:
    dev = set(PROJECT["optional-dependencies"]["dev"])
    assert {f"lazaretto[{each}]" for each in ("serve", "fast", "train")} <= dev
