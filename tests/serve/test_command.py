"""`lazaretto serve` as an operator types it: what it refuses, and in which words."""

import socket
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest

from lazaretto.host.server.store.sqlite_store import DATABASE, SqliteStore
from lazaretto.host.server.store.store_rows import NewKey
from lazaretto.rules.version_and_extras import how_to_install
from lazaretto.serve import messages
from lazaretto.serve.__main__ import GROUPS, main
from lazaretto.serve.limits import Limits, cost_rows

ROOT = Path(__file__).resolve().parents[2]


def test_the_command_line_has_all_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    told = capsys.readouterr().out
    assert "serve" in told and "play" in told
    assert sum(len(group.modules) for group in GROUPS) == 23


def test_without_the_package_it_says_how_to_install_it() -> None:
    hidden = "import sys; sys.modules['asyncssh'] = None"
    code = f"{hidden}; import lazaretto.serve.__main__ as it; sys.exit(it.main(['serve']))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr == f"lazaretto: the server needs asyncssh: {how_to_install('serve')}\n"


@pytest.mark.parametrize("port", ["x", "65536", "-1", "²"])
def test_a_wrong_port_is_refused(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--port", port]) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_without_a_process_for_the_rules_it_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def nothing(*_words: object) -> None:
        raise OSError("Resource temporarily unavailable")

    monkeypatch.setattr("lazaretto.host.server.workers.worker_handle.start_process", nothing)
    assert "the process that runs the rules of games does not start" in said(capsys, "--data", tmp_path)


@pytest.fixture(autouse=True)
def own_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the environment of the tests alone."""
    monkeypatch.setattr("lazaretto.serve.process_setup.scrub", lambda environ: None)


def said(capsys: pytest.CaptureFixture[str], *words: str | Path) -> str:
    assert main(["serve", *map(str, words)]) == 1
    err = capsys.readouterr().err
    assert err.startswith("lazaretto: ") and "Traceback" not in err
    return err


def test_what_cannot_be_read_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing = tmp_path / "missing"
    assert str(missing) in said(capsys, "--config", missing)
    assert str(missing) in said(capsys, "--data", tmp_path, "--motd", missing)
    file = tmp_path / "file"
    file.write_text("")
    assert str(file) in said(capsys, "--data", file)
    data = tmp_path / "data"
    data.mkdir()
    (data / "host_key").write_text("something else")
    assert "the host key in" in said(capsys, "--data", data)
    (data / "host_key").unlink()
    (data / "server.db").write_text("something else")
    assert "server.db" in said(capsys, "--data", data)


def test_a_port_in_use_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        config = tmp_path / "server.toml"
        config.write_text('address = "127.0.0.1"\nstatus_port = 0\n')
        err = said(capsys, "--config", config, "--data", tmp_path / "data", "--port", str(port))
        assert f"port {port} cannot be opened" in err


def test_the_operator_reads_all_limits_as_they_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "server.toml"
    config.write_text("[limits]\nwire_burst = 1048577\nreading_share = 0.125\nsessions = 2000000\n")
    assert main(["admin", "limits", "--config", str(config)]) == 0
    told = capsys.readouterr().out.splitlines()
    for name, value in (("wire_burst", "1048577"), ("reading_share", "0.125"), ("sessions", "2000000")):
        assert [each for each in told if each.startswith(f"{name} = {value}: ")]
    assert {each.partition(" = ")[0] for each in told if " = " in each} == {
        field.name for field in fields(Limits)
    }
    for means, at_once, a_minute, parallel in cost_rows():
        more = f", {parallel} in parallel" if parallel else ""
        assert f"{at_once} at once, then {a_minute} a minute{more}: {means}" in told


def test_one_choice_is_one_choice() -> None:
    words = {"code": "BCD-234", "title": "Stones", "state": "running", "people": "anna"}
    assert messages.ADMIN_TABLE(choices=1, **words).endswith("; 1 choice")
    assert messages.ADMIN_TABLE(choices=2, **words).endswith("; 2 choices")


def test_the_operator_lists_bans_renames_and_backs_up(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = SqliteStore(tmp_path / DATABASE)
    store.people.add("anna", NewKey(f"SHA256:{'a' * 43}", "ssh-ed25519 AAAA"))
    store.close()

    def admin(*words: str) -> tuple[int, str]:
        status = main(["admin", *words, "--data", str(tmp_path)])
        told = capsys.readouterr()
        return status, told.out + told.err

    assert admin("tables") == (0, "There is nothing to list.\n")
    assert "anna  since" in admin("people")[1]
    assert admin("ban", "anna", "was", "rude")[0] == 0
    assert "was rude" in admin("bans")[1]
    assert admin("unban", "anna")[0] == 0
    assert admin("rename", "anna", "bella")[0] == 0
    assert "bella" in admin("people")[1]
    status, told = admin("rename", "anna", "carla")
    assert (status, "nobody is called anna" in told) == (1, True)
    assert admin("rename", "anna") == (2, "lazaretto: write: lazaretto admin rename NAME NEW\n")
    assert len(admin("code", "bella")[1].strip()) >= 8
    assert admin("announce", "the", "server", "stops")[0] == 0
    assert admin("announce", "--clear") == (0, "No announcement is shown any more.\n")
    copy = tmp_path / "copy" / DATABASE
    copy.parent.mkdir()
    assert main(["backup", str(copy), "--data", str(tmp_path)]) == 0
    assert capsys.readouterr().out == f"The server's data is copied to {copy}.\n"
    assert main(["admin", "people", "--data", str(copy.parent)]) == 0
    assert "bella" in capsys.readouterr().out
    assert main(["backup", str(copy), "--data", str(tmp_path)]) == 1
    assert "copy" in capsys.readouterr().err
    assert main(["admin", "people", "--data", str(tmp_path / "nowhere")]) == 1
