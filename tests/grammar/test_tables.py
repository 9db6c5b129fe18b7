"""The tables of the grammar are kept between starts, and made anew where they cannot be read."""

from pathlib import Path

import pytest

from grammar.tables import tables


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "lazaretto"


def test_what_was_kept_is_what_was_made(folder: Path) -> None:
    made = tables()
    (kept,) = folder.iterdir()
    written = kept.stat().st_mtime_ns
    assert tables() == made
    assert kept.stat().st_mtime_ns == written


@pytest.mark.parametrize("text", ["", "nonsense", "[]", "[1, 2, 3, 4]", "\0"])
def test_what_cannot_be_read_is_made_anew(folder: Path, text: str) -> None:
    before = tables()
    (kept,) = folder.iterdir()
    kept.write_text(text)
    made = tables()
    assert len(made.states) == len(before.states)
    assert tables() == made


def test_where_nothing_can_be_kept_tables_are_made(folder: Path) -> None:
    folder.write_text("in the way")
    assert tables().starts.keys() == {"module", "interpolation"}
