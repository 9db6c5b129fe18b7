"""A table whose last seat was taken when something failed begins all the same."""

from pathlib import Path

import pytest

from lazaretto.host.server.hall_views import HallError, State, TableOrder
from lazaretto.host.server.tables.hall_table import HallTable
from tests.host.server.halls import STONES, entered, hall_in, run

TWO = TableOrder(STONES, ("", ""), seed=5)


async def refuse(table: HallTable) -> None:
    raise HallError("nothing can be stored now")


def test_a_table_begins_after_a_server_that_ended_between_the_last_seat_and_the_beginning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            code = await (await entered(hall, "anna")).make(TWO)
            with monkeypatch.context() as patch:
                patch.setattr(HallTable, "begin_if_full", refuse)
                with pytest.raises(HallError):
                    await (await entered(hall, "ben")).join(code)
            assert hall.tables[code].state is State.OPEN
        async with hall_in(tmp_path) as hall:
            assert hall.tables[code].state is State.RUNNING
            assert await (await entered(hall, "ben")).join(code) is not None

    run(work)


def test_or_as_soon_as_somebody_goes_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            anna, ben = await entered(hall, "anna"), await entered(hall, "ben")
            code = await anna.make(TWO)
            with monkeypatch.context() as patch:
                patch.setattr(HallTable, "begin_if_full", refuse)
                with pytest.raises(HallError):
                    await ben.join(code)
            assert await anna.join(code) is not None
            assert hall.tables[code].state is State.RUNNING

    run(work)
