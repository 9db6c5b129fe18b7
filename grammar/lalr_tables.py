"""The tables of the grammar, and where they are kept: making them takes longer than reading a whole game.

Lark makes them, and is loaded only for that.
"""

import json
import os
import tempfile
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from grammar.cache_dir import cache_file

_GRAMMAR = Path(__file__).with_name("language.lark")


class Found(NamedTuple):
    """A rule whose parts were all found."""

    size: int
    """How many parts there are."""
    rule: str
    title: str
    """What the builder calls it: rules have several ways to be written, some with titles of their own."""
    inner: list[int]
    """Which of the parts stand for several: those are given to the builder instead."""
    stays: bool
    """Whether one part alone stays what it is."""


class Tables(NamedTuple):
    """What to do at which place of the grammar."""

    states: list[dict[str, int]]
    """What may follow at each place, and where to go then; below zero a rule was found, -1 the first."""
    rules: list[Found]
    starts: dict[str, list[int]]
    """The places where a text begins, and where it is complete."""
    terminals: dict[str, str]
    """What each word is called that stands for itself."""


def tables() -> Tables:
    """The tables: as they were kept, or made anew."""
    text = _GRAMMAR.read_bytes()
    mark = sha256(text + Path(__file__).read_bytes()).hexdigest()[:16]
    path = cache_file(f"language-{mark}.json")
    found = _kept(path) if path is not None else None
    if found is None:
        from grammar.lalr_build import made  # noqa: PLC0415

        found = made(text.decode(), "module", "interpolation")
        if path is not None:
            _keep(path, found)
    return found


def _kept(path: Path) -> Tables | None:
    """What cannot be read is made anew."""
    try:
        states, rules, starts, terminals = json.loads(path.read_bytes())
        return Tables(states, [Found(*each) for each in rules], starts, terminals)
    except (OSError, ValueError, TypeError):
        return None


def _keep(path: Path, found: Tables) -> None:
    """Keep the tables; a full or read-only disk is no reason to stop."""
    try:
        with tempfile.NamedTemporaryFile("w", dir=path.parent, delete=False) as file:
            json.dump(found, file)
        os.replace(file.name, path)
    except OSError:
        return
