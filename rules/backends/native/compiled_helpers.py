"""Gives a game the helpers in flat code; they are compiled once for all games, and cached.

In the cache, names stand for the numbers of the layout: reading them puts the numbers of one game in their
place. The cached file is a pickle, like compiled programs: `grammar/cache_dir.py` checks who wrote it.
"""

import pickle
from functools import cache
from hashlib import sha256
from io import BytesIO

from lazaretto.grammar.cache_dir import open_cached, write_cached
from lazaretto.grammar.engine_mark import engine_mark
from lazaretto.rules.backends.native.flat.arithmetic import wrapped
from lazaretto.rules.backends.native.flat.nodes import OF_THE_LAYOUT, Get, Number
from lazaretto.rules.backends.native.flat.program import Function
from lazaretto.rules.backends.native.layout import Layout

_DIGEST = sha256().digest_size
_HELPERS = "lazaretto.rules.backends.native.helpers"
_MODULES = tuple(
    f"{_HELPERS}.{name}"
    for name in (
        "checked",
        "draw",
        "forced",
        "game_notes",
        "frames",
        "judgement",
        "kept_lists",
        "lists",
        "log",
        "moving",
        "play_on",
        "questions",
        "random_play",
        "many_games",
        "rules_of_once",
        "running",
        "saved_states",
        "search_plan",
        "search_playout",
        "selections",
        "together",
    )
)

Helpers = tuple[dict[str, Function], dict[str, int]]
"""The helpers, and those that somebody else provides, with the number of their parameters."""


def compiled_helpers(layout: Layout) -> Helpers:
    """Return all helpers for the layout of one game."""
    found: Helpers = _Reader(_for_any_layout(), layout).load()
    return found


@cache
def _for_any_layout() -> bytes:
    """Return the helpers from the cache, or compile them."""
    name = f"helpers-{engine_mark()}.flat"
    file = open_cached(name)
    if file is not None:
        with file:
            digest, found = file.read(_DIGEST), file.read()
        if sha256(found).digest() == digest:
            return found
    from lazaretto.rules.backends.native.subset.compile_modules import compile_helpers  # noqa: PLC0415

    helpers = compile_helpers(_MODULES, None)
    target = BytesIO()
    _Writer(target, pickle.HIGHEST_PROTOCOL).dump((helpers.functions, helpers.provided))
    made = target.getvalue()
    write_cached(name, sha256(made).digest() + made)
    return made


class _Writer(pickle.Pickler):
    """Writes helpers; a variable that stands for a number of the layout is written as its name."""

    def persistent_id(self, thing: object) -> str | None:
        """Return the name of a number of the layout."""
        return (
            thing.name[len(OF_THE_LAYOUT) :]
            if type(thing) is Get and thing.name.startswith(OF_THE_LAYOUT)
            else None
        )


class _Reader(pickle.Unpickler):
    """Reads helpers for one layout."""

    def __init__(self, data: bytes, layout: Layout) -> None:
        super().__init__(BytesIO(data))
        self._layout = layout
        self._numbers: dict[str, Number] = {}

    def persistent_load(self, name: str) -> Number:
        """Return a number of the layout."""
        found = self._numbers.get(name)
        if found is None:
            found = self._numbers[name] = Number(wrapped(getattr(self._layout, name)))
        return found
