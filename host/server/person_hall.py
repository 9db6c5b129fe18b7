"""The hall of one person: what they see and may do there, their settings, and their profile."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_type_hints

from lazaretto.grammar.read_untrusted_files import parse_json
from lazaretto.host.lobby.lobby_protocol import ScenarioInfo
from lazaretto.host.lobby.program_loader import Faults
from lazaretto.host.records.replay_protocol import Replay, Showing
from lazaretto.host.server import hall_messages as say
from lazaretto.host.server.call_budgets import Payer
from lazaretto.host.server.hall_protocol import HallHeard
from lazaretto.host.server.hall_services import refused
from lazaretto.host.server.hall_views import (
    ChatLine,
    FinishedGame,
    GameCount,
    HallError,
    HallView,
    Profile,
    State,
    TableListing,
    TableOrder,
)
from lazaretto.host.server.scenarios_without_paths import without_paths, without_places
from lazaretto.host.server.store.store_protocol import ServerStore
from lazaretto.host.server.store.store_rows import OWN_CODE, CodeMaker, Entry, Person, ResultRow
from lazaretto.host.server.tables.hall_table import HallTable
from lazaretto.host.server.tables.person_table_actions import Place, spoken
from lazaretto.host.settings.user_settings import Settings, SettingsError, check_settings, mended
from lazaretto.host.wire.allowed_calls import Cost
from lazaretto.host.wire.bounds import writable
from lazaretto.host.wire.codec import encode, whole
from lazaretto.rules.link.find_scenarios import FoundScenario

if TYPE_CHECKING:
    from lazaretto.host.server.server_hall import ServerHall


@dataclass(frozen=True, slots=True)
class KeptSettings:
    """The settings of a person."""

    settings: Settings = field(default_factory=Settings)
    blocked: frozenset[str] = frozenset()
    """The names of those whose chat and pointing they do not see."""


def read_kept(text: str) -> tuple[KeptSettings, tuple[str, ...]]:
    """What the store has for a person, and a sentence for each thing in it that is wrong and is left out.

    Whatever the store holds, the person can come in: they had no hand in an older version's mistake.
    """
    if not text:
        return KeptSettings(), ()
    try:
        stored = parse_json(text)
        names = dict(_sound(KeptSettings, {"blocked": stored.get("blocked", [])})).get("blocked", ())
        settings = dict(_sound(Settings, stored.get("settings", {})))
        lost = settings.keys() != stored.get("settings", {}).keys()
    except (ValueError, AttributeError, TypeError):
        return KeptSettings(), (say.SETTINGS_LOST(),)
    kept, problems = mended(Settings(**settings))
    return KeptSettings(kept, frozenset(filter(writable, names))), (
        *((say.SETTINGS_LOST(),) if lost else ()),
        *problems,
    )


def _sound(kind: type, stored: Mapping[str, object]) -> Iterator[tuple[str, Any]]:
    """Yield the fields of a class that the store has values of the right type for."""
    for name, value in stored.items():
        hint = _hints(kind).get(name)
        if hint is not None:
            try:
                yield name, whole(value, hint)
            except ValueError:
                continue


@cache
def _hints(kind: type) -> dict[str, Any]:
    names = {each.name for each in fields(kind)}
    return {name: hint for name, hint in get_type_hints(kind).items() if name in names}


HISTORY = 50
"""How many finished games a profile shows."""


def profile_of(store: ServerStore, person: Person, blocked: Iterable[str]) -> Profile:
    """The profile of a person."""
    return Profile(
        person.name,
        tuple((key.fingerprint, key.label) for key in store.keys.of_person(person.id)),
        tuple(sorted(blocked)),
        tuple(_finished(result, person) for result in store.results.all(person.id, limit=HISTORY)),
        tuple(
            GameCount(
                statistic.scenario,
                statistic.option,
                statistic.value,
                statistic.won,
                statistic.lost,
                statistic.drawn,
            )
            for statistic in store.results.statistics(person.id)
        ),
    )


def _finished(row: ResultRow, person: Person) -> FinishedGame:
    own = next((player for player in row.players if player.person == person.id), None)
    mine, points, rank = (own.ending, own.points, own.rank) if own is not None else (row.ending, None, None)
    names = tuple(player.name or player.bot for player in row.players)
    return FinishedGame(
        row.table, row.scenario, mine.value, row.reason, row.turns, row.when, names, row.options, points, rank
    )


class PersonHall:
    """The `Hall` of one connected person."""

    def __init__(self, hall: ServerHall, person: Person, settings: str, payer: Payer) -> None:
        self._hall, self.person, self.payer = hall, person, payer
        self._heard: HallHeard | None = None
        self._told: HallView | None = None
        """What the person was told last."""
        self._places: list[Place] = []
        self._gone = False
        """Whether the person has left."""
        self._replays: deque[Replay] = deque()
        """Open replays, oldest first."""
        self._invited: dict[str, None] = {}
        """The codes of the tables that the person is invited to, the latest first."""
        self.told_of = 0
        """The state of the hall that the person was told of."""
        self._looks = True
        """Whether the person looks at the lists."""
        self._made: tuple[int, HallView] | None = None
        """The last view, and the state of the hall it was made from."""
        self._kept, self.notices = read_kept(settings)
        for session in self._mine()[1:]:
            self._kept = session._kept  # perhaps not stored yet
        """What the store has; sentences about what was wrong with it."""

    @property
    def bots(self) -> tuple[str, ...]:
        """The names of the available bots."""
        return self._hall.bots

    @property
    def settings(self) -> Settings:
        """The person's settings."""
        return self._kept.settings

    @property
    def view(self) -> HallView:
        """What the person sees now."""
        if self._made is None or self._made[0] != self._hall.version:
            self._made = (self._hall.version, self._view())
        return self._made[1]

    def _view(self) -> HallView:
        hall, name, guest = self._hall, self.person.name, self.person.guest
        if not self._looks:
            own = self._heard_by_me(hall.lists.concerning(self.person, self._invited))
            said = (hall.announcement, *hall.address, hall.announced_at)
            return HallView(name, guest, own, (), (), *said)
        tables = self._heard_by_me(hall.lists.all_for(self.person, self._invited))
        blocked = self._kept.blocked
        chat = tuple(line for line in hall.chat if line.person not in blocked)
        said = (hall.announcement, *hall.address, hall.announced_at)
        return HallView(name, guest, tables, hall.here(), chat, *said)

    def _heard_by_me(self, tables: tuple[TableListing, ...]) -> tuple[TableListing, ...]:
        """The tables without the lines of those whom the person has blocked."""
        blocked = self._kept.blocked
        if not blocked:
            return tables
        return tuple(
            replace(table, chat=tuple(line for line in table.chat if line.person not in blocked))
            for table in tables
        )

    def listen(self, heard: HallHeard | None) -> None:
        """Be told of changes; None stops that."""
        contained = self._hall.tasks.contained
        self._heard = None if heard is None else contained(heard, person=self.person.name)
        self._told = None

    def tell(self) -> None:
        """Tell the person what has changed; to tell the same again would tell that others did something."""
        self.told_of = self._hall.version
        if self._heard is not None and self.view != self._told:
            self._told = self.view
            self._heard(self.view)

    def look_at_lists(self, looking: bool) -> None:
        """Say whether the person looks at the lists of the hall."""
        if looking != self._looks:
            self._looks = looking
            self._renew()

    def _renew(self) -> None:
        """Something has changed for this person alone."""
        self._made = None
        self.tell()

    def renamed(self, name: str) -> None:
        """Take the name that the operator gave this person."""
        if name != self.person.name:
            self.person = replace(self.person, name=name)
            self._made = None
            for place in self._places:
                place.person = self.person

    def leave(self) -> None:
        """Go away; tables and seats stay as they are."""
        self._heard, self._gone = None, True
        places, self._places = self._places, []
        Place.leave_all(places)
        while self._replays:
            self._replays.popleft().leave()
        self.payer.leave()
        self._hall.left(self)

    async def scenarios(self) -> tuple[FoundScenario, ...]:
        """Every scenario of this server, without reading its rules."""
        found_scenarios = await self._hall.reader.scenarios()
        return tuple(without_paths(scenario) for scenario in found_scenarios)

    async def load(self, folder: Path, switches: frozenset[str] = frozenset()) -> ScenarioInfo | Faults:
        """The facts about a scenario, or its mistakes."""
        return without_places(await self._hall.load(self.person, folder, switches))

    async def make(self, order: TableOrder) -> str:
        """Make a table, take its first seat, and return its code."""
        if self.person.guest:
            raise HallError(say.GUESTS_MAKE_NONE())
        if order.follows:
            await self._find(order.follows)  # a code that is tried
        return (await self._hall.make(self.person, order)).code

    async def join(self, code: str, seat: int | None = None) -> Place | None:
        """Go to a table: to one's own seat, or take a free one; None as long as some seats are free."""
        table = await self._find(code)
        mine = table.holds(self.person.id)
        if table.state is State.CLOSED or (table.state is State.OVER and not mine):
            raise HallError(_ended(table))
        if not mine or (seat is not None and seat not in mine):
            held, most = self._hall.lists.held_by(self.person), self._hall.limits.seats_per_person
            with self._hall.taking.one_more(self.person.id, held, most, say.TOO_MANY_SEATS(most=most)):
                await table.take_seat(self.person, seat)
        elif table.state is State.OPEN:
            await table.begin_full()
        if table.state is State.OPEN:
            return None
        return await self._sit(table, watching=False)

    async def give_up(self, code: str) -> None:
        """Give up one's seats at a table whose game has not begun."""
        await (await self._find(code)).give_up_seats(self.person)

    async def watch(self, code: str, seat: int | None = None) -> Place:
        """Watch a table, or one seat of it with its owner's leave."""
        table = await self._find(code)
        if table.state is State.OPEN:
            raise HallError(say.NOT_BEGUN(code=table.code))
        if table.state is State.CLOSED:
            raise HallError(_ended(table))
        if seat is not None and table.shared.sees(self.person) != seat:
            raise HallError(say.NO_LEAVE())
        return await self._sit(table, watching=True, shows=seat)

    async def invite(self, code: str, person: str) -> None:
        """Invite a person to a table."""
        table = await self._find(code)
        if not table.holds(self.person.id):
            raise HallError(say.NO_SEAT_OF_YOURS())
        found = await refused(self._hall.do(lambda store: store.people.by_name(person)))
        if found is None:
            raise HallError(say.NOBODY_CALLED(name=person))
        most = self._hall.limits.invitations_per_table
        invited = await refused(self._hall.do(lambda store: store.invitations.at(table.code)))
        if len(invited) >= most and found.id not in invited:
            raise HallError(say.TOO_MANY_INVITED(most=most))
        if self.person.name in await self._blocked_by(found):
            return  # and who invites does not hear of it
        await refused(self._hall.do(lambda store: store.invitations.add(table.code, found.id)))
        for hall in self._hall.people:
            if hall.person.id == found.id:
                await hall.read_invitations()

    async def _blocked_by(self, person: Person) -> frozenset[str]:
        """Whom a person has blocked; of guests, nothing is stored."""
        text = await refused(self._hall.do(lambda store: store.settings.get(person.id)))
        for hall in self._hall.people:
            if hall.person.id == person.id:
                return hall._kept.blocked
        return read_kept(text)[0].blocked

    async def read_invitations(self) -> None:
        """Read again which tables the person is invited to."""
        codes = await refused(self._hall.do(lambda store: store.invitations.of_person(self.person.id)))
        self._invited = dict.fromkeys(codes)
        self._renew()

    async def replay(self, code: str) -> Showing:
        """Replay a finished game."""
        table = await self._find(code)
        if table.state is not State.OVER:
            raise HallError(say.NOT_OVER())
        if not table.holds(self.person.id):
            raise HallError(say.ONLY_PLAYERS())
        showing = await table.replay(self.person)
        self._replays.append(showing.replay)
        if len(self._replays) > self._hall.limits.replays_per_session:
            self._replays.popleft().leave()
        return showing

    async def record(self, code: str) -> str:
        """The game of a table as the text of a record file."""
        table = await self._find(code)
        mine = frozenset(table.holds(self.person.id))
        if not mine:
            raise HallError(say.ONLY_PLAYERS_EXPORT())
        if table.state is State.OPEN:
            raise HallError(say.NOT_BEGUN(code=table.code))
        if table.state is State.RUNNING and table.players() != {self.person.name}:
            raise HallError(say.OTHERS_PLAY())
        return await table.ask(lambda room: room.record(table.code, mine), self.person)

    async def say(self, text: str, table: str = "") -> None:
        """Write a line of chat to the hall, or to those who wait at a table."""
        if table:
            await self._say_at(await self._find(table), text)
            return
        line, when, keep = spoken(text), datetime.now(UTC), self._hall.limits.lines_kept
        number = await refused(
            self._hall.do(lambda store: store.chat.append(None, self.person.id, "", line, when, keep))
        )
        self._hall.chat.append(ChatLine(number, when, self.person.name, line))
        self._hall.changed()

    async def _say_at(self, table: HallTable, text: str) -> None:
        if not table.holds(self.person.id):
            raise HallError(say.NO_SEAT_OF_YOURS())
        if table.state is not State.OPEN:
            raise HallError(say.HAS_BEGUN(code=table.code))
        await table.load()
        await table.say(self.person, spoken(text))

    async def block(self, person: str, blocked: bool) -> None:
        """See no more chat, pointing and invitations of a person, or see them again."""
        if blocked:
            found = await refused(self._hall.do(lambda store: store.people.by_name(person)))
            if found is None or found.id == self.person.id:
                raise HallError(say.NOBODY_CALLED(name=person))
            person = found.name
        names = self._kept.blocked - {person} | ({person} if blocked else frozenset())
        most = self._hall.limits.blocked_per_person
        if blocked and len(names) > most:
            raise HallError(say.TOO_MANY_BLOCKED(most=most))
        await self._keep(KeptSettings(self._kept.settings, names))
        for session in self._mine():
            session._renew()
            for place in session._places:
                place.tell_soon()

    async def profile(self) -> Profile:
        """What the server keeps about the person."""
        return await refused(self._hall.do(lambda store: profile_of(store, self.person, self._kept.blocked)))

    async def key_code(self) -> str:
        """A one-time code that adds another key to the person."""
        if self.person.guest:
            raise HallError(say.GUESTS_HAVE_NO_KEYS())
        most = self._hall.limits.keys_per_person
        keys = await refused(self._hall.do(lambda store: store.keys.of_person(self.person.id)))
        if len(keys) >= most:
            raise HallError(say.TOO_MANY_KEYS(most=most))
        return await refused(
            self._hall.do(lambda store: store.keys.make_code(self.person.id, CodeMaker.PERSON, OWN_CODE))
        )

    async def remove_key(self, fingerprint: str) -> None:
        """Remove a key from the person."""
        await refused(self._hall.do(lambda store: store.keys.remove(self.person.id, fingerprint)))

    async def keep(self, settings: Settings) -> None:
        """Save the person's settings."""
        try:
            check_settings(settings)
        except SettingsError as error:
            raise HallError(str(error)) from None
        await self._keep(KeptSettings(settings, self._kept.blocked))

    async def _keep(self, kept: KeptSettings) -> None:
        for session in self._mine():
            session._kept = kept
        if not self.person.guest:
            text = encode(kept, KeptSettings).decode()
            await refused(self._hall.do(lambda store: store.settings.set(self.person.id, text)))

    async def _find(self, code: str) -> HallTable:
        """The table with a code: whoever knows the code of a private table is invited to it.

        Raises:
            HallError: there is none, or the person tries too many codes.
        """
        known = self._hall.tables.get(code.upper())
        if (known is None or not self._lists(known)) and not self.payer.take(Cost.CODE):
            raise HallError(say.TOO_MANY_CODES())
        return await self._hall.find(code)

    async def _sit(self, table: HallTable, watching: bool, shows: int | None = None) -> Place:
        most = self._hall.limits.places_per_person
        if self._gone or sum(len(hall._places) for hall in self._mine()) >= most:
            raise HallError(say.TOO_MANY_PLACES(most=most))
        made_by = self._hall.names.get(table.row.made_by or 0, "")
        blocked = lambda: self._kept.blocked  # noqa: E731
        place = Place(table, self.person, made_by, watching, blocked, self._gone_from, shows)
        self._places.append(place)
        try:
            await place.sit()
        except BaseException:
            self._gone_from(place)
            raise
        if place not in self._places:  # the person has left meanwhile
            place.leave()
        return place

    def _mine(self) -> list[PersonHall]:
        """This session, and the others of the same person."""
        others = [
            person
            for person in self._hall.people
            if person.person.id == self.person.id and person is not self
        ]
        return [self, *others]

    def _gone_from(self, place: Place) -> None:
        if place in self._places:
            self._places.remove(place)

    def _lists(self, table: HallTable) -> bool:
        """Whether a table is in this person's list."""
        if table.holds(self.person.id) or table.code in self._invited:
            return True
        return table.row.entry is Entry.OPEN and table.state in (State.OPEN, State.RUNNING)


def _ended(table: HallTable) -> str:
    """Why nobody can go to a table any more."""
    if table.state is State.CLOSED and table.row.outcome:
        return say.TABLE_CLOSED_FOR(code=table.code, reason=table.row.outcome)
    return say.TABLE_ENDED(code=table.code)
