"""Knows the bytes of WebAssembly's binary format: numbers, sections, instructions."""

from collections.abc import Iterable, Mapping
from functools import cache

from lazaretto.rules.backends.native.flat.nodes import BinaryWord, Width

HEADER = b"\0asm\x01\0\0\0"
PAGE = 65536

TYPES, IMPORTS, FUNCTIONS, MEMORIES, EXPORTS, CODE, DATA = 1, 2, 3, 5, 7, 10, 11
"""The numbers of the sections."""

FUNCTION, MEMORY = b"\x00", b"\x02"
"""The kinds of what is imported and exported."""

I32, I64, NOTHING, FUNCTION_TYPE = b"\x7f", b"\x7e", b"\x40", b"\x60"

UNREACHABLE, BLOCK, LOOP, IF, ELSE, END = b"\x00", b"\x02", b"\x03", b"\x04", b"\x05", b"\x0b"
BRANCH, BRANCH_IF, BRANCH_TABLE, RETURN, CALL = b"\x0c", b"\x0d", b"\x0e", b"\x0f", b"\x10"
DROP, SELECT, GET_LOCAL, SET_LOCAL = b"\x1a", b"\x1b", b"\x20", b"\x21"
I32_CONST, I64_CONST = b"\x41", b"\x42"
I32_IS_ZERO, I64_IS_ZERO, I64_NOT_EQUAL = b"\x45", b"\x50", b"\x52"
I32_ADD, I32_SUBTRACT, I32_AND, I32_OR, I32_SHIFT_LEFT = b"\x6a", b"\x6b", b"\x71", b"\x72", b"\x74"
WRAP, EXTEND = b"\xa7", b"\xad"
"""Makes 32 bits of 64, and 64 of 32 that are not signed."""

MEMORY_COPY, MEMORY_FILL = b"\xfc\x0a\0\0", b"\xfc\x0b\0"

BINARY: Mapping[BinaryWord, bytes] = {
    "+": b"\x7c",
    "-": b"\x7d",
    "*": b"\x7e",
    "/s": b"\x7f",
    "/u": b"\x80",
    "%s": b"\x81",
    "%u": b"\x82",
    "&": b"\x83",
    "|": b"\x84",
    "^": b"\x85",
    "<<": b"\x86",
    ">>s": b"\x87",
    ">>u": b"\x88",
    "==": b"\x51",
    "!=": b"\x52",
    "<s": b"\x53",
    "<u": b"\x54",
    ">s": b"\x55",
    ">u": b"\x56",
    "<=s": b"\x57",
    "<=u": b"\x58",
    ">=s": b"\x59",
    ">=u": b"\x5a",
}
"""What each operation is on 64 bits; a comparison gives 32 bits."""

_LOAD: Mapping[Width, bytes] = {
    "i64": b"\x29",
    "i8": b"\x30",
    "u8": b"\x31",
    "i16": b"\x32",
    "u16": b"\x33",
    "i32": b"\x34",
    "u32": b"\x35",
}
_LOAD_SHORT: Mapping[Width, bytes] = {
    "i8": b"\x2c",
    "u8": b"\x2d",
    "i16": b"\x2e",
    "u16": b"\x2f",
    "i32": b"\x28",
    "u32": b"\x28",
    "i64": b"\x28",
}
_STORE: Mapping[Width, bytes] = {
    "i64": b"\x37",
    "i8": b"\x3c",
    "u8": b"\x3c",
    "i16": b"\x3d",
    "u16": b"\x3d",
    "i32": b"\x3e",
    "u32": b"\x3e",
}


@cache
def number(value: int) -> bytes:
    """Encode a number that is not negative."""
    found = bytearray()
    while value > 127:
        found.append(value & 127 | 128)
        value >>= 7
    found.append(value)
    return bytes(found)


@cache
def signed(value: int) -> bytes:
    """Encode a number that may be negative."""
    found = bytearray()
    while not -64 <= value < 64:
        found.append(value & 127 | 128)
        value >>= 7
    found.append(value & 127)
    return bytes(found)


@cache
def constant(value: int) -> bytes:
    """Encode the instruction that gives a constant of 64 bits."""
    return I64_CONST + signed(value)


@cache
def load(width: Width, offset: int) -> bytes:
    """Encode a load that gives 64 bits, from an address that may have any alignment."""
    return _LOAD[width] + b"\0" + number(offset)


@cache
def load_short(width: Width, offset: int) -> bytes:
    """Encode a load that gives the lower 32 bits."""
    return _LOAD_SHORT[width] + b"\0" + number(offset)


@cache
def store(width: Width, offset: int) -> bytes:
    """Encode a store of 64 bits, to an address that may have any alignment."""
    return _STORE[width] + b"\0" + number(offset)


def vector(parts: Iterable[bytes]) -> bytes:
    """Encode parts with their count."""
    listed = list(parts)
    return number(len(listed)) + b"".join(listed)


def sized(content: bytes) -> bytes:
    """Encode bytes with their count."""
    return number(len(content)) + content


def named(name: str) -> bytes:
    """Encode a name."""
    return sized(name.encode())


def section(kind: int, content: bytes) -> bytes:
    """Encode a section."""
    return number(kind) + sized(content)
