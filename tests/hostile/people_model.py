"""What must hold in a hall of `people`: who sits where, who may read what, and what each call may do.

The model is written from what the protocols promise, not from the hall: it knows names, seats and lines only.
"""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from lazaretto.host.server import hall_messages as say
from lazaretto.host.server.hall_limits import HallLimits
from lazaretto.host.server.hall_views import HallError
from lazaretto.host.server.store.sqlite_store import SqliteStore
from lazaretto.host.server.store.store_rows import ChoiceKind, Entry
from lazaretto.host.server.tables.person_table_actions import spoken
from tests.hostile.people_games import Stones, Wharf, stands
from tests.hostile.people_wire import Json, Place, Session

HALL_LINES = 100
"""How many lines of the hall people see."""
BOT = "*"
"""Stands before the name of a bot that has a seat."""


class BrokenError(AssertionError):
    """Something that must hold does not."""


def same(what: str, found: object, wanted: object) -> None:
    """Compare what the server says with what the model says."""
    if isinstance(found, list) and isinstance(wanted, list) and found != wanted:
        at = next((at for at, pair in enumerate(zip(found, wanted, strict=False)) if pair[0] != pair[1]), -1)
        at = at if at >= 0 else min(len(found), len(wanted))
        counts = f"{len(found)} instead of {len(wanted)}"
        raise BrokenError(
            f"{what}: {counts}, from {at} {str(found[at:])[:600]} instead of {str(wanted[at:])[:600]}"
        )
    if found != wanted:
        raise BrokenError(f"{what}: {found!r} instead of {wanted!r}")


@dataclass(slots=True)
class Someone:
    """One of the people."""

    name: str
    guest: bool
    keys: list[str]
    blocked: set[str] = field(default_factory=set)
    sessions: list[Session] = field(default_factory=list)


@dataclass(slots=True)
class Table:
    """A table as it must be."""

    code: str
    scenario: str
    maker: str
    seats: list[str]
    public: bool
    start: int
    hints: bool
    free_undo: bool
    state: str = "open"
    lines: list[tuple[str, str, str]] = field(default_factory=list)
    """Who has said what to which side; nothing of the server's."""
    invited: list[str] = field(default_factory=list)
    insiders: set[str] = field(default_factory=set)
    """Who may know its code and its lines."""
    paused: bool = False
    votes: dict[int, Json] | None = field(default_factory=dict)
    """None if that is not known at the moment."""
    last_vote: int = 0
    shared: dict[str, int] = field(default_factory=dict)
    standing: dict[int, str] = field(default_factory=dict)
    places: list[Place] = field(default_factory=list)
    chosen: list[tuple[int, str]] = field(default_factory=list)
    """The seat and the key of each choice that was acknowledged."""
    game: Stones | Wharf | None = None
    rows: int = 0
    known: bool | None = True
    """Whether the hall has it in memory; None if nobody knows."""
    seen: dict[str, set[bytes]] = field(default_factory=dict)
    """The pieces that each person has seen in their own hand, or in one that was shown to them."""
    siders: set[str] = field(default_factory=set)
    """Who has been on the side that may talk alone."""
    open_pieces: set[bytes] = field(default_factory=set)
    days: bool = False
    """Whether it is played over days: nobody's time is over while this test runs."""
    unsure: bool = False
    """Whether nobody knows who may look at which seat, and which bots stand in."""
    troubled: bool = False
    """Whether a process was lost or stopped, so that seats may be lost for a moment."""

    def held(self, name: str) -> list[int]:
        """The seats of a person."""
        return [number for number, seat in enumerate(self.seats) if seat == name]

    def players(self) -> set[str]:
        """The people who hold seats."""
        return {seat for seat in self.seats if seat and not seat.startswith(BOT)}

    def here(self) -> set[str]:
        """The people who are at the table."""
        return {place.session.person for place in self.places}

    @property
    def bots(self) -> bool:
        """Whether bots play perhaps: then the game goes on by itself."""
        return bool(self.standing) or self.unsure or any(seat.startswith(BOT) for seat in self.seats)

    def side(self, name: str) -> str:
        """The side to which a person may talk alone."""
        mine = set(self.held(name))
        if self.scenario != "wharf" or len(self.seats) < 3 or not mine or 0 in mine:
            return ""
        others = {seat for seat in self.seats[1:] if seat and not seat.startswith(BOT)} - {name}
        return say.TEAM() if others else ""

    def give(self, number: int, owner: str) -> None:
        """A seat gets another owner: nobody may look at it without their leave, and no bot stands in."""
        before, same_person = self.players(), not names([owner, self.seats[number]])
        self.seats[number] = owner
        if not same_person:
            self.end_about(number)
        self._keep_votes(lambda vote: {*vote["asked"], *_proposers(vote)} <= self.players())
        for name in self.players() - before:
            self.shared.pop(name, None)
        self.insiders |= names(self.seats)
        self.siders |= names(self.seats[1:])
        self.standing.pop(number, None)
        for each in [name for name, seat in self.shared.items() if seat == number]:
            del self.shared[each]

    def end_about(self, number: int) -> None:
        """Nobody decides any more who plays a seat: it has another owner, or the owner is back."""
        self._keep_votes(lambda vote: vote["kind"] != "take_over" or vote["about"].split()[0] != str(number))

    def goes(self, place: Place) -> None:
        """Somebody goes; what they asked as one who watches is over with their last place."""
        self.places.remove(place)
        if not any(each.watching and each.session.person == place.session.person for each in self.places):
            self._keep_votes(lambda vote: vote["kind"] != "watch" or vote["by"] != place.session.person)

    def _keep_votes(self, keep: Callable[[Json], bool]) -> None:
        if self.votes is not None:
            self.votes = {at: vote for at, vote in self.votes.items() if keep(vote)}

    def begin_if_full(self) -> None:
        """The game begins when no seat is free."""
        if self.state == "open" and all(self.seats):
            self.state = "running"


class Model:
    """Everything that the people of a server share."""

    def __init__(self, limits: HallLimits) -> None:
        self.limits = limits
        self.people: dict[str, Someone] = {}
        self.tables: dict[str, Table] = {}
        self.chat: list[tuple[str, str]] = []
        self.secrets: dict[bytes, set[str] | None] = {}
        """Who may read each planted text; None for everybody."""
        self.codes: dict[bytes, set[str]] = {}
        """Who may read each code of a private table, or for a key."""
        self.marks = 0

    def mark(self, kind: str, readers: set[str] | None) -> str:
        """A text that only these people may read."""
        self.marks += 1
        text = f"ZQ{kind}{self.marks}Z"
        self.secrets[text.encode()] = readers
        return text

    def add(self, table: Table) -> None:
        """A table was made."""
        self.tables[table.code] = table
        table.insiders |= {table.maker, *table.players()}
        table.siders |= names(table.seats[1:])
        if not table.public:
            self.codes[table.code.encode()] = table.insiders

    # --- who may know what ---------------------------------------------------------------------------

    def check_mark(self, session: Session, mark: bytes, content: bytes) -> None:
        """A frame for a session says something that was planted."""
        readers = self.secrets.get(mark)
        if readers is not None and session.person not in readers:
            raise BrokenError(f"{session.person} reads {mark!r}: {content[:600]!r}")

    def check_codes(self, session: Session, content: bytes) -> None:
        """No frame has a code that its person must not know: of a private table, or for a key."""
        for code, readers in self.codes.items():
            if session.person not in readers and code in content:
                found = content[max(0, content.index(code) - 600) :][:1_200]
                raise BrokenError(f"{session.person} reads {code!r}: {found!r}")

    def may_see(self, session: Session, code: str, piece: bytes) -> bool:
        """Whether a piece of a hidden hand may be in an update for this session."""
        table = self.tables[code]
        return piece in table.open_pieces or piece in table.seen.get(session.person, set())

    # --- what is seen ----------------------------------------------------------------------------------

    def check_place(self, place: Place) -> None:
        """Compare what somebody sees at a table with the model."""
        table, name, view = self.tables[place.code], place.session.person, place.view
        what = f"{name} ({place.session.number}) at {table.code}"
        if view.get("paused", False) is not table.paused:
            raise BrokenError(f"{what}: paused is {view.get('paused')}")
        same(f"{what}: people", sorted(view["people"]), sorted(table.here()))
        same(f"{what}: side", view.get("side", ""), table.side(name))
        self._check_listing(what, view["listing"], table, name)
        self._check_lines(
            what, view["chat"], table.lines, name, view.get("side", ""), self.limits.lines_shown
        )
        if table.unsure:
            table.votes = None
            return
        shown = sorted(each for each, seat in table.shared.items() if seat in table.held(name))
        same(f"{what}: shown to", sorted(view.get("shown_to", [])), shown)
        sees = table.shared.get(name) if place.watching else None
        same(f"{what}: sees", view.get("sees"), sees)
        votes = {each["number"]: each for each in map(_vote, view.get("votes", []))}
        if table.votes is None:
            table.votes = votes
            table.last_vote = max([table.last_vote, *votes])
        if table.bots:  # a bot that plays changes the record, which ends votes about its last change
            going_on = table.votes.items()
            table.votes = {at: each for at, each in going_on if at in votes or each["kind"] != "undo"}
        same(f"{what}: votes", votes, table.votes)

    def _check_listing(self, what: str, listing: Json, table: Table, name: str) -> None:
        if not (table.bots and {listing["state"], table.state} <= {"running", "over"}):
            same(f"{what}: state", listing["state"], table.state)
        people = [seat if not seat.startswith(BOT) else "" for seat in table.seats]
        same(f"{what}: seats", [each["person"] for each in listing["seats"]], people)
        if table.unsure:
            return
        presence = [self._presence(table, number) for number in range(len(table.seats))]
        same(f"{what}: presence", [each["presence"] for each in listing["seats"]], presence)
        same(f"{what}: public", listing["public"], table.public)
        same(f"{what}: maker", listing["made_by"], table.maker)
        same(f"{what}: watchers", listing.get("watchers", 0), sum(place.watching for place in table.places))
        same(f"{what}: yours", listing.get("yours", False), bool(table.held(name)))

    def _presence(self, table: Table, number: int) -> str:
        owner = table.seats[number]
        if owner.startswith(BOT) or number in table.standing:
            return "bot"
        if not owner:
            return "empty"
        return "here" if owner in table.here() else "away"

    def _check_lines(
        self, what: str, shown: list[Json], lines: list[tuple[str, str, str]], name: str, side: str, most: int
    ) -> None:
        blocked = self.people[name].blocked
        found = [(each["person"], each["text"]) for each in shown if each["person"]]
        may = [(by, text) for by, text, to in lines if to in ("", side) and by not in blocked]
        same(f"{what}: lines", found, may[max(0, len(may) - len(found)) :])
        if not blocked and len(shown) < most:
            same(f"{what}: number of lines", len(found), len(may))

    def check_hall(self, session: Session) -> None:
        """Compare what a session sees of the hall with the model."""
        name, view = session.person, session.view
        what = f"the hall of {name} ({session.number})"
        same(f"{what}: person", view["person"], name)
        wanted = {table.code for table in self.tables.values() if self.lists(table, name)}
        found = {each["code"] for each in view["tables"]}
        strange = sum(not self.tables[each].held(name) for each in wanted)
        if strange < self.limits.tables_shown:
            perhaps = {table.code for table in self.tables.values() if table.known is None}
            same(f"{what}: tables", sorted(found - perhaps), sorted(wanted - perhaps))
        for each in view["tables"]:
            if each["code"] not in wanted:
                raise BrokenError(f"{what}: {each['code']} is listed")
            table = self.tables[each["code"]]
            at = f"{what}, table {table.code}"
            self._check_listing(at, each, table, name)
            same(f"{at}: invited", each.get("invited", False), name in table.invited)
            if table.state == "open" and table.held(name):
                self._check_lines(at, each.get("chat", []), table.lines, name, "", 30)
        here = sorted(person.name for person in self.people.values() if person.sessions)
        same(f"{what}: here", list(view["here"]), here)
        lines = [(by, text, "") for by, text in self.chat]
        self._check_lines(what, view.get("chat", []), lines, name, "", HALL_LINES)

    def lists(self, table: Table, name: str) -> bool:
        """Whether a person's hall lists a table."""
        if table.known is False:
            return False
        if table.held(name) or name in table.invited:
            return True
        return table.public and table.state in ("open", "running")

    # --- what is stored --------------------------------------------------------------------------------

    def check_store(self, store: SqliteStore) -> None:
        """Compare everything that is stored with the model."""
        same("tables in the store", {each.code for each in store.tables.all()}, {*self.tables})
        for table in self.tables.values():
            self.check_table(store, table)
        lines = [(line.name, line.text) for line in store.chat.lines(None) if line.person is not None]
        same("lines of the hall", lines, self.chat)
        for each in self.people.values():
            person = store.people.by_name(each.name)
            if person is None:
                raise BrokenError(f"{each.name} is lost")
            same(
                f"keys of {each.name}",
                [key.fingerprint for key in store.keys.of_person(person.id)],
                each.keys,
            )

    def check_table(self, store: SqliteStore, table: Table) -> None:
        """Compare what is stored of a table with the model."""
        row, what = store.tables.get(table.code), f"stored of {table.code}"
        self.check_choices(store, table)
        same(f"{what}: state", row.state.value, table.state)
        same(f"{what}: public", row.entry is Entry.OPEN, table.public)
        same(f"{what}: seats", _stored_seats(store, table.code), table.seats)
        same(f"{what}: paused", store.clocks.get(table.code).paused_at is not None, table.paused)
        same(f"{what}: lines", stored_lines(store, table.code), table.lines)
        invited = [store.people.get(each).name for each in store.invitations.at(table.code)]
        same(f"{what}: invited", sorted(invited), sorted(table.invited))

    def check_choices(self, store: SqliteStore, table: Table) -> None:
        """Every acknowledged choice is stored, in order; the history leads to where the game stands."""
        rows = store.choices.all(table.code)
        words: dict[int, list[str]] = {}
        for row in rows:
            if row.kind is ChoiceKind.CHOICE:
                words.setdefault(row.seat, []).extend(row.key.split(" > "))
                if row.key.startswith("load > "):
                    table.open_pieces.add(row.key.rpartition(" ")[2].encode())
        for seat, mine in words.items():
            if not _in_order([key for number, key in table.chosen if number == seat], mine):
                raise BrokenError(f"{table.code}: seat {seat} chose {table.chosen}; stored are {rows}")
        if any(seat not in words for seat, _ in table.chosen):
            raise BrokenError(f"{table.code}: {table.chosen} was chosen; stored are {rows}")
        table.rows = len(rows)
        try:
            table.game = stands(table.scenario, len(table.seats), table.start, rows)
        except AssertionError as error:
            raise BrokenError(f"{table.code}: {error}; stored are {rows}") from None
        if table.state in ("running", "over"):
            table.state = "over" if table.game.over else "running"

    def check_chat(self, store: SqliteStore) -> None:
        """Every acknowledged line of the hall is stored, in order."""
        lines = [
            (line.name, line.text) for line in store.chat.lines(None, limit=30) if line.person is not None
        ]
        same("the last lines of the hall", lines[-5:], self.chat[-5:][-len(lines) :])

    def take_new(self, store: SqliteStore) -> list[Table]:
        """Take over tables that were made by calls whose answers nobody has read."""
        made = []
        for row in store.tables.all():
            if row.code in self.tables:
                continue
            order = json.loads(row.order)
            start = int(order.get("options", {}).get("start", 7))
            maker = store.people.get(row.made_by or 0).name
            public, hints = row.entry is Entry.OPEN, order.get("hints", True)
            more = public, start, hints, order.get("free_undo", False)
            table = Table(row.code, row.scenario, maker, _stored_seats(store, row.code), *more)
            table.state, table.days = row.state.value, row.pace == "days"
            self.add(table)
            made.append(table)
        return made

    # --- after something whose order nobody knows --------------------------------------------------------

    def adopt(self, store: SqliteStore, table: Table) -> None:
        """Take over what is stored of a table; nothing that was known before may be gone."""
        row, before = store.tables.get(table.code), table.state
        allowed = {"open": {"open", "running", "over", "closed"}, "closed": {"closed"}}
        if row.state.value not in allowed.get(before, {"running", "over", "closed"}):
            raise BrokenError(f"{table.code} was {before} and is {row.state.value}")
        lines = stored_lines(store, table.code)
        rest = iter(lines)
        if not all(any(line == each for each in rest) for line in table.lines):
            raise BrokenError(f"lines of {table.code}: {lines} instead of {table.lines}")
        seats = _stored_seats(store, table.code)
        for number, (old, new) in enumerate(zip(table.seats, seats, strict=True)):
            if old != new:
                table.give(number, new)
        table.lines, table.state = lines, row.state.value
        table.paused = store.clocks.get(table.code).paused_at is not None
        table.invited = [store.people.get(each).name for each in store.invitations.at(table.code)]
        table.insiders |= {*table.players(), *table.invited}
        table.votes = None
        self.check_choices(store, table)

    def adopt_hall(self, store: SqliteStore, blocked: Any) -> None:
        """Take over what is stored besides tables."""
        lines = [
            (chat_line.name, chat_line.text)
            for chat_line in store.chat.lines(None)
            if chat_line.person is not None
        ]
        rest = iter(lines)
        if not all(any(line == each for each in rest) for line in self.chat):
            raise BrokenError(f"lines of the hall: {lines} instead of {self.chat}")
        self.chat = lines
        for each in self.people.values():
            person = store.people.by_name(each.name)
            assert person is not None
            each.keys = [key.fingerprint for key in store.keys.of_person(person.id)]
            if not each.guest:
                each.blocked = set(blocked(store.settings.get(person.id)))


def _in_order(keys: Iterable[str], words: list[str]) -> bool:
    """Whether choices are stored in their order; a further step with one answer only is left out."""
    at = 0
    for key in keys:
        first, *more = key.split(" > ")
        try:
            at = words.index(first, at) + 1
        except ValueError:
            return False
        for each in more:
            at += words[at : at + 1] == [each]
    return True


def _stored_seats(store: SqliteStore, code: str) -> list[str]:
    return [seat.name or (BOT + seat.bot if seat.bot else "") for seat in store.seats.at(code)]


def stored_lines(store: SqliteStore, code: str) -> list[tuple[str, str, str]]:
    """The lines of people that are stored of a table."""
    return [(line.name, line.text, line.side) for line in store.chat.lines(code) if line.person is not None]


def _proposers(vote: Json) -> set[str]:
    """Who must hold a seat as long as a vote is open, besides those who are asked."""
    return set() if vote["kind"] == "watch" else {vote["by"]}


def _vote(view: Json) -> Json:
    return {
        "number": view["number"],
        "kind": view["kind"],
        "by": view["by"],
        "about": view.get("about", ""),
        "agreed": sorted(view.get("agreed", [])),
        "needed": view.get("needed", 1),
        "asked": sorted(view.get("asked", [])),
    }


def line_of(text: str) -> str | None:
    """A line as it is stored; None if it is empty."""
    try:
        return spoken(text)
    except HallError:
        return None


def names(seats: Iterable[str]) -> set[str]:
    """The people who hold these seats."""
    return {seat for seat in seats if seat and not seat.startswith(BOT)}
