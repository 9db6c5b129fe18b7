"""The lanes of native code that can be tried here, and games compiled for them."""

import os
from hashlib import sha256

import pytest

from lazaretto.rules.backends.native.flat.nodes import FlatProgram
from lazaretto.rules.backends.native.load_machine_code import (
    compile_c,
    compile_wasm,
    find_compiler,
    has_wasmtime,
)
from lazaretto.rules.backends.native.native_code import Lane, NativeCode, find, keep, native_code
from lazaretto.rules.backends.native.optimise_program import optimise_program
from lazaretto.rules.backends.native.print_c import print_c
from lazaretto.rules.backends.native.wasm.encode_program import encode_wasm
from tests.soak import TIMES

LEVEL = 2 if TIMES > 1 else 0
"""How much the C compiler optimises: in `make test` it must be fast."""
WANTED = "NATIVE_LANES"
"""The variable of the environment that chooses lanes."""
ONCE = -1
"""The level of a game that nobody plays again."""
needs_wasm = pytest.mark.skipif(not has_wasmtime(), reason="needs wasmtime")
needs_cc = pytest.mark.skipif(find_compiler() is None, reason="needs a C compiler")
LANES = (pytest.param("wasm", marks=needs_wasm), pytest.param("cc", marks=needs_cc))


def installed() -> tuple[Lane, ...]:
    """Return the lanes that work here and are wanted."""
    wanted = os.environ.get(WANTED, "wasm cc").split()
    found: list[Lane] = []
    if has_wasmtime() and "wasm" in wanted:
        found.append("wasm")
    if find_compiler() is not None and "cc" in wanted:
        found.append("cc")
    return tuple(found)


def compiled_for(program: FlatProgram, lane: Lane, level: int = LEVEL) -> NativeCode:
    """Compile a program, once for all processes of a run; at the level `ONCE` quickly, for nobody else."""
    optimised = optimise_program(program)
    text = encode_wasm(optimised) if lane == "wasm" else print_c(optimised).encode()
    if level == ONCE:
        return native_code(program, lane, _compiled(text, lane, 0))
    mark = sha256(text + str(level).encode()).hexdigest()
    found = find(mark, lane)
    if found is None:
        found = native_code(program, lane, _compiled(text, lane, level))
        keep(mark, found)
    return found


def _compiled(text: bytes, lane: Lane, level: int) -> bytes:
    return compile_wasm(text) if lane == "wasm" else compile_c(text.decode(), level)
