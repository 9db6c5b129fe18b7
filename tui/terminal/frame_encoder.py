"""Encodes the framework's frames in as few bytes as one terminal needs.

Textual sends every dirty span again, each piece with all its colours, and caches the codes of a style for
whichever terminal came first. This encoder keeps the cells that its terminal shows, sends only the cells that
differ, and keeps a separate cache for each terminal.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from rich.cells import cell_len, split_graphemes
from rich.color import Color, ColorSystem, ColorType
from rich.style import Style
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.strip import Strip

from lazaretto.tui.look.ascii_fallback import plain
from lazaretto.tui.look.role_colors import Palette, Shade, contrast, triplet
from lazaretto.tui.safe_output import clean_line
from lazaretto.tui.terminal.terminal_capabilities import Depth

SYNC_BEGIN = "\x1b[?2026h"
SYNC_END = "\x1b[?2026l"

BRIDGE = 3
"""The most unchanged cells that are sent again instead of skipped with a cursor movement."""

NEAR = 24
"""With few colours, a colour closer than this to a palette colour becomes that palette colour."""

FAINT_MARK = 1.6
"""A background with less contrast than this to the board's background is not a mark."""

KEPT = 8192
"""The maximum size of the caches for styles and style changes."""

_SYSTEMS = {Depth.INDEXED: ColorSystem.EIGHT_BIT, Depth.BASIC: ColorSystem.STANDARD}
_ATTRIBUTES = (
    ("bold", "1"),
    ("dim", "2"),
    ("italic", "3"),
    ("underline", "4"),
    ("blink", "5"),
    ("reverse", "7"),
    ("strike", "9"),
    ("underline2", "21"),
    ("overline", "53"),
)
_REST = ""
"""The second column of a wide character."""


class LinesUpdate(CompositorUpdate):
    """An update of some lines: the row and the first column of each, and its contents."""

    def __init__(self, lines: Sequence[tuple[int, int, Strip]]) -> None:
        self.lines = lines


class Look(NamedTuple):
    """The style of a cell, as codes for the terminal."""

    attributes: str = ""
    fore: str = ""
    back: str = ""


PLAIN = Look()

BLANK = "blank"
"""The foreground of blanks, of which only the background shows."""

_SHOWN_ON_BLANKS = frozenset("479") | {"21", "53"}

_Row = tuple[list[str | None], list[Look]]


class _Run(NamedTuple):
    """Cells side by side that are sent, all in one style."""

    y: int
    x: int
    text: str
    look: Look
    followed: bool
    """Whether it is known where the terminal's cursor stands after it."""


class Encoder:
    """Tracks what one terminal shows, and encodes the difference to the next frame."""

    def __init__(self, depth: Depth, palette: Palette, ascii_only: bool = False) -> None:
        self._depth = depth
        self._palette = palette
        self._ascii = ascii_only
        self._shades = {triplet(shade.rgb): shade for shade in palette.shades.values()}
        self._looks: dict[Style, Look] = {}
        self._changes: dict[tuple[Look, Look], str] = {}
        self._width = 0
        self._rows: list[_Row] = []
        self._laid: list[dict[int, Strip]] = []
        """For each row the strips that are shown whole, by their first column."""
        self._cursor: tuple[int, int] | None = None
        self.likenesses: Mapping[str, str] = {}
        """ASCII characters for signs of a game that resemble none."""

    def invalidate(self) -> None:
        """Forget what the terminal shows, so that the next frame is sent in full."""
        self._rows = []
        self._cursor = None

    def encode(
        self, update: CompositorUpdate, size: tuple[int, int], cursor: tuple[int, int], sync: bool = False
    ) -> str:
        """The bytes that make the terminal show the update; empty if it already does."""
        self._fit(*size)
        rows = self._updated(update)
        runs = [run for y, row in rows.items() for run in _runs(y, row, self._rows[y])]
        for y, row in rows.items():
            self._rows[y] = row
        data = self._written(runs)
        if len(runs) > 1:
            data = min(data, self._written(_by_look(runs)), key=len)
        if data or cursor != self._cursor:
            self._cursor = cursor
            data += _move(cursor[1], cursor[0])
        return f"{SYNC_BEGIN}{data}{SYNC_END}" if sync and data else data

    def _fit(self, width: int, height: int) -> None:
        if (width, height) != (self._width, len(self._rows)):
            self._width = width
            self._rows = [([None] * width, [PLAIN] * width) for _ in range(height)]
            self._laid = [{} for _ in range(height)]
            self._cursor = None

    def _updated(self, update: CompositorUpdate) -> dict[int, _Row]:
        """The rows that an update touches, with their new contents."""
        rows: dict[int, _Row] = {}
        for y, x, strips in _pieces(update):
            if 0 <= y < len(self._rows) and self._is_new(y, x, strips):
                if y not in rows:
                    chars, looks = self._rows[y]
                    rows[y] = (chars.copy(), looks.copy())
                self._lay(rows[y], x, strips)
        return rows

    def _is_new(self, y: int, x: int, strips: Sequence[Strip]) -> bool:
        """Whether a place shows something else; from now on it shows these strips."""
        laid = self._laid[y]
        if len(strips) == 1 and laid.get(x) is strips[0]:
            return False
        end = x + sum(strip.cell_length for strip in strips)
        kept = {
            start: strip for start, strip in laid.items() if start + strip.cell_length <= x or start >= end
        }
        self._laid[y] = {**kept, x: strips[0]} if len(strips) == 1 else kept
        return True

    def _lay(self, row: _Row, x: int, strips: Iterable[Strip]) -> None:
        chars, looks = row
        new: list[str | None] = []
        pens: list[Look] = []
        for strip in strips:
            for text, style, control in strip:
                if not control:
                    before = len(new)
                    new.extend(self._cells(text))
                    look = self._look(style)
                    if not text.strip(" ") and not _shows(look.attributes):
                        look = Look("", BLANK, look.back)
                    pens.extend([look] * (len(new) - before))
        room = max(0, min(len(new), self._width - x))
        if room < len(new) and new[room] == _REST:
            new[room - 1] = " "
        chars[x : x + room] = new[:room]
        looks[x : x + room] = pens[:room]

    def _cells(self, text: str) -> Iterable[str]:
        return cells(text, self.likenesses if self._ascii else None)

    def _written(self, runs: Iterable[_Run]) -> str:
        """Write runs in this order, and what moves the cursor and changes the pen between them."""
        out: list[str] = []
        pen, place = PLAIN, None
        for run in runs:
            if place != (run.y, run.x):
                out.append(self._way(place, run, pen))
            look = run.look
            if look.fore == BLANK:
                look = Look("" if _shows(pen.attributes) else pen.attributes, pen.fore, look.back)
            if look != pen:
                out.append(self._change(pen, look))
                pen = look
            out.append(run.text)
            end = run.x + len(run.text)
            place = (run.y, end) if run.followed and end < self._width else None
        if pen != PLAIN:
            out.append("\x1b[m")
        return "".join(out)

    def _way(self, place: tuple[int, int] | None, run: _Run, pen: Look) -> str:
        """Move the cursor to a run, by rewriting the cells before it or with an escape sequence."""
        if place is None or place[0] != run.y or place[1] > run.x:
            return _move(run.y, run.x)
        start = place[1]
        chars, looks = self._rows[run.y]
        way = chars[start : run.x]
        if len(way) <= BRIDGE and all(
            char and look == pen for char, look in zip(way, looks[start : run.x], strict=True)
        ):
            return "".join(char for char in way if char)
        return f"\x1b[{run.x - start if run.x - start > 1 else ''}C"

    def _change(self, old: Look, new: Look) -> str:
        """The shortest escape sequence that changes one style into another."""
        found = self._changes.get((old, new))
        if found is None:
            whole = f"\x1b[{';'.join(['', *filter(None, new)])}m"
            found = whole
            dropped = any(before and not after for before, after in zip(old, new, strict=True))
            if not dropped and (not old.attributes or old.attributes == new.attributes):
                parts = [after for before, after in zip(old, new, strict=True) if after != before]
                found = min(f"\x1b[{';'.join(parts)}m", whole, key=len)
            if len(self._changes) > KEPT:
                self._changes.clear()
            self._changes[old, new] = found
        return found

    def _look(self, style: Style | None) -> Look:
        if style is None:
            return PLAIN
        look = self._looks.get(style)
        if look is None:
            look = self._mono(style) if self._depth is Depth.MONO else self._coloured(style)
            if len(self._looks) > KEPT:
                self._looks.clear()
            self._looks[style] = look
        return look

    def _coloured(self, style: Style) -> Look:
        fore = self._code(style.color, True) if style.color else ""
        back = self._code(style.bgcolor, False) if style.bgcolor else ""
        return Look(_attributes(style), fore, back)

    def _mono(self, style: Style) -> Look:
        """Without colours, reverse cells with a marked background; reversed cells stay reversed."""
        if style.bgcolor and not style.bgcolor.is_default and self._marks(style.bgcolor):
            style = style + Style(reverse=True)
        return Look(_attributes(style))

    def _marks(self, colour: Color) -> bool:
        return contrast(colour.get_truecolor().hex, self._palette.hex("ground")) >= FAINT_MARK

    def _code(self, colour: Color, fore: bool) -> str:
        """The numeric codes that set a colour."""
        if self._depth is not Depth.TRUE and colour.type is ColorType.TRUECOLOR:
            shade = self._shade(colour)
            if shade is not None:
                return _indexed(shade, fore) if self._depth is Depth.INDEXED else _basic(shade, fore)
            if self._depth is Depth.BASIC and not fore and not self._marks(colour):
                return ""
        system = _SYSTEMS.get(self._depth, ColorSystem.TRUECOLOR)
        codes = colour.downgrade(system).get_ansi_codes(fore)
        return "" if codes in (("39",), ("49",)) else ";".join(codes)

    def _shade(self, colour: Color) -> Shade | None:
        """The palette colour that equals this colour or is close to it."""
        wanted = colour.get_truecolor()
        nearest = min(
            self._shades, key=lambda shade: sum((a - b) ** 2 for a, b in zip(shade, wanted, strict=True))
        )
        distance = sum((a - b) ** 2 for a, b in zip(nearest, wanted, strict=True))
        return self._shades[nearest] if distance < NEAR**2 else None


def _different(row: _Row, shown: _Row) -> Iterable[int]:
    """The cells that differ; with characters of two columns all of them."""
    if row == shown:
        return ()
    if _REST in row[0] or _REST in shown[0]:
        return range(len(row[0]))
    pairs = zip(*row, *shown, strict=True)
    return [
        x
        for x, (char, look, old, worn) in enumerate(pairs)
        if char != old or (look is not worn and look != worn)
    ]


def _runs(y: int, row: _Row, shown: _Row) -> Iterator[_Run]:
    """Yield the cells of a row that differ from what the terminal shows, from left to right."""
    chars, looks = row
    first = end = 0
    for x in _different(row, shown):
        char = chars[x]
        if char is None or char == _REST:
            continue
        known = len(char) == 1 and chars[x + 1 : x + 2] != [_REST]
        if first < end and (end != x or looks[x] != looks[first] or not known):
            yield _run(y, first, end, row)
            first = end
        if not known:
            yield _Run(y, x, char, looks[x], False)
            first = end = x + 1
            continue
        first, end = (first, x + 1) if first < end == x else (x, x + 1)
    if first < end:
        yield _run(y, first, end, row)


def _run(y: int, first: int, end: int, row: _Row) -> _Run:
    return _Run(y, first, "".join(char for char in row[0][first:end] if char), row[1][first], True)


def _by_look(runs: Iterable[_Run]) -> Iterator[_Run]:
    """Yield the runs by style, in the order in which styles come first."""
    groups: dict[Look, list[_Run]] = {}
    for run in runs:
        groups.setdefault(run.look, []).append(run)
    return chain.from_iterable(groups.values())


def _shows(attributes: str) -> bool:
    """Whether some attribute shows on blanks."""
    return bool(attributes) and not _SHOWN_ON_BLANKS.isdisjoint(attributes.split(";"))


def cells(text: str, likenesses: Mapping[str, str] | None = None) -> Iterable[str]:
    """Split a text into cells; combining characters stay with the character before them.

    With `likenesses` the cells are ASCII: see `plain`.
    After a character of two columns comes an empty cell.
    """
    if not text.isprintable():
        text = clean_line(text)
    if likenesses is not None:
        text = plain(text, likenesses)
    if text.isascii() or cell_len(text) == len(text):
        return text
    found: list[str] = []
    for start, end, width in split_graphemes(text)[0]:
        if width:
            found.append(text[start:end])
            found.extend([_REST] * (width - 1))
    return found


def _pieces(update: CompositorUpdate) -> Iterable[tuple[int, int, Sequence[Strip]]]:
    """The strips of an update, each with its row and first column."""
    if isinstance(update, LinesUpdate):
        for y, x, line in update.lines:
            yield y, x, (line,)
    elif isinstance(update, LayoutUpdate):
        for y, strips in enumerate(update.strips, update.region.y):
            yield y, update.region.x, [*strips]
    elif isinstance(update, ChopsUpdate):
        for y, first, last in update.spans:
            for end, (x, strip) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
                if strip is not None and x <= last and end > first:
                    yield y, x, (strip.crop(0, last - x) if end > last else strip,)


def _attributes(style: Style) -> str:
    return ";".join(code for name, code in _ATTRIBUTES if getattr(style, name))


def _indexed(shade: Shade, fore: bool) -> str:
    return f"{38 if fore else 48};5;{shade.indexed}"


def _basic(shade: Shade, fore: bool) -> str:
    number = shade.fore if fore else shade.back
    if number is None:
        return ""
    return str(number + (30 if fore else 40) + (52 if number > 7 else 0))


def _move(y: int, x: int) -> str:
    """The escape sequence that moves the cursor to a cell; it omits the default row and column."""
    if not x:
        return f"\x1b[{y + 1}H" if y else "\x1b[H"
    return f"\x1b[{y + 1};{x + 1}H"
