"""The lanes of native code that can be tried here, and games compiled for them."""

from hashlib import sha256

import pytest

from rules.backends.native import native_cache
from rules.backends.native.flat.program import FlatProgram
from rules.backends.native.load_foreign import compile_c, compile_wasm, find_compiler, has_wasmtime
from rules.backends.native.native_code import Lane, NativeCode, native_code
from rules.backends.native.optimise.optimise_program import optimise_program
from rules.backends.native.print_c import print_c
from rules.backends.native.wasm.encode_program import encode_wasm
from tests.soak import TIMES

LEVEL = 2 if TIMES > 1 else 0
"""How much the C compiler optimises: in `make test` it must be fast."""
needs_wasm = pytest.mark.skipif(not has_wasmtime(), reason="needs wasmtime")
needs_cc = pytest.mark.skipif(find_compiler() is None, reason="needs a C compiler")
LANES = (pytest.param("wasm", marks=needs_wasm), pytest.param("cc", marks=needs_cc))


def installed() -> tuple[Lane, ...]:
    """Return the lanes that work here."""
    found: list[Lane] = []
    if has_wasmtime():
        found.append("wasm")
    if find_compiler() is not None:
        found.append("cc")
    return tuple(found)


def compiled_for(program: FlatProgram, lane: Lane, level: int = LEVEL) -> NativeCode:
    """Compile a program, once for all processes of a run."""
    optimised = optimise_program(program)
    text = encode_wasm(optimised) if lane == "wasm" else print_c(optimised).encode()
    mark = sha256(text + str(level).encode()).hexdigest()
    found = native_cache.find(mark, lane)
    if found is None:
        code = compile_wasm(text) if lane == "wasm" else compile_c(text.decode(), level)
        found = native_code(program, lane, code)
        native_cache.keep(mark, found)
    return found
