"""Records as files, and what such files show when they are played."""

import asyncio
import json
import re
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from lazaretto.host import LocalReplay, Showing
from lazaretto.host.records.replay_protocol import ReplayClient, ShowingInfo
from lazaretto.rules import Program, Record, load
from lazaretto.tui.export.record_screens import Looks, Shot, record_screens
from lazaretto.tui.export.recording_files import cast_text, page_text
from lazaretto.tui.replay.frame_timeline import Reel
from tests.tui.played import ROOT

HOSTILE = ("<img src=x onerror=x ", "\"'<b onclick=x &lt;", "\u202eeve\x1b[31m")
"""Names that would do harm wherever they are not escaped; records of strangers can hold them."""
HARM = "</title></script><script>document.title=1</script>&amp;<!--"
"""The same for texts of scenarios."""


def opened(program: Program, record: Record) -> tuple[Showing, Reel]:
    replay = LocalReplay(program, record)
    info = ShowingInfo(program.title, "a-game", program.coast, program.rulebook())
    return Showing(info, replay), Reel(ReplayClient(replay))


def cast_of(program: Program, record: Record, looks: Looks, seat: int | None = None) -> str:
    return asyncio.run(cast_text(*opened(program, record), seat, looks))


def page_of(program: Program, record: Record, looks: Looks, seat: int | None = None) -> str:
    return asyncio.run(page_text(*opened(program, record), seat, looks))


def shots_of(program: Program, record: Record, looks: Looks, seat: int | None = None) -> list[Shot]:
    found: list[Shot] = []
    asyncio.run(record_screens(*opened(program, record), seat, looks, found.append))
    return found


def events(cast: str) -> list[tuple[float, str, str]]:
    """Return the events of an asciicast."""
    return [(each[0], each[1], each[2]) for each in map(json.loads, cast.splitlines()[1:])]


def data_of(page: str) -> Mapping[str, Any]:
    """Return the recorded data of a page."""
    (found,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    data: Mapping[str, Any] = json.loads(found)
    return data


def screens(page: str) -> Iterator[list[str]]:
    """Yield the rows of each screen of a page, put together from the changes."""
    data = data_of(page)
    width, height = data["size"]
    rows = [[" "] * width for _ in range(height)]
    for *_, changes in data["frames"]:
        for y, x, _style, text in zip(*[iter(changes)] * 4, strict=True):
            rows[y][x : x + len(text)] = list(text)
        yield ["".join(row) for row in rows]


def hostile_game(folder: Path) -> tuple[Program, Record]:
    """Return a game of a few choices, with hostile names and texts."""
    shutil.copytree(ROOT / "tests" / "data" / "stones", folder)
    manifest, rules = folder / "scenario.toml", folder / "heap.rules"
    manifest.write_text(manifest.read_text().replace('"Stones"', f"'{HARM}'"))
    rules.write_text(rules.read_text().replace("{me} rests.", f"{{me}} rests {HARM}"))
    program = load(folder).program
    assert program is not None
    game = program.start(seed=3, players=HOSTILE)
    for key in ("take > one", "rest", "take > two", "take > one", "take > two", "take > one"):
        game.choose(key)
    assert game.seat is None
    return program, game.record()
