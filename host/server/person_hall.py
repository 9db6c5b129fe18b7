"""What one person sees of the hall of a server, and may do in it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from host.codec import decode, encode
from host.lobby_protocol import LobbyError, ScenarioInfo
from host.program_loader import Faults
from host.replay_protocol import Showing
from host.server import hall_messages as say
from host.server.hall_office import refused
from host.server.hall_place import Place, spoken
from host.server.hall_protocol import HallHeard
from host.server.hall_table import HallTable
from host.server.hall_views import ChatLine, HallError, HallView, Profile, State, TableOrder
from host.server.kept_settings import KeptSettings
from host.server.profiles import profile_of
from host.server.rate_limit import Bucket
from host.server.store_rows import OWN_CODE, CodeMaker, Entry, Person
from host.user_settings import Settings
from rules.find_scenarios import Found

if TYPE_CHECKING:
    from host.server.server_hall import ServerHall

TALK = (6, 0.7)
"""Lines of chat at once, and a second in the long run."""


class PersonHall:
    """The `Hall` of one connected person."""

    def __init__(self, hall: ServerHall, person: Person, settings: str) -> None:
        self._hall, self.person = hall, person
        self._heard: HallHeard | None = None
        self._places: list[Place] = []
        self._talk = Bucket(*TALK)
        self._invited: frozenset[str] = frozenset()
        self._looks = True
        """Whether the person looks at the lists."""
        self._made: tuple[int, HallView] | None = None
        """The last view, and the state of the hall it was made from."""
        self._told: HallView | None = None
        self._kept = KeptSettings()
        if settings:
            self._kept = decode(settings.encode(), KeptSettings)

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
            own = hall.lists.concerning(self.person, self._invited)
            said = (hall.announcement, *hall.address, hall.announced_at)
            return HallView(name, guest, own, (), (), *said)
        tables = hall.lists.all_for(self.person, self._invited)
        blocked = self._kept.blocked
        chat = tuple(each for each in hall.chat if each.person not in blocked)
        said = (hall.announcement, *hall.address, hall.announced_at)
        return HallView(name, guest, tables, hall.here(), chat, *said)

    def listen(self, heard: HallHeard | None) -> None:
        """Be told of changes; None stops that."""
        self._heard = heard

    def tell(self) -> bool:
        """Tell the person what has changed; return whether anything has."""
        view = self.view
        if self._heard is None or view == self._told:
            return False
        self._told = view
        self._heard(view)
        return True

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
        self._heard = None
        for place in self._places:
            place.leave()
        self._places = []
        self._hall.left(self)

    async def scenarios(self) -> tuple[Found, ...]:
        """Every scenario of this server, without reading its rules."""
        return await asyncio.to_thread(self._hall.scenarios)

    async def load(self, folder: Path, switches: frozenset[str] = frozenset()) -> ScenarioInfo | Faults:
        """The facts about a scenario, or its mistakes."""
        room = await self._hall.workroom()
        try:
            return await room.load(self._hall.folder_of(folder), switches)
        except LobbyError as error:
            raise HallError(str(error)) from None

    async def make(self, order: TableOrder) -> str:
        """Make a table, take its first seat, and return its code."""
        if self.person.guest:
            raise HallError(say.GUESTS_MAKE_NONE())
        return (await self._hall.make(self.person, order)).code

    async def join(self, code: str, seat: int | None = None) -> Place | None:
        """Go to a table: to one's own seat, or take a free one; None as long as some seats are free."""
        table = await self._hall.find(code)
        mine = table.holds(self.person.id)
        if table.state is State.CLOSED or (table.state is State.OVER and not mine):
            raise HallError(say.TABLE_ENDED(code=table.code))
        if not mine or (seat is not None and seat not in mine):
            await self._may_join(table)
            await table.take(self.person, seat)
        if table.state is State.OPEN:
            return None
        return await self._sit(table, watching=False)

    async def watch(self, code: str) -> Place:
        """Watch a table."""
        table = await self._hall.find(code)
        if table.row.entry is not Entry.OPEN:
            await self._may_join(table)
        if table.state is State.OPEN:
            raise HallError(say.NOT_BEGUN(code=table.code))
        if table.state is State.CLOSED:
            raise HallError(say.TABLE_ENDED(code=table.code))
        return await self._sit(table, watching=True)

    async def invite(self, code: str, person: str) -> None:
        """Invite a person to a table."""
        table = await self._hall.find(code)
        if not table.holds(self.person.id):
            raise HallError(say.NO_SEAT_OF_YOURS())
        found = await refused(self._hall.do(lambda store: store.people.by_name(person)))
        if found is None:
            raise HallError(say.NOBODY_CALLED(name=person))
        await refused(self._hall.do(lambda store: store.invitations.add(table.code, found.id)))
        for each in self._hall.people:
            if each.person.id == found.id:
                await each.read_invitations()

    async def read_invitations(self) -> None:
        """Read again which tables the person is invited to."""
        codes = await refused(self._hall.do(lambda store: store.invitations.of_person(self.person.id)))
        self._invited = frozenset(codes)
        self._renew()

    async def replay(self, code: str) -> Showing:
        """Replay a finished game."""
        table = await self._hall.find(code)
        if table.state is not State.OVER:
            raise HallError(say.NOT_OVER())
        if not table.holds(self.person.id):
            raise HallError(say.ONLY_PLAYERS())
        try:
            return await (await table.replay()).replay(table.code)
        except LobbyError as error:
            raise HallError(str(error)) from None

    async def say(self, text: str) -> None:
        """Write a line of chat to the hall."""
        line, when = spoken(text, self._talk), datetime.now(UTC)
        number = await refused(
            self._hall.do(lambda store: store.chat.append(None, self.person.id, "", line, when))
        )
        self._hall.chat.append(ChatLine(number, when, self.person.name, line))
        self._hall.changed()

    async def block(self, person: str, blocked: bool) -> None:
        """See no more chat, pointing and invitations of a person, or see them again."""
        names = self._kept.blocked - {person} | ({person} if blocked else frozenset())
        await self._keep(KeptSettings(self._kept.settings, names))
        self._renew()
        for place in self._places:
            place.renew()

    async def profile(self) -> Profile:
        """What the server keeps about the person."""
        return await refused(self._hall.do(lambda store: profile_of(store, self.person, self._kept.blocked)))

    async def key_code(self) -> str:
        """A one-time code that adds another key to the person."""
        if self.person.guest:
            raise HallError(say.GUESTS_HAVE_NO_KEYS())
        return await refused(
            self._hall.do(lambda store: store.keys.make_code(self.person.id, CodeMaker.PERSON, OWN_CODE))
        )

    async def remove_key(self, fingerprint: str) -> None:
        """Remove a key from the person."""
        await refused(self._hall.do(lambda store: store.keys.remove(self.person.id, fingerprint)))

    async def keep(self, settings: Settings) -> None:
        """Save the person's settings."""
        await self._keep(KeptSettings(settings, self._kept.blocked))

    async def _keep(self, kept: KeptSettings) -> None:
        self._kept = kept
        if not self.person.guest:
            text = encode(kept, KeptSettings).decode()
            await refused(self._hall.do(lambda store: store.settings.set(self.person.id, text)))

    async def _may_join(self, table: HallTable) -> None:
        await self.read_invitations()
        closed = table.row.entry is Entry.INVITATION
        if closed and table.code not in self._invited and not table.holds(self.person.id):
            raise HallError(say.BY_INVITATION(code=table.code))

    async def _sit(self, table: HallTable, watching: bool) -> Place:
        made_by = self._hall.names.get(table.row.made_by or 0, "")
        place = Place(table, self.person, made_by, watching, self._talk, lambda: self._kept.blocked)
        await place.sit()
        self._places.append(place)
        return place
