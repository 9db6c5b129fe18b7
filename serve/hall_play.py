"""What runs in a session: the hall on a full screen, line by line, or as the protocol of an app elsewhere."""

import asyncio
from codecs import getincrementaldecoder
from collections import deque
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol, cast

from lazaretto.host.crash_report import only, without_file
from lazaretto.host.lobby.lobby_protocol import LobbyError
from lazaretto.host.server.call_budgets import Payer
from lazaretto.host.server.call_gate import gated
from lazaretto.host.server.hall_protocol import Hall
from lazaretto.host.server.hall_views import HallError
from lazaretto.host.server.hall_wire import HallServer
from lazaretto.host.server.person_hall import PersonHall
from lazaretto.host.server.server_hall import ServerHall
from lazaretto.host.server.store.store_protocol import ServerStoreError
from lazaretto.host.settings.user_settings import from_environment
from lazaretto.host.wire.allowed_calls import Cost
from lazaretto.host.wire.codec import encode
from lazaretto.host.wire.frames import Frame, Kind, packed, read_frame
from lazaretto.host.wire.wire_server import Answer
from lazaretto.serve.accounts import AccountError, Person
from lazaretto.serve.allowance import Allowance
from lazaretto.serve.channel_output import ChannelOutput
from lazaretto.serve.event_log import EventLog
from lazaretto.serve.server_state import Hosted
from lazaretto.serve.terminal import Terminal
from lazaretto.tui.hall.hall_app import HallApp
from lazaretto.tui.hall.line_hall import LineHall
from lazaretto.tui.look.ascii_fallback import plain
from lazaretto.tui.safe_output import clean
from lazaretto.tui.shared_texts import sentence

LONGEST_LINE = 2_000
"""The most characters of a line; the rest of it is ignored."""
MOST_LINES = 50
"""With so many lines waiting, the client has to wait until some are read."""
LOOK_AGAIN = 0.05

_ENTER = "\r\n"
_ERASE = "\x7f\b"
_KILL = "\x15"
_ENDS = "\x03\x04"
_ESCAPE = "\x1b"


class LineChannel:
    """One client's lines."""

    def __init__(
        self, output: ChannelOutput, allowance: Allowance, pty: bool, pause: Callable[[bool], None]
    ) -> None:
        self._output = output
        self._pty = pty
        self._pause = pause
        """Tells the client to stop sending, or to go on."""
        self.allowance = allowance
        """Limits the lines a second."""
        self._decode = getincrementaldecoder("utf-8")("replace").decode
        self._line: list[str] = []
        self._lines: deque[str] = deque()
        self._ended = False
        self._news = asyncio.Event()
        self._paused = False
        self._after_return = False

    def feed(self, data: bytes) -> None:
        """Take what the client sends."""
        for char in self._decode(data):
            self._take(char)
        if len(self._lines) >= MOST_LINES and not self._paused:
            self._paused = True
            self._pause(True)

    def end(self) -> None:
        """No more lines come: the client has ended its input, or is gone."""
        if self._line and not self._ended:
            self._finish()
        self._ended = True
        self._news.set()

    async def readline(self) -> str:
        """The next line with its end; empty if there are no more."""
        await asyncio.sleep(self.allowance.after_key())
        while not self._lines and not self._ended:
            self._news.clear()
            await self._news.wait()
        line = self._lines.popleft() if self._lines else ""
        if self._paused and len(self._lines) < MOST_LINES // 2:
            self._paused = False
            self._pause(False)
        return line

    def write(self, text: str) -> None:
        """Send a text, cleaned."""
        text = clean(text)
        self._output.write((text.replace("\n", _ENTER) if self._pty else text).encode("utf-8", "replace"))

    async def drain(self) -> None:
        """Wait until the client has caught up."""
        while self._output.dropping and not self._ended:
            await asyncio.sleep(LOOK_AGAIN)

    def _take(self, char: str) -> None:
        after_return, self._after_return = self._after_return, char == "\r"
        if self._ended or (char == "\n" and after_return):
            return
        if char in _ENTER:
            self._echo("\n")
            self._finish()
        elif not self._pty:
            if len(self._line) < LONGEST_LINE:
                self._line.append(char)
        elif char in _ERASE:
            if self._line:
                self._line.pop()
                self._output.write(b"\b \b")
        elif char == _KILL:
            self._output.write(b"\b \b" * len(self._line))
            self._line.clear()
        elif char in _ENDS:
            self._line.clear()
            self._echo("\n")
            self.end()
        elif char != _ESCAPE and char.isprintable() and len(self._line) < LONGEST_LINE:
            self._line.append(char)
            self._echo(char)

    def _finish(self) -> None:
        self._lines.append(f"{''.join(self._line)}\n")
        self._line.clear()
        self._news.set()

    def _echo(self, text: str) -> None:
        if self._pty:
            self.write(text)


PROTOCOL = "protocol"
"""The command with which a client asks for the protocol."""
LONGEST = 128 * 1024
"""The maximum length of a frame of a client, in bytes."""
MOST_CALLS = 32
"""With so many calls in work, the next ones wait."""


class Output(Protocol):
    """Where frames are sent to."""

    def write(self, data: bytes) -> None:
        """Send bytes without waiting."""


class Source(Protocol):
    """Where frames come from."""

    def pause_reading(self) -> None:
        """Let the client keep what it sends."""

    def resume_reading(self) -> None:
        """Take it again."""


def at_once() -> float:
    """The pace of a client whose calls never wait."""
    return 0.0


class ProtocolChannel:
    """One client's frames."""

    def __init__(self, output: Output, source: Source | None = None) -> None:
        """Send frames to `output`; while too many wait to be answered, `source` is paused."""
        self._output = output
        self._reader = asyncio.StreamReader(limit=LONGEST)
        if source is not None:
            self._reader.set_transport(cast(asyncio.Transport, source))
        self._tasks: set[asyncio.Task[None]] = set()
        self._free = asyncio.Semaphore(MOST_CALLS)

    def feed(self, data: bytes) -> None:
        """Take what the client sends."""
        self._reader.feed_data(data)

    def end(self) -> None:
        """No more comes."""
        self._reader.feed_eof()

    async def serve(self, hall: Hall, pace: Callable[[], float] = at_once) -> int:
        """Answer calls until the client leaves; return the status of the session.

        `pace` is asked before each call for how many seconds it has to wait.
        """
        server = HallServer(
            hall,
            lambda event: self._write(Frame(Kind.EVENT, event)),
            lambda news: self._write(Frame(Kind.NEWS, news)),
        )
        self._write(Frame(Kind.GREETING, server.greeting))
        try:
            with suppress(ValueError):
                while not server.left and (frame := await read_frame(self._reader, LONGEST)) is not None:
                    await asyncio.sleep(pace())  # in any case, others have their turn
                    if frame.kind is Kind.CALL:
                        await self._free.acquire()
                        self._start(self._answer(server, frame))
                    else:
                        server.heed(frame.content)
        finally:
            for task in self._tasks:
                task.cancel()
            server.close()
        return 0

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answer(self, server: HallServer, frame: Frame) -> None:
        try:
            with only(ValueError, otherwise=LobbyError):
                answer = await server.answer(frame.content)
        except (ValueError, LobbyError) as error:
            answer = encode(Answer(error="LobbyError", message=without_file(str(error))), Answer)
        finally:
            self._free.release()
        self._write(Frame(Kind.ANSWER, answer, frame.number))

    def _write(self, frame: Frame) -> None:
        self._output.write(packed(frame))


@dataclass(frozen=True, slots=True)
class Drawn:
    """The hall for an app that draws its screens itself."""

    hall: Hall
    payer: Payer

    async def run(self, channel: ProtocolChannel) -> int:
        """Answer the app until it leaves."""
        return await channel.serve(self.hall, lambda: self.payer.owe(Cost.CALL))


@dataclass(frozen=True, slots=True)
class Lines:
    """The hall line by line."""

    hall: Hall
    code: str
    """The table to join at once."""
    motd: str
    ascii_only: bool = False
    """Whether letters lose their accents, because the client shows nothing but ASCII."""

    async def run(self, channel: LineChannel) -> int:
        """Take lines until the person leaves or the input ends."""

        def write(text: str) -> None:
            channel.write(plain(text) if self.ascii_only else text)

        if self.motd:
            write(f"{self.motd}\n")
        await LineHall(self.hall, channel.readline, write, code=self.code).run()
        return 0


class HallPlay:
    """Lets people into the hall."""

    def __init__(self, hall: ServerHall, motd: str = "", log: EventLog | None = None) -> None:
        self._hall, self._motd = hall, motd
        self._log = log or EventLog()

    async def __call__(self, person: Person, terminal: Terminal) -> Hosted:
        """The app of a person, or their line mode.

        Raises:
            AccountError: nothing can be read of them now.
        """
        try:
            own = await self._entered(person, terminal)
        except (HallError, ServerStoreError) as error:
            raise AccountError(error.told if isinstance(error, ServerStoreError) else str(error)) from None
        hall = gated(own, own.payer, self._hall.tasks)
        if terminal.protocol:
            return Hosted(Drawn(hall, own.payer), own.leave)
        if not terminal.full_screen:
            return Hosted(Lines(hall, terminal.wish, self._motd, terminal.ascii_only), own.leave)
        forced = ({"ascii": True} if terminal.ascii_only else {}) | from_environment(terminal.environ)
        app = HallApp(
            hall,
            code=terminal.wish,
            forced=forced,
            environ=terminal.environ,
            notices=(*((self._motd,) if self._motd else ()), *own.notices),
            on_crash=self._keep,
        )
        return Hosted(app, own.leave)

    async def _entered(self, person: Person, terminal: Terminal) -> PersonHall:
        """A person in the hall."""
        stored, settings = await self._hall.do(
            lambda store: (store.people.get(person.id), store.settings.get(person.id))
        )
        own = self._hall.enter(stored, settings, terminal.network)
        try:
            await own.read_invitations()
        except BaseException:
            own.leave()  # nobody else does: the session has not begun
            raise
        return own

    async def export(self, person: Person, code: str, network: str) -> str:
        """The record of a game that a person has played, asked for from a network.

        Raises:
            AccountError: they may not have it.
        """
        try:
            stored = await self._hall.do(lambda store: store.people.get(person.id))
        except ServerStoreError as error:
            raise AccountError(error.told) from None
        payer = self._hall.payer(stored, network)
        try:
            own = PersonHall(self._hall, stored, "", payer)
            return await gated(own, payer, self._hall.tasks).record(code)
        except HallError as error:
            raise AccountError(sentence(str(error))) from None
        finally:
            payer.leave()

    def _keep(self, details: str) -> None:
        """Log the details of a failure; the player does not see them."""
        self._log.note("app_failed", details=details)
