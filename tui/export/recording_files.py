"""Writes recorded screens as a file: an asciicast, or one page for a browser.

asciinema and other players show an asciicast (version 2) in a terminal or a page. Our own page needs no
network, runs one script, and has a policy that allows no other. Names and texts come from strangers: those in
the page itself are escaped; all others are in one block of JSON, which no browser runs, and the script shows
them as text.
"""

import json
from base64 import b64encode
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from html import escape
from pathlib import Path
from string import Template
from typing import Generic, NamedTuple, TypeVar

from rich.color import Color
from rich.style import Style
from textual._compositor import LayoutUpdate
from textual.geometry import Region
from textual.strip import Strip

from lazaretto.host.records.replay_protocol import Showing
from lazaretto.rules import LogLine
from lazaretto.tui.export.record_screens import Looks, Shot, caption, record_screens, title_of
from lazaretto.tui.look.role_colors import Palette
from lazaretto.tui.messages import export as say
from lazaretto.tui.replay.frame_timeline import SPEEDS, Reel
from lazaretto.tui.safe_output import clean_line
from lazaretto.tui.terminal.frame_encoder import Encoder, cells
from lazaretto.tui.terminal.terminal_capabilities import Depth

PAUSE = 1.0
"""Seconds for a choice."""
LONG = 2.5
"""Seconds for the first screen and for a choice that changed much."""
LAST = 4.0
"""Seconds for the last screen."""

BEGIN = "\x1b[?25l\x1b[?7l\x1b[H\x1b[2J"
"""Hide the cursor, disable line wrap and clear the screen; the main screen, so that the last frame stays."""
END = "\x1b[m\x1b[?7h\x1b[?25h"


async def cast_text(showing: Showing, reel: Reel, seat: int | None, looks: Looks) -> str:
    """A whole record as an asciicast, as a seat or everybody saw it.

    Raises:
        ExportError, RuleError: see `record_screens`.
    """
    cast = CastFile(title_of(showing, reel), looks)
    await record_screens(showing, reel, seat, looks, cast.add)
    return cast.text()


class CastFile:
    """The lines of an asciicast; they depend on the screens alone, never on the clock."""

    def __init__(self, title: str, looks: Looks) -> None:
        self._looks = looks
        self._encoder = Encoder(looks.depth, looks.palette)
        self._now = 0.0
        self._turn = 0
        self._pause = 0.0
        self._lines = [_json(_header(title, looks))]

    def add(self, shot: Shot) -> None:
        """Add a screen: what differs from the one before, and a marker where a turn begins."""
        first = len(self._lines) == 1
        self._now += self._pause
        width, height = self._looks.size
        update = LayoutUpdate([[strip] for strip in shot.rows], Region(0, 0, width, height))
        data = self._encoder.encode(update, self._looks.size, (0, 0))
        self._event("o", f"{BEGIN}{data}" if first else data)
        if shot.frame.turn != self._turn:
            self._turn = shot.frame.turn
            self._event("m", say.TURN(turn=self._turn))
        self._pause = (LONG if first or shot.big else PAUSE) / self._looks.speed

    def text(self) -> str:
        """The whole file; call it once, after the last screen."""
        self._now += max(LAST, self._pause)
        self._event("o", END)
        return "".join(f"{line}\n" for line in self._lines)

    def _event(self, code: str, data: str) -> None:
        self._lines.append(_json([round(self._now, 3), code, data]))


def _header(title: str, looks: Looks) -> dict[str, object]:
    palette = looks.palette
    return {
        "version": 2,
        "width": looks.width,
        "height": looks.height,
        "title": title,
        "env": {"TERM": "xterm-256color"},
        "theme": {
            "fg": palette.hex("text"),
            "bg": palette.hex("ground"),
            "palette": ":".join(_sixteen(palette)),
        },
    }


def _sixteen(palette: Palette) -> Iterator[str]:
    """The sixteen colours of a terminal: for each, the first of our colours that is drawn with it."""
    drawn = {shade.fore: shade.rgb for shade in reversed([*palette.shades.values()])}
    for number in range(16):
        yield drawn.get(number) or drawn.get(number ^ 8) or palette.hex("text")


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


NEAR = 4
"""The most unchanged cells that are repeated so that two changes become one."""

StyleKey = TypeVar("StyleKey", bound=Hashable)


class CellRow(NamedTuple, Generic[StyleKey]):
    """A row of the screen: the character of each cell, and its style."""

    chars: tuple[str, ...]
    styles: tuple[StyleKey, ...]


class Change(NamedTuple):
    """Cells side by side that change, all in one style."""

    y: int
    x: int
    style: int
    chars: tuple[str, ...]


def row_of(strip: Strip, width: int) -> CellRow[Style]:
    """A row as the framework drew it, as cells."""
    chars: list[str] = []
    styles: list[Style] = []
    for text, style, control in strip:
        if not control:
            before = len(chars)
            chars.extend(cells(text))
            styles.extend([style or Style.null()] * (len(chars) - before))
    missing = width - len(chars)
    chars.extend([" "] * missing)
    styles.extend([Style.null()] * missing)
    return CellRow(tuple(chars[:width]), tuple(styles[:width]))


def changes(old: Iterable[CellRow[int]], new: Iterable[CellRow[int]]) -> Iterator[Change]:
    """What must be drawn to get from one screen to another of the same size."""
    for y, (before, now) in enumerate(zip(old, new, strict=True)):
        if before is not now and before != now:
            yield from _row_changes(y, before, now)


def _row_changes(y: int, old: CellRow[int], new: CellRow[int]) -> Iterator[Change]:
    width = len(new.chars)
    x = 0
    while x < width:
        if (old.chars[x], old.styles[x]) == (new.chars[x], new.styles[x]):
            x += 1
            continue
        style = new.styles[x]
        end = last = x + 1
        while end < width and new.styles[end] == style and end - last <= NEAR:
            end += 1
            if (old.chars[end - 1], old.styles[end - 1]) != (new.chars[end - 1], style):
                last = end
        while last < width and new.chars[last] == "":  # a wide character is never cut in two
            last += 1
        yield Change(y, x, style, new.chars[x:last])
        x = last


class Pair(NamedTuple):
    """The style of a cell on a dark and on a light ground."""

    dark: Style
    light: Style


_ATTRIBUTES = (
    ("bold", "font-weight:bold"),
    ("dim", "opacity:.7"),
    ("italic", "font-style:italic"),
    ("underline", "text-decoration:underline"),
    ("strike", "text-decoration:line-through"),
)


_ROLES = {
    **{each: each for each in ("ground", "panel", "faint", "accent", "line")},
    "ink": "text",
    "mark": "changed",
}
"""The variables of the style sheet, and the roles whose colours they have."""


class PageStyles:
    """Gives each style a number; 0 is an empty cell before anything is drawn."""

    def __init__(self, mono: bool) -> None:
        self._mono = mono
        self._numbers: dict[str, int] = {"": 0}
        self._known: dict[Pair, int] = {}

    def number(self, pair: Pair) -> int:
        """The number of a style; two styles that look the same share one."""
        found = self._known.get(pair)
        if found is None:
            declarations = ";".join(self._declarations(pair))
            found = self._numbers.setdefault(declarations, len(self._numbers))
            self._known[pair] = found
        return found

    def css(self) -> str:
        """The classes `s1`, `s2` and so on."""
        return "\n".join(f".s{number}{{{text}}}" for text, number in self._numbers.items() if text)

    def _declarations(self, pair: Pair) -> Iterator[str]:
        yield from (text for name, text in _ATTRIBUTES if getattr(pair.dark, name))
        if self._mono:
            if pair.dark.reverse:
                yield from ("color:var(--ground)", "background:var(--ink)")
            return
        (fore, back), (light_fore, light_back) = _colours(pair.dark), _colours(pair.light)
        yield from _colour("color", fore, light_fore)
        yield from _colour("background", back, light_back)


def ground_variables() -> tuple[str, str]:
    """The colours of the page itself as variables: on a dark ground, and on both."""
    dark, light = Palette(dark=True), Palette(dark=False)
    colours = [(f"--{name}", dark.hex(role), light.hex(role)) for name, role in _ROLES.items()]
    alone = ";".join(f"{name}:{one}" for name, one, _ in colours)
    return alone, ";".join(f"{name}:{_both(one, other)}" for name, one, other in colours)


def _colour(name: str, dark: str, light: str) -> Iterator[str]:
    if dark and light:
        yield f"{name}:{dark}"
        if dark != light:
            yield f"{name}:{_both(dark, light)}"


def _both(dark: str, light: str) -> str:
    return f"light-dark({light},{dark})"


def _colours(style: Style) -> tuple[str, str]:
    """The foreground and the background of a style, exchanged if it is reversed."""
    found = _hex(style.color), _hex(style.bgcolor)
    return (found[1], found[0]) if style.reverse else found


def _hex(colour: Color | None) -> str:
    return "" if colour is None or colour.is_default else colour.get_truecolor().hex


HERE = Path(__file__).parent
EMPTY = " "
_JSON_ESCAPES = {ord(each): f"\\u{ord(each):04x}" for each in "<>&\u2028\u2029"}


async def page_text(showing: Showing, reel: Reel, seat: int | None, looks: Looks) -> str:
    """A whole record as a page, as a seat or everybody saw it.

    Raises:
        ExportError, RuleError: see `record_screens`.
    """
    page = HtmlPage(title_of(showing, reel), reel.players, looks)
    for dark, add in ((True, page.add_dark), (False, page.add_light)):
        await record_screens(showing, reel, seat, replace(looks, dark=dark, progress=False), add)
    return page.text()


class HtmlPage:
    """A page that is built from the same screens on a dark and on a light ground."""

    def __init__(self, title: str, players: Sequence[str], looks: Looks) -> None:
        self._title = title
        self._players = players
        self._looks = looks
        self._shots: list[tuple[Shot, list[CellRow[Style]]]] = []
        self._light: list[list[CellRow[Style]]] = []
        self._known: dict[CellRow[Style], CellRow[Style]] = {}

    def add_dark(self, shot: Shot) -> None:
        """Add a screen on a dark ground."""
        self._shots.append((shot, self._rows(shot)))

    def add_light(self, shot: Shot) -> None:
        """Add the same screen on a light ground."""
        self._light.append(self._rows(shot))

    def text(self) -> str:
        """The whole page."""
        styles = PageStyles(mono=self._looks.depth is Depth.MONO)
        data = _as_data(self._data(styles))
        alone, both = ground_variables()
        css = f"{Template(_file('page.css')).substitute(dark=alone, both=both)}{styles.css()}"
        script = _file("page.js")
        words = {name.lower(): escape(message()) for name, message in say.PAGE.items()}
        return Template(_file("page.html")).substitute(
            words,
            lang="en",
            title=escape(clean_line(self._title)),
            script_hash=_hash(script),
            style_hash=_hash(css),
            style=css,
            data=data,
            script=script,
        )

    def _rows(self, shot: Shot) -> list[CellRow[Style]]:
        """The rows of a screen; equal rows of all screens are one object."""
        rows = (row_of(strip, self._looks.width) for strip in shot.rows)
        return [self._known.setdefault(row, row) for row in rows]

    def _data(self, styles: PageStyles) -> Mapping[str, object]:
        words = {
            name.lower(): say.PAGE[name]() for name in ("PLAY", "PAUSE", "PLACE", "PLACE_IN_TURN", "TURN")
        }
        return {
            "size": self._looks.size,
            "pause": PAUSE,
            "long": LONG,
            "speed": self._looks.speed,
            "speeds": SPEEDS,
            "words": words,
            "frames": self._frames(styles),
        }

    def _frames(self, styles: PageStyles) -> list[object]:
        width, height = self._looks.size
        paired: dict[tuple[int, int], CellRow[int]] = {}
        old = [CellRow((EMPTY,) * width, (0,) * width)] * height
        found: list[object] = []
        for (shot, dark), light in zip(self._shots, self._light, strict=True):
            new = []
            for one, other in zip(dark, light, strict=True):
                key = id(one), id(other)  # both are kept in `_known`, so no other row gets their number
                if key not in paired:
                    numbers = map(styles.number, map(Pair, one.styles, other.styles))
                    paired[key] = CellRow(one.chars, tuple(numbers))
                new.append(paired[key])
            frame = shot.frame
            drawn = [part for change in changes(old, new) for part in _flat(change)]
            lines = [clean_line(line.text) for line in _fresh(shot)]
            found.append([frame.turn, caption(frame, self._players), int(shot.big), lines, drawn])
            old = new
        return found


def _fresh(shot: Shot) -> Sequence[LogLine]:
    """The lines of the log that the last choice added."""
    frame = shot.frame
    return frame.view.log[len(frame.before.log) if frame.before is not None else 0 :]


def _flat(change: Change) -> tuple[object, ...]:
    """A change for the script: a text has a cell for each character, unless it is a list of cells."""
    single = all(len(char) == 1 for char in change.chars)
    return change.y, change.x, change.style, "".join(change.chars) if single else change.chars


def _as_data(value: object) -> str:
    """JSON that cannot end the block it stands in."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).translate(_JSON_ESCAPES)


def _hash(text: str) -> str:
    """The name of a script or style sheet in a content security policy."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _file(name: str) -> str:
    return (HERE / name).read_text(encoding="utf-8")
