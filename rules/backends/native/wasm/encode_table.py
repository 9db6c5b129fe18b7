"""Encodes a table of functions as one WebAssembly function, which calls one of them by its index.

WebAssembly has tables too, but wasmtime compiles a second way to call each function in them, for callers that
it does not know. That would be a fifth of all machine code.
"""

from collections.abc import Mapping

from lazaretto.rules.backends.native.flat.program import FunctionTable
from lazaretto.rules.backends.native.wasm import binary_format as wasm


def encode_table(table: FunctionTable, numbers: Mapping[str, int]) -> bytes:
    """Return the entry of a table in the section of code: its first parameter is the index."""
    called = [each for each in table.functions if each is not None]
    labels = {name: number for number, name in enumerate(called)}
    nowhere = len(called)
    targets = [nowhere if each is None else labels[each] for each in table.functions]
    given = b"".join(wasm.GET_LOCAL + wasm.number(each) for each in range(1, table.parameters + 1))
    code = [(wasm.BLOCK + wasm.NOTHING) * (nowhere + 1), wasm.GET_LOCAL + wasm.number(0) + wasm.WRAP]
    code += [wasm.BRANCH_TABLE, wasm.vector(map(wasm.number, targets)), wasm.number(nowhere)]
    for each in called:
        code += [wasm.END, given, wasm.CALL, wasm.number(numbers[each]), wasm.RETURN]
    code += [wasm.END, wasm.UNREACHABLE, wasm.END]
    return wasm.sized(wasm.number(0) + b"".join(code))
