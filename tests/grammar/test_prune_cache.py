"""The cache does not grow for ever: what nobody uses is deleted, and the oldest if there is too much."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from lazaretto.grammar import cache_dir
from lazaretto.grammar.cache_dir import open_cached, write_cached
from tests.interpreter import interpreter
from tests.patience import PATIENCE

pytestmark = interpreter

DAY = 24 * 3600


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    write_cached("first.program", b"first")
    return tmp_path / "lazaretto"


def put(folder: Path, name: str, days: float, size: int = 1) -> Path:
    """Put a file into the cache that was last used so many days ago."""
    path = folder / name
    path.write_bytes(b"x" * size)
    path.chmod(0o600)
    then = time.time() - days * DAY
    os.utime(path, (then, then))
    return path


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_what_nobody_used_for_long_is_deleted_when_something_is_written(folder: Path) -> None:
    put(folder, "old.program", 91)
    put(folder, "killed.unfinished", 91)
    put(folder, "recent.program", 89)
    write_cached("new.program", b"new")
    assert names(folder) == {"first.program", "recent.program", "new.program"}


def test_what_is_read_counts_as_used(folder: Path) -> None:
    put(folder, "old.program", 91)
    file = open_cached("old.program")
    assert file is not None
    file.close()
    write_cached("new.program", b"new")
    assert "old.program" in names(folder)


def test_reading_twice_a_day_does_not_write(folder: Path) -> None:
    path = put(folder, "a.program", 0.5)
    before = path.stat().st_mtime_ns
    file = open_cached("a.program")
    assert file is not None
    file.close()
    assert path.stat().st_mtime_ns == before


def test_too_much_is_deleted_from_the_longest_unused_on(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache_dir, "MOST_BYTES", 250)
    for days in (1, 4, 2, 3):
        put(folder, f"{days}.program", days, 100)
    write_cached("new.program", b"new" * 1000)
    assert names(folder) == {"first.program", "1.program", "2.program", "new.program"}


def test_only_files_of_the_cache_are_deleted(folder: Path, tmp_path: Path) -> None:
    """A player may have set the folders for the cache and for data to the same place."""
    put(folder, "settings.toml", 400)
    (folder / "records").mkdir()
    put(folder / "records", "old.program", 400)
    outside = put(tmp_path, "outside.program", 400)
    (folder / "link.program").symlink_to(outside)
    write_cached("new.program", b"new")
    assert {"settings.toml", "records", "link.program"} <= names(folder)
    assert outside.exists()
    assert (folder / "records" / "old.program").exists()


def test_a_file_that_cannot_be_deleted_does_not_matter(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(folder, "old.program", 91)
    put(folder, "older.program", 92)

    def deleted_by_another(path: str) -> None:
        os.remove(path)
        raise FileNotFoundError(path)

    monkeypatch.setattr(os, "unlink", deleted_by_another)
    write_cached("new.program", b"new")
    assert names(folder) == {"first.program", "new.program"}


def test_two_processes_write_and_prune_at_once(folder: Path) -> None:
    code = (
        "from lazaretto.grammar import cache_dir\n"
        "cache_dir.MOST_BYTES = 2_000\n"
        "for number in range(200):\n"
        "    cache_dir.write_cached(f'{number}.program', b'x' * 500)\n"
        "    file = cache_dir.open_cached(f'{number}.program')\n"
        "    assert file is None or file.read() == b'x' * 500\n"
    )
    root = Path(__file__).resolve().parents[2]
    both = [subprocess.Popen([sys.executable, "-c", code], cwd=root) for _ in range(2)]
    assert [popen.wait(timeout=PATIENCE) for popen in both] == [0, 0]
    assert sum(path.stat().st_size for path in folder.iterdir()) <= 3_500
    assert not any(path.suffix == cache_dir.UNFINISHED for path in folder.iterdir())
