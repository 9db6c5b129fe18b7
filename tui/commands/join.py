"""`lazaretto join`: the app on this machine at the tables of a server, through the usual SSH client."""

import argparse
import asyncio
import os
from contextlib import suppress

from tui.commands.add_parser import Commands, command
from tui.commands.command_error import RefusalError
from tui.messages import commands as say
from tui.safe_output import write_err
from tui.sanitize import clean

LONGEST = 4_096
"""The most bytes of the client's messages that are shown."""
ENDING = 3.0
"""Seconds that the client gets to end after the server has ended the session."""
PORT = 2222
"""The usual port of a server."""


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    parser = command(commands, "join", "lazaretto join games.example.org", run)
    parser.add_argument("host", metavar="[USER@]HOST[:PORT]", help=say.OPTION_HOST())
    parser.add_argument("--table", metavar="CODE", default="", help=say.OPTION_TABLE())
    parser.add_argument("--ssh", metavar="PROGRAM", default="ssh", help=say.OPTION_SSH())


def run(arguments: argparse.Namespace) -> int:
    """Play until the player leaves.

    Raises:
        RefusalError: the server cannot be reached.
    """
    host, port = _address(arguments.host)
    return asyncio.run(_join(arguments.ssh, host, port, arguments.table))


def _address(text: str) -> tuple[str, int]:
    """The host and the port of an address.

    Raises:
        RefusalError: it is none.
    """
    host, colon, port = text.rpartition(":") if text.count(":") == 1 else (text, "", "")
    if not colon:
        host, port = text, str(PORT)
    if not host or host.startswith("-") or not port.isdecimal() or int(port) > 65_535:
        raise RefusalError(say.NO_ADDRESS(typed=text))
    return host, int(port)


async def _join(program: str, host: str, port: int, table: str) -> int:
    from host.server.hall_line import HallLine
    from host.user_settings import from_environment
    from tui.hall.hall_app import HallApp

    try:
        ssh = await asyncio.create_subprocess_exec(
            *(program, "-T", "-p", str(port), host, "protocol"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            start_new_session=False,
        )
    except OSError as error:
        raise RefusalError(say.NO_SSH(program=program, reason=error.strerror or str(error))) from None
    assert ssh.stdin is not None and ssh.stdout is not None and ssh.stderr is not None
    told = asyncio.get_running_loop().create_task(_last_words(ssh.stderr))
    left = False
    try:
        line = HallLine(ssh.stdout, ssh.stdin)
        try:
            hall = await line.open()
        except (ConnectionError, ValueError) as error:
            raise RefusalError(say.NOT_REACHED(host=host, reason=str(error))) from None
        app = HallApp(hall, code=table, forced=from_environment(os.environ), environ=os.environ)
        running = asyncio.get_running_loop().create_task(app.run_async())
        ended = asyncio.get_running_loop().create_task(line.ended.wait())
        await asyncio.wait({running, ended}, return_when=asyncio.FIRST_COMPLETED)
        if not running.done():
            app.exit()
            await running
        else:
            left = True
        ended.cancel()
    finally:
        ssh.stdin.close()
        try:
            async with asyncio.timeout(0 if left else ENDING):
                await ssh.wait()
        except TimeoutError:
            with suppress(ProcessLookupError):
                ssh.terminate()
            await ssh.wait()
        words = await told
        if words:
            write_err(words)
    if not left and not words:
        write_err(f"lazaretto: {say.LINK_LOST(host=host)}")
    return 0 if left else 1


async def _last_words(errors: asyncio.StreamReader) -> str:
    """What the client and the server say besides the game, to be shown when no screen is in the way."""
    words = b""
    while part := await errors.read(LONGEST):
        words = (words + part)[-LONGEST:]
    return clean(words.decode("utf-8", "replace")).strip()
