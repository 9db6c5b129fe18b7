"""Comes to the hall of a server over its socket, also when an SSH daemon started this program.

The hall is shown full-screen or in plain lines, or its protocol is passed on to an app on another machine.
"""

import asyncio
import os
from collections.abc import Mapping
from pathlib import Path

from lazaretto.grammar.read_untrusted_files import read_text
from lazaretto.host.server.hall_line import HallLine, NameNeededError, Visitor, come_in, introduce
from lazaretto.host.server.hall_protocol import Hall
from lazaretto.host.server.hall_wire import RemoteHall
from lazaretto.host.server.tables.table_codes import is_table_code
from lazaretto.host.wire.codec import VERSION
from lazaretto.host.wire.frames import packed
from lazaretto.tui.hall.line_hall import LineHall, TypedLines
from lazaretto.tui.messages import commands as say
from lazaretto.tui.safe_output import flush_out, write_out
from lazaretto.tui.shared_texts import sentence

TRIES = 10
"""So many names may be refused."""
LONGEST = 64 * 1024
"""The maximum length of what the SSH daemon says about the login, in characters."""


async def met(
    path: Path, person: str, environ: Mapping[str, str], typed: TypedLines
) -> tuple[HallLine, RemoteHall, asyncio.StreamWriter]:
    """Connect, and say who is here; a new person is asked for a name.

    Raises:
        OSError: the socket cannot be reached, or the server refuses.
        ValueError: the server speaks another version.
    """
    key, answer = "" if person else login_key(environ), ""
    for _ in range(TRIES):
        reader, writer = await asyncio.open_unix_connection(path)
        try:
            visitor = Visitor(VERSION, person=person, key=key, answer=answer)
            return *await come_in(reader, writer, visitor), writer
        except NameNeededError as error:
            writer.close()
            answer = await _asked(str(error), typed)
            if not answer:
                break
        except BaseException:
            writer.close()
            raise
    raise ConnectionError(say.NO_NAME_GIVEN())


def login_key(environ: Mapping[str, str]) -> str:
    """The public key of the login that started this program; empty if the SSH daemon does not say it.

    OpenSSH writes it to the file `SSH_USER_AUTH` if its setting `ExposeAuthInfo` is on.
    """
    try:
        lines = read_text(Path(environ.get("SSH_USER_AUTH", "")), LONGEST, errors="replace").splitlines()
    except OSError:
        return ""
    keys = (line.removeprefix("publickey ") for line in lines if line.startswith("publickey "))
    return next(keys, "").strip()


def asked_table(environ: Mapping[str, str]) -> str:
    """The table that somebody asked for behind the host name: `ssh games@HOST BCD-234`."""
    wanted = environ.get("SSH_ORIGINAL_COMMAND", "").strip().upper()
    return wanted if is_table_code(wanted) else ""


async def _asked(why: str, typed: TypedLines) -> str:
    """A name, or a code; empty if the person leaves."""
    write_out(sentence(why))
    write_out(say.YOUR_NAME(), end=" ")
    flush_out()
    return (await typed.next()).strip()


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
        ways = {asyncio.ensure_future(coroutine) for coroutine in (_out(reader), _in(typed, writer))}
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        for way in ways:
            way.cancel()
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


async def play_plain(hall: Hall, table: str, typed: TypedLines) -> None:
    """Take lines from standard input until the person leaves or the input ends."""

    def write(text: str) -> None:
        write_out(text, end="")
        flush_out()

    await LineHall(hall, typed.next, write, code=table).run()
