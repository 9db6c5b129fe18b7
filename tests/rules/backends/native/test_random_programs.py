"""Random programs give the same results and the same memory wherever they run."""

import pytest
from hypothesis import given, settings

from lazaretto.rules.backends.native.compile_program import load_program
from lazaretto.rules.backends.native.flat.nodes import FlatProgram
from lazaretto.rules.backends.native.load_machine_code import (
    Instance,
    Trapped,
    compile_c,
    compile_wasm,
    find_compiler,
    has_wasmtime,
)
from lazaretto.rules.backends.native.native_code import native_code
from lazaretto.rules.backends.native.print_c import print_c
from lazaretto.rules.backends.native.wasm.encode_program import encode_wasm
from tests.rules.backends.native.flat_evaluator import EvaluatedInstance
from tests.rules.backends.native.random_programs import flat_programs
from tests.soak import TIMES, longer
from tests.unhurried import unhurried

ARGUMENTS = ((0, 0), (1, -1), (2**63 - 1, -(2**63)), (-(2**63), 2**63 - 1), (5, 3))


class Asked:
    """What Python provides; it notes what it is asked."""

    def __init__(self) -> None:
        self.seen: list[int] = []

    def __call__(self, number: int) -> int:
        self.seen.append(number)
        return number ^ len(self.seen)


def outcome(instance: Instance, asked: Asked, name: str) -> list[object]:
    found: list[object] = []
    for arguments in ARGUMENTS:
        try:
            found.append(instance.call(name, *arguments))
        except Trapped:
            found.append("trapped")
    return [*found, asked.seen, bytes(instance.memory)]


def check(program: FlatProgram, instance: Instance, asked: Asked) -> None:
    name = program.exports[-1]
    evaluated = Asked()
    expected = outcome(EvaluatedInstance(program, {"python": evaluated}), evaluated, name)
    assert outcome(instance, asked, name) == expected


@pytest.mark.skipif(not has_wasmtime(), reason="needs wasmtime")
@longer
@given(flat_programs())
@settings(unhurried, max_examples=24 * TIMES)
def test_webassembly_agrees_with_the_evaluator(program: FlatProgram) -> None:
    asked = Asked()
    native = native_code(program, "wasm", compile_wasm(encode_wasm(program)))
    check(program, load_program(native, {"python": asked}), asked)


@pytest.mark.skipif(find_compiler() is None, reason="needs a C compiler")
@longer
@given(flat_programs())
@settings(unhurried, max_examples=6 * TIMES)
def test_c_agrees_with_the_evaluator(program: FlatProgram) -> None:
    asked = Asked()
    native = native_code(program, "cc", compile_c(print_c(program), level=1))
    check(program, load_program(native, {"python": asked}), asked)
