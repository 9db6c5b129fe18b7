"""Tables for tests: small games, real seats, a board of a few rows of letters."""

import asyncio
import tomllib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from lazaretto.host import Sitting, Store, Table, open_table
from lazaretto.host.records.record_lock import RecordLock
from lazaretto.lab.playing.bots import COMPANIONS
from lazaretto.rules import Program, Record, Ref, load
from lazaretto.tui.table.table_state import Desk
from tests.sitting import seated

ROOT = Path(__file__).resolve().parents[3]
FAIR = "tests/tui/table/fair"
STALLS = ("Apples", "Bread", "Candles", "Dice", "Honey", "Old Hats")
SCENARIOS = tuple(
    f"scenarios/{path.parent.name}"
    for path in sorted(ROOT.glob("scenarios/*/scenario.toml"))
    if "layer" not in tomllib.loads(path.read_text(encoding="utf-8"))
)
"""Every built-in game, including future ones; layers, which only serve as a base, are left out."""


class Unkept(Store):
    """A store that keeps nothing."""

    def save(self, name: str, record: Record, lock: RecordLock | None = None) -> str:
        return ""


@cache
def program_of(game: str) -> Program:
    program = load(ROOT / game).program
    assert program is not None
    return program


def players_of(game: str, *names: str) -> tuple[str, ...]:
    """Return two players, or as many as the game needs."""
    every = tuple(dict.fromkeys((*names, "anna", "ben", "carl", "dora", "emil")))
    return every[: max(2, program_of(game).players[0])]


def table_of(
    game: str,
    folder: Path,
    players: Sequence[str] = (),
    seed: int = 7,
    options: Mapping[str, str] | None = None,
    bots: tuple[str, ...] = (),
    choices: Iterable[str] = (),
    store: Store | None = None,
) -> Table:
    """Return a table at which some choices have been made already."""
    program = program_of(game)
    seated = tuple(players) or players_of(game)
    begun = program.start(seed=seed, players=seated, options=dict(options or {}))
    for key in choices:
        begun.choose(key)
    return open_table(program, begun, store or Store(folder), bots, COMPANIONS)


def sitting_of(
    game: str, folder: Path, notices: tuple[str, ...] = (), table: Table | None = None, **how: Any
) -> Sitting:
    """Return what a player gets who takes a seat there."""
    return seated(table or table_of(game, folder, **how), notices)


@dataclass(frozen=True)
class Grid:
    """Return a board of places in rows, with the other spots after them."""

    rows: tuple[tuple[Ref, ...], ...]
    others: tuple[Ref, ...] = ()

    def spots(self) -> Collection[Ref]:
        return (*(ref for row in self.rows for ref in row), *self.others)

    def names(self) -> Iterable[tuple[Ref, str, str]]:
        labels = {"Old Hats": "Öld Hats"}
        for ref in self.spots():
            if ref.kind != "Path":
                yield ref, labels.get(ref.key, ref.key), f"{ref.key[:2]}X"

    def toward(self, start: Ref | None, direction: str, among: Collection[Ref] | None) -> Ref | None:
        if among is not None:
            order = self.order(among)
            step = 1 if direction in ("right", "down") else -1
            return order[(order.index(start) + step) % len(order)] if start in order else order[0]
        for y, row in enumerate(self.rows):
            for x, ref in enumerate(row):
                if ref == start:
                    dx, dy = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}[direction]
                    inside = 0 <= y + dy < len(self.rows) and 0 <= x + dx < len(row)
                    return self.rows[y + dy][x + dx] if inside else None
        return None

    def lying(self, start: Ref, direction: str, among: Collection[Ref]) -> tuple[Ref, ...]:
        found = self.toward(start, direction, None)
        return (found,) if found in among and found is not None else ()

    def order(self, among: Collection[Ref]) -> tuple[Ref, ...]:
        return tuple(spot for spot in self.spots() if spot in among)


def stall(name: str) -> Ref:
    return Ref("Stall", name)


NOWHERE = Path("/dev/null/nowhere")
"""A folder that cannot be made, for games that nobody keeps."""

PATHS = ("Apples - Bread", "Bread - Candles", "Apples - Dice", "Dice - Honey", "Honey - Old Hats")
GRID = Grid(
    (tuple(map(stall, STALLS[:3])), tuple(map(stall, STALLS[3:]))),
    (*(Ref("Quarter", each) for each in ("West", "East")), *(Ref("Path", path) for path in PATHS)),
)


class AtDesk:
    """A desk of the game `fair`, played with keys."""

    def __init__(self, *choices: str, players: tuple[str, ...] = ("anna", "ben")) -> None:
        table = table_of(FAIR, NOWHERE, players, choices=choices, store=Unkept(NOWHERE))
        self.sitting = sitting_of(FAIR, NOWHERE, table=table)
        self.desk = Desk(self.sitting, self.sitting.seats[0], GRID)
        self.follow()

    def follow(self) -> None:
        """Take the seat that is asked."""
        for seat in self.sitting.seats:
            decision = seat.look().view.decision
            if decision is not None and decision.seat == seat.number:
                self.desk.seat = seat
        self.desk.refresh()

    def press(self, *keys: str) -> "AtDesk":
        """Press keys; make the choice that they send."""
        for key in keys:
            named = {"/": "slash", " ": "space"}.get(key, key)
            character = key if len(key) == 1 else " " if key == "space" else None
            sent = self.desk.press(named, character)
            if sent is not None:
                seat = next(client for client in self.sitting.seats if client.number == sent.seat)
                asyncio.run(seat.choose(sent.key))
                self.follow()
        return self

    @property
    def log(self) -> list[str]:
        return [line.text for line in self.desk.sight.view.log]

    @property
    def cursor(self) -> str:
        assert self.desk.cursor is not None
        return self.desk.cursor.key
