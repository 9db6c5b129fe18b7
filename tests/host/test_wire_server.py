"""The wire refuses what it does not understand, and passes exceptions on."""

import json
from pathlib import Path
from typing import cast

import pytest

from lazaretto.host.codec import decode, encode
from lazaretto.host.lobby_protocol import Lobby, LobbyError, Order
from lazaretto.host.local_lobby import LocalLobby
from lazaretto.host.record_store import Store
from lazaretto.host.wire_proxies import Client, WireLobby
from lazaretto.host.wire_server import VERSION, Answer, Call, Greeting, Server
from tests.host.seams import MemoryLine
from tests.sitting import at_once


class Strange:
    """A lobby that violates the protocol."""

    bots = ("keen",)

    async def open(self, order: Order) -> object:
        raise LobbyError(f"not for {order.seed}")

    async def secret(self) -> str:
        return "nobody may call this"


@pytest.fixture
def server() -> Server:
    return Server(cast(Lobby, Strange()), lambda _: None)


def test_the_first_word_names_the_version_and_the_bots(server: Server) -> None:
    greeting: Greeting = decode(server.greeting, Greeting)
    assert (greeting.version, greeting.bots) == (VERSION, ("keen",))
    line = MemoryLine(cast(Lobby, Strange()))
    assert line.lobby().bots == ("keen",)
    with pytest.raises(ValueError, match="uses version"):
        WireLobby(Client(line), encode(Greeting(VERSION + 1, ()), Greeting))


@pytest.mark.parametrize(
    "call",
    [
        Call(0, "secret"),
        Call(0, "_table"),
        Call(0, "bots"),
        Call(0, "dance"),
        Call(7, "choose", {"key": "x"}),
        Call(-1, "choose", {"key": "x"}),
        Call(0, "open", {"order": {"folder": "x"}}),
        Call(0, "open", {"order": 3}),
    ],
)
def test_what_is_no_call_is_refused(server: Server, call: Call) -> None:
    with pytest.raises(ValueError):
        at_once(server.answer(encode(call, Call)))


@pytest.mark.parametrize("message", [b"", b"\xff", b"{", b"[" * 100_000, b'{"to": ' * 100_000, b"7"])
def test_any_bytes_are_a_call_or_refused(server: Server, message: bytes) -> None:
    with pytest.raises(ValueError):
        at_once(server.answer(message))


def test_an_argument_that_a_method_does_not_have_is_refused(server: Server) -> None:
    with pytest.raises(ValueError, match="more"):
        at_once(server.answer(encode(Call(0, "kept", {"more": 1}), Call)))


def test_what_is_raised_there_is_raised_here(server: Server, tmp_path: Path) -> None:
    order = Order(tmp_path, ("anna",), 5)
    with pytest.raises(LobbyError, match="not for 5"):
        at_once(MemoryLine(cast(Lobby, Strange())).lobby().open(order))
    answer: Answer = decode(at_once(server.answer(_opening(order))), Answer)
    assert (answer.error, answer.message, answer.value) == ("LobbyError", "not for 5", None)


def _opening(order: Order) -> bytes:
    return encode(Call(0, "open", {"order": json.loads(encode(order, Order))}), Call)


def test_nothing_is_called_that_the_lobby_does_not_promise(tmp_path: Path) -> None:
    """A local lobby has a store and programs; the wire gives no access to them."""
    server = Server(LocalLobby((), Store(tmp_path)), lambda _: None)
    for method in ("store", "_programs", "__class__"):
        with pytest.raises(ValueError):
            at_once(server.answer(encode(Call(0, method), Call)))
