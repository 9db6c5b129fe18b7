"""Writes screens as one page for a browser: no network, one script, and a policy that allows no other.

Names and texts come from strangers. Those in the page itself are escaped; all others are in one block of
JSON, which no browser runs, and the script shows them as text only.
"""

import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from html import escape
from pathlib import Path
from string import Template

from rich.style import Style

from lazaretto.host.replay_protocol import Showing
from lazaretto.rules import LogLine
from lazaretto.tui.export.captions import caption, title_of
from lazaretto.tui.export.cast_file import LONG, PAUSE
from lazaretto.tui.export.cell_changes import CellRow, Change, changes, row_of
from lazaretto.tui.export.page_styles import PageStyles, Pair, ground_variables
from lazaretto.tui.export.record_screens import Looks, Shot, record_screens
from lazaretto.tui.messages import export as say
from lazaretto.tui.replay.frame_timeline import Reel
from lazaretto.tui.replay.replay_pane_state import SPEEDS
from lazaretto.tui.sanitize import clean_line
from lazaretto.tui.terminal.terminal_capabilities import Depth

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
            drawn = [part for each in changes(old, new) for part in _flat(each)]
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
    single = all(len(each) == 1 for each in change.chars)
    return change.y, change.x, change.style, "".join(change.chars) if single else change.chars


def _as_data(value: object) -> str:
    """JSON that cannot end the block it stands in."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).translate(_JSON_ESCAPES)


def _hash(text: str) -> str:
    """The name of a script or style sheet in a content security policy."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _file(name: str) -> str:
    return (HERE / name).read_text(encoding="utf-8")
