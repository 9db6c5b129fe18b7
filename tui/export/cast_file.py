"""Writes screens as an asciicast, version 2: asciinema and other players show it in a terminal or a page."""

import json
from collections.abc import Iterator

from textual._compositor import LayoutUpdate
from textual.geometry import Region

from lazaretto.host.records.replay_protocol import Showing
from lazaretto.tui.export.record_screens import Looks, Shot, record_screens, title_of
from lazaretto.tui.look.role_colors import Palette
from lazaretto.tui.messages import export as say
from lazaretto.tui.replay.frame_timeline import Reel
from lazaretto.tui.terminal.frame_encoder import Encoder

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
