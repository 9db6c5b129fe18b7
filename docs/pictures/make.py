"""Makes the pictures of the screens: python docs/pictures/make.py [FOLDER]

The app runs without a terminal, sits down to games that bots have begun, and what its cells show is written
as SVG. Lines, blocks, dots and the signs of pieces are drawn, so that a browser needs no font for them.
"""

import asyncio
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from datetime import datetime
from html import escape
from itertools import groupby
from pathlib import Path

HERE = Path(__file__).resolve().parent
HOUSE = HERE.parents[1]
sys.path.insert(0, str(HOUSE))

from rich.style import Style  # noqa: E402
from textual.pilot import Pilot  # noqa: E402

from lazaretto.host import Store  # noqa: E402
from lazaretto.host.lobby.local_lobby import LocalLobby  # noqa: E402
from lazaretto.host.server import server_hall  # noqa: E402
from lazaretto.host.server.hall_views import TableOrder  # noqa: E402
from lazaretto.host.server.server_hall import ServerHall  # noqa: E402
from lazaretto.host.server.store.sqlite_store import SqliteStore  # noqa: E402
from lazaretto.host.server.store.store_rows import NewKey  # noqa: E402
from lazaretto.host.settings.user_settings import Settings  # noqa: E402
from lazaretto.host.table.seat_client import sit_down  # noqa: E402
from lazaretto.lab.playing.bots import COMPANIONS, KeenBot  # noqa: E402
from lazaretto.rules import PickOne, View, load  # noqa: E402
from lazaretto.tui.app import Lazaretto  # noqa: E402
from lazaretto.tui.base_app import GameApp  # noqa: E402
from lazaretto.tui.hall.hall_app import HallApp  # noqa: E402

WIDE, HIGH = 8, 17
"""Pixels of a cell."""

FONT = "ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,'Liberation Mono',monospace"

LOOKS = 200
"""So often is looked for something before it is given up."""

FRIDAY, THURSDAY = datetime(2026, 1, 30, 20, 15), datetime(2026, 1, 29, 21, 40)
"""When the games of the pictures were left, so that a picture made again is the same."""


# --- from a screen to cells --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cell:
    """A character and how it looks."""

    char: str
    fore: str
    back: str
    bold: bool
    underline: bool


def cells_of(app: GameApp) -> list[list[Cell]]:
    """What the screen shows."""
    rows = []
    for strip in app.screen._compositor.render_strips():
        row: list[Cell] = []
        for text, style, _ in strip:
            row += (_cell(char, style or Style(), app) for char in text)
        rows.append(row)
    return rows


def _cell(char: str, style: Style, app: GameApp) -> Cell:
    fore = style.color.get_truecolor().hex if style.color else app.palette.hex("text")
    back = style.bgcolor.get_truecolor().hex if style.bgcolor else app.palette.hex("ground")
    if style.reverse:
        fore, back = back, fore
    return Cell(char, fore, back, bool(style.bold), bool(style.underline))


# --- signs that are drawn ------------------------------------------------------------------------

QUADRANTS = {
    "▖": "3", "▗": "4", "▘": "1", "▝": "2", "▀": "12", "▄": "34", "▌": "13", "▐": "24", "▚": "14", "▞": "23",
    "▙": "134", "▛": "123", "▜": "124", "▟": "234", "█": "1234",
}  # fmt: skip
"""Which quarters of a cell are filled, counted like reading."""

LINES = {
    "─": "lr", "│": "ud", "╭": "rd", "╮": "ld", "╰": "ur", "╯": "ul", "┌": "rd", "┐": "ld",
    "└": "ur", "┘": "ul",
    "├": "udr", "┤": "udl", "┬": "lrd", "┴": "lru", "┼": "lrud",
    "━": "LR", "┃": "UD", "┏": "RD", "┓": "LD", "┗": "UR", "┛": "UL",
}  # fmt: skip
"""To which sides of a cell lines go from its middle; capitals are thick."""

SIDES = {"l": (-4, 0), "r": (4, 0), "u": (0, -8.5), "d": (0, 8.5)}

SHAPES = {
    "●": "M{x} {y}m-3.4 0a3.4 3.4 0 1 0 6.8 0a3.4 3.4 0 1 0-6.8 0",
    "•": "M{x} {y}m-1.8 0a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0-3.6 0",
    "▲": "M{x} {y}m0-3.8l3.9 7.2h-7.8z",
    "■": "M{x} {y}m-3.2-3.2h6.4v6.4h-6.4z",
    "◆": "M{x} {y}m0-4.2l3.9 4.2l-3.9 4.2l-3.9-4.2z",
    "▸": "M{x} {y}m-2-3.2l4.8 3.2l-4.8 3.2z",
    "▶": "M{x} {y}m-3-4l6.4 4l-6.4 4z",
    "◂": "M{x} {y}m2-3.2l-4.8 3.2l4.8 3.2z",
    "⌂": "M{x} {y}m-3.4 3.8v-4.4l3.4-3.4l3.4 3.4v4.4z",
}
"""Signs of pieces, as paths around the middle of a cell."""


@dataclass(slots=True)
class Ink:
    """Everything that is drawn in one colour."""

    fills: list[str] = field(default_factory=list)
    thin: list[str] = field(default_factory=list)
    thick: list[str] = field(default_factory=list)
    dots: list[str] = field(default_factory=list)

    def take(self, char: str, column: int, row: int) -> bool:
        """Draw a sign; whether it is one that is drawn."""
        left, top = column * WIDE, row * HIGH
        x, y = left + WIDE // 2, top + HIGH / 2
        if 0x2800 <= ord(char) < 0x2900:
            self.dots += _dots(ord(char) - 0x2800, left, top)
        elif char in QUADRANTS:
            self.fills += _quarters(QUADRANTS[char], left, top)
        elif char in LINES:
            for side in LINES[char]:
                dx, dy = SIDES[side.lower()]
                (self.thick if side.isupper() else self.thin).append(f"M{x} {y:g}l{dx} {dy}")
        elif char in SHAPES:
            self.fills.append(SHAPES[char].format(x=x, y=f"{y:g}"))
        else:
            return False
        return True

    def svg(self, colour: str) -> Iterator[str]:
        """The elements."""
        if self.fills:
            yield f'<path fill="{colour}" d="{"".join(self.fills)}"/>'
        for paths, width in ((self.thin, 1), (self.thick, 2)):
            if paths:
                yield f'<path stroke="{colour}" stroke-width="{width}" d="{"".join(paths)}"/>'
        if self.dots:
            round = f'stroke="{colour}" stroke-width="1.7" stroke-linecap="round"'
            yield f'<path {round} d="{"".join(self.dots)}"/>'


def _dots(bits: int, left: int, top: int) -> Iterator[str]:
    places = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3))
    for bit, (dx, dy) in enumerate(places):
        if bits >> bit & 1:
            yield f"M{left + 2 + dx * 4} {top + 2.1 + dy * 4.25:g}h0"


def _quarters(quarters: str, left: int, top: int) -> Iterator[str]:
    for quarter in quarters:
        right, low = int(quarter) in (2, 4), int(quarter) > 2
        yield f"M{left + 4 * right} {top + 8.5 * low:g}h4v8.5h-4z"


# --- from cells to SVG ---------------------------------------------------------------------------


def svg(rows: Sequence[Sequence[Cell]], title: str) -> str:
    """A picture of a screen."""
    width, height = len(rows[0]) * WIDE, len(rows) * HIGH
    ground = rows[-2][0].back
    inks: dict[str, Ink] = {}
    grounds: dict[str, list[str]] = {}
    texts: list[str] = []
    for y, row in enumerate(rows):
        for x, back, length in _runs([cell.back for cell in row]):
            if back != ground:
                grounds.setdefault(back, []).append(
                    f"M{x * WIDE} {y * HIGH}h{length * WIDE}v{HIGH}h-{length * WIDE}z"
                )
        drawn = [
            cell.char != " " and inks.setdefault(cell.fore, Ink()).take(cell.char, x, y)
            for x, cell in enumerate(row)
        ]
        texts += _texts(row, drawn, y)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{width}" height="{height}" rx="6" fill="{ground}"/>',
        *(f'<path fill="{colour}" d="{"".join(paths)}"/>' for colour, paths in grounds.items()),
        '<g fill="none">',
        *(line for colour, ink in inks.items() for line in ink.svg(colour)),
        "</g>",
        f'<g font-family="{FONT}" font-size="13.3" xml:space="preserve">',
        *texts,
        "</g>",
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _runs(values: Sequence[str]) -> Iterator[tuple[int, str, int]]:
    x = 0
    for value, run in groupby(values):
        length = len(list(run))
        yield x, value, length
        x += length


def _texts(row: Sequence[Cell], drawn: Sequence[bool], y: int) -> Iterator[str]:
    """The words of a row: each in one piece, as wide as its cells are."""
    start = 0
    while start < len(row):
        cell = row[start]
        if drawn[start] or cell.char == " ":
            start += 1
            continue
        end = start
        look = (cell.fore, cell.bold, cell.underline)
        while (
            end < len(row)
            and not drawn[end]
            and (row[end].fore, row[end].bold, row[end].underline) == look
            and not (
                row[end].char == " " and (end + 1 == len(row) or row[end + 1].char == " " or drawn[end + 1])
            )
        ):
            end += 1
        text = "".join(each.char for each in row[start:end]).rstrip()  # browsers drop blanks at the end
        weight = ' font-weight="bold"' if cell.bold else ""
        line = ' text-decoration="underline"' if cell.underline else ""
        fit = f' textLength="{len(text) * WIDE}" lengthAdjust="spacingAndGlyphs"' if len(text) > 1 else ""
        place = f'x="{start * WIDE}" y="{y * HIGH + 13}"'
        yield f'<text {place} fill="{cell.fore}"{weight}{line}{fit}>{escape(text)}</text>'
        start = end


# --- the screens ---------------------------------------------------------------------------------


def begun(store: Store, scenario: str, name: str, left: datetime, seed: int, choices: int) -> None:
    """Keep a game that bots have played for a while, up to a choice of what to do."""
    program = load(HOUSE / "scenarios" / scenario).program
    assert program is not None
    game = program.start(seed=seed, players=("anna", "ben", "carl"))
    bot = KeenBot(seed)
    while game.outcome is None and (len(game.record().choices) < choices or not _menu(game.view(game.seat))):
        bot.play(game)
    store.save(name, game.record())
    os.utime(store.path(name), (left.timestamp(), left.timestamp()))


def _menu(view: View) -> bool:
    """Whether somebody is asked what to do, with much to choose from."""
    decision = view.decision
    return decision is not None and isinstance(decision.form, PickOne) and len(decision.options) > 6


@dataclass(frozen=True, slots=True)
class Screen:
    """A picture to be taken: of a kept game or of the launcher, after some keys.

    `before` is what must be seen before a key is pressed, `shows` what must be seen in the end.
    """

    name: str
    size: tuple[int, int]
    title: str
    before: str
    shows: str
    game: str | None = None
    keys: tuple[str, ...] = ()

    async def taken(self, lobby: LocalLobby) -> str:
        """The picture."""
        environ = {"COLORTERM": "truecolor", "TERM": "xterm"}
        app = Lazaretto(lobby, Settings(theme="dark", pace="off"), environ=environ)
        async with app.run_test(size=self.size) as pilot:
            if self.game is not None:
                app.sit(await sit_down(await lobby.resume(await lobby.find(Path(self.game)))))
            for key in self.keys:
                await _shown(app, pilot, self.before)
                await pilot.press(key)
            cells = await _shown(app, pilot, self.shows)
            app.stand_up()  # the next picture may open the same game
            return svg(cells, self.title)


async def _shown(app: GameApp, pilot: Pilot[None], words: str) -> list[list[Cell]]:
    """What the screen shows when these words stand there and it has come to rest."""
    before: list[list[Cell]] = []
    for _ in range(LOOKS):
        await pilot.pause(0.3)
        now = cells_of(app)
        if now == before and words in "\n".join("".join(cell.char for cell in row) for row in now):
            return now
        before = now
    raise TimeoutError(f"{words!r} is never seen")


LAUNCHER = Screen("launcher-120x40", (120, 40), "The launcher", "30 Jan", "Santiago", keys=("tab",))
LARGE = Screen("pandemic-160x50", (160, 50), "Pandemic at 160x50", "", "Santiago", "pandemic-friday")
SMALL = Screen("pandemic-80x24", (80, 24), "Where to?", "SGO", "SGO", "pandemic-friday", ("d", "tab"))
TILES = Screen("the_cure-120x40", (120, 40), "The Cure", "", "East Asia ─", "the_cure-thursday")

SCREENS = (LAUNCHER, LARGE, SMALL, TILES)
"""The launcher comes first: a game that is touched is no longer as old as it was."""


async def together(home: Path) -> str:
    """A picture of two people at one table of a server, each on a screen of their own."""
    server_hall.new_table_code = lambda: "BRD-247"  # type: ignore[attr-defined]
    hall = ServerHall(SqliteStore(home / "server.db"), home / "packs")
    await hall.open()
    async with AsyncExitStack() as stack:
        stack.push_async_callback(hall.close)
        screens: list[tuple[HallApp, Pilot[None]]] = []
        for name in ("anna", "ben"):
            key = NewKey(f"SHA256:{name[0] * 43}", f"ssh-ed25519 {name}")
            person = await hall.do(lambda store, name=name, key=key: store.people.add(name, key))  # type: ignore[misc]
            environ = {"COLORTERM": "truecolor", "TERM": "xterm"}
            app = HallApp(hall.enter(person), environ=environ, forced={"pace": "off", "theme": "dark"})
            screens.append((app, await stack.enter_async_context(app.run_test(size=(100, 34)))))
        (anna, first), (ben, second) = screens
        code = await anna.hall.make(TableOrder(HOUSE / "scenarios" / "pandemic", ("", ""), seed=21))
        ben.join(code)
        anna.join(code)
        for app, pilot in screens:
            await _shown(app, pilot, "turn 1")
        for app, words in ((anna, "I can treat the three in the east"), (ben, "then I fly to the station")):
            assert app.seat is not None
            await app.seat.say(words)
        left, right = await _shown(anna, first, "then I fly"), await _shown(ben, second, "then I fly")
        gap = [Cell(" ", "#000000", "#000000", False, False)] * 2
        return svg([[*one, *gap, *other] for one, other in zip(left, right, strict=True)], "A table for two")


async def make(folder: Path) -> None:
    """Make all pictures."""
    with tempfile.TemporaryDirectory() as home:
        store = Store(Path(home) / "records")
        begun(store, "the_cure", "the_cure-thursday", THURSDAY, 8, 24)
        begun(store, "pandemic", "pandemic-friday", FRIDAY, 21, 40)
        lobby = LocalLobby(store=store, bots=COMPANIONS, settings=Path(home) / "settings.toml")
        for screen in SCREENS:
            text = await screen.taken(lobby)
            (folder / f"{screen.name}.svg").write_text(text, encoding="utf-8")
            sys.stdout.write(f"{screen.name}: {len(text.encode()) // 1024} KB\n")
        (folder / "table-for-two.svg").write_text(await together(Path(home)), encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(make(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE))
