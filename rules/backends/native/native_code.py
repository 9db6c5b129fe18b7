"""Holds a program that is compiled, ready to be loaded or cached."""

import json
from collections.abc import Mapping
from typing import Literal

from lazaretto.grammar.node_dataclass import value
from lazaretto.rules.backends.native.flat.program import FlatProgram

Lane = Literal["wasm", "cc"]
"""The ways to run flat code: WebAssembly, or C and the system's compiler."""


@value
class NativeCode:
    """Compiled code, and what has to be known to load it."""

    lane: Lane
    code: bytes
    memory: int
    exports: Mapping[str, tuple[int, bool]]
    """The functions that Python calls: how many parameters they have, and whether they have a result."""
    imports: Mapping[str, int]
    """The functions that Python provides, with the number of their parameters."""
    data: tuple[tuple[int, bytes], ...]
    """What has to be written into memory; empty if the code does so itself."""
    notes: str = ""
    """Whatever else its maker wants to know when the program comes from the cache."""


def native_code(program: FlatProgram, lane: Lane, code: bytes, notes: str = "") -> NativeCode:
    """Put compiled code together with what its program says."""
    functions = [program.functions[name] for name in program.exports]
    exports = {each.name: (len(each.parameters), each.result) for each in functions}
    data = program.data if lane == "cc" else ()
    return NativeCode(lane, code, program.memory, exports, dict(program.imports), data, notes)


def to_bytes(native: NativeCode) -> bytes:
    """Return compiled code as bytes."""
    head = {
        "lane": native.lane,
        "memory": native.memory,
        "exports": dict(native.exports),
        "imports": dict(native.imports),
        "notes": native.notes,
        "data": [[address, len(each)] for address, each in native.data],
    }
    parts = (each for _, each in native.data)
    return b"".join((json.dumps(head).encode(), b"\n", *parts, native.code))


def from_bytes(whole: bytes) -> NativeCode:
    """Return compiled code from what `to_bytes` has returned."""
    end = whole.index(b"\n")
    head = json.loads(whole[:end])
    start = end + 1
    data = []
    for address, size in head["data"]:
        data.append((address, whole[start : start + size]))
        start += size
    exports = {name: (count, result) for name, (count, result) in head["exports"].items()}
    return NativeCode(
        lane=head["lane"],
        code=whole[start:],
        memory=head["memory"],
        exports=exports,
        imports=head["imports"],
        data=tuple(data),
        notes=head["notes"],
    )
