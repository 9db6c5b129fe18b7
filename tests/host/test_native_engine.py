"""Bots and hints get native code in the background; whoever plays waits for nothing."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from subprocess import Popen
from typing import Any

import pytest

from lazaretto.host import LocalTable, Store, open_table
from lazaretto.host.lobby import native_engine
from lazaretto.host.lobby.fill_native_cache import LONGEST, MEMORY, main, order
from lazaretto.host.lobby.native_engine import NativeEngine
from lazaretto.host.server.workers import worker_base
from lazaretto.lab.playing.bots import COMPANIONS
from lazaretto.rules import Program, load
from lazaretto.rules.backends.native.load_machine_code import find_compiler, has_wasmtime
from lazaretto.rules.backends.native.native_search import NativeSearch
from lazaretto.rules.engine.engine_names import Engine
from tests.conftest import STONES

ROOT = Path(__file__).resolve().parents[2]
LONG = 120.0
needs_wasm = pytest.mark.skipif(not has_wasmtime(), reason="needs wasmtime")


@pytest.fixture(autouse=True)
def base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "base"))
    return tmp_path / "base" / "lazaretto"


def stones() -> Program:
    program = load(STONES).program
    assert program is not None
    return program


def prepared(program: Program, engine: Engine = "wasm", any_text_as_c: bool = False) -> bool:
    """Prepare a program; return whether it has native code then."""
    native = NativeEngine(engine, any_text_as_c)
    native.prepare(program)
    assert native.wait(LONG)
    return isinstance(program.machine.plan_search, NativeSearch)


@pytest.fixture
def orders(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the other process is told to compile; it is not started, this one does its work."""
    found: list[str] = []

    def compile_here(order: str) -> None:
        found.append(order)
        main(order)

    monkeypatch.setattr(native_engine, "compile_apart", compile_here)
    return found


NO_LESS = """
import os, runpy
os.nice = lambda by: 0  # on a busy machine, a process that stands back hardly runs at all
runpy.run_module("lazaretto.host.lobby.fill_native_cache", run_name="__main__", alter_sys=True)
"""


@needs_wasm
def test_another_process_compiles(base: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def started(command: list[str], **more: Any) -> Popen[bytes]:
        assert command[1:3] == ["-m", "lazaretto.host.lobby.fill_native_cache"]
        return Popen([command[0], "-c", NO_LESS, *command[3:]], **more)

    monkeypatch.setattr(subprocess, "Popen", started)
    assert prepared(stones())
    assert list(base.glob("*.wasm"))


@needs_wasm
def test_what_is_compiled_is_only_loaded(orders: list[str]) -> None:
    assert prepared(stones()) and len(orders) == 1
    program = stones()
    assert prepared(program) and len(orders) == 1
    search = program.machine.plan_search
    NativeEngine("wasm").prepare(program)
    native = NativeEngine("wasm")
    native.prepare(program)
    native.prepare(program)
    assert native.wait(LONG) and len(orders) == 1 and search is not None


@needs_wasm
def test_code_that_cannot_be_loaded_is_compiled_again(base: Path, orders: list[str]) -> None:
    assert prepared(stones())
    (kept,) = base.glob("*.wasm")
    kept.write_bytes(b"nonsense")
    assert prepared(stones()) and len(orders) == 2


def test_what_is_prepared_later_is_prepared_at_once_if_a_bot_needs_it(orders: list[str]) -> None:
    program, native = stones(), NativeEngine("wasm")
    native.prepare(program, 2 * LONG)
    assert not native.wait(0.05) and not orders
    native.prepare(program)
    assert native.wait(LONG) and bool(orders) == has_wasmtime()


def test_python_prepares_nothing(orders: list[str]) -> None:
    assert not prepared(stones(), "python") and orders == []


def test_texts_of_others_become_c_only_where_that_is_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    orders: list[str] = []
    monkeypatch.setattr(native_engine, "compile_apart", orders.append)
    prepared(stones(), "cc")
    prepared(stones(), "auto")
    assert not [each for each in orders if '"cc"' in each]
    if find_compiler() is not None:
        prepared(stones(), "cc", any_text_as_c=True)
        assert '"cc"' in orders[-1]


def test_without_a_cache_python_plays_on(monkeypatch: pytest.MonkeyPatch, orders: list[str]) -> None:
    monkeypatch.setenv("LAZARETTO_CACHE", "off")
    assert not prepared(stones()) and orders == []


@needs_wasm
def test_a_process_that_fails_leaves_everything_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native_engine, "compile_apart", lambda order: None)
    assert not prepared(stones())


@needs_wasm
def test_only_some_programs_get_native_code(monkeypatch: pytest.MonkeyPatch, orders: list[str]) -> None:
    monkeypatch.setattr(native_engine, "MOST", 1)
    native, programs = NativeEngine("wasm"), [stones(), stones()]
    for program in programs:
        native.prepare(program)
    assert native.wait(LONG)
    assert [program.machine.plan_search is not None for program in programs] == [True, False]


def test_an_order_for_texts_with_mistakes_or_without_an_engine_fails(tmp_path: Path) -> None:
    assert main(order(tmp_path, frozenset(), (), "wasm")) == 1


def test_the_order_names_places_that_another_folder_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    folder, _, search, _ = json.loads(
        order(Path("game"), frozenset(), (Path("."), tmp_path / "mods"), "wasm")
    )
    assert (folder, search) == (str(tmp_path / "game"), [str(tmp_path), str(tmp_path / "mods")])


LIMITED = """
import resource, sys
from lazaretto.host.server.workers.worker_base import limit_memory
limit_memory()
from pathlib import Path
from lazaretto.rules import load
from lazaretto.rules.engine.native_plans import search_natively
program = load(Path(sys.argv[1])).program
search_natively(program, "wasm")
assert program.machine.plan_search is not None
try:
    bytearray(3 * 1024**3)
except MemoryError:
    print("refused")
"""


@needs_wasm
@pytest.mark.skipif(sys.platform != "linux", reason="other systems limit memory in other ways")
def test_a_worker_has_addresses_for_native_code_but_no_more_memory() -> None:
    assert worker_base.ADDRESSES > worker_base.MEMORY
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, str(STONES)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == "refused\n"


APART = """
import os, resource
from lazaretto.host.lobby.fill_native_cache import limit
before = os.nice(0)
limit()
print(resource.getrlimit(resource.RLIMIT_CPU)[0], resource.getrlimit(resource.RLIMIT_DATA)[0])
print(os.nice(0) > before or before == 19)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limits")
def test_a_process_that_compiles_has_limits_and_stands_back() -> None:
    done = subprocess.run([sys.executable, "-c", APART], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == f"{LONGEST} {MEMORY}\nTrue\n"


def test_a_table_prepares_when_a_bot_plays_or_somebody_sits_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Program] = []
    native = NativeEngine("wasm")
    monkeypatch.setattr(native, "prepare", lambda program, later=0.0: asked.append(program))

    async def play(bots: tuple[str, ...], made: bool) -> int:
        asked.clear()
        program = stones()
        game = program.start(seed=1, players=("anna", "ben"))
        table = open_table(program, game, Store(tmp_path), bots, COMPANIONS if made else {})
        table.native = native
        local = LocalTable(table)
        await local.begin()
        begun = len(asked)
        await local.seats[0].join(lambda _: None)
        return 1 if begun else 2 if asked else 0

    assert asyncio.run(play(("random", ""), True)) == 1
    assert asyncio.run(play(("", "random"), True)) == 2
    assert asyncio.run(play((), True)) == 2
    assert asyncio.run(play((), False)) == 0
