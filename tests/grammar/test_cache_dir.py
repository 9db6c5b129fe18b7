"""The cache is used only where nobody else can write, because what it holds is run."""

import os
import stat
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from lazaretto.grammar.cache_dir import open_cached, usable_folder, write_cached
from lazaretto.grammar.xdg_folders import cache_folder, data_folder, state_folder

pytestmark = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="this system has no such modes")


@pytest.fixture
def base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    base = tmp_path / "base"
    base.mkdir()
    monkeypatch.setenv("XDG_CACHE_HOME", str(base))
    return base


def read(name: str) -> bytes | None:
    file = open_cached(name)
    if file is None:
        return None
    with file:
        return file.read()


def test_what_was_written_is_read(base: Path) -> None:
    assert read("a") is None
    assert not (base / "lazaretto").exists()
    write_cached("a", b"one")
    write_cached("a", b"two")
    assert read("a") == b"two"
    assert stat.S_IMODE((base / "lazaretto").stat().st_mode) == 0o700
    assert stat.S_IMODE((base / "lazaretto" / "a").stat().st_mode) == 0o600
    assert [path.name for path in (base / "lazaretto").iterdir()] == ["a"]


def test_a_folder_that_others_may_read_is_closed_to_them(base: Path) -> None:
    write_cached("a", b"one")
    (base / "lazaretto").chmod(0o755)
    assert read("a") == b"one"
    assert stat.S_IMODE((base / "lazaretto").stat().st_mode) == 0o700


def others_write(base: Path) -> None:
    (base / "lazaretto").chmod(0o777)


def group_writes(base: Path) -> None:
    (base / "lazaretto").chmod(0o770)


def others_write_above(base: Path) -> None:
    base.chmod(0o777)


def is_a_link(base: Path) -> None:
    (base / "lazaretto").rename(base / "elsewhere")
    (base / "lazaretto").symlink_to(base / "elsewhere")


def others_write_where_a_link_leads(base: Path) -> None:
    open_to_all = base.parent / "open"
    base.rename(open_to_all)
    open_to_all.chmod(0o777)
    base.symlink_to(open_to_all)


def is_a_file(base: Path) -> None:
    (base / "lazaretto").rename(base / "elsewhere")
    (base / "lazaretto").write_text("in the way")


@pytest.mark.parametrize(
    "spoil",
    [
        others_write,
        group_writes,
        others_write_above,
        is_a_link,
        others_write_where_a_link_leads,
        is_a_file,
    ],
)
def test_a_folder_that_others_may_change_is_not_used(base: Path, spoil: Callable[[Path], None]) -> None:
    write_cached("a", b"one")
    assert read("a") == b"one"
    spoil(base)
    assert usable_folder(make=True) is None
    assert read("a") is None
    write_cached("b", b"two")
    assert not any(path.name == "b" for path in base.parent.rglob("*"))


def test_nobody_elses_folder_is_used(base: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_cached("a", b"one")
    monkeypatch.setattr("os.geteuid", lambda: 12345)
    assert usable_folder(make=False) is None


def test_a_sticky_folder_above_is_no_harm(base: Path) -> None:
    write_cached("a", b"one")
    base.chmod(0o1777)
    assert read("a") == b"one"


@pytest.mark.parametrize(
    ("name", "members", "used"),
    [("me", [], True), ("me", ["me"], True), ("me", ["you"], False), ("all", [], False)],
)
def test_a_group_above_is_no_harm_if_nobody_else_is_in_it(
    name: str, members: list[str], used: bool, base: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_cached("a", b"one")
    base.chmod(0o770)
    group = base.stat().st_gid
    monkeypatch.setattr("pwd.getpwuid", lambda _: SimpleNamespace(pw_gid=group, pw_name="me"))
    monkeypatch.setattr("grp.getgrgid", lambda _: SimpleNamespace(gr_name=name, gr_mem=members))
    assert (usable_folder(make=True) is not None) is used


@pytest.mark.parametrize("spoil", ["link", "mode", "fifo"])
def test_a_file_that_others_may_have_written_is_not_read(base: Path, spoil: str) -> None:
    write_cached("a", b"one")
    path = base / "lazaretto" / "a"
    if spoil == "mode":
        path.chmod(0o666)
    elif spoil == "link":
        path.rename(base / "b")
        path.symlink_to(base / "b")
    else:
        path.unlink()
        os.mkfifo(path)
    assert read("a") is None


@pytest.mark.parametrize("word", ["off", "OFF", "no", "0"])
def test_it_can_be_turned_off(base: Path, monkeypatch: pytest.MonkeyPatch, word: str) -> None:
    write_cached("a", b"one")
    monkeypatch.setenv("LAZARETTO_CACHE", word)
    assert read("a") is None
    write_cached("b", b"two")
    assert [path.name for path in (base / "lazaretto").iterdir()] == ["a"]


@pytest.mark.parametrize("given", ["cache", "./cache", "../cache", "~/cache", ""])
def test_a_relative_folder_is_ignored(
    given: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, own_data: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.platform", "linux")
    home = own_data.parent
    home.mkdir()
    for name in ("XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, given)
    assert cache_folder() == home / ".cache" / "lazaretto"
    assert data_folder() == home / ".local" / "share" / "lazaretto"
    assert state_folder() == home / ".local" / "state" / "lazaretto"
    write_cached("a", b"one")
    assert [*tmp_path.iterdir()] == []


def test_without_an_absolute_home_there_is_no_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", "here")
    assert usable_folder(make=True) is None
    assert not any(path.is_file() for path in tmp_path.rglob("*"))
