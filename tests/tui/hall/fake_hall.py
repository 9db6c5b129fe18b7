"""A hall in memory with real tables: people who come and go, chat, votes and pointing, without a server."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path

from lazaretto.host import LocalTable, OpenTable, Store, TableInfo, open_table
from lazaretto.host.lobby.lobby_protocol import ScenarioInfo
from lazaretto.host.lobby.local_lobby import info_of
from lazaretto.host.lobby.program_loader import Faults
from lazaretto.host.records.replay_protocol import Showing, ShowingInfo
from lazaretto.host.server.hall_messages import SIGNALS
from lazaretto.host.server.hall_protocol import HallHeard, TableHeard
from lazaretto.host.server.hall_views import (
    ChatLine,
    FinishedGame,
    GameCount,
    HallError,
    HallView,
    Pointer,
    Presence,
    Profile,
    SeatListing,
    State,
    TableListing,
    TableOrder,
    TableView,
    Vote,
    VoteKind,
)
from lazaretto.host.settings.user_settings import Settings
from lazaretto.lab.playing.bots import COMPANIONS
from lazaretto.rules import ChoiceError, Program, Ref, load
from lazaretto.rules.link.find_scenarios import FoundScenario, scenarios

ROOT = Path(__file__).resolve().parents[3]
FAIR = ROOT / "tests" / "tui" / "table" / "fair"
PANDEMIC = ROOT / "scenarios" / "pandemic"
LONG_AGO = datetime(2001, 2, 3, 12, 5, tzinfo=UTC)
CODES = ("BCD-234", "FGH-567", "JKL-892", "MNP-345", "QRS-678", "TVW-923")
QUIET = Settings(pace="off")


@cache
def program_of(folder: Path, switches: frozenset[str] = frozenset()) -> Program:
    program = load(folder, switches=switches).program
    assert program is not None
    return program


class FakeServer:
    """Everything that the people share."""

    def __init__(self, folder: Path) -> None:
        self.store = Store(folder)
        self.tables: dict[str, FakeTable] = {}
        self.halls: list[FakeHall] = []
        self.chat: list[ChatLine] = []
        self.announcement = ""

    def enter(self, name: str, settings: Settings = QUIET) -> "FakeHall":
        hall = FakeHall(self, name, settings)
        self.halls.append(hall)
        self.changed()
        return hall

    def changed(self) -> None:
        for hall in self.halls:
            if hall.heard is not None:
                hall.heard(hall.view)

    def line(self, lines: list[ChatLine], person: str, text: str, signal: bool = False) -> None:
        when = LONG_AGO + timedelta(minutes=len(lines))
        lines.append(ChatLine(len(lines) + 1, when, person, text, signal=signal))


class FakeTable:
    """A table, with a real game once all seats are taken."""

    def __init__(self, server: FakeServer, code: str, order: TableOrder, made_by: str) -> None:
        self.server, self.code, self.order, self.made_by = server, code, order, made_by
        self.program = program_of(order.folder, order.switches)
        self.people = ["" for _ in order.seats]
        self.people[order.mine] = made_by
        self.invited: set[str] = set()
        self.local: LocalTable | None = None
        self.places: list[FakePlace] = []
        self.chat: list[ChatLine] = []
        self.votes: list[Vote] = []
        self.paused = False
        self.ends: datetime | None = None
        self.notice = ""
        self.closed = False
        self.side: Mapping[str, str] = {}

    @property
    def state(self) -> State:
        if self.closed:
            return State.CLOSED
        if self.local is None:
            return State.OPEN
        return State.OVER if self.game.outcome is not None else State.RUNNING

    @property
    def game(self):  # type: ignore[no-untyped-def]
        assert self.local is not None
        return self.local._table.game

    async def begin_if_full(self) -> None:
        if self.local is None and all(p or b for p, b in zip(self.people, self.order.seats, strict=True)):
            names = [
                p or f"{b} {n + 1}"
                for n, (p, b) in enumerate(zip(self.people, self.order.seats, strict=True))
            ]
            game = self.program.start(
                seed=self.order.seed or 7, players=tuple(names), options=self.order.options or None
            )
            table = open_table(self.program, game, self.server.store, self.order.seats, COMPANIONS)
            self.local = LocalTable(table, [[n] for n, p in enumerate(self.people) if p])
            await self.local.begin()

    def listing(self, person: str) -> TableListing:
        begun = self.local is not None
        asked = {self.game.seat} if begun and self.game.outcome is None else set()
        here = {place.person for place in self.places}
        seats = []
        for number, (name, bot) in enumerate(zip(self.people, self.order.seats, strict=True)):
            presence = Presence.BOT if bot else Presence.EMPTY
            if name:
                presence = Presence.HERE if name in here else Presence.AWAY
            player = self.game.players[number] if begun else name or bot
            seats.append(SeatListing(number, player, name, presence, number in asked))
        state = self.state
        return TableListing(
            self.code,
            self.program.name,
            self.program.title,
            self.order.options,
            tuple(seats),
            state,
            self.order.pace,
            self.order.public,
            self.made_by,
            LONG_AGO,
            self.game.turns if begun else 0,
            self.game.outcome.reason if state is State.OVER else "",
            sum(place.watching for place in self.places),
            person in self.people,
            person in self.invited,
            any(self.people[each] == person for each in asked),
            self.order.hours,
            self.order.late,
            self.order.free_undo,
            self.ends,
            tuple(self.chat) if state is State.OPEN and person in self.people else (),
        )

    def view(self, place: "FakePlace") -> TableView:
        return TableView(
            self.listing(place.person),
            tuple(dict.fromkeys(fake_place.person for fake_place in self.places)),
            tuple(line for line in self.chat if line.side in ("", self.side.get(place.person, ""))),
            tuple(self.votes),
            self.paused,
            self.notice,
            self.side.get(place.person, ""),
        )

    def tell(self) -> None:
        for place in list(self.places):
            if place.heard is not None:
                place.heard.changed(self.view(place))
        self.server.changed()

    def say(self, person: str, text: str, signal: bool = False, side: str = "") -> None:
        self.server.line(self.chat, person, text, signal)
        self.chat[-1] = replace(self.chat[-1], side=side)
        self.tell()

    async def take_back(self) -> None:
        assert self.local is not None
        local = self.local
        await local.change(lambda: local.undo(range(len(self.people))))
        self.tell()


class FakePlace:
    """The `TableSeat` of a person."""

    def __init__(self, table: FakeTable, person: str, open_table: OpenTable, watching: bool) -> None:
        self._table, self.person = table, person
        self.table, self.watching = open_table, watching
        self.code = table.code
        self.heard: TableHeard | None = None

    @property
    def view(self) -> TableView:
        return self._table.view(self)

    def listen(self, heard: TableHeard | None) -> None:
        self.heard = heard

    def leave(self) -> None:
        if self in self._table.places:
            self._table.places.remove(self)
            for seat in self.table.seats:
                seat.leave()
            self._table.tell()

    async def say(self, text: str, side: str = "") -> None:
        if text == "spam":
            raise HallError("you write too fast; wait a moment")
        self._table.say(self.person, text, side=side)

    async def show_to(self, person: str, shown: bool) -> None:
        self._table.say("", f"{self.person} {'shows' if shown else 'hides'} the seat, {person}")

    async def signal(self, name: str) -> None:
        self._table.say(self.person, str(SIGNALS[name]()), signal=True)

    def point(self, ref: Ref) -> None:
        numbers = [n for n, person in enumerate(self._table.people) if person == self.person]
        for place in self._table.places:
            if place is not self and place.heard is not None:
                place.heard.pointed(Pointer(self.person, numbers[0], ref))

    async def undo(self) -> None:
        others = tuple(
            person for person in dict.fromkeys(self._table.people) if person not in ("", self.person)
        )
        if not others or self._table.order.free_undo:
            try:
                await self._table.take_back()
            except ChoiceError as error:
                raise HallError(str(error)) from None
            return
        self._table.votes.append(Vote(1, VoteKind.UNDO, self.person, self.person, (), len(others), others))
        self._table.tell()

    async def vote(self, number: int, agree: bool) -> None:
        found = next(vote for vote in self._table.votes if vote.number == number)
        self._table.votes.remove(found)
        agreed = (*found.agreed, self.person)
        if agree and len(agreed) >= found.needed:
            await self._agreed(found)
        elif agree:
            self._table.votes.append(replace(found, agreed=agreed))
        self._table.tell()

    async def _agreed(self, vote: Vote) -> None:
        match vote.kind:
            case VoteKind.UNDO:
                await self._table.take_back()
            case VoteKind.KICK:
                self._table.people[self._table.people.index(vote.about)] = ""
            case VoteKind.CLOSE:
                self._table.closed = True
            case _:
                raise AssertionError(vote)

    async def propose(self, kind: VoteKind, about: str = "") -> None:
        others = tuple(person for person in self._table.people if person not in ("", self.person, about))
        self._table.votes.append(Vote(7, kind, self.person, about, (), len(others), others))
        self._table.tell()

    async def pause(self, paused: bool) -> None:
        self._table.paused = paused
        self._table.tell()

    async def resign(self) -> None:
        self._table.people[self._table.people.index(self.person)] = ""
        self._table.tell()


class FakeHall:
    """The `Hall` of one person."""

    def __init__(self, server: FakeServer, person: str, settings: Settings) -> None:
        self._server, self.person, self.settings = server, person, settings
        self.heard: HallHeard | None = None
        self.bots = tuple(COMPANIONS)
        self.games = tuple(scenario for scenario in scenarios(()) if scenario.name in ("pandemic", "iberia"))
        self.blocked: list[str] = []
        self.left = False
        self.looks = True

    @property
    def view(self) -> HallView:
        tables = [table.listing(self.person) for table in self._server.tables.values()]
        return HallView(
            self.person,
            False,
            tuple(tables),
            tuple(sorted({hall.person for hall in self._server.halls})),
            tuple(self._server.chat),
            self._server.announcement,
            "play.example.org",
            2222,
        )

    def listen(self, heard: HallHeard | None) -> None:
        self.heard = heard

    def look_at_lists(self, looking: bool) -> None:
        self.looks = looking

    def leave(self) -> None:
        self.left, self.heard = True, None
        if self in self._server.halls:
            self._server.halls.remove(self)
        self._server.changed()

    async def scenarios(self) -> tuple[FoundScenario, ...]:
        return self.games

    async def load(self, folder: Path, switches: frozenset[str] = frozenset()) -> ScenarioInfo | Faults:
        return info_of(program_of(folder, switches))

    async def make(self, order: TableOrder) -> str:
        code = CODES[len(self._server.tables)]
        self._server.tables[code] = FakeTable(self._server, code, order, self.person)
        await self._server.tables[code].begin_if_full()
        self._server.changed()
        return code

    def _table(self, code: str) -> FakeTable:
        found = self._server.tables.get(code.upper())
        if found is None:
            raise HallError(f"there is no table {code}")
        return found

    async def join(self, code: str, seat: int | None = None) -> FakePlace | None:
        table = self._table(code)
        if self.person not in table.people:
            free = [n for n, person in enumerate(table.people) if not person and not table.order.seats[n]]
            if not free:
                raise HallError(f"table {table.code} has no free seat; you can watch it")
            table.people[free[0]] = self.person
            await table.begin_if_full()
            table.tell()
        if table.local is None:
            return None
        return await self._sit(table, [n for n, person in enumerate(table.people) if person == self.person])

    async def give_up(self, code: str) -> None:
        table = self._table(code)
        if table.local is not None:
            raise HallError(f"the game at table {code} has started")
        table.people = ["" if person == self.person else person for person in table.people]
        self._server.changed()

    async def watch(self, code: str, seat: int | None = None) -> FakePlace:
        table = self._table(code)
        if table.local is None:
            raise HallError("the game has not begun")
        return await self._sit(table, [None])

    async def _sit(self, table: FakeTable, numbers: list[int | None]) -> FakePlace:
        local, program = table.local, table.program
        assert local is not None
        keyboard = [number for number in numbers if number is not None]
        seats = tuple([await local.client(number, keyboard) for number in numbers])
        info = TableInfo(program.title, table.code, "", program.coast, program.rulebook())
        place = FakePlace(table, self.person, OpenTable(info, seats), numbers == [None])
        table.places.append(place)
        table.tell()
        return place

    async def invite(self, code: str, person: str) -> None:
        if person == "nobody":
            raise HallError("nobody is called nobody here")
        self._table(code).invited.add(person)
        self._server.changed()

    async def replay(self, code: str) -> Showing:
        table = self._table(code)
        assert table.local is not None
        program = table.program
        info = ShowingInfo(program.title, code, program.coast, program.rulebook())
        return Showing(info, await table.local.replay())

    async def record(self, code: str) -> str:
        if self._table(code).state is not State.OVER:
            raise HallError("others still play this game")
        return "a record"

    async def say(self, text: str, table: str = "") -> None:
        lines = self._table(table).chat if table else self._server.chat
        self._server.line(lines, self.person, text)
        self._server.changed()

    async def block(self, person: str, blocked: bool) -> None:
        self.blocked.append(person)

    async def profile(self) -> Profile:
        game = FinishedGame("BCD-234", "pandemic", "won", "All done.", 9, LONG_AGO, ("anna", "ben"), {})
        count = GameCount("pandemic", "", "", 3, 4, 0)
        return Profile(self.person, (("SHA256:abc", "laptop"),), tuple(self.blocked), (game,), (count,))

    async def key_code(self) -> str:
        return "one-time"

    async def remove_key(self, fingerprint: str) -> None:
        raise HallError("it is your only key")

    async def keep(self, settings: Settings) -> None:
        self.settings = settings
