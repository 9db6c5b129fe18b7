"""The hall over a connection: the server's end for one person, and a hall that forwards its calls.

It works as `host/wire/wire_server.py` does. What changes in the hall and at tables is pushed, so properties
are always known at the client's end.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from lazaretto.host import messages as say
from lazaretto.host.server.hall_protocol import Hall, HallHeard, TableHeard, TableSeat
from lazaretto.host.server.hall_views import (
    ChatLine,
    HallError,
    HallView,
    Pointer,
    TableView,
)
from lazaretto.host.settings.user_settings import Settings
from lazaretto.host.table.seat_protocol import OpenTable
from lazaretto.host.wire.codec import VERSION, decode, encode, first_message
from lazaretto.host.wire.wire_proxies import Client, Proxy, forwarded
from lazaretto.host.wire.wire_server import ERRORS, HANDED, LOBBY, SIDES, Call, Line, Server, TableNumbers
from lazaretto.rules.version_and_extras import version

MOST_HANDED = 200
"""How many places, seats and replays one connection may have at a time."""

MOST_VALUES = 2_000
"""How many values one call may have."""

News = HallView | TableView | Pointer
ChatView = TypeVar("ChatView", HallView, TableView)


@dataclass(frozen=True, slots=True)
class HallGreeting:
    """The first message of a hall."""

    version: int
    release: str
    """The version of Lazaretto."""
    bots: tuple[str, ...]
    view: HallView
    settings: Settings


@dataclass(frozen=True, slots=True)
class HallNews:
    """What has changed in the hall, or at the place with this number."""

    to: int
    news: News
    kept: int = 0
    """The client keeps so many of its latest lines of chat, and those in the view follow them."""


@dataclass(frozen=True, slots=True)
class PlaceNumber:
    """A place at a table that was handed out."""

    to: int
    code: str
    watching: bool
    table: TableNumbers
    view: TableView


SIDES.update({"hall": Hall, "place": TableSeat})
HANDED.update({TableSeat | None: PlaceNumber | None, TableSeat: PlaceNumber})
ERRORS[HallError.__name__] = HallError


class HallServer(Server):
    """Answers the calls of one person."""

    def __init__(self, hall: Hall, push: Callable[[bytes], None], news: Callable[[bytes], None]) -> None:
        """Serve a person's hall; `push` sends an update of a seat, `news` what changes besides."""
        super().__init__(hall, push, "hall", most=MOST_HANDED, most_values=MOST_VALUES)
        self._hall, self._news = hall, news
        self._chats: dict[int, tuple[ChatLine, ...]] = {LOBBY: hall.view.chat}
        """The chat that the client has, of the hall and of each place."""
        self.left = False
        """Whether the client has left the hall: then the connection ends."""
        self.greeting = encode(
            HallGreeting(VERSION, version(), hall.bots, hall.view, hall.settings), HallGreeting
        )
        hall.listen(lambda view: self._tell(LOBBY, view))

    def heed(self, message: bytes) -> None:
        """Execute a call that needs no answer; nothing can be called after the hall was left."""
        super().heed(message)
        call: Call = decode(message, Call)
        if call.method == "leave":
            self._chats.pop(call.to, None)
        self.left = self.left or (call.to, call.method) == (LOBBY, "leave")

    def close(self) -> None:
        """The connection has ended."""
        self._hall.leave()

    def hand(self, found: Any, type_: Any) -> Any:
        """Replace an object that can be called by its number."""
        if type_ not in (TableSeat, TableSeat | None):
            return super().hand(found, type_)
        return None if found is None else self._place(found)

    def _place(self, place: TableSeat) -> PlaceNumber:
        number = self.number("place", place)
        self._chats[number] = place.view.chat
        place.listen(
            TableHeard(lambda view: self._tell(number, view), lambda pointer: self._tell(number, pointer))
        )
        table: TableNumbers = self.hand(place.table, OpenTable)
        self.keep_inside(number, tuple(seat.to for seat in table.seats))
        return PlaceNumber(number, place.code, place.watching, table, place.view)

    def _tell(self, number: int, news: News) -> None:
        if isinstance(news, Pointer):
            self._news(encode(HallNews(number, news), HallNews))
            return
        kept = _kept(self._chats.get(number, ()), news.chat)
        self._chats[number] = news.chat
        self._news(encode(HallNews(number, replace(news, chat=news.chat[kept:]), kept), HallNews))


def _kept(before: tuple[ChatLine, ...], now: tuple[ChatLine, ...]) -> int:
    """How many of the latest lines before are the first lines now; 0 if others are missing now."""
    if not before or not now or now[0] not in before:
        return 0
    kept = len(before) - before.index(now[0])
    return kept if before[-kept:] == now[:kept] else 0


def _whole(before: HallView | TableView, now: ChatView, kept: int) -> ChatView:
    """What a client sees, with the lines of chat that it keeps."""
    return replace(now, chat=before.chat[-kept:] + now.chat) if kept else now


class RemotePlace(Proxy):
    """A place at a table at the other end."""

    side = "place"

    def __init__(self, client: Client, places: dict[int, RemotePlace], place: PlaceNumber) -> None:
        self.client, self._places, self.to = client, places, place.to
        self.code, self.watching, self.view = place.code, place.watching, place.view
        self.table: OpenTable = self._take(place.table)
        self._heard: TableHeard | None = None
        places[place.to] = self

    def heed(self, news: News, kept: int = 0) -> None:
        """Take what has changed; of the chat, so many of the latest lines stay."""
        if isinstance(news, TableView):
            self.view = _whole(self.view, news, kept)
            if self._heard is not None:
                self._heard.changed(self.view)
        elif isinstance(news, Pointer) and self._heard is not None:
            self._heard.pointed(news)

    def listen(self, heard: TableHeard | None) -> None:
        """Be told of changes; None stops that."""
        self._heard = heard

    def leave(self) -> None:
        """Go away from the table."""
        self._heard = None
        self._places.pop(self.to, None)
        self.client.send(self.side, self.to, "leave")

    say = forwarded(TableSeat.say)
    signal = forwarded(TableSeat.signal)
    point = forwarded(TableSeat.point)
    undo = forwarded(TableSeat.undo)
    vote = forwarded(TableSeat.vote)
    propose = forwarded(TableSeat.propose)
    show_to = forwarded(TableSeat.show_to)
    pause = forwarded(TableSeat.pause)
    resign = forwarded(TableSeat.resign)


class RemoteHall(Proxy):
    """A hall at the other end."""

    side = "hall"

    def __init__(self, line: Line, greeting: bytes) -> None:
        """Begin with the greeting of the other end.

        Raises:
            ValueError: it uses another version.
        """
        greeted: HallGreeting = first_message(greeting, HallGreeting, say.OTHER_VERSION)
        self.client = Client(line)
        self.left = False
        """Whether the person has gone away by themselves."""
        self.bots, self.view, self.settings = greeted.bots, greeted.view, greeted.settings
        self._heard: HallHeard | None = None
        self._places: dict[int, RemotePlace] = {}

    def _take(self, answer: Any) -> Any:
        if isinstance(answer, PlaceNumber):
            return RemotePlace(self.client, self._places, answer)
        return super()._take(answer)

    def heed(self, message: bytes) -> None:
        """Take what has changed."""
        news: HallNews = decode(message, HallNews)
        if isinstance(news.news, HallView):
            self.view = _whole(self.view, news.news, news.kept)
            if self._heard is not None:
                self._heard(self.view)
        elif news.to in self._places:
            self._places[news.to].heed(news.news, news.kept)

    def listen(self, heard: HallHeard | None) -> None:
        """Be told of changes; None stops that."""
        self._heard = heard

    def leave(self) -> None:
        """Go away."""
        self._heard, self.left = None, True
        self.client.send(self.side, self.to, "leave")

    async def keep(self, settings: Settings) -> None:
        """Save the person's settings."""
        await self._ask("keep", settings=settings)
        self.settings = settings

    look_at_lists = forwarded(Hall.look_at_lists)
    scenarios = forwarded(Hall.scenarios)
    load = forwarded(Hall.load)
    make = forwarded(Hall.make)
    join = forwarded(Hall.join)
    give_up = forwarded(Hall.give_up)
    watch = forwarded(Hall.watch)
    invite = forwarded(Hall.invite)
    replay = forwarded(Hall.replay)
    record = forwarded(Hall.record)
    say = forwarded(Hall.say)
    block = forwarded(Hall.block)
    profile = forwarded(Hall.profile)
    key_code = forwarded(Hall.key_code)
    remove_key = forwarded(Hall.remove_key)
