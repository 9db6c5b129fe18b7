"""Frames of messages on a stream: a length, a kind, the number of a call, and the content.

The hall, its workrooms and its clients speak in them.
"""

import asyncio
from dataclasses import dataclass
from enum import Enum
from struct import Struct

HEAD = Struct(">IcI")
LONGEST = 16 * 1024 * 1024
"""The maximum length of a frame in bytes: all texts of the largest scenario fit in."""


class Kind(Enum):
    """What a frame holds."""

    GREETING = b"G"
    CALL = b"C"
    """A call that waits for an answer."""
    SEND = b"S"
    """A call that needs no answer."""
    ANSWER = b"A"
    EVENT = b"E"
    """An update for a seat."""
    NEWS = b"N"
    """What has changed in the hall or at a table."""
    APPEND = b"P"
    """A change of a record that is to be stored."""
    BEAT = b"B"
    """Asks a process whether it still answers; its answer says how long it has worked on each call."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One message."""

    kind: Kind
    content: bytes
    number: int = 0
    """Which call this is, or which one it answers."""


def packed(frame: Frame) -> bytes:
    """The bytes of a frame."""
    return HEAD.pack(len(frame.content), frame.kind.value, frame.number) + frame.content


async def read_frame(reader: asyncio.StreamReader, longest: int = LONGEST) -> Frame | None:
    """Read the next frame of at most so many bytes; None at the end of the connection.

    Raises:
        ValueError: it is not a frame, or too long.
    """
    try:
        length, kind, number = HEAD.unpack(await reader.readexactly(HEAD.size))
        if length > longest:
            raise ValueError(length)
        return Frame(Kind(kind), await reader.readexactly(length), number)
    except (asyncio.IncompleteReadError, ConnectionError):
        return None
