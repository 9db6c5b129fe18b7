"""Links and compiles scenarios with their tests, once for all tests and processes of a run."""

import os
import pickle
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path

from lazaretto.grammar.diagnostics import render_all
from lazaretto.rules.backends import BACKENDS, backend_named
from lazaretto.rules.build import Linked, compile_linked, link
from lazaretto.rules.check.definition_index import References
from lazaretto.rules.run.compiled_game import CompiledGame
from tests.one_at_a_time import one_at_a_time

DEEP = 20_000
"""The trees of rules are nested more deeply than Python's default recursion limit allows pickle to go."""

Known = tuple[Linked, CompiledGame]


@contextmanager
def _deep() -> Iterator[None]:
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, DEEP))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


@cache
def linked(folder: Path, switches: frozenset[str] = frozenset()) -> Known:
    """Return a scenario that must have no mistakes, from the folder that the processes of this run share.

    The trees of its texts are left out. With switches it is compiled as `lazaretto test` does it, which is
    faster, and not shared, because one process runs all tests that need it.
    """
    if switches:
        return _made(folder, switches)
    shared = Path(os.environ["XDG_CACHE_HOME"]) / "linked"
    shared.mkdir(parents=True, exist_ok=True)
    path = shared / folder.name
    with one_at_a_time(path):  # who comes second reads what the first has made
        if not path.exists():
            made = _made(folder, switches)
            _keep(made, path)
            return made
    with _deep():
        found: Known = pickle.loads(path.read_bytes())
    return found


def _made(folder: Path, switches: frozenset[str]) -> Known:
    known = link(folder, switches)
    tables = compile_linked(known, backend_named(BACKENDS[0], brief=bool(switches)))
    assert tables is not None, render_all(known.diagnostics, known.sources)
    return replace(known, modules=(), composed=None, references=References()), tables


def _keep(made: Known, path: Path) -> None:
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file, _deep():
        pickle.dump(made, file, protocol=pickle.HIGHEST_PROTOCOL)
    os.replace(file.name, path)
