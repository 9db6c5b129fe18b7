"""The hall in plain lines on this machine: without a terminal, or for a screen reader."""

import os

from lazaretto.host.server.hall_protocol import Hall
from lazaretto.tui.hall.line_hall import LineHall
from lazaretto.tui.hall.typed_lines import TypedLines
from lazaretto.tui.look.ascii_fallback import plain
from lazaretto.tui.safe_output import flush_out, write_out
from lazaretto.tui.terminal.terminal_capabilities import plain_letters


async def play_plain(hall: Hall, table: str, typed: TypedLines) -> None:
    """Take lines from standard input until the person leaves or the input ends."""

    ascii_only = plain_letters(os.environ)

    def write(text: str) -> None:
        write_out(plain(text) if ascii_only else text, end="")
        flush_out()

    await LineHall(hall, typed.next, write, code=table).run()
