"""A small app to serve: it shows what was typed, its size and its colours, and fails on demand."""

from random import Random
from string import ascii_letters
from typing import Any

from textual import events
from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import Static

from lazaretto.serve.accounts import Person
from lazaretto.serve.hall_play import LineChannel
from lazaretto.serve.server_state import LineMode
from lazaretto.serve.terminal import Terminal
from lazaretto.tui.terminal.survive_handler_errors import Contained
from lazaretto.tui.terminal.terminal_app import TerminalApp

FAILS = "ctrl+f"
NOISE = "w"
"""Makes the app send many large frames."""
FRAMES = 60


class SmallScreen(Contained, Screen[None]):
    def compose(self) -> ComposeResult:
        yield Static("", id="who")
        yield Static("", id="typed")
        yield Static("red", id="red")
        yield Static("", id="size")
        yield Static("", id="noise", markup=False)

    def on_mount(self) -> None:
        app = self.app
        assert isinstance(app, SmallApp)
        wish = f" to {app.terminal.wish}" if app.terminal.wish else ""
        self.query_one("#who", Static).update(f"hello {app.person.name}{wish}")
        self.query_one("#red", Static).styles.color = "#fe0101"

    def on_resize(self, event: events.Resize) -> None:
        self.query_one("#size", Static).update(f"size {event.size.width} by {event.size.height}")

    def on_key(self, event: events.Key) -> None:
        app = self.app
        assert isinstance(app, SmallApp)
        app.keys += 1
        app.typed += event.character or f"<{event.key}>"
        if event.key == FAILS:
            raise ValueError("what only the operator may read")
        if event.key == NOISE:
            self.change()
        if event.key == "q":
            app.exit()
        self.query_one("#typed", Static).update(f"{app.keys} typed {app.typed[-40:]}")

    def change(self) -> None:
        """Show something else everywhere."""
        app = self.app
        assert isinstance(app, SmallApp)
        app.frames += 1
        noise = Random(app.frames).choices(ascii_letters, k=self.size.width * (self.size.height - 5))
        self.query_one("#noise", Static).update("".join(noise))
        if app.frames < FRAMES:
            self.set_timer(0.01, self.change)


class SmallApp(TerminalApp[None]):
    def __init__(self, person: Person, terminal: Terminal) -> None:
        super().__init__(depth=terminal.depth, ascii_only=terminal.ascii_only)
        self.person = person
        self.terminal = terminal
        self.keys = 0
        self.typed = ""
        self.frames = 0

    def get_default_screen(self) -> Screen[Any]:
        return SmallScreen()


class SmallLines:
    def __init__(self, person: Person) -> None:
        self._person = person

    async def run(self, line: LineChannel) -> int:
        line.write(f"hello {self._person.name}\n")
        while typed := await line.readline():
            if typed.strip() == "fail":
                raise ValueError("what only the operator may read")
            line.write(f"read {typed.strip()!r}\n")
            await line.drain()
        line.write("goodbye\n")
        return 0


def small(person: Person, terminal: Terminal) -> TerminalApp[Any] | LineMode:
    """Make the app, or its line mode."""
    return SmallApp(person, terminal) if terminal.full_screen else SmallLines(person)
