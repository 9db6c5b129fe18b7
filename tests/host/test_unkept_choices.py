"""Where nobody may see what is not kept, a game goes back if its record is not kept: nothing was chosen."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from lazaretto.host import Bots, SeatClient, Store, StoreError, Table, open_table
from lazaretto.host.records.record_lock import RecordLock
from lazaretto.host.records.record_store import UnkeptError
from lazaretto.host.table import local_table
from lazaretto.lab.playing.bots import COMPANIONS
from lazaretto.rules import Program, Record
from tests.host.seams import Seam, sat_down
from tests.patience import PATIENCE

BOTS: Bots = {**COMPANIONS}


class Picky(Store):
    """A store that may refuse records."""

    refuses: Callable[[Record], bool] = staticmethod(lambda record: False)

    def save(self, name: str, record: Record, lock: RecordLock | None = None) -> str:
        if self.refuses(record):
            raise UnkeptError("nothing is kept")
        return super().save(name, record, lock)


class At:
    """A table, its store, and what its first player hears."""

    def __init__(self, seam: Seam, program: Program, folder: Path, bots: tuple[str, ...] = ()) -> None:
        self.store = Picky(folder)
        game = program.start(seed=7, players=("anna", "ben"))
        self.table: Table = open_table(program, game, self.store, bots, BOTS)
        self._local, sitting = sat_down(seam, self.table)
        self.seats: tuple[SeatClient, ...] = sitting.seats
        self.begin = self._local.begin
        self.lines: list[str] = []
        self.seats[-1].listen(lambda moments: self.lines.extend(moment.line.text for moment in moments))

    def kept(self) -> tuple[tuple[int, str], ...]:
        return self.store.load(self.table.name).choices


def run(work: Callable[[], Awaitable[None]]) -> None:
    async def in_time() -> None:
        async with asyncio.timeout(PATIENCE):
            await work()

    asyncio.run(in_time())


def test_nobody_sees_a_choice_that_is_not_kept(seam: Seam, program: Program, tmp_path: Path) -> None:
    at = At(seam, program, tmp_path)
    anna, ben = at.seats

    async def work() -> None:
        before = [seat.look() for seat in at.seats]
        at.store.refuses = lambda record: True
        for _ in range(2):
            with pytest.raises(StoreError, match="nothing is kept"):
                await anna.choose("take > one")
        assert [seat.look().view for seat in at.seats] == [sight.view for sight in before] and not at.lines
        at.store.refuses = lambda record: False
        await anna.choose("take > two")
        assert at.kept() == ((0, "take > two"),)
        at.store.refuses = lambda record: True
        now = ben.look().view
        with pytest.raises(StoreError, match="nothing is kept"):
            await anna.undo()
        assert ben.look().view == now
        at.store.refuses = lambda record: False
        await anna.undo()
        assert at.kept() == ()

    run(work)


def test_bots_try_again_what_is_not_kept(
    seam: Seam, program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local_table, "KEEP_AGAIN", 0.01)
    at = At(seam, program, tmp_path, bots=("", "random"))
    (anna,) = at.seats
    refused = 0

    def refuses(record: Record) -> bool:
        nonlocal refused
        by_bot = record.choices[-1][0] == 1
        refused += by_bot
        return by_bot and refused <= 3

    async def work() -> None:
        at.store.refuses = refuses
        await anna.choose("take > one")
        assert at.kept() == ((0, "take > one"),)
        while refused < 4 or (asked := anna.look().view.decision) is None or asked.seat != 0:
            await asyncio.sleep(0.01)
        assert {seat for seat, _ in at.kept()} == {0, 1}
        assert anna.look().choices == 0 and at.kept() == at.table.game.record().choices

    run(work)
    assert refused > 3
