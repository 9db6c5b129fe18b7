"""The client end of a connection: a lobby, seats and replays that forward calls."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from lazaretto.host import messages as say
from lazaretto.host.lobby.lobby_protocol import (
    NO_OPTIONS,
    Access,
    CampaignInfo,
    KeptGame,
    Order,
    ScenarioInfo,
    Standing,
)
from lazaretto.host.lobby.program_loader import Faults
from lazaretto.host.records.game_stats import Course
from lazaretto.host.records.record_lock import Holder
from lazaretto.host.records.replay_protocol import ReplayFrame, ReplayInfo, Showing
from lazaretto.host.records.statistics import Statistics
from lazaretto.host.settings.user_settings import Settings
from lazaretto.host.table.actions_on import Ahead, Way
from lazaretto.host.table.journeys import Journey
from lazaretto.host.table.seat_protocol import ASKED, OpenTable, SeatStart, Told
from lazaretto.host.table.stops import Stops
from lazaretto.host.table.win_chances import Chances
from lazaretto.host.wire.codec import decode, encode, first_message, plain, whole
from lazaretto.host.wire.wire_server import (
    ERRORS,
    HANDED,
    LOBBY,
    Answer,
    Call,
    Event,
    Greeting,
    Line,
    ReplayNumber,
    SeatNumber,
    types_of,
)
from lazaretto.rules import Chapter, Ref
from lazaretto.rules.link.find_scenarios import FoundScenario
from lazaretto.rules.run.planning.hint_types import Hint
from lazaretto.rules.run.planning.outlook import Outlook
from lazaretto.rules.run.views.diff_views import ViewChange
from lazaretto.rules.run.views.view_base import ViewBase


class Client:
    """Sends calls over a connection, and delivers events to their seats."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self.told: dict[int, Told] = {}
        """The listener of each seat."""

    async def ask(self, side: str, to: int, method: str, /, **arguments: Any) -> Any:
        """Call something at the other end.

        Raises:
            ChoiceError, RuleError, StoreError, LobbyError, HeldError: what was raised there.
        """
        answer: Answer = decode(await self._line.ask(_call(side, to, method, arguments)), Answer)
        if answer.error:
            raise ERRORS[answer.error](answer.message)
        type_ = types_of(side, method)["return"]
        return whole(answer.value, HANDED.get(type_, type_))

    def send(self, side: str, to: int, method: str, /, **arguments: Any) -> None:
        """Call something at the other end without waiting."""
        self._line.send(_call(side, to, method, arguments))

    def heed(self, message: bytes) -> None:
        """Deliver an event to its seat."""
        event: Event = decode(message, Event)
        told = self.told.get(event.seat)
        if told is not None:
            told(event.update)


def _call(side: str, to: int, method: str, arguments: dict[str, Any]) -> bytes:
    hints = types_of(side, method)
    return encode(
        Call(to, method, {name: plain(each, hints[name]) for name, each in arguments.items()}), Call
    )


class WireSeat:
    """A seat at the other end."""

    def __init__(self, client: Client, seat: SeatNumber) -> None:
        self._client = client
        self._to = seat.to
        self.number = seat.number
        self.name = seat.name

    async def _ask(self, method: str, **arguments: Any) -> Any:
        return await self._client.ask("seat", self._to, method, **arguments)

    async def join(self, told: Told) -> SeatStart:
        """Take the seat."""
        start: SeatStart = await self._ask("join")
        self._client.told[self._to] = told
        return start

    def leave(self) -> None:
        """Stop receiving updates; when nobody has a seat any more, the bots stop."""
        self._client.told.pop(self._to, None)
        self._client.send("seat", self._to, "leave")

    def follow(self, each: bool) -> None:
        """Choose whether updates report each event."""
        self._client.send("seat", self._to, "follow", each=each)

    async def choose(self, key: str, seen: int | None = None) -> None:
        """Make a choice for this seat."""
        await self._ask("choose", key=key, seen=seen)

    async def back(self) -> None:
        """Undo one step of an unfinished choice."""
        await self._ask("back")

    async def undo(self) -> None:
        """Undo the last choice of a person."""
        await self._ask("undo")

    async def talk(self, how: str, consent: str = ASKED) -> None:
        """Set whether the players at this keyboard tell each other everything."""
        await self._ask("talk", how=how, consent=consent)

    async def stops(self, stops: Stops, seen: int | None = None) -> None:
        """Set at which windows the table waits for the player."""
        await self._ask("stops", stops=stops, seen=seen)

    async def save(self) -> None:
        """Write the current record."""
        await self._ask("save")

    async def ways(self, ref: Ref) -> tuple[Way, ...]:
        """What this seat may do with a thing."""
        found: tuple[Way, ...] = await self._ask("ways", ref=ref)
        return found

    async def journeys(self, ref: Ref | None) -> tuple[Journey, ...]:
        """The ways of this seat's own figure to a place."""
        found: tuple[Journey, ...] = await self._ask("journeys", ref=ref)
        return found

    async def travel(self, keys: tuple[str, ...], seen: int | None = None) -> int:
        """Make the choices of a journey."""
        made: int = await self._ask("travel", keys=keys, seen=seen)
        return made

    async def outlooks(self, ref: Ref | None = None) -> tuple[Outlook, ...]:
        """What would happen next, as far as this seat can know it: about a place, or the whole game."""
        found: tuple[Outlook, ...] = await self._ask("outlooks", ref=ref)
        return found

    async def ahead(self, keys: tuple[str, ...]) -> Ahead:
        """The decision of this seat after some steps."""
        found: Ahead = await self._ask("ahead", keys=keys)
        return found

    async def hint(self, after: int = 0) -> Hint:
        """What a bot would do; with `after`, what it finds later."""
        found: Hint = await self._ask("hint", after=after)
        return found

    def drop_hint(self) -> None:
        """Stop looking for a better hint."""
        self._client.send("seat", self._to, "drop_hint")

    async def course(self) -> Course:
        """Statistics of the game so far."""
        found: Course = await self._ask("course")
        return found

    async def replay(self) -> "WireReplay":
        """The whole game as a replay."""
        return WireReplay(self._client, await self._ask("replay"))


class WireReplay:
    """A replay at the other end."""

    def __init__(self, client: Client, replay: ReplayNumber) -> None:
        self._client = client
        self._to = replay.to
        self.info: ReplayInfo = replay.info

    def leave(self) -> None:
        """Look at it no more."""
        self._client.send("replay", self._to, "leave")

    async def base(self, seat: int | None) -> ViewBase:
        """The constant part of what a seat sees."""
        found: ViewBase = await self._client.ask("replay", self._to, "base", seat=seat)
        return found

    async def frame(self, at: int, seat: int | None) -> ReplayFrame:
        """What a seat saw after the given number of choices."""
        found: ReplayFrame = await self._client.ask("replay", self._to, "frame", at=at, seat=seat)
        return found

    async def public(self, first: int, last: int) -> tuple[ViewChange, ...]:
        """The public view after each of these choices."""
        found: tuple[ViewChange, ...] = await self._client.ask(
            "replay", self._to, "public", first=first, last=last
        )
        return found

    async def chances(self) -> Chances:
        """The estimated chance to win, as far as it is known."""
        found: Chances = await self._client.ask("replay", self._to, "chances")
        return found


class WireLobby:
    """A lobby at the other end."""

    def __init__(self, client: Client, greeting: bytes) -> None:
        """Start with the greeting of the other end.

        Raises:
            ValueError: it uses another version.
        """
        greeted: Greeting = first_message(greeting, Greeting, say.OTHER_VERSION)
        self._client = client
        self.bots = greeted.bots

    async def _ask(self, method: str, **arguments: Any) -> Any:
        return await self._client.ask("lobby", LOBBY, method, **arguments)

    async def scenarios(self) -> tuple[FoundScenario, ...]:
        """Every scenario that is found."""
        found: tuple[FoundScenario, ...] = await self._ask("scenarios")
        return found

    async def kept(self) -> tuple[KeptGame, ...]:
        """Every saved game."""
        found: tuple[KeptGame, ...] = await self._ask("kept")
        return found

    async def load(
        self, folder: Path, switches: frozenset[str] = frozenset(), *, again: bool = False
    ) -> ScenarioInfo | Faults:
        """The facts about a scenario, or its mistakes."""
        found: ScenarioInfo | Faults = await self._ask("load", folder=folder, switches=switches, again=again)
        return found

    async def standing(self, kept: KeptGame) -> Standing:
        """The current state of a saved game."""
        found: Standing = await self._ask("standing", kept=kept)
        return found

    async def rulebook(self, folder: Path) -> tuple[Chapter, ...]:
        """The rulebook of a scenario."""
        found: tuple[Chapter, ...] = await self._ask("rulebook", folder=folder)
        return found

    async def preview(self, folder: Path) -> Standing:
        """The board of a scenario at the start of a game."""
        found: Standing = await self._ask("preview", folder=folder)
        return found

    async def open(self, order: Order) -> OpenTable:
        """Start a new game."""
        return self._table(await self._ask("open", order=order))

    async def campaigns(self) -> tuple[CampaignInfo, ...]:
        """Every campaign by name."""
        found: tuple[CampaignInfo, ...] = await self._ask("campaigns")
        return found

    async def go_on(
        self,
        campaign: str,
        seed: int,
        options: Mapping[str, str] = NO_OPTIONS,
        folder: Path | None = None,
        access: Access = Access.PLAY,
    ) -> OpenTable:
        """Go on with a campaign."""
        found = await self._ask(
            "go_on", campaign=campaign, seed=seed, options=options, folder=folder, access=access
        )
        return self._table(found)

    async def holder(self, kept: KeptGame) -> Holder | None:
        """The process that has a saved game open."""
        found: Holder | None = await self._ask("holder", kept=kept)
        return found

    async def resume(self, kept: KeptGame, access: Access = Access.PLAY) -> OpenTable:
        """Resume a saved game."""
        return self._table(await self._ask("resume", kept=kept, access=access))

    def _table(self, table: Any) -> OpenTable:
        return OpenTable(table.info, tuple(WireSeat(self._client, each) for each in table.seats))

    async def replay(self, kept: KeptGame) -> Showing:
        """Open a saved game as a replay."""
        showing = await self._ask("replay", kept=kept)
        return Showing(showing.info, WireReplay(self._client, showing.replay))

    async def what_if(self, kept: KeptGame, at: int, seed: int | None = None) -> OpenTable:
        """Play on from a point of a saved game, as a game of its own."""
        return self._table(await self._ask("what_if", kept=kept, at=at, seed=seed))

    async def statistics(self) -> Statistics:
        """Statistics over the finished games."""
        found: Statistics = await self._ask("statistics")
        return found

    async def find(self, path: Path) -> KeptGame:
        """The game in a file, or the saved game of that name."""
        found: KeptGame = await self._ask("find", path=path)
        return found

    async def delete(self, kept: KeptGame) -> None:
        """Delete a saved game."""
        await self._ask("delete", kept=kept)

    async def rename(self, kept: KeptGame, name: str) -> None:
        """Rename a saved game."""
        await self._ask("rename", kept=kept, name=name)

    async def keep(self, settings: Settings) -> None:
        """Save the settings."""
        await self._ask("keep", settings=settings)
