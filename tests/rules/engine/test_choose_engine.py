"""Engines are chosen by how long they take and whom they may trust; compiled games come from the cache."""

import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from shutil import copytree

import pytest

from lazaretto.rules import Program, load
from lazaretto.rules.backends.native.load_machine_code import find_compiler, has_wasmtime
from lazaretto.rules.backends.native.native_code import Lane
from lazaretto.rules.engine import choose_engine, native_program
from lazaretto.rules.engine.choose_engine import is_shipped, lane_to_play, native_runner, worthwhile
from lazaretto.rules.engine.engine_names import Engine, EngineError
from lazaretto.rules.link.find_scenarios import built_in
from tests.interpreter import interpreter

pytestmark = [interpreter, pytest.mark.usefixtures("quick_c")]

ROOT = Path(__file__).resolve().parents[3]
STONES = ROOT / "tests" / "data" / "stones"
LANES = [
    pytest.param("wasm", marks=pytest.mark.skipif(not has_wasmtime(), reason="needs wasmtime")),
    pytest.param("cc", marks=pytest.mark.skipif(find_compiler() is None, reason="needs a C compiler")),
]


def program_of(folder: Path) -> Program:
    program = load(folder).program
    assert program is not None
    return program


@pytest.fixture
def base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "base"))
    return tmp_path / "base" / "lazaretto"


class Compiled:
    """Counts how often a game is compiled; it is done once, and then what was made is handed out again."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.times = 0
        self._made = cache(native_program._compiled)
        monkeypatch.setattr(native_program, "_compiled", self)

    def __call__(self, program: Program, lane: Lane) -> object:
        self.times += 1
        return self._made(program, lane)


@pytest.mark.parametrize("lane", LANES)
def test_a_game_is_compiled_once(base: Path, monkeypatch: pytest.MonkeyPatch, lane: Lane) -> None:
    compiled, program = Compiled(monkeypatch), program_of(STONES)
    native_runner(program, lane)
    native_runner(program_of(STONES), lane)
    assert compiled.times == 1
    (kept,) = base.glob(f"*.{lane}")
    whole = bytearray(kept.read_bytes())
    whole[-20] ^= 1
    kept.write_bytes(whole)
    native_runner(program, lane)
    assert compiled.times == 2
    (described,) = base.glob("*.native")
    described.write_bytes(b"nonsense")
    native_runner(program, lane)
    assert compiled.times == 3
    base.chmod(0o777)
    native_runner(program, lane)
    assert compiled.times == 4


@pytest.mark.skipif(not has_wasmtime(), reason="needs wasmtime")
def test_texts_that_have_changed_are_not_compiled(base: Path, tmp_path: Path) -> None:
    folder = tmp_path / "bells"
    folder.mkdir()
    (folder / "scenario.toml").write_text(
        'name = "bells"\ntitle = "Bells"\nplayers = [1, 2]\nmodules = ["bells"]\n'
    )
    rules = folder / "bells.rules"
    rules.write_text('phase game()\n    win "Bells"\n')
    program = program_of(folder)
    rules.write_text('phase game()\n    win "More bells"\n')
    with pytest.raises(EngineError, match="have changed"):
        native_runner(program, "wasm")


def test_a_game_that_takes_too_much_memory_is_not_compiled(
    base: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(native_program, "MOST_MEMORY", 1 << 20)
    with pytest.raises(EngineError, match="1 MB is the most"):
        native_program.native_program(program_of(STONES), "wasm")


def test_only_our_own_texts_are_shipped_wherever_they_lie(tmp_path: Path) -> None:
    assert is_shipped(program_of(built_in() / "pandemic"))
    assert not is_shipped(program_of(STONES))
    copies = tmp_path / "packs"
    copytree(built_in(), copies)
    assert is_shipped(program_of(copies / "pandemic"))
    with (copies / "contagion" / "cubes.rules").open("a") as file:
        file.write("# mine\n")
    assert not is_shipped(program_of(copies / "pandemic"))


class Stage:
    """Pretends what is installed, cached and shipped."""

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, *, wasm: bool, cc: bool, cached: tuple[str, ...] = ()
    ):
        monkeypatch.setattr(choose_engine, "find_spec", lambda name: name if wasm else None)
        monkeypatch.setattr("lazaretto.rules.backends.native.load_machine_code.has_wasmtime", lambda: wasm)
        monkeypatch.setattr(
            "lazaretto.rules.backends.native.load_machine_code.find_compiler", lambda: "cc" if cc else None
        )
        monkeypatch.setattr(choose_engine, "_is_cached", lambda mark, lane: lane in cached)


@pytest.mark.parametrize(
    ("seconds", "shipped", "wasm", "cc", "cached", "wanted"),
    [
        (0.5, True, True, True, ("wasm", "cc"), None),
        (3.0, True, False, True, (), None),
        (3.0, True, True, True, ("wasm",), "wasm"),
        (3.0, True, True, True, ("wasm", "cc"), "cc"),
        (60.0, True, True, True, (), "wasm"),
        (60.0, True, False, True, (), "cc"),
        (60.0, False, False, True, ("cc",), None),
        (9_000.0, True, True, True, (), "cc"),
        (9_000.0, False, True, True, (), "wasm"),
        (9_000.0, True, False, False, (), None),
    ],
)
def test_auto_weighs_what_compiling_takes(
    monkeypatch: pytest.MonkeyPatch,
    seconds: float,
    shipped: bool,
    wasm: bool,
    cc: bool,
    cached: tuple[str, ...],
    wanted: Lane | None,
) -> None:
    Stage(monkeypatch, wasm=wasm, cc=cc, cached=cached)
    monkeypatch.setattr(choose_engine, "is_shipped", lambda _: shipped)
    assert worthwhile(program_of(STONES), seconds) == wanted


SCRIPT = """
import sys
from functools import cache
from pathlib import Path
from lazaretto.lab.simulate import simulate
from lazaretto.rules import load
program = load(Path("tests/data/stones")).program
simulate(program, 2, 1, 2, engine="auto")
native = ("lazaretto.rules.backends.native", "wasmtime", "ctypes")
print(*(name for name in sys.modules if name.startswith(native)))
"""


def test_few_games_import_nothing_of_the_native_back_end(cache_of_tables: Path) -> None:
    environment = {**os.environ, "XDG_CACHE_HOME": str(cache_of_tables)}
    run = [sys.executable, "-c", SCRIPT]
    for _ in range(2):
        done = subprocess.run(run, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


@pytest.mark.parametrize(
    ("engine", "shipped", "any_text", "wasm", "cc", "wanted"),
    [
        ("python", True, True, True, True, None),
        ("wasm", False, False, True, True, "wasm"),
        ("wasm", True, True, False, True, None),
        ("cc", True, False, True, True, "cc"),
        ("cc", False, False, True, True, "wasm"),
        ("cc", False, False, False, True, None),
        ("cc", False, True, False, True, "cc"),
        ("cc", True, True, True, False, "wasm"),
        ("auto", True, True, True, True, "wasm"),
        ("auto", True, False, False, True, "cc"),
        ("auto", False, True, False, True, None),
    ],
)
def test_who_plays_gets_what_there_is(
    monkeypatch: pytest.MonkeyPatch,
    engine: Engine,
    shipped: bool,
    any_text: bool,
    wasm: bool,
    cc: bool,
    wanted: Lane | None,
) -> None:
    Stage(monkeypatch, wasm=wasm, cc=cc)
    monkeypatch.setattr(choose_engine, "is_shipped", lambda _: shipped)
    assert lane_to_play(program_of(STONES), engine, any_text) == wanted
