"""The wire refuses what it does not understand, and passes exceptions on."""

import json
from pathlib import Path
from typing import cast

import pytest

from lazaretto.grammar.message import Message
from lazaretto.host.lobby.lobby_protocol import Lobby, LobbyError, Order
from lazaretto.host.lobby.local_lobby import LocalLobby
from lazaretto.host.records.record_store import Store
from lazaretto.host.server.hall_line import Visitor
from lazaretto.host.server.hall_wire import HallGreeting
from lazaretto.host.wire.codec import VERSION, decode, encode, first_message
from lazaretto.host.wire.wire_proxies import Client
from lazaretto.host.wire.wire_server import Answer, Call, Greeting, Server
from tests.host.seams import MemoryLine, WireLobby
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


@pytest.mark.parametrize("greeting", [HallGreeting, Greeting, Visitor])
def test_a_message_of_another_version_is_told_whatever_form_it_has(greeting: type) -> None:
    words = Message("test.other", "they {theirs} of {release}, we {ours} of {own}")
    other = {"version": VERSION + 1, "release": "7.1.0rc1", "unheard_of": [1]}
    with pytest.raises(ValueError, match=rf"^they {VERSION + 1} of 7\.1\.0rc1, we {VERSION} of \d"):
        first_message(json.dumps(other).encode(), greeting, words)
    with pytest.raises(ValueError, match=r"they \d+ of \?, we"):
        first_message(json.dumps({**other, "release": "1\x1b[31m"}).encode(), greeting, words)


@pytest.mark.parametrize("version", [None, "11", True, VERSION, -1, 10**7])
def test_a_first_message_that_says_no_version_is_refused(version: object) -> None:
    words = Message("test.other", "another version")
    with pytest.raises(ValueError, match="this is not a HallGreeting"):
        first_message(json.dumps({"version": version, "unheard_of": 1}).encode(), HallGreeting, words)


def test_a_client_says_its_version() -> None:
    assert json.loads(encode(Visitor(VERSION), Visitor)) == {"version": VERSION}
    with pytest.raises(ValueError, match="this is not a Visitor"):
        first_message(b"{}", Visitor, Message("test.other", "another version"))


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
