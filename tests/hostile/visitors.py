"""A hall, and visitors who speak its protocol instead of using our screens."""

import asyncio
import json
from typing import Any

from lazaretto.host.server.call_gate import gated
from lazaretto.host.server.hall_wire import HallGreeting, HallNews, HallServer
from lazaretto.host.server.server_hall import ServerHall
from lazaretto.host.wire.codec import VERSION, decode
from lazaretto.host.wire.wire_server import Answer
from tests.host.server.halls import person


def message(to: int, method: str, arguments: dict[str, Any]) -> bytes:
    """A call in the escapes of JSON, which can say what no text can hold."""
    return json.dumps({"to": to, "method": method, "arguments": arguments}).encode()


class Visitor:
    """Somebody who sends whatever they like."""

    def __init__(self, hall: ServerHall, own: Any) -> None:
        self.own = own
        """What the server has of this person."""
        self.news: list[HallNews] = []
        self._server = HallServer(gated(own, own.payer, hall.tasks), lambda _: None, self._heard)
        greeting: HallGreeting = decode(self._server.greeting, HallGreeting)
        assert greeting.version == VERSION

    def _heard(self, message: bytes) -> None:
        self.news.append(decode(message, HallNews))

    async def call(self, method: str, to: int = 0, /, **arguments: Any) -> Answer:
        """Call a method with any JSON; a refusal by the wire counts as an answer with an error."""
        try:
            answer: Answer = decode(await self._server.answer(message(to, method, arguments)), Answer)
        except ValueError as error:
            return Answer(error="ValueError", message=str(error))
        return answer

    def send(self, method: str, to: int = 0, /, **arguments: Any) -> str:
        """Send a call without waiting; return why it was refused."""
        try:
            self._server.heed(message(to, method, arguments))
        except ValueError as error:
            return str(error)
        return ""

    @property
    def left(self) -> bool:
        """Whether the connection has to end."""
        return self._server.left

    def hang_up(self) -> None:
        """The connection is gone."""
        self._server.close()


async def visitor(hall: ServerHall, name: str, address: str = "192.0.2.1") -> Visitor:
    """Somebody who has come in from an address."""
    return Visitor(hall, hall.enter(await person(hall, name), "", address))


async def all_of(*calls: Any) -> list[Answer]:
    """The answers to calls that are made at once."""
    return list(await asyncio.gather(*calls))
