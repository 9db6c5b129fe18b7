"""Comes to the hall of a server over its socket, also when an SSH daemon started this program."""

import asyncio
from collections.abc import Mapping
from pathlib import Path

from lazaretto.grammar.foreign_files import read_text
from lazaretto.host.server.hall_line import HallLine
from lazaretto.host.server.hall_wire import RemoteHall
from lazaretto.host.server.socket_greeting import NameNeededError, Visitor, come_in
from lazaretto.host.server.table_codes import is_table_code
from lazaretto.host.wire_version import VERSION
from lazaretto.tui.hall.typed_lines import TypedLines
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
