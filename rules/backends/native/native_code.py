"""Holds a game in native code: what Python knows of it, its machine code, and the cache of that.

A `NativeGame` is flat code and what its numbers mean; `NativeCode` is the same program compiled for a lane.
"""

import json
import sysconfig
from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from typing import Literal

from lazaretto.grammar.cache_dir import open_cached, write_cached
from lazaretto.grammar.node_dataclass import value
from lazaretto.rules.backends.native.flat.nodes import FlatProgram
from lazaretto.rules.backends.native.layout import Layout
from lazaretto.rules.backends.native.shapes import GameShapes, Meaning
from lazaretto.rules.lower.ir import Ref

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
    exports = {function.name: (len(function.parameters), function.result) for function in functions}
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


_DIGEST = sha256().digest_size


def is_kept(mark: str, lane: Lane) -> bool:
    """Whether there is machine code in the cache."""
    file = open_cached(_name(mark, lane))
    if file is not None:
        file.close()
    return file is not None


def find(mark: str, lane: Lane) -> NativeCode | None:
    """Return machine code from the cache."""
    file = open_cached(_name(mark, lane))
    if file is None:
        return None
    with file:
        whole = file.read()
    if sha256(whole[_DIGEST:]).digest() != whole[:_DIGEST]:
        return None
    return from_bytes(whole[_DIGEST:])


def keep(mark: str, native: NativeCode) -> None:
    """Cache machine code; a full or read-only disk is not an error."""
    whole = to_bytes(native)
    write_cached(_name(mark, native.lane), sha256(whole).digest() + whole)


def _name(mark: str, lane: Lane) -> str:
    return f"{mark}-{sysconfig.get_platform()}.{lane}"


_NO_CODE = FlatProgram({}, {}, (), {}, (), 0)


@value
class NativeGame:
    """A game in flat code, and what Python must know to use it."""

    program: FlatProgram
    layout: Layout
    places: tuple[str, ...]
    """The source positions that faults name."""
    shapes: GameShapes
    names: tuple[str, ...]
    """The names that faults mention."""
    settings: tuple[object, ...]
    """The rules that set values."""
    results: Mapping[str, Meaning]
    """What the functions of the rules return."""

    @property
    def mark(self) -> str:
        """A hash that tells whether code fits this description of the game."""
        whole = (self.layout, self.places, self.shapes, self.names, self.settings)
        return sha256(repr(whole).encode()).hexdigest()

    def without_code(self) -> "NativeGame":
        """Return what is needed to run the game once its code is compiled."""
        return replace(self, program=_NO_CODE)


def function_name(ref: Ref) -> str:
    """Return the name of a lowered function: `value_12`, `open_3_2`."""
    step = f"_{ref.step}" if ref.step else ""
    return f"{ref.role.value}_{ref.number}{step}"
