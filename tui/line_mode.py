"""Plays line by line on standard input and output: for screen readers, pipes and slow lines."""

import asyncio
from dataclasses import dataclass, field
from typing import TextIO

from host import Sitting
from tui.line_table import LineTable, Taken
from tui.parse_answer import Asked
from tui.safe_output import SafeStream

LONGEST_LINE = 2_000
"""The most characters of a line that is read; no answer is nearly as long."""


@dataclass(slots=True)
class Plain:
    """One game at one keyboard."""

    sitting: Sitting
    runner: asyncio.Runner
    """Runs what the seats are asked for; between that, the keyboard is read without it."""
    lines: TextIO
    out: TextIO
    table: LineTable = field(init=False)

    def __post_init__(self) -> None:
        self.table = LineTable(self.sitting, self._put)

    def play(self) -> int:
        """Ask and answer until the game is over or the player leaves.

        Raises:
            RuleError: a rule is wrong; a bot cannot go on.
        """
        self.table.begin()
        while (asked := self.table.asked()) is not None:
            self.table.ask(asked)
            if not self._answer(asked):
                self.runner.run(self.table.leave())
                self.out.flush()
                return 0
        self.table.end()
        self.out.flush()
        return 0

    def _put(self, text: str) -> None:
        SafeStream(self.out).write(text)

    def _answer(self, asked: Asked) -> bool:
        """Read lines until one is a choice; False when the player leaves."""
        while True:
            self._put("> ")
            self.out.flush()
            line = read_line(self.lines)
            if not line:
                self._put("\n")
                return False
            if not self.lines.isatty():
                self._put(f"{line.rstrip()}\n")
            text = line.strip()
            taken = self.runner.run(self.table.take(asked, text)) if text else Taken.AGAIN
            if taken is not Taken.AGAIN:
                return taken is Taken.DONE


def read_line(lines: TextIO) -> str:
    """Read a line; of one that is too long, only the beginning counts."""
    line = part = lines.readline(LONGEST_LINE)
    while len(part) == LONGEST_LINE and not part.endswith("\n"):
        part = lines.readline(LONGEST_LINE)
    return line
