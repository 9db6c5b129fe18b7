"""The store never loses a game and never overwrites a file that it does not understand."""

import os
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from lazaretto.host import Store, StoreError, load_record
from lazaretto.rules.run.records.record_file import Record, RecordError, write

RECORD = Record("stones", "Stones", ("anna", "ben"), {}, (), 7, "digest", ((0, "take"),))
NOON = datetime(2026, 1, 31, 12, 0)


def longer(record: Record) -> Record:
    return replace(record, choices=(*record.choices, (1, "call")))


def test_what_is_saved_is_found(tmp_path: Path) -> None:
    store = Store(tmp_path / "deep" / "records")
    assert store.save("game", RECORD) == ""
    assert load_record(store.path("game")) == RECORD
    assert [(each.name, each.record) for each in store.all()] == [("game", RECORD)]


def test_a_game_grows_and_shrinks_in_its_file(tmp_path: Path) -> None:
    store = Store(tmp_path)
    for record in (RECORD, longer(RECORD), RECORD):
        store.save("game", record)
        assert load_record(store.path("game")) == record
    assert [path.name for path in tmp_path.iterdir()] == ["game.toml"]


def test_names_are_fresh(tmp_path: Path) -> None:
    store = Store(tmp_path)
    first = store.fresh("stones", NOON)
    store.save(first, RECORD)
    assert (first, store.fresh("stones", NOON)) == ("stones-2026-01-31-1200", "stones-2026-01-31-1200-2")


@pytest.mark.parametrize(
    "damage", ["", "hello", write(RECORD)[:-20], write(RECORD).replace("seed = 7", "seed = 8")]
)
def test_a_damaged_file_is_set_aside(tmp_path: Path, damage: str) -> None:
    (tmp_path / "game.toml").write_text(damage)
    notice = Store(tmp_path).save("game", RECORD)
    assert "was renamed to game.damaged" in notice
    assert (tmp_path / "game.damaged").read_text() == damage
    assert load_record(tmp_path / "game.toml") == RECORD
    (tmp_path / "game.toml").write_text("again")
    assert "game.damaged-2" in Store(tmp_path).save("game", RECORD)


def test_a_file_that_was_damaged_meanwhile_is_set_aside(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.save("game", RECORD)
    (tmp_path / "game.toml").write_text("somebody else was here")
    assert "was renamed to" in store.save("game", longer(RECORD))


def test_another_game_is_not_overwritten(tmp_path: Path) -> None:
    Store(tmp_path).save("game", RECORD)
    with pytest.raises(StoreError, match="contains another game"):
        Store(tmp_path).save("game", replace(RECORD, seed=8))
    assert load_record(tmp_path / "game.toml") == RECORD


def test_a_failing_disk_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(tmp_path)
    store.save("game", RECORD)

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StoreError, match="No space left"):
        store.save("game", longer(RECORD))
    monkeypatch.undo()
    assert load_record(tmp_path / "game.toml") == RECORD
    assert [path.name for path in tmp_path.iterdir()] == ["game.toml"]


def test_the_list_names_damaged_games_and_sorts_by_date(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.save("old", RECORD)
    os.utime(tmp_path / "old.toml", (1, 1))
    (tmp_path / "new.toml").write_text("hello")
    newer, older = store.all()
    assert (newer.name, newer.record, older.record) == ("new", None, RECORD)
    assert "the file is incomplete; it ends with: hello" in newer.problem


def test_an_empty_store_lists_nothing(tmp_path: Path) -> None:
    assert Store(tmp_path / "nowhere").all() == ()


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b""])
def test_no_text_is_no_record(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "game.toml"
    path.write_bytes(content)
    with pytest.raises(RecordError):
        load_record(path)


def test_no_file_is_no_record(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="No such file"):
        load_record(tmp_path / "nothing.toml")
