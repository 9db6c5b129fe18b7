"""Links and compiles scenarios with their tests, once for all tests and processes of a run."""

import os
import pickle
import re
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path

from lazaretto.grammar import Source, nodes
from lazaretto.grammar.diagnostics import Diagnostic, render_all
from lazaretto.grammar.node_dataclass import changed
from lazaretto.rules import build
from lazaretto.rules.backends import BACKENDS, backend_named
from lazaretto.rules.build import Linked, Parse, compile_linked, link
from lazaretto.rules.check.definition_index import References
from lazaretto.rules.run.compiled_game import CompiledGame
from tests.one_at_a_time import one_at_a_time

DEEP = 20_000
"""The trees of rules are nested more deeply than Python's default recursion limit allows pickle to go."""

REPLACED = re.compile(r'^(?:replace|remove) test "([^"\\]*)"', re.MULTILINE)
"""The first line of a change to a test."""

Known = tuple[Linked, CompiledGame]


@contextmanager
def _deep() -> Iterator[None]:
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, DEEP))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def with_tests_of(wanted: Callable[[str], bool], texts: Iterable[str]) -> Parse:
    """Return a parser that leaves out the tests in files that are not wanted: most of a game are its tests.

    Tests that some texts replace or remove must be there.
    """
    parse: Parse = vars(build)["parse"]  # that of the tests, which reads each text once
    needed = {match[1] for text in texts for match in REPLACED.finditer(text)}

    def parsing(source: Source, module: str, tests: bool) -> tuple[nodes.Module, tuple[Diagnostic, ...]]:
        parsed, told = parse(source, module, tests)
        if wanted(source.name):
            return parsed, told
        kept = (
            declaration
            for declaration in parsed.declarations
            if not isinstance(declaration, nodes.Test) or declaration.name in needed
        )
        return changed(parsed, declarations=tuple(kept)), told

    return parsing


@cache
def linked(
    folder: Path, switches: frozenset[str] = frozenset(), files: frozenset[str] | None = None
) -> Known:
    """Return a scenario that must have no mistakes, from the folder that the processes of this run share.

    The trees of its texts are left out. With switches it is compiled as `lazaretto test` does it, which is
    faster, and not shared, because one process runs all tests that need it; and with the tests of some files
    only, if these are named.
    """
    if switches:
        return _made(folder, switches, files)
    shared = Path(os.environ["XDG_CACHE_HOME"]) / "linked"
    shared.mkdir(parents=True, exist_ok=True)
    path = shared / folder.name
    with one_at_a_time(path):  # who comes second reads what the first has made
        if not path.exists():
            made = _made(folder, switches, None)
            _keep(made, path)
            return made
    with _deep():
        found: Known = pickle.loads(path.read_bytes())
    return found


def _made(folder: Path, switches: frozenset[str], files: frozenset[str] | None) -> Known:
    parsing = None
    if files is not None:
        own = [*folder.glob("*.rules"), *folder.glob("*.tests")]
        parsing = with_tests_of(files.__contains__, [path.read_text(encoding="utf-8") for path in own])
    known = link(folder, switches, parsing=parsing)
    tables = compile_linked(known, backend_named(BACKENDS[0], brief=bool(switches)))
    assert tables is not None, render_all(known.diagnostics, known.sources)
    return replace(known, modules=(), composed=None, references=References()), tables


def _keep(made: Known, path: Path) -> None:
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file, _deep():
        pickle.dump(made, file, protocol=pickle.HIGHEST_PROTOCOL)
    os.replace(file.name, path)
