"""Nothing that crosses the seam reveals a secret to a seat, down to the bytes."""

import asyncio
from pathlib import Path
from typing import cast

import pytest

from lazaretto.host import LocalTable, OpenTable, SeatClient, Store, TableInfo, open_table
from lazaretto.host.lobby.lobby_protocol import Lobby, Order
from lazaretto.host.table.seat_protocol import SeatStart
from lazaretto.host.wire.codec import encode
from lazaretto.rules import Program, load
from tests.host.seams import MemoryLine, OneTable
from tests.sitting import at_once

DATA = Path(__file__).resolve().parents[1] / "data"
PLAYERS = ("anna", "ben", "carl")


@pytest.fixture(scope="module")
def hunt() -> Program:
    program = load(DATA / "fugitive").program
    assert program is not None
    return program


class Overheard:
    """A table that records every byte sent to its seats."""

    def __init__(self, program: Program, folder: Path) -> None:
        self.game = program.start(seed=7, players=PLAYERS)
        table = LocalTable(open_table(program, self.game, Store(folder)))
        info = TableInfo("", "", "", (), ())
        self.line = MemoryLine(cast(Lobby, OneTable(OpenTable(info, table.seats))))
        lobby = self.line.lobby()
        self.seats = at_once(lobby.open(Order(folder, PLAYERS, 1))).seats
        self.clients = [SeatClient(seat) for seat in self.seats]
        self.starts = [encode(at_once(seat.join(lambda _: None)), SeatStart) for seat in self.seats]
        for client in self.clients:
            at_once(client.join())
            client.listen(lambda _: None)

    def choose(self, seat: int, key: str) -> dict[int, bytes]:
        """Return what each seat is sent after a choice."""
        self.line.pushed.clear()
        asyncio.run(self.clients[seat].choose(key))
        sent = dict.fromkeys(range(len(self.seats)), b"")
        for number, message in zip(sent, self.line.pushed, strict=True):
            sent[number] += message
        return sent


def test_a_secret_choice_sends_the_same_bytes_whatever_it_was(hunt: Program, tmp_path: Path) -> None:
    first = Overheard(hunt, tmp_path / "first")
    hidden = first.game.seat
    assert hidden is not None
    options = first.clients[hidden].look().view.decision
    assert options is not None
    keys = [option.key for option in options.options if option.why_not is None]
    assert len(keys) > 2
    tables = [Overheard(hunt, tmp_path / key) for key in keys]
    sent = [table.choose(hidden, key) for table, key in zip(tables, keys, strict=True)]
    for seat in range(len(PLAYERS)):
        assert {table.starts[seat] for table in tables} == {first.starts[seat]}
        different = {each[seat] for each in sent}
        assert len(different) == (len(keys) if seat == hidden else 1)


def test_the_start_of_a_seat_is_the_same_whatever_the_others_hold(hunt: Program, tmp_path: Path) -> None:
    """A player who takes a seat after the secret choice gets nothing that depends on it."""
    starts: set[bytes] = set()
    for key in ("Wood", "Mill"):
        table = Overheard(hunt, tmp_path / key)
        hidden = table.game.seat
        assert hidden is not None
        table.choose(hidden, key)
        other = table.seats[(hidden + 1) % len(PLAYERS)]
        starts.add(encode(at_once(other.join(lambda _: None)), SeatStart))
    assert len(starts) == 1
