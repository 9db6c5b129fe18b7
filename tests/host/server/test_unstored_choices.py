"""While another program keeps the database of a server locked, nobody sees what is not stored."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from lazaretto.host import StoreError
from lazaretto.host.server.hall_views import HallError
from lazaretto.host.server.store import sqlite_database
from lazaretto.host.server.store.store_rows import choices_left
from tests.host.server.halls import asked, decision, hall_in, run, sit_all, table_for


def test_a_choice_that_is_not_stored_did_not_happen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_database, "SERVER_PATIENCE", 0.01)

    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            people, code = await table_for(hall, "anna", "ben")
            places, clients = await sit_all(people, code)
            before = [client.look().view for client in clients]
            chooser = asked(clients)
            key = next(option.key for option in decision(chooser).options if option.why_not is None)
            with closing(sqlite3.connect(tmp_path / "server.db", isolation_level=None)) as other:
                other.execute("BEGIN EXCLUSIVE")
                told: list[str] = []
                for _ in range(3):
                    with pytest.raises(StoreError, match="nothing can be stored") as refused:
                        await chooser.choose(key)
                    told.append(str(refused.value))
                with pytest.raises(HallError, match="nothing can be stored") as not_said:
                    await places[0].say("hello")
                carl = hall.enter(people[1].person)
                assert [table.code for table in carl.view.tables] == [code], "looking goes on"
                assert [client.look().view for client in clients] == before
                assert not [each for each in (*told, str(not_said.value)) if str(tmp_path) in each]
                other.execute("COMMIT")
            await chooser.choose(key)
            rows = await hall.do(lambda store: store.choices.all(code))
            assert [choice.key for choice in choices_left(rows)] == [key]

    run(work)
