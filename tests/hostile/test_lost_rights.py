"""Whoever is banned or loses a key acts for that person no more, by codes made before or open sessions."""

import asyncio
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from lazaretto.host.server import admin
from lazaretto.host.server.store.sqlite_store import SqliteStore
from lazaretto.host.server.store.store_protocol import KeyCodeError
from lazaretto.host.server.store.store_rows import OWN_CODE, CodeMaker, NewKey
from lazaretto.serve import run_server
from lazaretto.serve.run_server import watch_bans
from tests.host.server.halls import hall_in, run
from tests.hostile.test_visitors import refused
from tests.hostile.visitors import visitor
from tests.serve.served import public, served, until
from tests.serve.small_app import SmallApp


def key(letter: str) -> NewKey:
    return NewKey("SHA256:" + letter * 43, f"ssh-ed25519 {letter}")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    with closing(SqliteStore(tmp_path / "server.db")) as opened:
        yield opened


def test_a_ban_ends_the_codes_that_somebody_has_made(store: SqliteStore) -> None:
    anna = store.people.add("anna", key("a"))
    store.keys.add(anna.id, key("b"))
    before = store.keys.make_code(anna.id, CodeMaker.PERSON, OWN_CODE)
    admin.ban(store, "anna", "was rude")
    after = store.keys.make_code(anna.id, CodeMaker.PERSON, OWN_CODE)
    for code in (before, after):
        with pytest.raises(KeyCodeError):
            store.keys.redeem_code(code, key("c"))
    admin.unban(store, "anna")
    assert store.keys.redeem_code(after, key("c")) == anna


def test_a_ban_on_one_key_ends_only_codes_made_before(store: SqliteStore) -> None:
    anna = store.people.add("anna", key("a"))
    store.keys.add(anna.id, key("b"))
    stolen = store.keys.make_code(anna.id, CodeMaker.PERSON, OWN_CODE)
    admin.ban(store, key("b").fingerprint, "stolen")
    with pytest.raises(KeyCodeError):
        store.keys.redeem_code(stolen, key("c"))
    own = store.keys.make_code(anna.id, CodeMaker.PERSON, OWN_CODE)
    assert store.keys.redeem_code(own, key("c")) == anna


def test_a_key_that_is_removed_leaves_no_code_behind(store: SqliteStore) -> None:
    anna = store.people.add("anna", key("a"))
    store.keys.add(anna.id, key("b"))
    code = store.keys.make_code(anna.id, CodeMaker.PERSON, OWN_CODE)
    assert store.keys.owner(key("b").fingerprint) == anna.id
    store.keys.remove(anna.id, key("b").fingerprint)
    assert store.keys.owner(key("b").fingerprint) is None
    with pytest.raises(KeyCodeError):
        store.keys.redeem_code(code, key("c"))


def test_a_key_that_is_removed_ends_its_sessions(monkeypatch: pytest.MonkeyPatch) -> None:
    async def script() -> None:
        async with served(SmallApp, guests=True) as at:
            await at.know(0, "anna")
            ben = await at.know(1, "ben")
            at.accounts.look(lambda store: store.keys.add(ben.id, key("another")))
            screens = [await at.open(await at.connect(number)) for number in (0, 1)]
            screens.append(await at.open(await at.connect(None, "guest")))
            for screen, name in zip(screens, ("anna", "ben", "guest"), strict=True):
                await screen.shows(f"hello {name}")
            monkeypatch.setattr(run_server, "BANS_LOOK", 0.01)
            watching = asyncio.get_running_loop().create_task(watch_bans(at.state))
            at.accounts.look(lambda store: store.keys.remove(ben.id, public(1).fingerprint))
            await until("ben's session ends", lambda: screens[1].closed)
            assert b"was removed" in screens[1].sent and at.noted("session_key_removed")
            assert not screens[0].closed and not screens[2].closed
            watching.cancel()

    asyncio.run(script())


def test_the_code_of_a_campaign_is_a_code_that_is_tried(tmp_path: Path) -> None:
    """Otherwise one could try codes by making tables that go on from them."""

    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            anna = await visitor(hall, "anna")
            for number in range(20):
                await anna.call("watch", code=f"XXX-{number:0>3}")
            order = {"folder": "stones", "seats": ["", "random"], "follows": "BCD-234"}
            assert "codes" in refused(await anna.call("make", order=order))

    run(work)
