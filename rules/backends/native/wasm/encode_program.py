"""Encodes a flat program as a WebAssembly module, which exports its memory as `memory`."""

from collections.abc import Iterator

from rules.backends.native.flat.program import FlatProgram, FunctionTable
from rules.backends.native.wasm import binary_format as wasm
from rules.backends.native.wasm.encode_function import Numbers, encode_function


def encode_wasm(program: FlatProgram) -> bytes:
    """Return the bytes of a module; imports come from the module `python`."""
    shapes: dict[tuple[int, bool], int] = {}

    def shape(parameters: int, result: bool) -> int:
        return shapes.setdefault((parameters, result), len(shapes))

    imports = [
        wasm.named("python") + wasm.named(name) + wasm.FUNCTION + wasm.number(shape(count, True))
        for name, count in program.imports.items()
    ]
    functions = [*program.functions.values()]
    kinds = [wasm.number(shape(len(each.parameters), each.result)) for each in functions]
    numbers = Numbers(
        {name: number for number, name in enumerate((*program.imports, *program.functions))},
        {name for name, each in program.functions.items() if each.result} | set(program.imports),
        {
            name: (number, shape(table.parameters, True))
            for number, (name, table) in enumerate(program.tables.items())
        },
    )
    code = [encode_function(each, numbers) for each in functions]
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
            wasm.section(wasm.TABLES, wasm.vector(_table(each) for each in program.tables.values())),
            wasm.section(wasm.MEMORIES, wasm.vector([b"\x01" + pages + pages])),
            wasm.section(
                wasm.EXPORTS, wasm.vector([wasm.named("memory") + wasm.MEMORY + wasm.number(0), *exports])
            ),
            wasm.section(wasm.ELEMENTS, wasm.vector(_elements(program, numbers))),
            wasm.section(wasm.CODE, wasm.vector(code)),
            wasm.section(wasm.DATA, wasm.vector(_data(program))),
        )
    )


def _shape(parameters: int, result: bool) -> bytes:
    results = wasm.vector([wasm.I64] if result else [])
    return wasm.FUNCTION_TYPE + wasm.vector([wasm.I64] * parameters) + results


def _table(table: FunctionTable) -> bytes:
    size = wasm.number(len(table.functions))
    return wasm.FUNCREF + b"\x01" + size + size


def _elements(program: FlatProgram, numbers: Numbers) -> Iterator[bytes]:
    """Yield the functions of all tables, each run without a gap on its own."""
    for name, table in program.tables.items():
        start = 0
        for index, function in enumerate((*table.functions, None)):
            if function is None:
                run = [each for each in table.functions[start:index] if each is not None]
                if run:
                    yield (
                        wasm.number(2)
                        + wasm.number(numbers.tables[name][0])
                        + _constant(start)
                        + b"\0"
                        + wasm.vector(wasm.number(numbers.functions[each]) for each in run)
                    )
                start = index + 1


def _data(program: FlatProgram) -> Iterator[bytes]:
    for address, content in program.data:
        yield wasm.number(0) + _constant(address) + wasm.sized(content)


def _constant(value: int) -> bytes:
    return wasm.I32_CONST + wasm.signed(value) + wasm.END
