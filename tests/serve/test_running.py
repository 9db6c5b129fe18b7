"""The parts around the listener: accounts in the store, settings, monitoring, the collector."""

import asyncio
import re
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from pathlib import Path
from typing import cast

import asyncssh
import pytest

from lazaretto.host.server.store.sqlite_store import SqliteStore
from lazaretto.host.server.store.store_rows import OWN_CODE, BanKind, CodeMaker
from lazaretto.serve.accounts import AccountError, Accounts
from lazaretto.serve.config import Config, ConfigError, changed, read_config
from lazaretto.serve.monitoring import MOST_OPEN, start_status
from lazaretto.serve.process_setup import scrub
from lazaretto.serve.run_server import _listen
from lazaretto.serve.server import Server, host_key
from tests.host.server.stores import CODE, make_table
from tests.patience import PATIENCE
from tests.serve.served import public, served
from tests.serve.small_app import small

ROOT = Path(__file__).resolve().parents[2]
COLLECTED = Path(__file__).with_name("collected_in_time.py")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    found = SqliteStore(tmp_path / "server.db")
    yield found
    found.close()


@pytest.fixture
def thread() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(1) as found:
        yield found


# --- accounts ----------------------------------------------------------------------------------


def test_accounts_are_those_of_the_store(store: SqliteStore, thread: ThreadPoolExecutor) -> None:
    async def script() -> None:
        accounts = Accounts(store, thread)
        assert await accounts.who(public(1).fingerprint) is None
        anna = await accounts.enrol("anna", public(1))
        assert await accounts.who(public(1).fingerprint) == anna
        for name in ("Anna", "BCD-234", "guest", "", "a\x00b"):
            with pytest.raises(AccountError):
                await accounts.enrol(name, public(2))
        code = store.keys.make_code(anna.id, CodeMaker.PERSON, OWN_CODE)
        with pytest.raises(AccountError):
            await accounts.redeem("nothing", public(2))
        assert await accounts.redeem(code, public(2)) == anna
        assert await accounts.who(public(2).fingerprint) == anna

    asyncio.run(script())


def test_guests_leave_nothing(store: SqliteStore, thread: ThreadPoolExecutor) -> None:
    async def script() -> None:
        accounts = Accounts(store, thread)
        first, second = await accounts.guest(), await accounts.guest()
        assert first.guest and second.guest and first.name != second.name
        await accounts.leave(first)
        assert [person.id for person in store.people.all()] == [second.id]
        anna = await accounts.enrol("anna", public(1))
        again = await accounts.guest()
        assert again.name == first.name and again.id != first.id, "the name is free again"
        await accounts.leave(again)
        plays = await accounts.guest()
        make_table(store, CODE, plays.id)
        await accounts.leave(plays)
        assert store.people.get(plays.id).name == plays.name, "the hall empties the seat first"
        for _ in range(2):
            await accounts.forget_guests()
        assert store.people.is_gone(plays.id)
        assert [person.id for person in store.people.all()] == [anna.id]
        store.people.delete(anna.id)
        assert await accounts.deleted([anna.id]) == {anna.id}

    asyncio.run(script())


def test_bans_are_those_of_the_store(store: SqliteStore, thread: ThreadPoolExecutor) -> None:
    async def script() -> None:
        accounts = Accounts(store, thread)
        store.bans.add(BanKind.KEY, public(1).fingerprint, "flooding")
        store.bans.add(BanKind.ADDRESS, "192.0.2.0/24", "noise")
        assert await accounts.banned(public(1).fingerprint, "") == "flooding"
        assert await accounts.banned("", "192.0.2.9") == "noise"
        assert await accounts.banned(public(2).fingerprint, "127.0.0.1") is None

    asyncio.run(script())


def test_a_session_over_the_store(store: SqliteStore, thread: ThreadPoolExecutor) -> None:
    async def script() -> None:
        async with served(small, Accounts(store, thread)) as at:
            screen = await at.open(await at.connect())
            await screen.shows("Your key is new here")
            screen.type("anna\r")
            await screen.shows("hello anna")
        assert [person.name for person in store.people.all()] == ["anna"]

    asyncio.run(script())


# --- settings and the host key -----------------------------------------------------------------


def test_the_file_sets_what_the_command_line_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "server.toml"
    file.write_text(
        'port = 2200\ndata = "kept"\nscenarios = ["games"]\nguests = true\n[limits]\nsessions = 7\n'
        "logins_per_second = 2\n"
    )
    (tmp_path / "games").mkdir()
    for program, wanted in (("bin/remind", str(tmp_path / "bin" / "remind")), ("sh", "sh")):
        (tmp_path / "bin").mkdir(exist_ok=True)
        (tmp_path / "bin" / "remind").touch(0o700)
        other = tmp_path / "other.toml"
        other.write_text(f'remind = ["{program}", "a/b"]\nmotd = "motd.txt"\nsocket = "hall"\n')
        found = read_config(other)
        assert found.remind == (wanted, "a/b")
        assert (found.motd, found.socket) == (tmp_path / "motd.txt", tmp_path / "hall")
    config = changed(read_config(file), {"port": 2201})
    assert (config.port, config.data, config.guests) == (2201, tmp_path / "kept", True)
    assert config.scenarios == (tmp_path / "games",)
    assert (config.limits.sessions, config.limits.logins_per_second) == (7, 2)
    assert read_config(None) == Config()
    monkeypatch.chdir(tmp_path)
    here = changed(Config(), {name: Path(name) for name in ("data", "motd", "socket")})
    assert (here.data, here.motd, here.socket) == (
        tmp_path / "data",
        tmp_path / "motd",
        tmp_path / "socket",
    )


@pytest.mark.parametrize(
    "text",
    [
        "no toml",
        "colour = 1",
        "port = true",
        "port = 70000",
        'guests = "yes"',
        "data = 1",
        "motd = 1",
        "scenarios = [1]",
        "limits = 1",
        'remind = "program"',
        "remind = [1]",
        "[limits]\nsessions = 0",
        '[limits]\nsessions = "many"',
        "[limits]\nkeys = 1",
        'scenarios = ["nowhere"]',
        'remind = ["/no/such/program"]',
    ],
)
def test_a_wrong_setting_is_refused(text: str, tmp_path: Path) -> None:
    file = tmp_path / "server.toml"
    file.write_text(text)
    with pytest.raises(ConfigError):
        read_config(file)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('guests = "yes"', "`guests` cannot be yes; it must be true or false"),
        ('remind = "program"', "`remind` cannot be program; it must be a list of texts in double quotes"),
        ("port = 70000", "`port` cannot be 70000; it must be a whole number up to 65535"),
        ("[limits]\nsessions = 0", "`limits.sessions` cannot be 0; it must be a whole number above 0"),
        ("[limits]\nsessions = 2_000_000_000", "`limits.sessions` cannot be 2000000000; it must be at most"),
        ("[limits]\nkeepalive_seconds = inf", "it must be at most 1,000,000,000"),
        ("[limits]\nkeepalive_seconds = nan", "it must be a number above 0"),
        ("[limits]\nkeepalive_seconds = 1e-300", "it must be at least 0.001"),
        ("workers = 65", "`workers` cannot be 65; it must be at most 64"),
        ('socket = "a\\u0000b"', "it must be a text without U+0000"),
        ('remind = ["cat", "a\\u0000b"]', "it must be a text without U+0000"),
        ('address = "a\\u0000b"', "it must be a text without U+0000"),
    ],
)
def test_what_a_setting_can_be_is_said(text: str, told: str, tmp_path: Path) -> None:
    file = tmp_path / "server.toml"
    file.write_text(text)
    with pytest.raises(ConfigError, match=re.escape(told)):
        read_config(file)


def test_the_host_key_is_made_once_and_is_private(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "data"
    made = host_key(folder)
    assert host_key(folder).get_fingerprint() == made.get_fingerprint()
    assert stat.S_IMODE((folder / "host_key").stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    (folder / "host_key").write_text("something else")
    with pytest.raises(asyncssh.KeyImportError):
        host_key(folder)


def test_the_operators_terminal_is_not_the_players() -> None:
    environ = {
        "TEXTUAL_FPS": "1",
        "NO_COLOR": "1",
        "LAZARETTO_ASCII": "on",
        "LAZARETTO_CACHE": "off",
        "HOME": "/somewhere",
    }
    scrub(environ)
    assert {"HOME", "LAZARETTO_CACHE", "TEXTUAL_ANIMATIONS"} <= environ.keys()
    assert not {"TEXTUAL_FPS", "NO_COLOR", "LAZARETTO_ASCII"} & environ.keys()


# --- monitoring --------------------------------------------------------------------------------


async def asked(port: int, request: bytes) -> str:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request)
    answer = await reader.read()
    writer.close()
    return answer.decode()


def test_metrics_and_health_are_served() -> None:
    async def script() -> None:
        async with served(small) as at:
            await at.know()
            ails: list[str] = []
            at.state.metrics.task_restarts_total = {"bans": 2}
            status = await start_status(0, {"/metrics": at.state.metrics.text}, lambda: ails)
            host, port = status.sockets[0].getsockname()
            assert host == "127.0.0.1" and len(status.sockets) == 1
            await (await at.open(await at.connect())).shows("hello")
            metrics = await asked(port, b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n")
            assert metrics.startswith("HTTP/1.1 200 OK\r\n")
            assert "\nlazaretto_sessions_open 1\n" in metrics
            assert "# TYPE lazaretto_sessions_total counter" in metrics
            assert '\nlazaretto_task_restarts_total{task="bans"} 2\n' in metrics
            assert (await asked(port, b"GET /health HTTP/1.0\r\n\r\n")).endswith("\r\n\r\nok\n")
            ails += ["task bans", "database"]
            unwell = await asked(port, b"GET /health HTTP/1.0\r\n\r\n")
            assert unwell.startswith("HTTP/1.1 503 ") and unwell.endswith("\r\n\r\ntask bans\ndatabase\n")
            for wrong in (b"GET /etc HTTP/1.1\r\n\r\n", b"POST /health HTTP/1.1\r\n\r\n"):
                assert (await asked(port, wrong)).startswith("HTTP/1.1 404")
            assert (await asked(port, b"\xff\xff\r\n\r\n")).startswith("HTTP/1.1 400")
            assert await asked(port, b"x" * 100_000) == ""
            status.close()

    asyncio.run(script())


def test_many_who_hold_the_status_port_open_take_few_files() -> None:
    failures: list[object] = []

    async def script(held: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: failures.append(context))
        status = await start_status(0, {})
        _, port = status.sockets[0].getsockname()
        silent = [await asyncio.open_connection("127.0.0.1", port) for _ in range(MOST_OPEN + 5)]
        for reader, _ in silent[MOST_OPEN:]:
            assert await reader.read() == b"", "they are closed at once"
        silent[0][1].close()
        async with asyncio.timeout(PATIENCE):
            while "ok" not in await asked(port, b"GET /health HTTP/1.0\r\n\r\n"):
                await asyncio.sleep(0.01)
        for _, writer in silent:
            writer.close()
        held.setblocking(False)
        await loop.sock_connect(held, ("127.0.0.1", port))  # and is open at the end
        await asked(port, b"GET /health HTTP/1.0\r\n\r\n")
        status.close()

    with socket.socket() as held:
        asyncio.run(script(held))
    assert not failures


def test_an_address_that_no_machine_can_have_is_a_sentence() -> None:
    class Listener:
        async def start(self, host: str, port: int) -> int:
            await asyncio.get_running_loop().getaddrinfo(host, port)
            raise AssertionError

    async def script(address: str) -> None:
        async with AsyncExitStack() as stack:
            await _listen(cast(Server, Listener()), Config(address=address), stack)

    for address in ("a..b", "a" * 300):
        with pytest.raises(ConfigError, match="port 2222 cannot be opened: "):
            asyncio.run(script(address))


# --- the collector -----------------------------------------------------------------------------


def test_the_collector_runs_when_it_disturbs_nobody() -> None:
    """In a process of its own: in this one there is much that has to be collected with it."""
    done = subprocess.run([sys.executable, str(COLLECTED)], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
