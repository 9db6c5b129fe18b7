"""`lazaretto join --socket`: the hall over a Unix socket, as an SSH daemon would start it."""

import asyncio
import json
import os
import pwd
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import asyncssh
import pytest

from lazaretto.host.server.hall_line import NameNeededError, Visitor
from lazaretto.host.server.store.store_rows import OWN_CODE, BanKind, CodeMaker
from lazaretto.host.wire.codec import VERSION, encode
from lazaretto.host.wire.frames import Frame, Kind, packed
from lazaretto.serve import run_server
from lazaretto.serve.__main__ import main
from lazaretto.serve.accounts import AccountError, Person
from lazaretto.serve.config import ConfigError, read_config
from lazaretto.serve.event_log import EventLog
from lazaretto.serve.hall_play import ProtocolChannel
from lazaretto.serve.run_server import watch_bans
from lazaretto.serve.server_state import Hosted, ServerState
from lazaretto.serve.socket_server import SocketServer, identify, key_of, trusted_accounts
from lazaretto.serve.terminal import Terminal
from lazaretto.tui.hall.join_socket import asked_table, login_key
from tests.end_to_end.terminals import Tmux, tmux_here
from tests.patience import PATIENCE
from tests.serve.served import LOOK_AGAIN, KeptAccounts, kept_accounts, until
from tests.serve.server_process import ROOT, Running
from tests.soak import soak

pytestmark = pytest.mark.skipif(not hasattr(socket, "SO_PEERCRED"), reason="needs a system that names peers")
SETTINGS = f'socket = "hall"\nscenarios = ["{ROOT / "tests" / "data"}"]\n'


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    running = Running(tmp_path, settings=SETTINGS)
    yield running
    if running.process.poll() is None:
        running.stop()


def joining(server: Running, *words: str) -> list[str]:
    return [sys.executable, "-m", "lazaretto", "join", "--socket", str(server.folder / "hall"), *words]


def joined(server: Running, *words: str, typed: str, **environ: str) -> tuple[int, str, str]:
    done = subprocess.run(
        joining(server, *words),
        cwd=ROOT,
        input=typed,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env={**os.environ, **environ},
    )
    return done.returncode, done.stdout, done.stderr


def public_key() -> str:
    return asyncssh.generate_private_key("ssh-ed25519").export_public_key().decode().strip()


def test_a_person_of_the_operator_plays_and_comes_back(server: Running) -> None:
    assert stat.S_IMODE((server.folder / "hall").stat().st_mode) == 0o600
    status, told, _ = joined(
        server, "--person", "anna", typed="new stones 1 random\ntake two\n/say hello\n/leave\nquit\n"
    )
    assert status == 0 and "You are anna" in told and "anna: hello" in told and "Goodbye" in told
    code = told.partition("The new table is ")[2][:7]
    status, told, _ = joined(
        server, "--person", "anna", typed="/leave\nquit\n", SSH_ORIGINAL_COMMAND=code.lower()
    )
    assert status == 0 and f"You are at table {code}" in told and "anna: hello" not in told.partition("\n")[0]
    assert "You are ben" in joined(server, "--person", "ben", typed="quit\n")[1]


@soak
def test_the_key_of_a_login_elsewhere_is_an_account(server: Running, tmp_path: Path) -> None:
    login = tmp_path / "login"
    login.write_text(f"publickey {public_key()}\n")
    status, told, _ = joined(server, typed="guest\nanna\nwho\nquit\n", SSH_USER_AUTH=str(login))
    assert status == 0 and "The name guest is not allowed" in told and "You are anna" in told
    status, told, _ = joined(server, typed="quit\n", SSH_USER_AUTH=str(login))
    assert status == 0 and "Your name" not in told and "You are anna" in told
    login.write_text(f"publickey {public_key()}\n")
    status, _, told = joined(server, typed="anna\n", SSH_USER_AUTH=str(login))
    assert status == 1 and "cannot join" in told and "no free name was given" in told
    login.write_text("publickey ssh-ed25519 nonsense\n")
    status, _, told = joined(server, typed="anna\n", SSH_USER_AUTH=str(login))
    assert status == 1 and "you did not log in with a public key" in told


@soak
def test_garbage_and_a_killed_server(server: Running) -> None:
    path = server.folder / "hall"
    for garbage in (b"GET / HTTP/1.1\r\n\r\n", b"\0" * 100, b"\xff" * 1_000_000, b""):
        with socket.socket(socket.AF_UNIX) as client:
            client.settimeout(PATIENCE)
            client.connect(str(path))
            try:
                client.sendall(garbage)
                client.shutdown(socket.SHUT_WR)
                while client.recv(65536):
                    pass
            except (BrokenPipeError, ConnectionResetError):
                pass
    waiting = subprocess.Popen(
        joining(server, "--person", "anna"),
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert waiting.stdout is not None and "You are anna" in waiting.stdout.readline()
    server.kill()
    assert waiting.wait(PATIENCE) == 1
    told = waiting.communicate()[1]
    assert "you keep your seat" in told
    assert path.is_socket(), "a killed server leaves its socket"
    status, _, told = joined(server, typed="")
    assert status == 1 and "Traceback" not in told and str(path) in told
    again = Running(server.folder, settings=SETTINGS)
    assert "You are anna" in joined(server, "--person", "anna", typed="quit\n")[1]
    assert again.stop() == 0 and not path.exists()


@soak
def test_a_socket_that_somebody_removes_is_made_again(tmp_path: Path) -> None:
    server = Running(
        tmp_path, settings=SETTINGS, before="import lazaretto.serve.socket_server as s; s.LOOK = 0.1"
    )
    try:
        (tmp_path / "hall").unlink()
        until = time.monotonic() + PATIENCE
        while not (tmp_path / "hall").exists():
            assert time.monotonic() < until
            time.sleep(0.05)
        assert joined(server, "--person", "anna", typed="quit\n")[0] == 0
        assert "socket_missing" in {event["event"] for event in server.events()}
    finally:
        server.stop()


def test_an_app_elsewhere_comes_through_the_daemon(server: Running, tmp_path: Path) -> None:
    """`lazaretto join HOST`, with a program in place of `ssh` that does what sshd does with its command."""
    ssh = tmp_path / "ssh"
    command = " ".join(joining(server, "--person", "anna"))
    ssh.write_text(
        f'#!/bin/sh\nfor each; do SSH_ORIGINAL_COMMAND="$each"; done\n'
        f"export SSH_ORIGINAL_COMMAND\ncd {ROOT}\nexec {command}\n"
    )
    ssh.chmod(0o700)
    words = [sys.executable, "-m", "lazaretto", "join", "games@host:22", "--ssh", str(ssh)]
    typed = "new stones 1 random\n/say hello\n/leave\nquit\n"
    done = subprocess.run(words, cwd=ROOT, input=typed, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done
    assert "You are anna" in done.stdout and "anna: hello" in done.stdout and "Goodbye" in done.stdout
    login = tmp_path / "login"
    login.write_text(f"publickey {public_key()}\n")
    environ = {"SSH_ORIGINAL_COMMAND": "protocol", "SSH_USER_AUTH": str(login)}
    status, told, why = joined(server, typed="anna\n", **environ)
    assert (status, told) == (1, "") and "log in once with ssh" in why


@soak
@pytest.mark.skipif(not tmux_here(), reason="needs tmux")
def test_the_full_screen_over_the_socket(server: Running, tmp_path: Path) -> None:
    window = Tmux(100, 30, tmp_path)
    try:
        window.start_words(joining(server, "--person", "anna"))
        window.wait("the hall", lambda seen: "you are anna" in seen.text)
        window.press("q")
        window.wait("the shell", lambda seen: "ended with 0" in seen.text)
    finally:
        window.close()


# --- who is there --------------------------------------------------------------------------------


def test_only_trusted_accounts_speak_for_others() -> None:
    trusted = trusted_accounts(())
    assert trusted == {0, os.geteuid()}
    stranger = max(trusted) + 12_345
    for visitor in (Visitor(VERSION, person="anna"), Visitor(VERSION, key=public_key())):
        with pytest.raises(AccountError, match="may not play for others"):
            key_of(visitor, stranger, trusted)
        key_of(visitor, stranger, trusted | {stranger})
    own, name = key_of(Visitor(VERSION), os.geteuid(), frozenset())
    assert name == pwd.getpwuid(os.geteuid()).pw_name
    named, _ = key_of(Visitor(VERSION, person=name), os.geteuid(), trusted)
    assert own != named, "an account is not a named person"
    assert own.fingerprint.startswith("SHA256:") and len(own.fingerprint) == 50
    with pytest.raises(KeyError):
        trusted_accounts(("no such account",))


def test_a_name_that_somebody_has_is_not_taken_over() -> None:
    async def script(accounts: KeptAccounts) -> None:
        key, name = key_of(Visitor(VERSION, person="anna"), 0, frozenset({0}))
        other = key_of(Visitor(VERSION, key=public_key()), 0, frozenset({0}))[0]
        stranger = await identify(accounts, other, "", "anna")
        with pytest.raises(NameNeededError, match="somebody else is called anna here"):
            await identify(accounts, key, name, "")
        maker = CodeMaker.PERSON
        code = accounts.look(lambda store: store.keys.make_code(stranger.id, maker, OWN_CODE))
        assert await identify(accounts, key, name, f"code {code}") == stranger
        assert await identify(accounts, key, name, "") == stranger
        accounts.look(lambda store: store.bans.add(BanKind.KEY, key.fingerprint, "was rude"))
        with pytest.raises(AccountError, match="was rude"):
            await identify(accounts, key, name, "")

    with kept_accounts() as accounts:
        asyncio.run(script(accounts))


class Waits:
    """Runs in a session until its client is gone."""

    async def run(self, channel: ProtocolChannel) -> int:
        await channel._reader.read()
        return 0


def test_who_is_banned_or_deleted_must_leave_the_socket(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_server, "BANS_LOOK", 0.01)
    events: list[str] = []

    async def entered(person: Person, _: Terminal) -> Hosted:
        return Hosted(Waits())

    async def script(accounts: KeptAccounts) -> None:
        log = EventLog(lambda line: events.append(json.loads(line)["event"]))
        state = ServerState(accounts, entered, log=log)
        listening = SocketServer(state, frozenset({os.geteuid()}))
        await listening.start(tmp_path / "hall")
        watching = asyncio.get_running_loop().create_task(watch_bans(state))
        readers, writers = {}, {}
        for name in ("anna", "ben", "carl"):
            readers[name], writers[name] = await asyncio.open_unix_connection(str(tmp_path / "hall"))
            writers[name].write(packed(Frame(Kind.GREETING, encode(Visitor(VERSION, person=name), Visitor))))
        await until("everybody is there", lambda: len(state.sessions) == 3)
        anna = key_of(Visitor(VERSION, person="anna"), 0, frozenset({0}))[0].fingerprint
        accounts.look(lambda store: store.bans.add(BanKind.KEY, anna, "was rude"))
        ben = accounts.look(lambda store: store.people.by_name("ben"))
        assert ben is not None
        accounts.look(lambda store: store.people.delete(ben.id))
        for name in ("anna", "ben"):
            with suppress(ConnectionError):
                assert await readers[name].read() == b""
        await until("two have left", lambda: len(state.sessions) == 1)
        assert not watching.done() and {"session_banned", "session_deleted"} <= {*events}
        watching.cancel()
        for writer in writers.values():
            writer.close()
        await until("all have left", lambda: not state.sessions)
        await listening.stop()
        await asyncio.sleep(LOOK_AGAIN)  # the sockets close

    with kept_accounts() as accounts:
        asyncio.run(script(accounts))


def test_two_sessions_of_a_new_person_begin_at_the_same_time() -> None:
    class Slow(KeptAccounts):
        async def who(self, fingerprint: str) -> Person | None:
            found = await super().who(fingerprint)
            await asyncio.sleep(0)
            return found

    async def script() -> None:
        key, name = key_of(Visitor(VERSION, person="anna"), 0, frozenset({0}))
        with kept_accounts(Slow) as accounts:
            one, other = await asyncio.gather(*(identify(accounts, key, name, "") for _ in range(2)))
        assert one == other

    asyncio.run(script())


def test_what_the_daemon_says_is_read_with_care(tmp_path: Path) -> None:
    login = tmp_path / "login"
    login.write_bytes(b"password\npublickey ssh-ed25519 AAAA\xff\npublickey other\n")
    assert login_key({"SSH_USER_AUTH": str(login)}).startswith("ssh-ed25519 AAAA")
    assert login_key({}) == login_key({"SSH_USER_AUTH": str(tmp_path / "none")}) == ""
    assert asked_table({"SSH_ORIGINAL_COMMAND": " bcd-234 "}) == "BCD-234"
    assert asked_table({"SSH_ORIGINAL_COMMAND": "rm -r /"}) == asked_table({}) == ""


@pytest.mark.parametrize("text", ["socket = 1", 'socket_trusted = "games"', "socket_group = 1"])
def test_wrong_settings_of_the_socket_are_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "server.toml").write_text(text)
    with pytest.raises(ConfigError):
        read_config(tmp_path / "server.toml")


def test_an_empty_setting_is_no_socket(tmp_path: Path) -> None:
    (tmp_path / "server.toml").write_text('socket = ""\nsocket_group = ""\nsocket_trusted = []\n')
    assert read_config(tmp_path / "server.toml").socket is None


def test_the_server_says_why_there_is_no_socket(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lazaretto.serve.process_setup.scrub", lambda environ: None)
    (tmp_path / "hall").write_text("a letter")
    for settings, why in (
        ('socket = "hall"\n', "a file that is not a socket is in the way"),
        ('socket = "missing/hall"\n', "missing/hall cannot be opened"),
        ('socket = "other"\nsocket_group = "no such group"\n', "no user or group called no such group"),
        ('socket = "other"\nsocket_trusted = ["nobody here"]\n', "no user or group called nobody here"),
    ):
        config = tmp_path / "server.toml"
        config.write_text(f'status_port = 0\naddress = "127.0.0.1"\nport = 0\ndata = "data"\n{settings}')
        assert main(["serve", "--config", str(config)]) == 1
        assert why in capsys.readouterr().err
    assert (tmp_path / "hall").read_text() == "a letter"
