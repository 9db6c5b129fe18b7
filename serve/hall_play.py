"""What runs in a session: the hall of the server, on a full screen or line by line."""

from dataclasses import dataclass

from lazaretto.host.client_calls import Cost
from lazaretto.host.server.gate import gated
from lazaretto.host.server.hall_protocol import Hall
from lazaretto.host.server.hall_views import HallError
from lazaretto.host.server.person_hall import PersonHall
from lazaretto.host.server.purses import Payer
from lazaretto.host.server.server_hall import ServerHall
from lazaretto.host.server.store_errors import ServerStoreError
from lazaretto.host.user_settings import from_environment
from lazaretto.serve.accounts import AccountError, Person
from lazaretto.serve.event_log import EventLog
from lazaretto.serve.line_channel import LineChannel
from lazaretto.serve.protocol_channel import ProtocolChannel
from lazaretto.serve.server_state import Hosted
from lazaretto.serve.terminal import Terminal
from lazaretto.tui.hall.hall_app import HallApp
from lazaretto.tui.hall.line_hall import LineHall
from lazaretto.tui.look.ascii_fallback import plain
from lazaretto.tui.shared_texts import sentence


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
