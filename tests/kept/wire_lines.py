"""A connection to a hall that writes down what its app sends, or sends what was written down."""

import json
from typing import Any

from lazaretto.host.server.hall_protocol import Hall
from lazaretto.host.wire.codec import decode
from lazaretto.host.wire.wire_server import Answer
from tests.host.server.test_hall_wire import Wire


class WritingWire(Wire):
    """Writes down every message of the app."""

    def __init__(self, hall: Hall) -> None:
        self.lines: list[dict[str, Any]] = []
        super().__init__(hall)

    async def ask(self, message: bytes) -> bytes:
        self.lines.append({"asks": json.loads(message)})
        return await super().ask(message)

    def send(self, message: bytes) -> None:
        self.lines.append({"sends": json.loads(message)})
        super().send(message)


async def send_again(wire: Wire, lines: list[dict[str, Any]]) -> None:
    """Send messages that an app has sent before; none may be refused."""
    for line in lines:
        if "sends" in line:
            wire.send(json.dumps(line["sends"]).encode())
        else:
            answer: Answer = decode(await wire.ask(json.dumps(line["asks"]).encode()), Answer)
            assert not answer.error, (line, answer)
