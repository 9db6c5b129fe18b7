"""A private table is in no list; its code is the invitation."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from lazaretto.host.server.call_budgets import RATES, Purses
from lazaretto.host.server.hall_views import HallError, TableOrder
from lazaretto.host.wire.allowed_calls import Cost
from tests.host.server.halls import STONES, entered, hall_in, run, until

PRIVATE = TableOrder(STONES, ("", ""), seed=5, public=False)


GUESSES = int(RATES[Cost.CODE].at_once)


def test_who_has_the_code_joins_and_nobody_else_sees_the_table(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            anna, ben, carl = [await entered(hall, name) for name in ("anna", "ben", "carl")]
            code = await anna.make(PRIVATE)
            assert (len(anna.view.tables), ben.view.tables, carl.view.tables) == (1, (), ())
            assert await ben.join(code.lower()) is not None
            assert [table.code for table in ben.view.tables] == [code] and carl.view.tables == ()
            assert (await carl.watch(code)).watching
            with pytest.raises(HallError, match="no free seat"):
                await carl.join(code)

    run(work)


def test_nobody_is_invited_by_whom_they_have_blocked_not_even_a_guest(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            anna, ben = [await entered(hall, name) for name in ("anna", "ben")]
            guest = hall.enter(await hall.do(lambda store: store.people.add("carl")))
            code = await anna.make(PRIVATE)
            for blocks in (ben, guest):
                for blocked, invited in ((True, []), (False, [code])):
                    await blocks.block("anna", blocked)
                    await anna.invite(code, blocks.person.name)
                    assert [table.code for table in blocks.view.tables] == invited

    run(work)


def test_codes_cannot_be_tried_one_after_the_other(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            anna, ben = [await entered(hall, name) for name in ("anna", "ben")]
            hidden = await anna.make(PRIVATE)
            shown = await anna.make(TableOrder(STONES, ("", "", "")))
            for number in range(GUESSES // 2):
                with pytest.raises(HallError, match="no table"):
                    await ben.join(f"XXX-{number:0>3}")
                with pytest.raises(HallError, match="no table"):
                    await ben.watch(f"YYY-{number:0>3}")
            with pytest.raises(HallError, match="too many codes"):
                await ben.join(hidden)
            assert await ben.join(shown) is None, "what is listed needs no guess"

    run(work)


def test_no_other_command_tells_whether_a_code_is_right(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            ben = await entered(hall, "ben")
            for ask in (ben.record, ben.replay, lambda code: ben.invite(code, "ben")):
                ben.payer = Purses().payer("ben")
                with pytest.raises(HallError, match="too many codes"):
                    for number in range(GUESSES + 1):
                        with suppress_no_table():
                            await ask(f"XXX-{number:0>3}")

    run(work)


@contextmanager
def suppress_no_table() -> Iterator[None]:
    try:
        yield
    except HallError as error:
        if "no table" not in str(error):
            raise


def test_an_exported_game_is_put_away_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lazaretto.host.server.tables.hall_table.IDLE", 0.05)

    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            anna = await entered(hall, "anna")
            code = await anna.make(TableOrder(STONES, ("", "random"), seed=5))
            await anna.record(code)
            await until(lambda: not hall.pool._rooms[0].codes)

    run(work)
