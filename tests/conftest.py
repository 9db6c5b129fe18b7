"""Shared fixtures: a small game, an empty home folder, and a cache of compiled programs."""

import gc
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import cache, partial
from itertools import count
from pathlib import Path
from shutil import copy, rmtree

import pytest

from lazaretto.grammar import Diagnostic, Source
from lazaretto.grammar.message import Catalogue, Message
from lazaretto.grammar.nodes import Module
from lazaretto.grammar.parser import parse
from lazaretto.rules import Program, load
from lazaretto.rules.backends.native.load_machine_code import compile_c
from lazaretto.rules.link.toml_positions import Document, read_toml
from lazaretto.rules.pause_garbage_collection import frozen_by
from tests.forked_workers import start_by_forking
from tests.interpreter import mark_folders
from tests.one_at_a_time import one_at_a_time
from tests.soak import TIMES

MANY = 200_000
"""New objects after which those that nobody uses are collected."""
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
"""Set before numpy is imported: the networks of tests are so small that threads only wait for each other."""
STONES = Path(__file__).resolve().parent / "data" / "stones"
KEPT = Path(__file__).resolve().parent / "__pycache__"
"""What stays from one run to the next."""
GRAMMAR = "language-*.json"
"""The tables of a grammar in a cache."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that run with every Python, before pytest selects by marks."""
    mark_folders(items)
    if TIMES == 1:
        _without_constants_of_modules()


def pytest_collection_finish() -> None:
    """What was imported and collected stays until the end: the collector skips it."""
    gc.enable()
    gc.freeze()  # with the little that nobody uses: finding it would take longer than all collections after
    frozen_by.add("tests")
    gc.set_threshold(10 * MANY, 20, 100)


def pytest_runtest_logfinish() -> None:
    """Collect between tests, when little is in use; what is left was kept on purpose, and stays."""
    if gc.get_count()[0] > MANY:
        gc.collect(0)
        gc.freeze()


def pytest_configure(config: pytest.Config) -> None:
    """Hundreds of tests link the same texts: each is read once. Linking changes neither trees nor tables."""
    patch = pytest.MonkeyPatch()
    config.add_cleanup(patch.undo)
    patch.setattr("lazaretto.rules.build.parse", _parse_once)
    patch.setattr("lazaretto.rules.link.read_scenario.read_toml", _read_once)
    patch.setattr("lazaretto.host.server.workers.worker_handle.start_process", start_by_forking)
    gc.disable()  # until everything is collected


@pytest.hookimpl(optionalhook=True)  # so that the tests also run without xdist
def pytest_xdist_setupnodes(config: pytest.Config) -> None:
    """On a fresh checkout one process compiles the tests, instead of all of them at the same time."""
    done = KEPT / "compiled"
    if not done.exists():
        command = [
            sys.executable,
            "-m",
            "pytest",
            "--collect-only",
            "--quiet",
            "-n0",
            "-p",
            "no:cacheprovider",
        ]
        subprocess.run(command, cwd=config.rootpath, stdout=subprocess.DEVNULL, check=False)
        KEPT.mkdir(exist_ok=True)
        done.touch()


def _without_constants_of_modules() -> None:
    """Let Hypothesis read no constants in imported modules, to draw them: that takes longer than the tests.

    The examples of a test would also depend on the modules that other tests import. `make soak` draws them.
    """
    drawing = sys.modules.get("hypothesis.internal.conjecture.providers")
    if drawing is not None:
        none = drawing._local_constants
        drawing._get_local_constants = lambda: none  # type: ignore[attr-defined]


@cache
def _parsed(file: str, text: str, module: str, tests: bool) -> tuple[Module, tuple[Diagnostic, ...]]:
    return parse(Source(file, text), module, tests)


def _parse_once(source: Source, module: str, tests: bool = True) -> tuple[Module, tuple[Diagnostic, ...]]:
    return _parsed(source.name, source.text, module, tests)


def _read_once(source: Source) -> tuple[Document | None, tuple[Diagnostic, ...]]:
    found = _tables.get(source)
    if found is None:
        found, mistakes = read_toml(source)
        if found is None or mistakes:
            return found, mistakes  # some tests wait for the messages themselves
        _tables[source] = found
    return found, ()


_tables: dict[Source, Document] = {}


@pytest.fixture(scope="session", name="cache", autouse=True)
def shared_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Where compiled programs are kept during a run: hundreds of tests play the same few games."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "cache"
    folder.mkdir(exist_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(folder))
        patch.setenv("LAZARETTO_ENGINE", "python")  # nothing is compiled behind the back of a test
        with one_at_a_time(folder / "grammar"):
            _fetch_grammar(folder / "lazaretto")
        yield folder


def _fetch_grammar(cache: Path) -> None:
    """Put the tables of the grammar into a cache: those of an earlier run, if the grammar is still the same.

    Their names tell grammars apart. Building them takes a second, longer than a single file of tests.
    """
    for path in (cache, KEPT):  # with PYTHONDONTWRITEBYTECODE, there is no folder of compiled modules
        path.mkdir(mode=0o700, exist_ok=True)
    earlier = {path.name: path for path in KEPT.glob(GRAMMAR)}
    for name in earlier.keys() - {path.name for path in cache.glob(GRAMMAR)}:
        copy(earlier[name], cache)
    parse(Source("any.rules", ""), "any")  # reads the tables, or builds them
    for built in cache.glob(GRAMMAR):
        if built.name not in earlier:
            unfinished = Path(copy(built, KEPT / f"{os.getpid()}"))
            unfinished.replace(KEPT / built.name)
            for old in earlier.values():
                old.unlink(missing_ok=True)


@pytest.fixture
def cache_of_tables(cache: Path, tmp_path: Path) -> Path:
    """A cache of its own, with nothing but the tables of the grammar: building them takes a second."""
    for path in (cache / "lazaretto").glob(GRAMMAR):
        (tmp_path / "lazaretto").mkdir(exist_ok=True)
        copy(path, tmp_path / "lazaretto")
    return tmp_path


@pytest.fixture(scope="session")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Names for home folders; most tests never make theirs, which is quicker than a folder for each."""
    folder = tmp_path_factory.mktemp("homes")
    return (folder / str(number) for number in count())


@pytest.fixture(autouse=True)
def own_data(homes: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A user's data folder that is deleted after the test; a test that wants a crash deletes its file."""
    home = next(homes)
    for name in ("XDG_DATA_HOME", "XDG_STATE_HOME", "HOME", "APPDATA", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(home))
    monkeypatch.delenv("LAZARETTO_CACHE", raising=False)
    yield home / "lazaretto"
    if home.exists():
        crashes = [*(home / "lazaretto").glob("crashes/*")]
        rmtree(home)
        assert crashes == []


@pytest.fixture
def stones() -> Path:
    """The folder of the small game."""
    return STONES


@pytest.fixture(scope="session")
def program() -> Program:
    """The small game, ready to start."""
    loaded = load(STONES)
    assert loaded.program is not None, loaded.diagnostics
    return loaded.program


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The keys of all messages that are filled while a test runs."""
    keys: set[str] = set()
    fill = Catalogue.fill

    def record(
        catalogue: Catalogue, message: Message, gaps: Mapping[str, object], part: str = "sentence"
    ) -> str:
        keys.add(message.key)
        return fill(catalogue, message, gaps, part)

    monkeypatch.setattr(Catalogue, "fill", record)
    return keys


@pytest.fixture
def quick_c(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the C compiler optimise nothing, except in `make soak`: that takes most of the time."""
    if TIMES == 1:
        quick = partial(compile_c, level=0)
        monkeypatch.setattr("lazaretto.rules.backends.native.compile_program.compile_c", quick)
