"""`lazaretto join`: the app on this machine at the tables of a server.

It reaches the server through the usual SSH client, or over a socket of the same machine.
"""

import argparse
import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from lazaretto.tui.command_line.command_parser import Commands, RefusalError, UsageError, command
from lazaretto.tui.messages import commands as say
from lazaretto.tui.safe_output import clean, write_err

if TYPE_CHECKING:
    import asyncio

    from lazaretto.host.server.hall_line import HallLine
    from lazaretto.host.server.hall_wire import RemoteHall
    from lazaretto.tui.hall.line_hall import TypedLines

LONGEST = 4_096
"""The most bytes of the client's messages that are shown."""
ENDING = 3.0
"""Seconds that the client gets to end after the server has ended the session."""
PORT = 2222
"""The usual port of a server."""


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    parser = command(commands, "join", "lazaretto join games.example.org", run)
    parser.add_argument("host", metavar="[USER@]HOST[:PORT]", nargs="?", help=say.OPTION_HOST())
    parser.add_argument("--table", metavar="CODE", default="", help=say.OPTION_TABLE())
    parser.add_argument("--ssh", metavar="PROGRAM", default="ssh", help=say.OPTION_SSH())
    parser.add_argument("--socket", metavar="FILE", type=Path, help=say.OPTION_JOIN_SOCKET())
    parser.add_argument("--person", metavar="PERSON", default="", help=say.OPTION_PERSON())
    parser.add_argument("--plain", action="store_true", help=say.PLAIN())


def run(arguments: argparse.Namespace) -> int:
    """Play until the player leaves.

    Raises:
        RefusalError: the server cannot be reached.
    """
    import asyncio

    if (arguments.host is None) == (arguments.socket is None):
        raise UsageError(say.HOST_OR_SOCKET())
    if arguments.socket is None:
        host, port = _address(arguments.host)
        return asyncio.run(_through_ssh(arguments, host, port))
    return asyncio.run(_through_socket(arguments))


def _address(text: str) -> tuple[str, int]:
    """The host and the port of an address.

    Raises:
        UsageError: it is none.
    """
    host, colon, port = text.rpartition(":") if text.count(":") == 1 else (text, "", "")
    if not colon:
        host, port = text, str(PORT)
    if not host or host.startswith("-") or not port.isdecimal() or int(port) > 65_535:
        raise UsageError(say.NO_ADDRESS(typed=text))
    return host, int(port)


async def _through_ssh(arguments: argparse.Namespace, host: str, port: int) -> int:
    import asyncio

    from lazaretto.host.server.hall_line import HallLine
    from lazaretto.tui.hall.line_hall import TypedLines

    program = arguments.ssh
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
    task = asyncio.get_running_loop().create_task(_last_words(ssh.stderr))
    where = host if port == PORT else f"{host}:{port}"
    status, reason = 1, ""
    try:
        line = HallLine(ssh.stdout, ssh.stdin)
        try:
            hall = await line.open()
        except (ConnectionError, ValueError) as error:
            reason = str(error)
        else:
            status = await _play(line, hall, arguments, TypedLines())
    finally:
        ssh.stdin.close()
        try:
            async with asyncio.timeout(ENDING if status else 0):
                await ssh.wait()
        except TimeoutError:
            with suppress(ProcessLookupError):
                ssh.terminate()
            await ssh.wait()
        words = await task
        if words and not reason:
            write_err(words)
    if reason:
        raise RefusalError(say.NOT_REACHED(host=where, reason=words or reason))
    return status if words else _ended(status, where)


async def _last_words(errors: "asyncio.StreamReader") -> str:
    """What the client and the server say besides the game, to be shown when no screen is in the way."""
    words = b""
    while part := await errors.read(LONGEST):
        words = (words + part)[-LONGEST:]
    return clean(words.decode("utf-8", "replace").replace("\r\n", "\n")).strip()


def _ended(status: int, host: str) -> int:
    """Say that the connection has ended, unless the player has left."""
    if status:
        write_err(f"lazaretto: {say.LINK_LOST(host=host)}")
    return status


async def _through_socket(arguments: argparse.Namespace) -> int:
    from lazaretto.tui.hall.join_socket import asked_for, asked_table, met, pass_on
    from lazaretto.tui.hall.line_hall import TypedLines

    path, typed = arguments.socket, TypedLines()
    try:
        if asked_for(os.environ):
            await pass_on(path, arguments.person, os.environ, typed)
            return 0
        line, hall, writer = await met(path, arguments.person, os.environ, typed)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise RefusalError(say.NOT_REACHED(host=path, reason=reason)) from None
    arguments.table = arguments.table or asked_table(os.environ)
    try:
        return _ended(await _play(line, hall, arguments, typed), str(path))
    finally:
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()


async def _play(
    line: "HallLine", hall: "RemoteHall", arguments: argparse.Namespace, typed: "TypedLines"
) -> int:
    """Show the hall until the player leaves, or the connection ends."""
    import asyncio

    from lazaretto.host.settings.user_settings import from_environment
    from lazaretto.tui.commands.play import has_screen
    from lazaretto.tui.hall.hall_app import HallApp
    from lazaretto.tui.hall.join_socket import play_plain

    loop = asyncio.get_running_loop()
    app: HallApp | None = None
    if arguments.plain or not has_screen():
        running = loop.create_task(play_plain(hall, arguments.table, typed))
    else:
        app = HallApp(hall, code=arguments.table, forced=from_environment(os.environ), environ=os.environ)
        running = loop.create_task(app.run_async())
    ended = loop.create_task(line.ended.wait())
    await asyncio.wait({running, ended}, return_when=asyncio.FIRST_COMPLETED)
    if running.done() or hall.left:  # the server may hang up before the screen is put away
        ended.cancel()
        await running
        return 0
    if app is not None:
        app.exit()
        await running
    else:
        running.cancel()
    return 1
