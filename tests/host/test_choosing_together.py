"""Seats that choose at the same time, and seats that choose unseen pieces, through every seam."""

import asyncio
from pathlib import Path
from typing import cast

import pytest

from lazaretto.host import LocalTable, OpenTable, SeatClient, Store, TableInfo, open_table
from lazaretto.host.lobby.lobby_protocol import Lobby, Order
from lazaretto.host.server.workers.local_workroom import progress_of, record_text
from lazaretto.host.table.seat_protocol import SeatStart
from lazaretto.host.wire.codec import encode
from lazaretto.lab.playing.bots import COMPANIONS
from lazaretto.rules import ChoiceError, Game, Program, load
from tests.host.seams import MemoryLine, OneTable, Seam, sat_down
from tests.sitting import at_once

DATA = Path(__file__).resolve().parents[1] / "data"
PLAYERS = ("anna", "ben", "carl")


@pytest.fixture(scope="module")
def auction() -> Program:
    program = load(DATA / "auction").program
    assert program is not None
    return program


@pytest.fixture(scope="module")
def lanterns() -> Program:
    program = load(DATA / "lanterns").program
    assert program is not None
    return program


def test_seats_choose_in_any_order_and_may_change_it(seam: Seam, auction: Program, tmp_path: Path) -> None:
    async def main() -> None:
        table = open_table(auction, auction.start(seed=1, players=PLAYERS), Store(tmp_path))
        _, sitting = sat_down(seam, table)
        anna, ben, carl = sitting.seats
        assert all(seat.look().secret for seat in sitting.seats)
        await carl.choose("2")
        await ben.choose("1")
        await carl.choose("3")
        seen = [seat.look().view.decision for seat in sitting.seats]
        assert [decision.chosen for decision in seen if decision is not None] == ["", "1", "3"]
        assert {decision.waiting for decision in seen if decision is not None} == {("anna",)}
        for seats in ((0,), (1,), (2,), None):  # nobody learns from it who chose last
            with pytest.raises(
                ChoiceError, match="others have already chosen: to change your choice, choose again"
            ):
                table.undo(by=seats)
        await anna.choose("0")
        assert [line.text for line in anna.look().view.log] == ["anna bids 0.", "ben bids 1.", "carl bids 3."]
        with pytest.raises(ChoiceError, match="revealed"):
            await anna.undo()

    asyncio.run(main())


def test_a_choice_counts_although_others_have_chosen_meanwhile(auction: Program, tmp_path: Path) -> None:
    async def main() -> None:
        table = open_table(auction, auction.start(seed=1, players=PLAYERS), Store(tmp_path))
        local = LocalTable(table)
        clients = [SeatClient(seat) for seat in local.seats]
        for client in clients:
            await client.join()
        seen = clients[0]._number
        await clients[1].choose("1")
        await local.seats[0].choose("2", seen)
        await clients[2].choose("0")
        with pytest.raises(ChoiceError):  # the next round has begun: this was meant for the last one
            await local.seats[0].choose("2", seen)

    asyncio.run(main())


def test_bots_choose_at_once_and_nobody_waits_for_them(auction: Program, tmp_path: Path) -> None:
    async def main() -> None:
        game = auction.start(seed=1, players=PLAYERS)
        table = open_table(auction, game, Store(tmp_path), ("", "random", "thinker"), COMPANIONS)
        local = LocalTable(table)
        anna = SeatClient(local.seats[0])
        await anna.join()
        await local.begin()
        assert table.game.waiting == (0,)
        await anna.choose("3")
        assert len(anna.look().view.log) == 3

    asyncio.run(main())


def test_a_server_knows_all_whom_it_waits_for_and_keeps_the_record_back(
    auction: Program, tmp_path: Path
) -> None:
    table = open_table(auction, auction.start(seed=1, players=PLAYERS), Store(tmp_path))
    assert progress_of(table).asked == (0, 1, 2)
    table.choose("1", 1)
    assert progress_of(table).asked == (0, 2)
    with pytest.raises(Exception, match="secret"):
        record_text(table, frozenset({0}))


class Overheard:
    """A table that records every byte sent to its seats."""

    def __init__(self, program: Program, game: Game, folder: Path) -> None:
        table = LocalTable(open_table(program, game, Store(folder)))
        self.line = MemoryLine(cast(Lobby, OneTable(OpenTable(TableInfo("", "", "", (), ()), table.seats))))
        seats = at_once(self.line.lobby().open(Order(folder, PLAYERS, 1))).seats
        self.clients = [SeatClient(seat) for seat in seats]
        self.starts = [encode(at_once(seat.join(lambda _: None)), SeatStart) for seat in seats]
        for client in self.clients:
            at_once(client.join())
            client.listen(lambda _: None)

    def choose(self, seat: int, key: str) -> list[bytes]:
        """Return what is sent after a choice, in the order of the seats that are told."""
        self.line.pushed.clear()
        asyncio.run(self.clients[seat].choose(key))
        return [bytes(each) for each in self.line.pushed]


def test_others_are_sent_the_same_bytes_whatever_was_chosen(auction: Program, tmp_path: Path) -> None:
    sent = []
    for key in "0123":
        table = Overheard(auction, auction.start(seed=1, players=PLAYERS), tmp_path / key)
        first, again = table.choose(1, key), table.choose(1, str(3 - int(key)))
        assert len(first) == 3 and len(again) == 1, "who changes a choice alone is told"
        sent.append(first)
    assert len({each[0] for each in sent}) == len({each[2] for each in sent}) == 1
    assert len({each[1] for each in sent}) == 4


def test_the_chooser_is_sent_the_same_bytes_whatever_the_unseen_cards_are(
    lanterns: Program, tmp_path: Path
) -> None:
    sent = []
    for number in range(3):
        game = lanterns.start(seed=5, players=PLAYERS)
        state = game._state
        pile = next(each for each in state.p if each and 0 not in state.seen[state.w[each[0]]])
        pile[:] = pile[number:] + pile[:number]  # anna's hand, in another order
        game._pending = game._machine.pending(state)
        game.begin_here()
        table = Overheard(lanterns, game, tmp_path / str(number))
        sent.append((table.starts[0], table.choose(0, "light")[0]))
        assert b"4th lantern" in sent[-1][1]
    assert len(set(sent)) == 1
