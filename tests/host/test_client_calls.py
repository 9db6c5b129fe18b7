"""Every call that a client can make says what it costs, and which values it takes."""

from pathlib import Path
from typing import Annotated, Any

import pytest

from lazaretto.host.lobby.lobby_protocol import Lobby
from lazaretto.host.records.replay_protocol import Replay
from lazaretto.host.server.hall_protocol import Hall, TableSeat
from lazaretto.host.server.hall_views import TableOrder
from lazaretto.host.server.hall_wire import HallServer
from lazaretto.host.server.workers.scenario_reader import ReadingRoom
from lazaretto.host.server.workers.workroom_protocol import Workroom
from lazaretto.host.settings.user_settings import Settings
from lazaretto.host.table.seat_protocol import Seat
from lazaretto.host.wire.allowed_calls import declared
from lazaretto.host.wire.bounds import BoundsError, Each, Many, Number, OneOf, Text, check, checker
from lazaretto.host.wire.wire_server import SIDES, Server
from lazaretto.rules import Ref

PROTOCOLS = {
    "hall": Hall,
    "lobby": Lobby,
    "place": TableSeat,
    "reading": ReadingRoom,
    "replay": Replay,
    "seat": Seat,
    "workroom": Workroom,
}

WITHIN = {("hall", "listen"), ("place", "listen")}
"""The methods that only the same process can call: they take functions."""


def methods(protocol: Any) -> list[str]:
    return [name for name, value in vars(protocol).items() if callable(value) and not name.startswith("_")]


def test_every_object_that_clients_reach_is_looked_at() -> None:
    assert issubclass(HallServer, Server)
    assert SIDES == PROTOCOLS


@pytest.mark.parametrize(
    ("side", "method"), [(side, name) for side, protocol in PROTOCOLS.items() for name in methods(protocol)]
)
def test_every_method_has_a_cost_and_bounds(side: str, method: str) -> None:
    found = declared(PROTOCOLS[side], method)
    assert (found is None) == ((side, method) in WITHIN)


@pytest.mark.parametrize(
    "type_", [str, int, Path, float, dict[str, str], tuple[str, ...], frozenset[int], Ref, object]
)
def test_a_type_without_bounds_cannot_be_an_argument(type_: Any) -> None:
    with pytest.raises(TypeError):
        checker(type_)


SHORT = Annotated[str, Text(3)]


@pytest.mark.parametrize(
    ("type_", "good", "bad"),
    [
        (SHORT, "abc", "abcd"),
        (SHORT, "", "a\n"),
        (SHORT, "é", "\ud800"),
        (SHORT, "a b", "\x1b[m"),
        (Annotated[str, Text(3, lines=True)], "a\nb", "a\nb\n"),
        (Annotated[str, Text(3, lines=True)], "\t", "\udfff"),
        (Annotated[Path, Text(4)], Path("a/b"), Path("a/b/c")),
        (Annotated[str, OneOf(("on", "off"))], "on", "maybe"),
        (Annotated[int, Number(0, 9)], 9, 10),
        (Annotated[int, Number(0, 9)], 0, -1),
        (Annotated[int, Number(0, 9)] | None, None, 10**30),
        (Annotated[tuple[SHORT, ...], Many(2)], ("a", "b"), ("a", "b", "c")),
        (Annotated[frozenset[SHORT], Many(2)], frozenset("ab"), frozenset({"abcd"})),
        (tuple[SHORT, bool], ("a", True), ("abcd", True)),
        (Annotated[Ref, Each(Text(3))], Ref("a", "b"), Ref("a", "abcd")),
    ],
)
def test_a_value_is_in_its_bounds_or_refused(type_: Any, good: object, bad: object) -> None:
    check(good, type_, "it")
    with pytest.raises(BoundsError, match=r"it|key"):
        check(bad, type_, "it")


@pytest.mark.parametrize(
    "order",
    [
        TableOrder(Path("x"), ("",), hours=10**30),
        TableOrder(Path("x"), ("",), hours=-1),
        TableOrder(Path("x"), ("",) * 1_000),
        TableOrder(Path("x"), ("",), seed=2**64),
        TableOrder(Path("x"), ("",), mine=64),
        TableOrder(Path("x"), ("",), options={str(each): "" for each in range(1_000)}),
        TableOrder(Path("x"), ("",), options={"a": "b" * 1_000}),
        TableOrder(Path("x"), ("",), switches=frozenset({"\ud800"})),
        TableOrder(Path("x\n"), ("",)),
        TableOrder(Path("x"), ("",), follows="BCD-234 and more than that"),
    ],
)
def test_an_order_beyond_its_bounds_is_refused(order: TableOrder) -> None:
    check(TableOrder(Path("x"), ("", "keen"), {"a": "b"}, seed=-5, hours=72, follows="BCD-234"), TableOrder)
    with pytest.raises(BoundsError):
        check(order, TableOrder)


def test_settings_have_bounds() -> None:
    check(Settings(), Settings)
    for settings in (
        Settings(keys="a" * 100_000),
        Settings(theme="x" * 100),
        Settings(names=("x",) * 100),
        Settings(moments=(("x", "perhaps"),)),
    ):
        with pytest.raises(BoundsError):
            check(settings, Settings)
