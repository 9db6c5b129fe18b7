"""Runs a server from its settings until the process is told to end.

Around the server, it takes the lock on the data folder, catches the signals that stop it, finds the address
where people reach it, tells the operator when nothing can be stored, and writes in a thread of its own, so
that a reader of the log who stops reading stops nobody.
"""

import asyncio
import json
import logging
import os
import signal
import socket
import sys
import traceback
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from queue import SimpleQueue
from socket import gethostname
from threading import Lock, Thread
from typing import Any

import asyncssh

from lazaretto.grammar.read_untrusted_files import read_text
from lazaretto.host.lobby.lobby_protocol import LobbyError
from lazaretto.host.records.record_lock import HeldRecordError, RecordLock, lock_record
from lazaretto.host.server.hall_views import HallError, State
from lazaretto.host.server.server_hall import ServerHall
from lazaretto.host.server.store.sqlite_database import Condition
from lazaretto.host.server.store.sqlite_store import DATABASE, SqliteStore
from lazaretto.host.server.store.store_protocol import ServerStoreError
from lazaretto.host.server.store.store_rows import Entry
from lazaretto.host.server.watched_tasks import Note, WatchedTasks
from lazaretto.host.server.workers.worker_handle import WorkerLostError
from lazaretto.rules.version_and_extras import version
from lazaretto.serve import messages as say
from lazaretto.serve.accounts import AccountError, Accounts
from lazaretto.serve.config import BOTS, Config, ConfigError
from lazaretto.serve.event_log import EventLog, LibraryWarnings
from lazaretto.serve.hall_play import HallPlay
from lazaretto.serve.monitoring import LoopWatchdog, StatusPort, tell_left_out
from lazaretto.serve.process_setup import allow_files, files_needed, most_files
from lazaretto.serve.reminders import Reminders
from lazaretto.serve.server import Server, host_key
from lazaretto.serve.server_state import ServerState
from lazaretto.serve.socket_server import SocketServer, trusted_accounts
from lazaretto.tui.safe_output import send_err, send_out


def lock_data(folder: Path) -> RecordLock:
    """Lock the folder until the lock is released or the process ends, however it ends.

    The operator's commands and backups need no lock: they write in transactions, and the server notices.

    Raises:
        ConfigError: another server uses the folder, or it cannot be made.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ConfigError(say.NO_DATA(folder=folder, reason=error.strerror or str(error))) from None
    try:
        return lock_record(folder / DATABASE)
    except HeldRecordError as error:
        process = error.holder.process
        text = (
            say.DATA_IN_USE_BY(folder=folder, process=process) if process else say.DATA_IN_USE(folder=folder)
        )
        raise ConfigError(text) from None


OFTEN = 1.0
"""Seconds between two looks."""


class StoreWatch:
    """Watches the store of a server."""

    def __init__(self, look: Callable[[], Awaitable[Condition]], note: Note, end: Callable[[], None]) -> None:
        """Watch with `look`; `end` is called when nothing can be stored any more."""
        self._look, self._note, self._end = look, note, end
        self._last = Condition()

    def ails(self) -> list[str]:
        """What monitoring reads if the last change was refused."""
        return [say.STORE_REFUSES(reason=self._last.trouble)] if self._last.trouble else []

    @property
    def gone(self) -> str:
        """Why nothing can be stored any more; empty if something can."""
        return self._last.gone

    async def run(self) -> None:
        """Look until cancelled."""
        while True:
            await asyncio.sleep(OFTEN)
            self._take(await self._look())

    def _take(self, now: Condition) -> None:
        before, self._last = self._last, now
        if now.mended > before.mended:
            self._note("data_put_back", times=now.mended)
        if now.trouble and now.trouble != before.trouble:
            self._note("store_refuses", reason=now.trouble)
        if before.trouble and not now.trouble:
            self._note("store_works_again")
        if now.gone:
            self._end()


STOP = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
OF_TERMINALS = (signal.SIGINT, signal.SIGHUP)
"""Whoever starts the server may have turned these off: `nohup`, or a shell that runs it in the background."""
NOTHING = (signal.SIGUSR1, signal.SIGUSR2)
"""Other servers open their log again; this one has none that it could open, and must not end."""


def stop_on_signals(ending: asyncio.Event, stop_starting: Callable[[], None]) -> None:
    """Let signals set an event; what still starts then starts nothing more."""

    def stop() -> None:
        ending.set()
        stop_starting()

    loop = asyncio.get_running_loop()
    for number in STOP:
        if number not in OF_TERMINALS or signal.getsignal(number) is not signal.SIG_IGN:
            loop.add_signal_handler(number, stop)
    for number in NOTHING:
        loop.add_signal_handler(number, lambda: None)


ELSEWHERE = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))
"""Addresses that are on no network (RFC 5737, RFC 3849): the route to them is the default route."""
ANY_PORT = 9


def how_to_connect(name: str, address: str, port: int) -> str:
    """A sentence for the operator.

    `name` is what people should type, if the operator has said it, and `address` where the server listens.
    """
    if name:
        return say.HOW_TO_CONNECT(port=port, host=name)
    if _is_loopback(address):
        return say.ONLY_HERE(port=port, host=address)
    if not _is_everywhere(address):
        return say.HOW_TO_CONNECT(port=port, host=address)
    own, outside = socket.gethostname(), outside_address()
    if not outside:
        return say.NO_NETWORK(port=port)
    if not own or _is_loopback(own):
        return say.HOW_TO_CONNECT(port=port, host=outside)
    return say.HOW_TO_CONNECT_OR(port=port, host=own, address=outside)


def outside_address() -> str:
    """The address that this machine has on the network of its default route; empty if it has none.

    Connecting a socket for datagrams only asks the system which way they would go.
    """
    for family, target in ELSEWHERE:
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as asked:
                asked.connect((target, ANY_PORT))
                found = str(asked.getsockname()[0])
        except OSError:
            continue
        if not _is_loopback(found) and not _is_everywhere(found):
            return found
    return ""


def _is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return address == "localhost" or address.endswith(".localhost")


def _is_everywhere(address: str) -> bool:
    try:
        return ip_address(address).is_unspecified
    except ValueError:
        return not address


MOST_WAITING = 1_000
"""Lines that wait for a reader; more are lost, and counted."""
LAST = 2.0
"""Seconds that the last lines get when the server ends."""


class OutputThread:
    """Writes lines to one stream, from any thread, without waiting."""

    def __init__(self, send: Callable[[str], None]) -> None:
        self._send = send
        self._lines: SimpleQueue[str | None] = SimpleQueue()
        self._lost = 0
        self._lock = Lock()
        self._thread = Thread(target=self._run, name="output", daemon=True)
        self._thread.start()

    def write(self, line: str) -> None:
        """Write a line soon."""
        with self._lock:
            if self._lines.qsize() >= MOST_WAITING:
                self._lost += 1
            else:
                self._lines.put(line)

    def take_lost(self) -> int:
        """How many lines were lost since the last call; nothing as long as there is no room to say so."""
        with self._lock:
            if self._lines.qsize() >= MOST_WAITING:
                return 0
            lost, self._lost = self._lost, 0
            return lost

    def close(self) -> None:
        """Write what waits, as far as somebody reads it."""
        self._lines.put(None)
        self._thread.join(LAST)

    def _run(self) -> None:
        while (line := self._lines.get()) is not None:
            with suppress(OSError, ValueError):  # nobody is left to tell
                self._send(line)


class Outputs:
    """The standard streams of the server; one that nobody reads does not hold the other one."""

    def __init__(self) -> None:
        self._out, self._err = OutputThread(send_out), OutputThread(send_err)
        self.say, self.log = self._out.write, self._err.write
        self.take_lost = self._err.take_lost

    def close(self) -> None:
        """Write what waits, as far as somebody reads it."""
        self._out.close()
        self._err.close()


PACKS = "packs"
"""The folder of the texts that tables are played with."""
LONGEST_MOTD = 2_000
"""So many characters of the message are shown."""
LARGEST_MOTD = 100_000
"""The maximum length of its file in characters."""
BANS_LOOK = 2.0
"""Seconds between two looks for people who were banned."""
SWITCH = 0.0005
"""Seconds for which a thread may keep the interpreter while the event loop waits for it: with Python's 5 ms,
everybody's keys wait up to 17 ms while the board of one window is laid out in a thread, and so up to 2 ms."""


def run_server(config: Config) -> int:
    """Serve until the process is told to end; return the status of the command.

    Raises:
        ConfigError: the server cannot start.
    """
    sys.setswitchinterval(SWITCH)
    motd = _motd(config.motd)
    lock = lock_data(config.data)
    try:
        return _run(config, motd)
    finally:
        lock.release()


def _run(config: Config, motd: str) -> int:
    try:
        key = host_key(config.data)
    except (OSError, asyncssh.KeyImportError) as error:
        raise ConfigError(say.NO_HOST_KEY(folder=config.data, reason=str(error))) from None
    with ThreadPoolExecutor(1, "store") as thread:
        try:
            store = thread.submit(SqliteStore, config.data / DATABASE).result()
        except ServerStoreError as error:
            raise ConfigError(str(error)) from None
        output = Outputs()
        try:
            return asyncio.run(_serve(_Ground(config, motd, key, store, thread, output)))
        finally:
            thread.submit(store.close).result()
            output.close()


def _motd(path: Path | None) -> str:
    if path is None:
        return ""
    try:
        return read_text(path, LARGEST_MOTD, errors="replace")[:LONGEST_MOTD].strip()
    except OSError as error:
        raise ConfigError(say.CONFIG_UNREADABLE(path=path, reason=error.strerror or str(error))) from None


@dataclass(frozen=True, slots=True)
class _Ground:
    """What a server stands on."""

    config: Config
    motd: str
    key: asyncssh.SSHKey
    store: SqliteStore
    thread: ThreadPoolExecutor
    """The one thread that uses the store."""
    output: Outputs


async def _serve(ground: _Ground) -> int:
    """Serve until a signal comes.

    Raises:
        ConfigError: the server cannot start, or its data are gone.
    """
    config, store, thread, output = ground.config, ground.store, ground.thread, ground.output
    log = EventLog(output.log)
    logging.getLogger().addHandler(LibraryWarnings(log))
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _, context: _note_error(log, context))
    ending = asyncio.Event()
    tasks = WatchedTasks(log.note)
    reminders = Reminders(config.remind, log, os.environ)
    hall = _hall(config, store, thread, reminders, tasks)
    stop_on_signals(ending, hall.stop_starting)
    accounts = Accounts(store, thread)
    state = _state(ground, hall, accounts, log)
    server = Server(state, ground.key)
    with suppress(AccountError):  # they are forgotten at the next start
        await accounts.forget_guests()
    enough = allow_files(files_needed(config.limits, config.workers))
    async with AsyncExitStack() as stack:
        stack.push_async_callback(tasks.stop)
        await _open_hall(hall, stack)
        stack.push_async_callback(reminders.stop)
        if ending.is_set():
            return 0
        port = await _listen(server, config, stack)
        hall.address = (hall.address[0], port)
        if config.socket is not None:
            await _open_socket(state, config, config.socket, stack, tasks)
        kept = StoreWatch(lambda: loop.run_in_executor(thread, store.look), log.note, ending.set)
        if config.status_port:
            await _open_status(state, config.status_port, tasks, kept)
        _keep_watch(state, tasks, kept, output, stack)
        log.note("server_started", port=port, fingerprint=server.fingerprint, guests=config.guests)
        output.say(say.SERVING(port=port, fingerprint=server.fingerprint))
        output.say(how_to_connect(config.name, config.address, port))
        if not enough:
            _tell_few_files(config, log, output)
        hall.compile_ahead()
        await ending.wait()
        log.note("server_stops", sessions=len(state.sessions))
    if kept.gone:
        raise ConfigError(kept.gone)
    return 0


def _state(ground: _Ground, hall: ServerHall, accounts: Accounts, log: EventLog) -> ServerState:
    """Everything that the sessions of a server share."""
    config, play = ground.config, HallPlay(hall, ground.motd, log)
    state = ServerState(
        accounts, play, limits=config.limits, guests=config.guests, log=log, lateness=hall.lateness
    )
    state.reports = reports(state, config, hall)
    state.export = play.export
    state.metrics.task_restarts_total = hall.tasks.restarts
    return state


async def _open_hall(hall: ServerHall, stack: AsyncExitStack) -> None:
    """Open the hall.

    Raises:
        ConfigError: its data cannot be read, or no process can be started.
    """
    try:
        await hall.open()
    except WorkerLostError:
        raise ConfigError(say.NO_WORKER()) from None
    except (ServerStoreError, LobbyError, HallError) as error:
        raise ConfigError(str(error)) from None
    finally:
        stack.push_async_callback(hall.close)


def _keep_watch(
    state: ServerState, tasks: WatchedTasks, kept: StoreWatch, output: Outputs, stack: AsyncExitStack
) -> None:
    """Start what takes care of the server itself."""
    state.janitor.start()
    stack.callback(state.janitor.stop)
    watchdog = LoopWatchdog(state.metrics, state.log.note, state.lateness)
    watchdog.start()
    stack.callback(watchdog.stop)
    tasks.keep("store", kept.run)
    tasks.keep("gc_janitor", state.janitor.look)
    tasks.keep("bans", lambda: watch_bans(state))
    tasks.keep("log", lambda: tell_left_out(state.log, output.take_lost))


def _hall(
    config: Config, store: SqliteStore, thread: ThreadPoolExecutor, reminders: Reminders, tasks: WatchedTasks
) -> ServerHall:
    hall = ServerHall(
        store,
        config.data / PACKS,
        paths=config.scenarios,
        bots=BOTS,
        workers=config.workers,
        remind=reminders,
        thread=thread,
        engine=config.engine,
        limits=config.limits,
        tasks=tasks,
    )
    hall.address = (config.name or gethostname(), config.port)
    return hall


def _tell_few_files(config: Config, log: EventLog, output: Outputs) -> None:
    """Tell the operator that the system allows fewer files than the limits need."""
    needed = files_needed(config.limits, config.workers)
    log.note("few_files", allowed=most_files(), needed=needed)
    output.say(say.FEW_FILES(allowed=most_files(), needed=needed))


async def watch_bans(state: ServerState) -> None:
    """End the sessions of those who are banned or deleted, or whose key is removed, while they play."""
    while True:
        await asyncio.sleep(BANS_LOOK)
        sessions = list(state.sessions)
        with suppress(AccountError):
            found = await state.accounts.all_banned([open_session.client for open_session in sessions])
            for session, reason in zip(sessions, found, strict=True):
                if reason is not None:
                    session.leave_banned(reason)
            known = [
                (open_session, open_session.person.id)
                for open_session in sessions
                if open_session.person is not None
            ]
            keyed = [(open_session, person) for open_session, person in known if open_session.client[0]]
            removed = await state.accounts.removed(
                [(person, open_session.client[0]) for open_session, person in keyed]
            )
            gone = await state.accounts.deleted(
                [person for _, person in known]
            )  # last: their keys go with them
            for session, person in known:
                if person in gone:
                    session.leave_deleted()
            for (session, person), keyless in zip(keyed, removed, strict=True):
                if keyless and person not in gone:
                    session.leave_keyless()


async def _listen(server: Server, config: Config, stack: AsyncExitStack) -> int:
    """Listen for SSH clients; return the port.

    Raises:
        ConfigError: it cannot be opened.
    """
    try:
        port = await server.start(config.address, config.port)
    except (OSError, UnicodeError) as error:  # a name that no machine can have
        reason = getattr(error, "strerror", "") or str(error)
        raise ConfigError(say.CANNOT_LISTEN(port=config.port, reason=reason)) from None
    stack.push_async_callback(server.stop)
    return port


async def _open_socket(
    state: ServerState, config: Config, path: Path, stack: AsyncExitStack, tasks: WatchedTasks
) -> None:
    """Listen on the socket, for apps on this machine.

    Raises:
        ConfigError: it cannot be opened, or an account is missing.
    """
    try:
        server = SocketServer(state, trusted_accounts(config.socket_trusted))
        await server.start(path, config.socket_group)
    except KeyError:
        names = ", ".join((*config.socket_trusted, *([config.socket_group] if config.socket_group else [])))
        raise ConfigError(say.NO_ACCOUNT(name=names)) from None
    except OSError as error:
        reason = error.strerror or str(error)
        raise ConfigError(say.CANNOT_OPEN_SOCKET(path=path, reason=reason)) from None
    stack.push_async_callback(server.stop)
    tasks.keep("socket", server.watch)


async def _open_status(state: ServerState, port: int, tasks: WatchedTasks, kept: StoreWatch) -> None:
    """Open the port for monitoring."""

    def ails() -> list[str]:
        return kept.ails() + [say.TASK_FAILS(name=each) for each in tasks.failing]

    status = StatusPort(port, {"/metrics": state.metrics.text}, ails, state.log)
    await status.open()
    tasks.keep("status_port", status.run)


def _note_error(log: EventLog, context: dict[str, Any]) -> None:
    error = context.get("exception")
    details = "".join(traceback.format_exception(error)) if isinstance(error, BaseException) else None
    log.note("error", what=context.get("message"), error=repr(error) if error else None, details=details)


def reports(state: ServerState, config: Config, hall: ServerHall) -> dict[str, Any]:
    """The read-only commands of a server."""

    async def status_json() -> str:
        return json.dumps(
            {
                "name": "lazaretto",
                "version": version(),
                "seconds": round(state.metrics.uptime()),
                "sessions": state.metrics.sessions_open,
                "tables": sum(table.state in (State.OPEN, State.RUNNING) for table in hall.tables.values()),
                "people": len(
                    {session.person.id for session in state.sessions if session.person is not None}
                ),
                "guests_allowed": config.guests,
            }
        )

    async def status() -> str:
        people = {session.person.name for session in state.sessions if session.person is not None}
        return say.STATUS(version=version(), number=len(people))

    async def listed() -> str:
        found = [table for table in hall.tables.values() if table.row.entry is Entry.OPEN]
        lines = (
            say.LISTED(
                code=each.code,
                title=each.row.title,
                state=each.state.value,
                people=", ".join(sorted(each.players())),
            )
            for each in found
            if each.state in (State.OPEN, State.RUNNING)
        )
        return "\n".join(lines) or say.NO_TABLES()

    return {"status": status, "status --json": status_json, "list": listed}
