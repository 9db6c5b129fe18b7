"""Encodes a flat program as a WebAssembly module, which exports its memory as `memory`."""

from collections.abc import Iterator

from lazaretto.rules.backends.native.flat.program import FlatProgram
from lazaretto.rules.backends.native.wasm import binary_format as wasm
from lazaretto.rules.backends.native.wasm.encode_function import Numbers, encode_function
from lazaretto.rules.backends.native.wasm.encode_table import encode_table

MOST_CELLS = 40_000_000
"""The most variables times branches, summed over all functions: wasmtime takes four bytes for each, and may
compile all functions at the same time. The largest known game has fewer than a million."""


class LongRuleError(Exception):
    """Compiling the module would take too much memory."""


def encode_wasm(program: FlatProgram) -> bytes:
    """Return the bytes of a module; imports come from the module `python`.

    Raises:
        LongRuleError: if a rule is too long.
    """
    shapes: dict[tuple[int, bool], int] = {}

    def shape(parameters: int, result: bool) -> int:
        return shapes.setdefault((parameters, result), len(shapes))

    imports = [
        wasm.named("python") + wasm.named(name) + wasm.FUNCTION + wasm.number(shape(count, True))
        for name, count in program.imports.items()
    ]
    functions, tables = program.functions.values(), program.tables.values()
    kinds = [wasm.number(shape(len(each.parameters), each.result)) for each in functions]
    kinds += [wasm.number(shape(1 + each.parameters, True)) for each in tables]
    names = (*program.imports, *program.functions)
    numbers = Numbers(
        {name: number for number, name in enumerate(names)},
        {name for name, each in program.functions.items() if each.result} | set(program.imports),
        {name: number for number, name in enumerate(program.tables, len(names))},
    )
    encoded = [encode_function(each, numbers) for each in functions]
    if sum(each.cells for each in encoded) > MOST_CELLS:
        raise LongRuleError
    code = [each.entry for each in encoded]
    code += [encode_table(each, numbers.functions) for each in tables]
    exports = [
        wasm.named(name) + wasm.FUNCTION + wasm.number(numbers.functions[name]) for name in program.exports
    ]
    pages = wasm.number(-(-program.memory // wasm.PAGE))
    return b"".join(
        (
            wasm.HEADER,
            wasm.section(wasm.TYPES, wasm.vector(_shape(*each) for each in shapes)),
            wasm.section(wasm.IMPORTS, wasm.vector(imports)),
            wasm.section(wasm.FUNCTIONS, wasm.vector(kinds)),
            wasm.section(wasm.MEMORIES, wasm.vector([b"\x01" + pages + pages])),
            wasm.section(
                wasm.EXPORTS, wasm.vector([wasm.named("memory") + wasm.MEMORY + wasm.number(0), *exports])
            ),
            wasm.section(wasm.CODE, wasm.vector(code)),
            wasm.section(wasm.DATA, wasm.vector(_data(program))),
        )
    )


def _shape(parameters: int, result: bool) -> bytes:
    results = wasm.vector([wasm.I64] if result else [])
    return wasm.FUNCTION_TYPE + wasm.vector([wasm.I64] * parameters) + results


def _data(program: FlatProgram) -> Iterator[bytes]:
    for address, content in program.data:
        yield wasm.number(0) + _constant(address) + wasm.sized(content)


def _constant(value: int) -> bytes:
    return wasm.I32_CONST + wasm.signed(value) + wasm.END
