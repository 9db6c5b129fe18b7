"""The server as a process of its own, reached with the stock SSH client, also inside tmux."""

import json
import os
import re
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end_to_end.terminals import Tmux, tmux_here

pytestmark = pytest.mark.skipif(
    sys.platform == "win32" or not shutil.which("ssh") or not shutil.which("ssh-keygen"),
    reason="needs OpenSSH",
)
ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60.0


class Running:
    """A server that runs as an operator would run it."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder = folder
        config = folder / "server.toml"
        config.write_text('status_port = 0\naddress = "127.0.0.1"\n')
        words = ["serve", "--port", "0", "--data", str(folder / "data"), "--config", str(config)]
        with (folder / "log").open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "serve", *words, *options],
                cwd=ROOT,
                stdout=subprocess.PIPE,
                stderr=log,
                env={**os.environ, "NO_COLOR": "1", "TEXTUAL_FPS": "1"},
            )
        assert self.process.stdout is not None
        assert select.select([self.process.stdout], [], [], PATIENCE)[0]
        found = re.search(
            rb"port (\d+)\. The key of this server is (SHA256:\S+)\.", self.process.stdout.readline()
        )
        assert found is not None
        self.port = int(found[1])

    def ssh(self, *words: str, key: Path | None = None, user: str = "anna") -> list[str]:
        """The words of a client's command."""
        options = {
            "StrictHostKeyChecking": "accept-new",
            "UserKnownHostsFile": str(self.folder / "known_hosts"),
            "IdentitiesOnly": "yes",
            "IdentityAgent": "none",
            "IdentityFile": str(key or self.folder / "no_key"),
            "SetEnv": "LAZARETTO_PACE=off",
        }
        given = [each for name, value in options.items() for each in ("-o", f"{name}={value}")]
        return ["ssh", "-F", "/dev/null", *given, "-p", str(self.port), f"{user}@127.0.0.1", *words]

    def run(
        self, *words: str, typed: str = "", key: Path | None = None, user: str = "anna"
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self.ssh(*words, key=key, user=user),
            input=typed,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )

    def events(self) -> list[dict[str, object]]:
        return [json.loads(each) for each in (self.folder / "log").read_text().splitlines()]

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return status


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    running = Running(tmp_path)
    yield running
    if running.process.poll() is None:
        running.stop()


@pytest.fixture
def key(tmp_path: Path) -> Path:
    path = tmp_path / "id_ed25519"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(path)], check=True)
    return path


def test_a_stock_client_without_a_terminal(server: Running, key: Path) -> None:
    told = server.run("-T")
    assert told.returncode == 255
    assert "ssh-keygen -t ed25519" in told.stdout + told.stderr
    status = server.run("status", "--json", key=key)
    assert status.returncode == 0, status
    assert json.loads(status.stdout)["sessions"] == 0
    assert "pandemic: " in server.run("list", key=key).stdout
    refused = server.run("ls", "/", key=key)
    assert (refused.returncode, refused.stdout) == (1, "")
    played = server.run("-T", typed="anna\nquit\n", key=key)
    assert played.returncode == 0
    assert "Hello anna." in played.stdout
    again = server.run("-T", typed="quit\n", key=key, user="somebody")
    assert "Hello anna." in again.stdout and "Your name" not in again.stdout
    copied = subprocess.run(
        ["sftp", *server.ssh()[1:-3], "-i", str(key), "-P", str(server.port), "anna@127.0.0.1"],
        input="ls\n",
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert copied.returncode != 0
    assert server.stop() == 0
    assert [each["event"] for each in server.events()][-1] == "server_stops"


@pytest.mark.skipif(not tmux_here(), reason="needs tmux")
def test_a_person_plays_in_tmux_leaves_and_comes_back(server: Running, key: Path, tmp_path: Path) -> None:
    first = Tmux(100, 30, tmp_path)
    second: Tmux | None = None
    try:
        first.start_words(server.ssh(key=key))
        first.wait_for("Your key is new here")
        first.press("anna", "Enter")
        first.wait_for("Scenarios")
        first.press("/", "pandemic", "Enter")
        first.wait_for("Enter new game")
        first.press("Enter")
        first.wait_for("Players")
        first.resize(80, 24)
        first.wait("another size", lambda seen: "Players" in seen.text and len(seen.rows) == 24)
        first.press("q")
        first.wait_for("Scenarios")
        (tmp_path / "second").mkdir()
        second = Tmux(120, 40, tmp_path / "second")
        second.start_words(server.ssh(key=key))
        second.wait_for("Scenarios")
        first.press("q")
        assert first.ended() == 0
        assert first.clean()
        second.press("s")
        second.wait_for("Colours")
        begun = time.monotonic()
        assert server.stop() == 0
        assert time.monotonic() - begun < 20
        assert second.ended() != 0
        assert second.clean()
    finally:
        first.close()
        if second is not None:
            second.close()
    crashed = [each for each in server.events() if each["event"] in ("error", "session_crashed")]
    assert crashed == []
