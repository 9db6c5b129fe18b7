"""The server as a process of its own, reached with the stock SSH client, also inside tmux."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end_to_end.terminals import Tmux, tmux_here
from tests.patience import PATIENCE
from tests.serve.server_process import Running
from tests.soak import soak

pytestmark = pytest.mark.skipif(
    sys.platform == "win32" or not shutil.which("ssh") or not shutil.which("ssh-keygen"),
    reason="needs OpenSSH",
)


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
    assert (
        server.how_to_connect == f"Connect with:  ssh -p {server.port} 127.0.0.1  (only this machine can)\n"
    )
    told = server.run("-T")
    assert told.returncode == 255
    assert "ssh-keygen -t ed25519" in told.stdout + told.stderr
    status = server.run("status", "--json", key=key)
    assert status.returncode == 0, status
    assert json.loads(status.stdout)["sessions"] == 0
    assert server.run("list", key=key).stdout == "There are no open tables.\n"
    refused = server.run("ls", "/", key=key)
    assert (refused.returncode, refused.stdout) == (1, "")
    played = server.run("-T", typed="anna\nquit\n", key=key)
    assert played.returncode == 0
    assert "You are anna." in played.stdout
    again = server.run("-T", typed="quit\n", key=key, user="somebody")
    assert "You are anna." in again.stdout and "Your name" not in again.stdout
    copied = subprocess.run(
        ["sftp", *server.ssh()[1:-3], "-i", str(key), "-P", str(server.port), "anna@127.0.0.1"],
        input="ls\n",
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert copied.returncode != 0
    known = ["ssh-keygen", "-l", "-f", str(server.folder / "known_hosts")]
    assert server.fingerprint in subprocess.run(known, capture_output=True, text=True, check=True).stdout
    assert server.stop(signal.SIGINT) == 0
    assert [event["event"] for event in server.events()][-1] == "server_stops"


class Window:
    """One person's terminal: the stock client in tmux."""

    def __init__(self, folder: Path, name: str, width: int = 100, height: int = 30) -> None:
        self.name, self._folder, self._size = name, folder / name, (width, height)
        self._folder.mkdir()
        self._key = self._folder / "key"
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(self._key)], check=True)
        self.tmux: Tmux
        self._logins = 0

    def log_in(self, server: Running) -> None:
        """Connect, and choose a name the first time."""
        self._logins += 1
        folder = self._folder / f"{self.name}-{self._logins}"
        folder.mkdir()
        self.tmux = Tmux(*self._size, folder)
        self.tmux.start_words(server.ssh(key=self._key))
        if self._logins == 1:
            self.tmux.wait_for("Your key is new here")
            self.tmux.press(self.name, "Enter")
        self.tmux.wait_for(f"you are {self.name}")

    def sees(self, *texts: str) -> None:
        for text in texts:
            self.tmux.wait_for(text)


def sit_down(server: Running, anna: Window, ben: Window, carl: Window) -> None:
    """All log in, two sit down at a table of Pandemic, and the third watches them."""
    for window in (anna, ben, carl):
        window.log_in(server)
    anna.tmux.press("n")
    anna.sees("Which game")
    anna.tmux.press(*["Down"] * 5, "Enter")
    anna.sees("New game: Pandemic", "Create the table")
    anna.tmux.press("Enter")
    ben.sees("1 free seat")
    ben.tmux.press("Enter")
    for window in (anna, ben):
        window.sees("turn 1", "anna", "ben")
    carl.tmux.press("w")
    carl.sees("You are watching")


@pytest.mark.skipif(not tmux_here(), reason="needs tmux")
def test_two_people_play_a_third_watches_and_a_killed_server_goes_on(tmp_path: Path) -> None:
    server = Running(tmp_path)
    anna, ben, carl = (
        Window(tmp_path, "anna", 120, 40),
        Window(tmp_path, "ben", 120, 40),
        Window(tmp_path, "carl", 120, 40),
    )
    windows = (anna, ben, carl)
    try:
        sit_down(server, anna, ben, carl)
        anna.tmux.press(",", "hello", "Enter")
        ben.sees("anna: hello")
        asked = anna if "what do you do" in anna.tmux.look().text else ben
        question = f"{asked.name}: what do you do? Actions left: 4"
        asked.tmux.press("p")
        asked.tmux.wait("another question", lambda seen: question not in seen.text)
        os.kill(server.process.pid, signal.SIGKILL)
        server.process.wait(PATIENCE)
        assert server.process.stdout is not None
        server.process.stdout.close()
        for window in windows:
            window.tmux.close()
        server = Running(tmp_path)
        for window in (anna, ben):
            window.log_in(server)
            window.tmux.press("Enter")
            window.sees("Tracks")
            assert question not in window.tmux.look().text
        anna.sees("anna: hello")
        anna.tmux.resize(80, 24)
        anna.tmux.wait("another size", lambda seen: "turn" in seen.text and len(seen.rows) == 24)
        anna.tmux.press("q")
        anna.sees("you are anna")
    finally:
        for window in windows:
            window.tmux.close()
        server.stop()


@soak
@pytest.mark.skipif(not tmux_here(), reason="needs tmux")
def test_two_people_play_a_whole_game_and_a_third_sees_how_it_ends(tmp_path: Path) -> None:
    """They pass and throw cards away until the game is lost."""
    server = Running(tmp_path)
    anna, ben, carl = windows = tuple(Window(tmp_path, name, 120, 40) for name in ("anna", "ben", "carl"))
    try:
        sit_down(server, anna, ben, carl)
        deadline = time.monotonic() + 180
        while not all("lost" in window.tmux.look().text.lower() for window in windows):
            assert time.monotonic() < deadline, "\n".join(window.tmux.look().text for window in windows)
            for window in (anna, ben):
                asked = re.search(rf"▸ {window.name}: (.*)", window.tmux.look().text)
                if asked is None or "but you may" in asked[1]:
                    continue
                if "what do you do" in asked[1]:
                    window.tmux.press("p")
                else:
                    letters = re.findall(r"^ ([a-z0-9]) \S", window.tmux.look().text, re.MULTILINE)
                    window.tmux.press(*letters[:1], "Enter")
                time.sleep(0.4)
    finally:
        for window in windows:
            window.tmux.close()
        server.stop()
