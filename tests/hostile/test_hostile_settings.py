"""Settings from a stranger: wrong ones are refused, stored ones are mended, and nobody's session ends."""

import asyncio
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from lazaretto.host.records.record_store import StoreError
from lazaretto.host.server.hall_views import HallError
from lazaretto.host.server.person_hall import KeptSettings, read_kept
from lazaretto.host.server.server_hall import ServerHall
from lazaretto.host.server.store.sqlite_store import SqliteStore
from lazaretto.host.settings.user_settings import (
    CHOICES,
    LARGEST,
    LONGEST_TABLE,
    Settings,
    SettingsError,
    check_settings,
    mended,
    read_settings,
    write_settings,
)
from lazaretto.tui.app_for_screens import MOST_TOLD
from lazaretto.tui.base_app import GameApp
from lazaretto.tui.hall.hall_app import HallApp
from lazaretto.tui.keys.registry import ACTIONS
from tests.host.server.halls import person
from tests.hostile.growth import calls
from tests.hostile.toml_shapes import SHAPES
from tests.soak import soak

DOTTED = "a." * 12_000 + "a=1"
"""24 KB that took Python's parser 13 seconds."""

WRONG: dict[str, Settings] = {
    "a dotted key": Settings(keys=DOTTED),
    "a shorter dotted key": Settings(keys="a." * 100 + "a=1"),
    "keys that are no TOML": Settings(keys="a"),
    "letters that are no TOML": Settings(letters="= ["),
    "keys without end": Settings(keys="# " + "x" * LONGEST_TABLE),
    "an unknown layout": Settings(layout="nope"),
    "an empty theme": Settings(theme=""),
    "a flag that is none": Settings(bell="yes"),  # type: ignore[arg-type]
    "many names": Settings(names=("anna",) * 17),
    "a long name": Settings(names=("a" * 1_000,)),
    "half a character": Settings(names=("\ud800",)),
    "half a character in the keys": Settings(keys='"\ud800" = "a"'),
    "many moments": Settings(moments=tuple((f"m{each}", "never") for each in range(300))),
    "an unknown moment": Settings(moments=(("m", "perhaps"),)),
}
RIGHT = Settings(layout="vim", keys='table.undo = "z"\n', letters='wait = "w"\n', names=("anna",))

STORED: dict[str, str] = {
    "no JSON": "{",
    "nothing": "null",
    "a list": "[]",
    "a number for settings": '{"settings": 3}',
    "lists for everything": '{"settings": [], "blocked": {}}',
    "an unknown field": '{"settings": {"smell": true, "layout": "vim"}, "blocked": ["ben"], "more": 1}',
    "a wrong type": '{"settings": {"names": 3, "layout": "vim", "moments": "x"}}',
    "an unknown layout": '{"settings": {"layout": "nope"}}',
    "bad TOML": '{"settings": {"keys": "a", "letters": "= ["}}',
    "a dotted key": '{"settings": {"keys": "' + DOTTED + '"}}',
    "nested": "[" * 100_000,
    "half a character": '{"settings": {"names": ["\\ud800"]}, "blocked": ["\\ud800"]}',
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_settings_are_refused_with_a_sentence_and_mended(name: str, tmp_path: Path) -> None:
    with pytest.raises(SettingsError) as found:
        check_settings(WRONG[name])
    assert 0 < len(str(found.value)) < 300
    with pytest.raises(StoreError):
        write_settings(WRONG[name], tmp_path / "settings.toml")
    assert [*tmp_path.iterdir()] == []
    settings, problems = mended(WRONG[name])
    assert settings == Settings() and len(problems) == 1
    check_settings(settings)


def test_right_settings_are_kept_as_they_are() -> None:
    check_settings(RIGHT)
    assert mended(RIGHT) == (RIGHT, ())


def test_a_hall_stores_no_wrong_settings(tmp_path: Path) -> None:
    async def main() -> None:
        store = SqliteStore(tmp_path / "server.db")
        hall = ServerHall(store, tmp_path / "packs")
        anna = hall.enter(await person(hall, "anna"))
        await anna.keep(RIGHT)
        kept = await hall.do(lambda store: store.settings.get(anna.person.id))
        for wrong in WRONG.values():
            with pytest.raises(HallError):
                await anna.keep(wrong)
            assert anna.settings == RIGHT
        assert await hall.do(lambda store: store.settings.get(anna.person.id)) == kept
        await hall.close()

    asyncio.run(main())


@pytest.mark.parametrize("name", STORED)
def test_whatever_is_stored_its_person_comes_in(name: str, tmp_path: Path) -> None:
    async def main() -> None:
        hall = ServerHall(SqliteStore(tmp_path / "server.db"), tmp_path / "packs")
        anna = hall.enter(await person(hall, "anna"), STORED[name])
        assert anna.notices
        assert all(len(notice) < 300 for notice in anna.notices)
        check_settings(anna.settings)
        app = HallApp(anna, notices=anna.notices)
        async with app.run_test(size=(80, 24)):
            assert app.settings == anna.settings
        await anna.keep(anna.settings)
        stored = await hall.do(lambda store: store.settings.get(anna.person.id))
        assert read_kept(stored)[1] == ()
        await hall.close()

    asyncio.run(main())


def test_what_is_right_in_damaged_settings_stays() -> None:
    kept, notices = read_kept(STORED["an unknown field"])
    assert kept == KeptSettings(Settings(layout="vim"), frozenset(("ben",)))
    assert len(notices) == 1


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
def test_an_app_starts_with_any_settings(wrong: Settings) -> None:
    """Settings may also come from a server of another version."""
    app = GameApp(replace(wrong, hints=False))
    assert app.settings == Settings(hints=False)
    assert len(app._wrong_settings) == 1


# --- how long it takes ---------------------------------------------------------------------------

MANY = 8 * LONGEST_TABLE
"""More functions than reading the longest tables calls; it takes about ten milliseconds."""


OFTEN = ("many deep lists", "many keys", "many headers", "many dotted keys below a deep header")
"""The dearest shapes, one of each sort; the others are read in `make soak`."""


@pytest.mark.parametrize(
    "name", [pytest.param(shape, marks=() if shape in OFTEN else soak) for shape in SHAPES]
)
def test_the_longest_tables_are_read_quickly(name: str) -> None:
    text = SHAPES[name](LONGEST_TABLE)[:LONGEST_TABLE]
    settings = Settings(keys=text, letters=text)
    assert calls(lambda: mended(settings)) < 2 * MANY
    assert calls(lambda: GameApp.read_keys(settings)) < 4 * MANY


@pytest.mark.parametrize(
    "text",
    [
        "".join(f'"{action}" = "x"\n' for action in ACTIONS),
        "".join(f'"{action}" = ["x", "y", "z"]\n' for action in ACTIONS),
        "".join(f"{each:x}=1\n" for each in range(1_300)),
        f"[{'h' * 4_000}]\n" + "".join(f"{each:x}=1\n" for each in range(650)),
    ],
    ids=["one key for all", "three keys for all", "unknown actions", "long names"],
)
def test_wrong_keys_are_found_quickly_and_a_few_are_told(text: str) -> None:
    settings = Settings(keys=text)
    check_settings(settings)
    assert calls(lambda: GameApp.read_keys(settings)) < 4 * MANY
    _, problems = GameApp.read_keys(settings)
    assert len(problems) > 100
    assert max(map(len, problems)) < 300

    async def main() -> None:
        told: list[Any] = []
        app = GameApp(settings)
        app.notify = lambda words, **_: told.append(words)  # type: ignore[method-assign]
        app.on_mount()
        assert len(told) == MOST_TOLD + 1
        assert str(len(problems) - MOST_TOLD) in told[-1]

    asyncio.run(main())


# --- the file of somebody who plays at home ------------------------------------------------------

FILES: dict[str, Callable[[Path], object]] = {
    "a pipe": lambda path: os.mkfifo(path),
    "a link to a device": lambda path: path.symlink_to("/dev/zero"),
    "a link in a circle": lambda path: path.symlink_to(path),
    "huge": lambda path: path.write_bytes(b"#" * (5 * LARGEST)),
    "no text": lambda path: path.write_bytes(b"\xff\xfe"),
    "a dotted key": lambda path: path.write_text(DOTTED),
    "lists in lists": lambda path: path.write_text("a = " + "[" * 50_000),
    "a table of keys without end": lambda path: path.write_text(f"[keys]\na = '{'x' * 50_000}'\n"),
    "wrong values": lambda path: path.write_text("theme = 1979-05-27\nlayout = [[]]\nbell = {a = 1}\n"),
}


@pytest.mark.parametrize("name", FILES)
def test_whatever_the_file_is_the_app_starts(name: str, tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    FILES[name](path)
    settings, notice = read_settings(path)
    assert settings == Settings()
    assert 0 < len(notice) < 1_000
    GameApp(settings)
    write_settings(settings, path)
    assert read_settings(path) == (settings, "")


def test_every_choice_has_a_wrong_value() -> None:
    for name in CHOICES:
        with pytest.raises(SettingsError):
            check_settings(replace(Settings(), **{name: "nope"}))  # type: ignore[arg-type]
