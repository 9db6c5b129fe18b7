"""One channel: finds out who is there, runs their app or line mode on it, and ends it, early if need be.

Whatever goes wrong in one session ends that session with a sentence; the others do not notice.
"""

import asyncio
import traceback
from typing import Any

import asyncssh

from lazaretto.serve import messages as say
from lazaretto.serve.accounts import AccountError, Person, PublicKey
from lazaretto.serve.allowance import Allowance
from lazaretto.serve.channel_output import ChannelOutput
from lazaretto.serve.hall_play import PROTOCOL, LineChannel, ProtocolChannel
from lazaretto.serve.name_app import NameApp, name_by_lines
from lazaretto.serve.server_state import Hosted, ServerState
from lazaretto.serve.ssh_driver import SshDriver
from lazaretto.serve.terminal import HeardVariables, Terminal, fit_size, heard
from lazaretto.tui.safe_output import clean
from lazaretto.tui.terminal.terminal_app import TerminalApp


class RefusedError(Exception):
    """The session cannot be opened; the message is a sentence for the client."""


class CrashedError(Exception):
    """An app has crashed, and the client has been told so."""


FIRST_FRAME = 5.0
"""Seconds for which a starting session keeps others from starting."""
ENDING = 10.0
"""Seconds that an app gets to end after its client is gone."""
TYPED_AHEAD = 4_096
"""Bytes that are kept until the app can take them."""

EXPORT = "export"
"""The command that writes a person's game as a record file: `ssh HOST export CODE`."""


class Session(asyncssh.SSHServerSession[bytes]):
    """The server's side of one channel."""

    _channel: "asyncssh.SSHServerChannel[bytes]"
    _output: ChannelOutput

    def __init__(
        self, server: ServerState, key: PublicKey | None, address: str, network: str, wish: str
    ) -> None:
        self._server = server
        self._key = key
        self._address = address
        self._network = network
        self._terminal = Terminal(wish=wish, network=network)
        self._command: str | None = None
        self._task: asyncio.Task[None] | None = None
        self._driver: SshDriver | None = None
        self._line: LineChannel | None = None
        self._protocol: ProtocolChannel | None = None
        self._started = asyncio.Event()
        self._ahead = bytearray()
        self._allowance = Allowance(server.limits, server.lateness)
        """For what comes before it is known who is there."""
        self._gone = False
        self._farewell = ""
        """What the client reads last, if the server ends the session."""
        self._ended = self._lost = False
        self._last: asyncio.TimerHandle | None = None
        self.person: Person | None = None
        """Who is there, once that is known."""

    # --- what the client asks for ----------------------------------------------------------------

    def connection_made(self, chan: "asyncssh.SSHServerChannel[bytes]") -> None:
        """Get the channel."""
        self._channel = chan
        chan._env = HeardVariables()  # the library keeps whatever it is sent
        self._output = ChannelOutput(chan, self._server.limits, self._sent, self._stalled)

    def pty_requested(self, term_type: str, term_size: Any, term_modes: Any) -> bool:
        """The client has a terminal of this type and size."""
        self._terminal.term = term_type[:100]
        self._terminal.size = fit_size(*term_size[:2])
        return True

    def shell_requested(self) -> bool:
        """The client wants to play; there is no shell."""
        return True

    def exec_requested(self, command: str) -> bool:
        """The client wants to run a command: only a few that read something are known."""
        self._command = command
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        """There are no subsystems, so no files either."""
        return False

    def session_started(self) -> None:
        """Begin."""
        self._terminal.environ = heard(self._channel.get_environment(), self._terminal.term)
        if self._command == PROTOCOL:
            self._command, self._terminal.protocol = None, True
            self._protocol = ProtocolChannel(self._output, self._channel)
        elif self._command is None and not self._terminal.full_screen:
            pty = self._terminal.term is not None
            self._line = LineChannel(self._output, self._allowance, pty, self._pause)
        self._task = asyncio.get_running_loop().create_task(self._run(), name="session")

    # --- what the client sends -------------------------------------------------------------------

    def data_received(self, data: bytes, datatype: Any) -> None:
        """Take what was typed."""
        self._server.metrics.bytes_received_total += len(data)
        self._server.janitor.typed()
        if self._driver is not None:
            self._driver.feed(data)
        elif self._line is not None:
            self._line.feed(data)
        elif self._protocol is not None:
            self._protocol.feed(data)
        elif len(self._ahead) + len(data) <= TYPED_AHEAD:
            self._ahead += data

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        """Take a new size of the window."""
        if self._driver is not None:
            self._driver.resize(width, height)
        else:
            self._terminal.size = fit_size(width, height)

    def eof_received(self) -> bool:
        """The client sends no more: in line mode its last lines are still answered, a full screen ends."""
        if self._line is not None:
            self._line.end()
        elif self._protocol is not None:
            self._protocol.end()
        elif self._command is None:
            self._hang_up()
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        """The client is gone, or has closed the channel after its end."""
        self._lost = True
        self._output.close()
        if self._task is None:
            self._ended = True
        else:
            self._hang_up()

    @property
    def open(self) -> bool:
        """Whether the session has not ended yet, or the client keeps its channel."""
        return not (self._ended and self._lost)

    def close(self) -> None:
        """End the session from the server's side, because the server stops."""
        self._farewell = say.STOPS() if self._has_account else say.STOPS_WITHOUT_ACCOUNT()
        self._hang_up()

    @property
    def client(self) -> tuple[str, str]:
        """The fingerprint of the key, and the address."""
        return self._fingerprint, self._address

    def leave_banned(self, reason: str) -> None:
        """End the session, because its key or address has been banned since it began."""
        self._leave("session_banned", say.BANNED(reason=reason), reason=reason)

    def leave_deleted(self) -> None:
        """End the session, because the operator has deleted its person."""
        self._leave("session_deleted", say.DELETED())

    def leave_keyless(self) -> None:
        """End the session, because its person has removed its key."""
        self._leave("session_key_removed", say.KEY_REMOVED())

    def _leave(self, event: str, farewell: str, **facts: object) -> None:
        """End the session, and tell the client and the log why."""
        if not self._gone:
            self._note(event, **facts)
            self._farewell = farewell
            self._hang_up()

    async def ended(self) -> None:
        """Wait until the session has ended."""
        if self._task is not None and not self._task.done():
            await asyncio.wait({self._task})

    def _hang_up(self) -> None:
        self._gone = True
        if self._line is not None:
            self._line.end()
        elif self._protocol is not None:
            self._protocol.end()
        elif self._driver is not None:
            self._driver.hang_up()
        else:
            self._cancel()
        self._last = asyncio.get_running_loop().call_later(ENDING, self._cancel)

    def _cancel(self) -> None:
        if self._task is not None:
            self._task.cancel()

    def _pause(self, paused: bool) -> None:
        if paused:
            self._channel.pause_reading()
        else:
            self._channel.resume_reading()

    def _sent(self, number: int) -> None:
        self._server.metrics.bytes_sent_total += number

    def _stalled(self) -> None:
        self._server.metrics.clients_stalled_total += 1
        self._note("client_stalled", pending=self._output.pending)

    def _note(self, event: str, **facts: object) -> None:
        person = None if self.person is None else self.person.name
        key = None if self._key is None else self._key.fingerprint
        self._server.log.note(event, address=self._address, key=key, person=person, **facts)

    # --- the course of a session -----------------------------------------------------------------

    async def _run(self) -> None:
        status = 1
        try:
            status = await self._answer() if self._command is not None else await self._play()
        except (RefusedError, AccountError) as error:
            self._server.metrics.sessions_refused_total += 1
            self._note("session_refused", reason=str(error))
            self._tell(str(error))
        except CrashedError:
            pass  # noted already
        except asyncio.CancelledError:
            self._note("session_cancelled")
        except Exception as error:
            self._crashed(type(error).__name__, "".join(traceback.format_exception(error)))
        finally:
            if self._farewell:
                self._tell(self._farewell)
            self._end(status)

    async def _answer(self) -> int:
        """Answer a read-only command."""
        words = (self._command or "").split()
        report, export = self._server.reports.get(" ".join(words)), self._server.export
        wanted = words[1] if export is not None and words[:1] == [EXPORT] and len(words) == 2 else ""
        if report is None and not wanted:
            known = sorted(self._server.reports) + ([say.EXPORT_CODE()] if export is not None else [])
            raise RefusedError(say.NO_COMMANDS(known=", ".join(known)))
        reason = await self._server.accounts.banned(self._fingerprint, self._address)
        if reason is not None:
            raise RefusedError(say.BANNED(reason=reason))
        if report is not None:
            self._output.write(f"{clean(await report())}\n".encode())
        elif export is not None:
            person = await self._server.accounts.who(self._fingerprint)
            if person is None:
                raise RefusedError(say.NAME_FIRST())
            self._output.write((await export(person, wanted, self._network)).encode())
        return 0

    async def _play(self) -> int:
        """Let somebody in, and run what they see until they leave."""
        server = self._server
        reason = await server.accounts.banned(self._fingerprint, self._address)
        if reason is not None:
            raise RefusedError(say.BANNED(reason=reason))
        self.person = await self._identify()
        if self.person is None:
            return 0
        place = f"guests:{self._network}" if self.person.guest else f"person:{self.person.id}"
        most = server.limits.guests_per_address if self.person.guest else server.limits.sessions_per_person
        try:
            if server.people[place] >= most:
                guest = self.person.guest
                raise RefusedError((say.TOO_MANY_GUESTS if guest else say.TOO_MANY_OF_YOURS)(most=most))
            if len(server.sessions) >= server.limits.sessions:
                raise RefusedError(say.FULL())
            self._allowance = server.people.enter(place)
            if self._line is not None:
                self._line.allowance = self._allowance
            server.sessions.add(self)
            server.metrics.sessions_open += 1
            server.metrics.sessions_total += 1
            self._note("session_started", term=self._terminal.term, size=self._terminal.size)
            try:
                return await self._host(await server.factory(self.person, self._terminal))
            finally:
                server.people.leave(place)
                server.sessions.discard(self)
                server.metrics.sessions_open -= 1
                server.janitor.session_ended()
        finally:
            if self.person.guest:
                await server.accounts.leave(self.person)

    @property
    def _has_account(self) -> bool:
        """Whether who is there can come back to their games."""
        return self.person is not None and not self.person.guest

    @property
    def _fingerprint(self) -> str:
        return "" if self._key is None else self._key.fingerprint

    async def _identify(self) -> Person | None:
        """Who is there; None if a new person leaves without giving a name."""
        if self._key is None:
            return await self._server.accounts.guest()
        known = await self._server.accounts.who(self._key.fingerprint)
        if known is not None:
            return known
        if self._protocol is not None:
            raise RefusedError(say.NAME_FIRST())
        if not self._server.may_name(self._network):
            raise RefusedError(say.TOO_MANY_NEW())
        accounts, key, seconds = self._server.accounts, self._key, self._server.limits.naming_seconds
        try:
            async with asyncio.timeout(seconds):
                if self._line is not None:
                    return await name_by_lines(accounts, key, self._line)
                return await self._name(NameApp(accounts, key, self._terminal), key.fingerprint)
        except TimeoutError:
            raise RefusedError(say.TOO_SLOW()) from None

    async def _name(self, app: NameApp, fingerprint: str) -> Person | None:
        """Ask for a name; the other terminals with the same key need not ask any more then."""
        asking = self._server.naming.setdefault(fingerprint, set())
        asking.add(app)
        try:
            await self._show(app)
        finally:
            asking.discard(app)
            if not asking:
                self._server.naming.pop(fingerprint, None)
        if app.person is not None:
            for each in tuple(asking):
                each.call_later(each.known, app.person)
        return app.person

    async def _host(self, hosted: Hosted) -> int:
        program = hosted.program
        try:
            if isinstance(program, TerminalApp):
                await self._show(program)
                return program.return_code or 0
            channel = self._line or self._protocol
            assert channel is not None
            return await program.run(channel)
        finally:
            hosted.close()

    async def _show(self, app: TerminalApp[Any]) -> None:
        """Run an app on the channel until it ends; raise a `CrashedError` if it crashes."""
        app.make_driver = self._make_driver
        self._started.clear()
        async with self._server.gate:
            running = asyncio.get_running_loop().create_task(app.run_async(), name="app")
            first = asyncio.get_running_loop().create_task(self._started.wait())
            try:
                await asyncio.wait({running, first}, timeout=FIRST_FRAME, return_when=asyncio.FIRST_COMPLETED)
            finally:
                first.cancel()
        self._server.janitor.session_started()
        try:
            await running
        finally:
            self._driver = None
            app.make_driver = None
        if app.failure is not None:
            self._crashed(app.failure)
            raise CrashedError

    def _make_driver(self, app: TerminalApp[Any], mouse: bool) -> SshDriver:
        server = self._server
        self._driver = SshDriver(
            app,
            mouse,
            self._output,
            self._terminal,
            self._allowance,
            server.limits.typed_waiting,
            self._started,
        )
        if self._gone:
            asyncio.get_running_loop().call_soon(self._driver.hang_up)
        elif self._ahead:
            ahead, self._ahead = bytes(self._ahead), bytearray()
            asyncio.get_running_loop().call_soon(self._driver.feed, ahead)
        return self._driver

    def _crashed(self, what: str, details: str = "") -> None:
        self._server.metrics.sessions_crashed_total += 1
        self._note("session_crashed", what=what, details=details)
        self._tell(say.CRASHED() if self._has_account else say.CRASHED_WITHOUT_ACCOUNT())

    def _tell(self, sentence: str) -> None:
        """Say a last sentence: on standard error without a pty, so that scripts can tell it apart."""
        if self._channel.is_closing():
            return
        if self._terminal.term is None:
            self._channel.write(f"{clean(sentence)}\n".encode(), asyncssh.EXTENDED_DATA_STDERR)
        else:
            self._output.write(f"{clean(sentence)}\r\n".encode())

    def _end(self, status: int) -> None:
        self._ended = True
        if self.person is not None:
            self._note("session_ended", status=status)
        self._output.close()
        self._line = self._driver = self._task = None
        if self._last is not None:
            self._last.cancel()
        self._channel.exit(status)
