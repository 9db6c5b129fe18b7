"""A game at a table is saved before anybody is asked again, and resumes where it stopped."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from lazaretto.host import Store, Table, load_record, open_table, replay, resume_table
from lazaretto.rules import ChoiceError, Program, load


def sit(program: Program, folder: Path) -> Table:
    return open_table(program, program.start(seed=7, players=("anna", "ben")), Store(folder))


def test_every_choice_is_on_disk_before_the_next_is_asked(program: Program, tmp_path: Path) -> None:
    table = sit(program, tmp_path)
    path = Path(table.store.place(table.name))
    assert load_record(path).choices == ()
    table.choose("take > two")
    assert load_record(path) == table.game.record()
    assert load_record(path).choices


def test_a_refused_choice_changes_nothing(program: Program, tmp_path: Path) -> None:
    table = sit(program, tmp_path)
    before = table.game.record()
    with pytest.raises(ChoiceError):
        table.choose("take > three")
    assert table.game.record() == before == load_record(Path(table.store.place(table.name)))


def test_what_is_taken_back_is_taken_back_on_disk(program: Program, tmp_path: Path) -> None:
    table = sit(program, tmp_path)
    before = table.game.record()
    table.choose("take > two")
    table.undo()
    assert table.game.record() == before
    assert load_record(Path(table.store.place(table.name))) == before


def test_a_game_is_taken_up_where_it_stood(program: Program, tmp_path: Path) -> None:
    table = sit(program, tmp_path)
    table.choose("take > two")
    record = load_record(Path(table.store.place(table.name)))
    again, how = resume_table(program, record, Store(tmp_path), table.name)
    assert (how.difference, how.changed, again.name) == (None, False, table.name)
    assert again.game.record() == record
    again.choose("take > one")
    assert len(load_record(tmp_path / f"{table.name}.toml").choices) > len(record.choices)


def changed(stones: Path, folder: Path, before: str, after: str) -> Program:
    copy = folder / "stones"
    shutil.copytree(stones, copy)
    rules = copy / "heap.rules"
    assert before in rules.read_text()
    rules.write_text(rules.read_text().replace(before, after))
    program = load(copy).program
    assert program is not None
    return program


def test_changed_rules_are_followed_to_the_first_difference(
    program: Program, stones: Path, tmp_path: Path
) -> None:
    table = sit(program, tmp_path / "records")
    for key in ("take > one", "rest", "take > two"):
        table.choose(key)
    record = table.game.record()
    other = changed(stones, tmp_path, "needs left() > 5", "needs left() > 8")
    again, how = resume_table(other, record, table.store, table.name)
    assert how.changed
    assert how.difference is not None
    assert (how.difference.player, how.difference.key) == ("ben", "rest")
    assert how.difference.reason == "Nobody rests now"
    assert how.difference.number == how.done + 1
    assert again.name != table.name, "the old file stays"


def test_a_change_that_does_not_matter_is_told_and_no_more(
    program: Program, stones: Path, tmp_path: Path
) -> None:
    table = sit(program, tmp_path / "records")
    table.choose("take > two")
    other = changed(stones, tmp_path, "Takes stones off", "Takes some stones off")
    how = replay(other, table.game.record())
    assert (how.changed, how.difference, how.faithful) == (True, None, True)


def test_an_end_that_is_not_as_the_record_says_is_told(program: Program, tmp_path: Path) -> None:
    table = sit(program, tmp_path)
    for key in ("take > two", "take > two", "take > two", "take"):
        table.choose(key)
    record = table.game.record()
    assert record.outcome
    assert replay(program, record).faithful
    assert not replay(program, replace(record, outcome="otherwise")).faithful
