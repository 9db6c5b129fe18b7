"""Machine code from the cache is used if it is whole and from this user, and otherwise made again."""

from pathlib import Path

import pytest

from lazaretto.rules.backends.native.compile_program import compile_program, load_program
from lazaretto.rules.backends.native.flat.nodes import Function, Number, Return
from lazaretto.rules.backends.native.load_machine_code import ForeignCodeError, find_compiler, has_wasmtime
from lazaretto.rules.backends.native.native_code import Lane, NativeCode, find, is_kept, keep
from tests.rules.backends.native.flat_evaluator import program_of


@pytest.fixture
def base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "base"))
    return tmp_path / "base" / "lazaretto"


class Maker:
    """Makes a program and counts how often."""

    def __init__(self, lane: Lane) -> None:
        self.made = 0
        self._lane = lane

    def __call__(self) -> NativeCode:
        self.made += 1
        program = program_of({"five": Function("five", (), [Return(Number(5))], True)}, data=((3, b"ab"),))
        return compile_program(program, self._lane, notes="kept")


@pytest.fixture(
    params=[
        pytest.param("cc", marks=pytest.mark.skipif(find_compiler() is None, reason="needs a C compiler")),
        pytest.param("wasm", marks=pytest.mark.skipif(not has_wasmtime(), reason="needs wasmtime")),
    ]
)
def make(request: pytest.FixtureRequest) -> tuple[Lane, Maker]:
    lane: Lane = request.param
    return lane, Maker(lane)


def five(make: tuple[Lane, Maker]) -> int:
    native = find("mark", make[0])
    if native is None:
        native = make[1]()
        keep("mark", native)
    instance = load_program(native, {})
    assert native.notes == "kept"
    assert bytes(instance.memory[2:6]) == b"\0ab\0"
    return instance.call("five")


def test_a_program_is_made_once(base: Path, make: tuple[Lane, Maker]) -> None:
    assert [five(make), five(make), make[1].made] == [5, 5, 1]
    assert [path.suffix for path in base.iterdir()] == [f".{make[0]}"]


def test_a_damaged_program_is_made_again(base: Path, make: tuple[Lane, Maker]) -> None:
    five(make)
    (file,) = base.iterdir()
    whole = bytearray(file.read_bytes())
    whole[-20] ^= 1
    file.write_bytes(whole)
    assert find("mark", make[0]) is None
    file.write_bytes(b"")
    assert [five(make), make[1].made] == [5, 2]


def test_a_program_for_another_machine_is_not_loaded(base: Path, make: tuple[Lane, Maker]) -> None:
    assert not is_kept("mark", make[0])
    keep("mark", NativeCode(make[0], b"\x7fELF nonsense", 8, make[1]().exports, {}, ()))
    assert is_kept("mark", make[0])
    native = find("mark", make[0])
    assert native is not None
    with pytest.raises(ForeignCodeError):
        load_program(native, {})


def test_a_program_from_somebody_else_is_made_again(base: Path, make: tuple[Lane, Maker]) -> None:
    five(make)
    base.chmod(0o777)
    assert [five(make), make[1].made] == [5, 2]
