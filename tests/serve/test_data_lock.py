"""One server at a time uses a data folder; the operator's commands work beside it."""

import signal
from pathlib import Path

import pytest

from lazaretto.serve.__main__ import main
from lazaretto.serve.config import ConfigError
from lazaretto.serve.run_server import lock_data
from tests.serve.server_process import Running


def test_a_second_server_is_refused_until_the_first_one_ends(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lazaretto.serve.process_setup.scrub", lambda environ: None)
    data = str(tmp_path / "data")
    first = Running(tmp_path)
    try:
        assert main(["serve", "--port", "0", "--data", data]) == 1
        told = capsys.readouterr().err
        assert f"another server uses {data}: process {first.process.pid}; stop it first" in told
        for words in (
            ["admin", "people"],
            ["admin", "announce", "hello"],
            ["backup", str(tmp_path / "copy.db")],
        ):
            assert main([*words, "--data", data]) == 0
    finally:
        first.kill()
    second = Running(tmp_path)
    assert second.stop(signal.SIGHUP) == 0
    assert "server_stops" in {event["event"] for event in second.events()}
    lock_data(tmp_path / "data").release()


def test_a_lock_file_without_a_readable_owner_still_keeps_others_out(tmp_path: Path) -> None:
    lock = lock_data(tmp_path)
    (file,) = tmp_path.iterdir()
    file.write_text("")
    with pytest.raises(ConfigError, match=r"another server uses .*; stop it first"):
        lock_data(tmp_path)
    lock.release()


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ConfigError, match=r"file/data cannot be created"):
        lock_data(tmp_path / "file" / "data")
