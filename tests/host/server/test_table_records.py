"""Tables are exported to record files and imported from them, and nobody learns a secret that way."""

from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from lazaretto.grammar.node_dataclass import fields
from lazaretto.host import load_record
from lazaretto.host.server import admin
from lazaretto.host.server.hall_views import HallError, State, TableOrder
from lazaretto.host.server.store.sqlite_store import SqliteStore
from lazaretto.host.server.store.store_protocol import ServerStoreError
from lazaretto.host.server.store.store_rows import Entry
from lazaretto.lab.playing.bots import BOTS
from lazaretto.rules.link.find_scenarios import built_in
from lazaretto.rules.run.records.record_file import Deal, WhatIf, read, write
from lazaretto.serve.__main__ import main
from tests.host.server.halls import STONES, entered, hall_in, person, play, run, sit_all, table_for, until
from tests.host.server.stores import key

THREE = TableOrder(STONES, ("", "", "random"), seed=5)
PATHS = [STONES.parent]


def filled(folder: Path, *names: str) -> SqliteStore:
    folder.mkdir()
    store = SqliteStore(folder / "server.db")
    for number, name in enumerate(names):
        store.people.add(name, key("abc"[number]))
    return store


def test_a_table_is_exported_replayed_imported_and_played_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, there = tmp_path / "game.toml", tmp_path / "there"
    before: list[object] = []
    code = ""

    async def first() -> None:
        nonlocal code
        async with hall_in(tmp_path) as hall:
            people, code = await table_for(hall, "anna", "ben", order=THREE)
            places, clients = await sit_all(people, code)
            await play(clients, Random(1), 2)
            await places[0].undo()
            for vote in places[1].view.votes:
                await places[1].vote(vote.number, True)
            before.extend(client.look().view for client in clients)

    run(first)
    with closing(admin.open_store(tmp_path)) as store:
        assert code in admin.export_table(store, code.lower(), file)
        with pytest.raises(ServerStoreError, match="already exists"):
            admin.export_table(store, code, file)
        with pytest.raises(ServerStoreError, match="cannot be written"):
            admin.export_table(store, code, tmp_path / "missing" / "game.toml")
    record = load_record(file)
    assert (record.players[:2], record.bots) == (("anna", "ben"), ("", "", "random"))
    assert main(["replay", str(file), "--path", str(STONES.parent)]) == 0
    assert "The game is not over, as the record says." in capsys.readouterr().out
    with closing(filled(there, "anna")) as store:
        told = admin.import_table(store, file, PATHS, BOTS)
        (row,) = store.tables.all()
        assert f"table {row.code}: anna, ben (free), random 3" in told
        assert row.entry is Entry.INVITATION

    async def second() -> None:
        async with hall_in(there) as hall:
            people = [await entered(hall, name) for name in ("anna", "ben")]
            assert people[1].view.tables == (), "it is in no list"
            await people[1].join(row.code)
            _, clients = await sit_all(people, row.code)
            assert [client.look().view for client in clients] == before
            await play(clients, Random(2), 500)
            assert hall.tables[row.code].state is State.OVER

    run(second)


def test_an_imported_table_comes_into_the_hall_of_a_running_server(tmp_path: Path) -> None:
    file = tmp_path / "game.toml"

    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            people, code = await table_for(hall, "anna", "ben", order=THREE)
            await sit_all(people, code)
            with closing(admin.open_store(tmp_path)) as store:
                admin.export_table(store, code, file)
                admin.import_table(store, file, PATHS, BOTS)
            await until(lambda: len(people[0].view.tables) == 2)
            again = next(table for table in people[0].view.tables if table.code != code)
            assert again.yours and [seat.person for seat in again.seats] == ["anna", "ben", ""]
            await until(lambda: any(table.your_turn for table in people[0].view.tables))

    run(work)


def test_what_cannot_go_on_at_a_table_is_refused(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            people, code = await table_for(hall, "anna", "ben", order=THREE)
            _, clients = await sit_all(people, code)
            await play(clients, Random(1), 1)
            open_table = await people[0].make(THREE)
            with closing(admin.open_store(tmp_path)) as store:
                admin.export_table(store, code, tmp_path / "game.toml")
                with pytest.raises(ServerStoreError, match="has not started"):
                    admin.export_table(store, open_table, tmp_path / "other.toml")
                with pytest.raises(ServerStoreError, match="no table"):
                    admin.export_table(store, "XXX-222", tmp_path / "other.toml")

    run(work)
    text = (tmp_path / "game.toml").read_text()
    record = read(text, "game")
    with closing(admin.open_store(tmp_path)) as store:
        tables = store.tables.all()

        def refused(text: str, words: str, bots: object = BOTS) -> None:
            (tmp_path / "wrong.toml").write_text(text)
            with pytest.raises(ServerStoreError, match=words):
                admin.import_table(store, tmp_path / "wrong.toml", PATHS, bots)  # type: ignore[arg-type]

        refused(text, "needs the bot random", {})
        refused("no record", "wrong.toml")
        refused(text.replace("seed = 5", "seed = 6"), "wrong.toml")
        for change, words in (
            ({"outcome": "everybody won"}, "is over"),
            ({"what_if": WhatIf(deals=(Deal(0, 5),))}, "something was dealt anew"),
            ({"scenario": "chess"}, "chess"),
            ({"choices": ((0, "fly"),)}, "fly"),
        ):
            changed = {field: getattr(record, field) for field in fields(record)} | change
            refused(write(type(record)(**changed)), words)
        with pytest.raises(ServerStoreError):
            admin.import_table(store, tmp_path / "nothing.toml", PATHS, BOTS)
        assert store.tables.all() == tables, "nothing was made"


def test_players_export_a_game_that_is_over(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            people, code = await table_for(hall, "anna", "ben", order=THREE)
            _, clients = await sit_all(people, code)
            carl = await entered(hall, "carl")
            with pytest.raises(HallError, match="others are still playing"):
                await people[0].record(code)
            with pytest.raises(HallError, match="only those who played"):
                await carl.record(code)
            await play(clients, Random(1), 500)
            record = read(await people[1].record(code), "game")
            assert record.outcome and record.bots == ("", "", "random")
            with pytest.raises(HallError, match="only those who played"):
                await carl.record(code)

    run(work)


def test_who_plays_alone_exports_an_open_game_but_no_secrets_of_a_bot(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            anna = hall.enter(await person(hall, "anna"))
            code = await anna.make(TableOrder(STONES, ("", "random"), seed=5))
            assert read(await anna.record(code), "game").outcome == ""
            secret = await anna.make(TableOrder(built_in() / "cold_war", ("", "random"), seed=5))
            with pytest.raises(HallError, match="secrets of other seats"):
                await anna.record(secret)

    run(work)
