"""Compiles a flat program to machine code, and loads it."""

from lazaretto.rules.backends.native.flat.nodes import FlatProgram
from lazaretto.rules.backends.native.load_machine_code import (
    Imports,
    Instance,
    compile_c,
    compile_wasm,
    load_library,
    load_wasm,
)
from lazaretto.rules.backends.native.native_code import Lane, NativeCode, native_code
from lazaretto.rules.backends.native.optimise_program import optimise_program
from lazaretto.rules.backends.native.print_c import SHORT_IN_C, print_c
from lazaretto.rules.backends.native.wasm.encode_program import encode_wasm

_SMALL_IN_C = 100
"""The size of a function up to which every call of it is replaced before C is printed: that takes longer to
compile, but C is for those who want speed."""


def compile_program(program: FlatProgram, lane: Lane, notes: str = "") -> NativeCode:
    """Compile a program; `notes` are kept beside it.

    Raises:
        ForeignCodeError: if there is no compiler, or it fails.
        LongRuleError: if a rule is too long for it.
    """
    if lane == "cc":
        code = compile_c(print_c(optimise_program(program, SHORT_IN_C, _SMALL_IN_C)))
    else:
        code = compile_wasm(encode_wasm(optimise_program(program)))
    return native_code(program, lane, code, notes)


def load_program(native: NativeCode, imports: Imports) -> Instance:
    """Load a compiled program with a memory of its own."""
    return load_wasm(native, imports) if native.lane == "wasm" else load_library(native, imports)
