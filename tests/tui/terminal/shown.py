"""A terminal in memory, a driver that feeds it, and an app with content to show."""

import re
from typing import Any, ClassVar

import pyte
from rich.segment import Segment
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.driver import Driver
from textual.message import Message
from textual.screen import ModalScreen, Screen
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static

from lazaretto.tui.look.fit_and_wrap_text import Pen
from lazaretto.tui.terminal.terminal_app import TerminalApp
from lazaretto.tui.terminal.typed_input import KeyReader
from tests.pyte_rows import rows

COLOUR = re.compile(r"\x1b\[(?:[\d;]*;)?(?:3\d|4\d|9\d|10\d)(?:;[\d;]*)?m")
"""Any sequence that sets a colour."""

Cell = tuple[str, str, str, bool, bool, bool, bool, bool]


class Terminal:
    """A terminal in memory: what a player would see."""

    def __init__(self, width: int = 80, height: int = 24) -> None:
        self.screen = pyte.Screen(width, height)
        self.screen.reset_mode(pyte.modes.DECAWM)
        self._stream = pyte.Stream(self.screen)

    def feed(self, data: str) -> None:
        self._stream.feed(data)

    def resize(self, width: int, height: int) -> None:
        self.screen.resize(height, width)

    def cells(self) -> list[list[Cell]]:
        return [
            [self._cell(self.screen.buffer[y][x]) for x in range(self.screen.columns)]
            for y in range(self.screen.lines)
        ]

    def text(self) -> str:
        return "\n".join(rows(self.screen))

    @staticmethod
    def _cell(char: pyte.screens.Char) -> Cell:
        return as_seen(
            (
                char.data,
                char.fg,
                char.bg,
                char.bold,
                char.italics,
                char.underscore,
                char.strikethrough,
                char.reverse,
            )
        )


def as_seen(cell: Cell) -> Cell:
    """A cell as one sees it: of a blank without a line or reversed colours, only the background."""
    char, _, back, _, _, *lines = cell
    return cell if char != " " or any(lines) else (" ", "", back, False, False, False, False, False)


class Carrier(Driver):
    """Feeds an app's bytes to a terminal in memory and counts them; keys come from the test."""

    _app: TerminalApp[Any]

    def __init__(self, app: TerminalApp[Any], **options: Any) -> None:
        super().__init__(app, **options)
        self._size = (80, 24)
        self.terminal = Terminal()
        self.keys = KeyReader()
        self.sent: list[str] = []

    def write(self, data: str) -> None:
        self.sent.append(data)
        self.terminal.feed(data)

    def send_message(self, message: Message) -> None:
        self._app.post_message(message)

    def type(self, data: str) -> None:
        for message in self.keys.feed(data):
            self.process_message(message)

    def resize(self, width: int, height: int) -> None:
        self.terminal.resize(width, height)
        self._app.resized(width, height)

    def taken(self) -> str:
        """Return what was sent since the last call."""
        data = "".join(self.sent)
        self.sent.clear()
        return data

    def start_application_mode(self) -> None:
        self._app.resized(80, 24)

    def disable_input(self) -> None:
        pass

    def stop_application_mode(self) -> None:
        pass


class Board(Widget, can_focus=True):
    """Coloured cells with a cursor among them."""

    place = 0
    tint = "blue"

    def render_line(self, y: int) -> Strip:
        assert isinstance(self.app, TerminalApp)
        segments = []
        for x in range(self.size.width):
            back = "cursor" if y == 2 and x == self.place else "land" if (x + y) % 5 else "ground"
            pen = Pen(self.tint if x % 3 else "link", back, bold=x % 7 == 0, underline=x % 11 == 0)
            segments.append(Segment("●" if x % 13 == 0 else "⣿"[: x % 2] or ".", self.app.palette.style(pen)))
        return Strip(segments, self.size.width)


class Question(ModalScreen[None]):
    CSS = """
    Question { align: center middle; background: $background; }
    #q { width: 30; height: 5; border: round $accent; }
    """

    def compose(self) -> ComposeResult:
        yield Static("Really? ✓ Ünï", id="q")


class Show(TerminalApp[None]):
    CSS = "Board { height: 6; } OptionList { height: 6; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f2", "step", priority=True),
        Binding("f3", "tint", priority=True),
        Binding("f4", "ask", priority=True),
        Binding("f5", "answer", priority=True),
        Binding("f6", "same", priority=True),
    ]

    def __init__(self, **options: Any) -> None:
        super().__init__(driver_class=Carrier, **options)

    @property
    def carrier(self) -> Carrier:
        assert isinstance(self._driver, Carrier)
        return self._driver

    def compose(self) -> ComposeResult:
        yield Board()
        yield OptionList("one", "two", "thrée", "four")
        yield Input("text", placeholder="…")
        yield Static("nothing", id="status")

    def on_mount(self) -> None:
        self.query_one(Input).cursor_blink = False

    def action_step(self) -> None:
        board = self.query_one(Board)
        board.place += 1
        board.refresh()

    def action_tint(self) -> None:
        board = self.query_one(Board)
        board.tint = "red"
        board.refresh()

    def action_same(self) -> None:
        self.screen.refresh()
        self.query_one(Board).refresh()

    def action_ask(self) -> None:
        self.push_screen(Question())

    def action_answer(self) -> None:
        self.pop_screen()


class StockShow(Show):
    """The same app with the framework's own output."""

    def _display(self, screen: Screen[Any], renderable: Any) -> None:
        App._display(self, screen, renderable)
