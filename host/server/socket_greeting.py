"""What a client says first on the socket of a server: who sits in front of it."""

import asyncio
from dataclasses import dataclass
from typing import Annotated

from lazaretto.host.bounds import LongText, Number, PersonName, ShortText, check
from lazaretto.host.codec import decode, encode
from lazaretto.host.server import hall_messages as say
from lazaretto.host.server.frames import Frame, Kind, packed, read_frame
from lazaretto.host.server.hall_line import HallLine
from lazaretto.host.server.hall_wire import RemoteHall
from lazaretto.host.wire_server import ERRORS, Answer
from lazaretto.host.wire_version import HIGHEST, first_message

LONGEST = 16 * 1024
"""The maximum length of the first frame in bytes."""


class NameNeededError(Exception):
    """The server does not know this person yet and asks for a name; the message says why."""


ERRORS[NameNeededError.__name__] = NameNeededError


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who wants to come in; nothing but the version: the owner of the process at this end."""

    version: Annotated[int, Number(0, HIGHEST)]
    person: PersonName = ""
    """The name that the operator gave this person."""
    key: LongText = ""
    """The public key with which this person has logged in elsewhere, as a line of `authorized_keys`."""
    answer: ShortText = ""
    """What a new person typed: a name, or `code` and a one-time code."""


async def read_visitor(reader: asyncio.StreamReader) -> Visitor:
    """Read the first frame of a client.

    Raises:
        ValueError: it is something else, or of another version.
    """
    frame = await read_frame(reader, LONGEST)
    if frame is None or frame.kind is not Kind.GREETING:
        raise ValueError(say.SILENT())
    found: Visitor = first_message(frame.content, Visitor, say.OTHER_CLIENT)
    check(found, Visitor)
    return found


def refusal(error: Exception) -> bytes:
    """The frame that tells a client why it may not come in."""
    answer = Answer(error=type(error).__name__, message=str(error))
    return packed(Frame(Kind.ANSWER, encode(answer, Answer)))


async def introduce(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, visitor: Visitor) -> Frame:
    """Say who is there, and wait for the greeting of the hall.

    Raises:
        NameNeededError: the server asks for a name.
        ConnectionError: it refuses, or is gone.
        ValueError: it is not a server.
    """
    writer.write(packed(Frame(Kind.GREETING, encode(visitor, Visitor))))
    frame = await read_frame(reader)
    if frame is None:
        raise ConnectionError(say.SILENT())
    if frame.kind is Kind.ANSWER:
        answer: Answer = decode(frame.content, Answer)
        if answer.error == NameNeededError.__name__:
            raise NameNeededError(answer.message)
        raise ConnectionError(answer.message)
    return frame


async def come_in(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, visitor: Visitor
) -> tuple[HallLine, RemoteHall]:
    """Say who is there, and come into the hall; raises as `introduce` does, or if the versions differ."""
    greeting = await introduce(reader, writer, visitor)
    line = HallLine(reader, writer)
    return line, line.begin(greeting)
