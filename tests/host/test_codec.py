"""Everything that crosses the seam is plain data, and survives a round trip through JSON."""

import types
from collections.abc import Iterator, Mapping
from dataclasses import is_dataclass
from datetime import datetime
from enum import Enum
from pathlib import Path
from random import Random
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest

from lazaretto.host import LocalReplay, course
from lazaretto.host.lobby.lobby_protocol import GameSummary, KeptGame, Lobby, Order, ScenarioInfo
from lazaretto.host.lobby.local_lobby import info_of
from lazaretto.host.lobby.program_loader import Faults
from lazaretto.host.records.game_stats import Course
from lazaretto.host.records.replay_protocol import Replay, ReplayFrame, ReplayInfo
from lazaretto.host.settings.user_settings import Settings
from lazaretto.host.table.actions_on import Ahead, Way, ahead, ways
from lazaretto.host.table.journeys import Journey, journeys
from lazaretto.host.table.seat_protocol import Seat, SeatUpdate
from lazaretto.host.wire.codec import TAG, decode, encode
from lazaretto.host.wire.wire_server import HANDED, Call, Event
from lazaretto.rules import (
    AnswerForm,
    Chapter,
    Confirm,
    PickNumber,
    PickOne,
    PickSome,
    Program,
    PutInOrder,
    View,
    load,
)
from lazaretto.rules.link.find_scenarios import FoundScenario
from lazaretto.rules.run.planning.outlook import Outlook, outlooks
from lazaretto.rules.run.views.constant_view import ViewBase
from lazaretto.rules.run.views.diff_views import BaseIndex, ViewChange, difference
from tests.sitting import at_once
from tests.soak import soak

ROOT = Path(__file__).resolve().parents[2]
GAMES = (
    *("pandemic", "the_cure", "cold_war"),
    *(pytest.param(each, marks=soak) for each in ("on_the_brink", "iberia")),  # have no other types in views
)
LEAVES = {int, float, str, bool, bytes, type(None), Path, datetime}
NAMES = ("anna", "ben", "carl")


def parts(type_: Any, seen: set[Any]) -> Iterator[Any]:
    """Yield every type that a value of a type may hold."""
    type_ = HANDED.get(type_, type_)
    if type_ in seen:
        return
    seen.add(type_)
    yield type_
    if (is_dataclass(type_) and isinstance(type_, type)) or hasattr(type_, "_fields"):
        inner = list(get_type_hints(type_).values())
    else:
        words = get_origin(type_) is Literal
        inner = [] if words else [each for each in get_args(type_) if each is not Ellipsis]
    for each in inner:
        yield from parts(each, seen)


def is_plain(type_: Any) -> bool:
    if is_dataclass(type_) and isinstance(type_, type):
        return type_.__dataclass_params__.frozen  # type: ignore[attr-defined,no-any-return]
    if hasattr(type_, "_fields") or (isinstance(type_, type) and issubclass(type_, Enum)):
        return True
    if get_origin(type_) is Literal:
        return all(isinstance(each, str) for each in get_args(type_))
    return type_ in LEAVES or get_origin(type_) in (tuple, frozenset, Mapping, Union, types.UnionType)


@pytest.mark.parametrize("side", [Seat, Lobby, Replay])
def test_the_protocols_speak_of_plain_data_alone(side: Any) -> None:
    """No game, program, table, machine or state can cross: no signature contains their classes."""
    found: list[Any] = []
    for name, method in vars(side).items():
        if name.startswith("_"):
            continue
        getter = method.fget if isinstance(method, property) else method
        if callable(getter):
            hints = get_type_hints(getter)
            hints.pop("told", None)
            found += hints.values()
    found.append(SeatUpdate)
    seen: set[Any] = set()
    assert [part for type_ in found for part in parts(type_, seen) if not is_plain(part)] == []
    assert len(seen) > 10


@pytest.fixture(scope="module", params=GAMES)
def program(request: pytest.FixtureRequest) -> Program:
    found = load(ROOT / "scenarios" / request.param).program
    assert found is not None
    return found


def same(value: object, type_: Any) -> None:
    assert decode(encode(value, type_), type_) == value


def test_views_and_changes_come_back(program: Program) -> None:
    game = program.start(seed=4, players=NAMES)
    base = program.view_base(NAMES, 0)
    same(base, ViewBase)
    index, view, chance = BaseIndex(base), base.blank, Random(4)
    for _ in range(15):
        now = game.view(0)
        same(now, View)
        change = difference(index, view, now)
        same(change, ViewChange)
        update = SeatUpdate((), change, True, False, game.outcome, game.turns, 3, ("one",))
        same(Event(2, update), Event)
        view = now
        if game.seat is None:
            break
        game.answer(game.sample(chance.randrange))


def test_what_is_found_out_comes_back(program: Program) -> None:
    same(info_of(program), ScenarioInfo)
    same(program.rulebook(), tuple[Chapter, ...])
    game = program.start(seed=4, players=NAMES)
    assert game.seat is not None
    for things in list(game.view(game.seat).seats[game.seat].refs.values())[:3]:
        for ref in things:
            same(ways(game, game.seat, ref), tuple[Way, ...])
            same(journeys(game, game.seat, ref), tuple[Journey, ...])
    same(outlooks(game, game.seat), tuple[Outlook, ...])
    key = game.key(game.sample(Random(4).randrange, game.seat))
    same(ahead(game, game.seat, (key,)), Ahead)
    game.wander(Random(4).randrange)
    record = game.record()
    same(course(program, record), Course)
    replay = LocalReplay(program, record)
    same(replay.info, ReplayInfo)
    for at in (0, 1, replay.info.length):
        same(replay._frame(at, 1), ReplayFrame)
    same(at_once(replay.base(None)), ViewBase)


@pytest.mark.parametrize("form", [PickOne(), PickSome(0, 2), PutInOrder(3), PickNumber(), Confirm()])
def test_forms_come_back(form: AnswerForm) -> None:
    same(form, AnswerForm)
    same(form, AnswerForm | None)
    same(None, AnswerForm | None)


def test_every_form_is_tried_above() -> None:
    assert len(get_args(AnswerForm)) == 5


def test_what_the_lobby_tells_comes_back() -> None:
    now = datetime(2026, 3, 1, 12, 30, 15)
    summary = GameSummary("a", "A", NAMES, {"x": "1"}, ("y",), 7, 12, "over", ("", "random", ""))
    for kept in (KeptGame("n", Path("/a/b.toml"), now, summary), KeptGame("m", Path("c"), now, None, "torn")):
        same(kept, KeptGame)
    same((FoundScenario("a", Path("/x"), title="A"),), tuple[FoundScenario, ...])
    same(Order(Path("/x"), NAMES, 3, {"a": "b"}, frozenset({"c", "-d"}), ("", "keen", "")), Order)
    same(Faults(("one",), "text"), ScenarioInfo | Faults)
    same(Settings(theme="dark", names=NAMES), Settings)


def test_what_is_no_value_of_its_type_is_refused() -> None:
    for text in (b"[]", b'{"no": 1}', b"{", b'{"seat": "x"}'):
        with pytest.raises(ValueError):
            decode(text, Event)
    with pytest.raises(ValueError):
        decode(f'{{"{TAG}": "Call"}}'.encode(), AnswerForm)
    with pytest.raises(ValueError):
        decode(b'{"to": 0, "method": "x", "more": 1}', Call)
    for text, type_ in (
        (b'{"engine": null}', Settings),
        (b"Infinity", int),
        (b'"' + b"9" * 5_000 + b'"', int),
    ):
        with pytest.raises(ValueError, match="this is not a"):
            decode(text, type_)


def test_fields_that_have_their_default_are_left_out() -> None:
    assert encode(ViewChange(), ViewChange) == b"{}"


@pytest.mark.parametrize("text", [b'"false"', b"0", b"1", b"[]", b"{}", b"null", b'"yes"', b"1.5"])
def test_nothing_but_true_and_false_is_yes_or_no(text: bytes) -> None:
    with pytest.raises(ValueError, match="not a bool"):
        decode(text, bool)
    assert decode(b"true", bool) is True and decode(b"false", bool) is False
