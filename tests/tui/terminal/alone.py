"""Runs a small app as a separate process, and writes how it ended to the given file.

If the app has changed what its process shares, that stands there, too.
"""

import asyncio
import sys
from pathlib import Path

from textual.app import ComposeResult
from textual.events import Resize
from textual.widgets import Static

from lazaretto.tui.terminal.terminal_app import TerminalApp
from tests.process_state import changed, process_state


class Alone(TerminalApp[None]):
    heard = 0
    width = 0
    over = ""

    def compose(self) -> ComposeResult:
        yield Static("ready 0")

    def on_mount(self) -> None:
        self.name_window("alone")

    def on_resize(self, event: Resize) -> None:
        self.width = event.size.width
        self.show()

    def key_b(self) -> None:
        raise ValueError("a mistake")

    def key_x(self) -> None:
        self.heard += 1
        self.show()

    def key_y(self) -> None:
        self.over = " over"
        self.show()

    def key_escape(self) -> None:
        self.exit()

    def show(self) -> None:
        self.query_one(Static).update(f"heard {self.heard} width {self.width}{self.over}")


async def run(app: Alone) -> str:
    before = process_state()
    await app.run_async()
    left = changed(before, process_state())
    return f"{app.return_code} {app.hung_up} {app.failure}{left or ''}"


def main(words: list[str]) -> int:
    """Run the app; the only word is the name of the file."""
    Path(words[0]).write_text(asyncio.run(run(Alone())), encoding="utf-8")
    return 0


if __name__ == "__main__":
    main(sys.argv[1:])
