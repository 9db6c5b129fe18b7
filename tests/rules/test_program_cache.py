"""A program that somebody else may have put into the cache is compiled anew, never run."""

import os
import pickle
from pathlib import Path

import pytest

from lazaretto.rules import load, load_program
from tests.interpreter import interpreter

pytestmark = interpreter


class Exploit:
    """Makes a folder when it is unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[object, ...]:
        return os.mkdir, (str(self.path),)


@pytest.fixture
def base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "base"))
    return tmp_path / "base" / "lazaretto"


def plant(base: Path, harm: Path) -> None:
    (kept,) = base.glob("*.program")
    kept.write_bytes(pickle.dumps(Exploit(harm)))


@pytest.mark.parametrize("mode", [0o777, 0o770, 0o722])
def test_no_foreign_code_runs(stones: Path, base: Path, tmp_path: Path, mode: int) -> None:
    assert load(stones).program is not None
    plant(base, tmp_path / "harm")
    base.chmod(mode)
    assert load(stones).program is not None
    assert not (tmp_path / "harm").exists()


def test_the_exploit_would_run_in_a_folder_of_our_own(stones: Path, base: Path, tmp_path: Path) -> None:
    """What the checks are for: without them, the tests above would fail."""
    assert load(stones).program is not None
    plant(base, tmp_path / "harm")
    assert load(stones).program is not None
    assert (tmp_path / "harm").exists()


def test_a_server_compiles_without_a_cache(stones: Path, base: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LAZARETTO_CACHE", "off")
    assert load(stones).program is not None
    assert not base.exists()
    assert load_program.cached_tables("0") is None
