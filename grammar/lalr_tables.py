"""Loads the tables of the grammar from a disk cache: building them takes longer than parsing a whole game.

Lark builds them and is imported only for that.
"""

import json
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from lazaretto.grammar.cache_dir import open_cached, write_cached

_GRAMMAR = Path(__file__).with_name("language.lark")
_BUILD = Path(__file__).with_name("lalr_build.py")


class GrammarRule(NamedTuple):
    """A rule of the grammar, as the parser reduces it."""

    size: int
    """The number of its parts."""
    rule: str
    title: str
    """The name of the builder's method: the rule's own, or the alias of this alternative."""
    inner: list[int]
    """The parts that are lists; the builder gets their items instead."""
    stays: bool
    """Whether a single part is passed on unchanged."""


class Tables(NamedTuple):
    """LALR tables."""

    states: list[dict[str, int]]
    """For each state and symbol the next state; a negative number reduces a rule, -1 the first."""
    rules: list[GrammarRule]
    starts: dict[str, list[int]]
    """For each start rule the first state and the accepting one."""
    terminals: dict[str, str]
    """The terminal of each keyword and sign."""
    leading: list[str]
    """The words that begin a line."""


def tables() -> Tables:
    """Return the tables, from the cache or newly built."""
    text = _GRAMMAR.read_bytes()
    mark = sha256(text + Path(__file__).read_bytes() + _BUILD.read_bytes()).hexdigest()[:16]
    name = f"language-{mark}.json"
    found = _kept(name)
    if found is None:
        from lazaretto.grammar.lalr_build import made  # noqa: PLC0415

        found = made(text.decode(), "module", "interpolation")
        write_cached(name, json.dumps(found).encode())
    return found


def _kept(name: str) -> Tables | None:
    """Return the cached tables; None if they cannot be read."""
    file = open_cached(name)
    if file is None:
        return None
    try:
        with file:
            states, rules, starts, terminals, leading = json.loads(file.read())
        return Tables(states, [GrammarRule(*rule) for rule in rules], starts, terminals, leading)
    except (OSError, ValueError, TypeError):
        return None
