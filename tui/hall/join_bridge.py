"""Passes the protocol of the hall on: for an app on another machine that comes through an SSH daemon."""

import asyncio
import os
from collections.abc import Mapping
from pathlib import Path

from lazaretto.host.server.frames import packed
from lazaretto.host.server.socket_greeting import NameNeededError, Visitor, introduce
from lazaretto.host.wire_version import VERSION
from lazaretto.tui.hall.join_socket import login_key
from lazaretto.tui.hall.typed_lines import TypedLines
from lazaretto.tui.messages import commands as say

PROTOCOL = "protocol"
"""What `lazaretto join HOST` asks an SSH daemon for."""
CHUNK = 65_536
OUTPUT = 1


def asked_for(environ: Mapping[str, str]) -> bool:
    """Whether an app at the other end of the SSH connection wants to draw the screens itself."""
    return environ.get("SSH_ORIGINAL_COMMAND", "").strip() == PROTOCOL


async def pass_on(path: Path, person: str, environ: Mapping[str, str], typed: TypedLines) -> None:
    """Connect to the socket, and pass everything on until one end is gone.

    Raises:
        OSError: the socket cannot be reached, or the server refuses.
        ValueError: it is not a server.
    """
    reader, writer = await asyncio.open_unix_connection(path)
    try:
        visitor = Visitor(VERSION, person=person, key="" if person else login_key(environ))
        try:
            greeting = await introduce(reader, writer, visitor)
        except NameNeededError:
            raise ConnectionError(say.NAME_FIRST()) from None
        await asyncio.to_thread(_put, packed(greeting))
        ways = {asyncio.ensure_future(each) for each in (_out(reader), _in(typed, writer))}
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        for each in ways:
            each.cancel()
        await asyncio.gather(*ways, return_exceptions=True)
    finally:
        writer.close()


async def _out(reader: asyncio.StreamReader) -> None:
    while data := await reader.read(CHUNK):
        await asyncio.to_thread(_put, data)


async def _in(typed: TypedLines, writer: asyncio.StreamWriter) -> None:
    while data := await typed.chunk():
        writer.write(data)
        await writer.drain()


def _put(data: bytes) -> None:
    """Write everything; these are frames for a program, not texts for a terminal."""
    while data:
        data = data[os.write(OUTPUT, data) :]
