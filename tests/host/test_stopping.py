"""At which windows a table waits, and what the others can tell from it."""

import asyncio
from collections.abc import Callable, Collection, Sequence
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from lazaretto.host import LocalTable, SeatClient, Store, Table
from lazaretto.host.server.workers.local_workroom import progress_of
from lazaretto.host.table.seat_protocol import SeatUpdate
from lazaretto.host.table.stop_settings import (
    ALWAYS,
    CHANGE,
    CHANGES,
    LONGEST,
    NEVER,
    NEXT,
    TURN,
    TURN_ENDS,
    Stops,
    sound,
)
from lazaretto.host.wire.codec import encode
from lazaretto.lab.playing.bots import COMPANIONS
from lazaretto.rules import ChoiceError, Game, Program, load
from lazaretto.rules.run.records.record_file import read
from tests.sitting import at_once

TESTS = Path(__file__).resolve().parents[1]
HELD, NOT_HELD = 0, 1
"""Seeds: with the first, ben holds the torch, which can be played; with the second, a stone."""
LOW, DARK = "The sun is low. Does anybody play a trick?", "It is dark, …. Does anybody play a trick?"
RESTED = (0, "rest")


@cache
def program(folder: str) -> Program:
    found = load(TESTS.parent / folder).program
    assert found is not None
    return found


class Unkept(Store):
    """A store that keeps nothing, and locks nothing."""

    def save(self, *_given: object) -> str:
        return ""

    def lock(self, name: str) -> Any:
        return SimpleNamespace(held=lambda: True, release=lambda: None)


class Idle:
    """A bot that rests and plays no trick."""

    def play(self, game: Game) -> None:
        game.choose("rest" if game.window is None else "go on")


class Players:
    """Players at keyboards of their own, and everything that they are sent."""

    def __init__(
        self,
        seed: int = HELD,
        bags: str = "open",
        keyboards: Collection[Collection[int]] = ((0,), (1,)),
        bots: tuple[str, ...] = (),
        game: Game | None = None,
    ) -> None:
        played = program(f"scenarios/{game.scenario}" if game is not None else "tests/data/dusk")
        names = ("anna", "ben", "carl")[: max(2, len(bots))]
        self.game = game or played.start(seed=seed, players=names, options={"bags": bags})
        made = {**COMPANIONS, "idle": lambda seed: Idle()}
        self.table = Table(played, self.game, Unkept(Path()), "a game", bots, made)
        self.local = LocalTable(self.table, keyboards)
        self.seats = [SeatClient(local_seat) for local_seat in self.local.seats]
        self.sent: list[list[bytes]] = [[] for _ in self.seats]
        for number, seat in enumerate(self.seats):
            at_once(seat.join())
            seat.seat.told = self._noting(number, seat._told)  # type: ignore[attr-defined]

    def _noting(self, number: int, told: Callable[[SeatUpdate], None]) -> Callable[[SeatUpdate], None]:
        def note(update: SeatUpdate) -> None:
            self.sent[number].append(encode(update, SeatUpdate))
            told(update)

        return note

    def choose(self, seat: int, key: str) -> None:
        asyncio.run(self.seats[seat].choose(key))

    def stops(self, seat: int, *moments: tuple[str, str], until: str = "") -> None:
        asyncio.run(self.seats[seat].stops(Stops(moments, until)))

    @property
    def made(self) -> list[tuple[int, str]]:
        return list(self.table.game.record().choices)

    def waits(self, seat: int) -> str:
        """Return the window at which the table waits for a seat."""
        sight = self.seats[seat].look()
        return sight.moment if sight.awaited else ""


def test_nobody_is_asked_at_a_window_that_only_a_bot_could_use() -> None:
    players = Players(bots=("", "random"))
    players.choose(0, "rest")
    assert players.made[:3] == [RESTED, (0, "go on"), (0, "go on")]
    assert players.table.game.seat == 0 and players.table.game.window is None


def test_a_window_of_a_bot_waits_for_a_person_who_can_act() -> None:
    players = Players(bots=("idle", ""), keyboards=((1,),))
    asyncio.run(players.local.begin())
    assert players.made == [RESTED] and players.waits(0) == LOW
    players.stops(0, until=NEXT)
    assert players.made == [RESTED, (0, "go on")] and players.waits(0) == DARK
    players.choose(0, "shine")
    assert players.made[2:3] == [(1, "shine")]
    record = players.table.game.record()
    again = program("tests/data/dusk").start(seed=record.seed, players=record.players, options=record.options)
    for seat, key in record.choices:
        again.choose(key, seat, by_name=True)
    assert again.record() == record


def test_who_may_act_in_between_is_told_that_hints_are_for_those_who_must_choose() -> None:
    players = Players(bots=("idle", "", ""), keyboards=((1,), (2,)))
    asyncio.run(players.local.begin())
    told: list[str] = []
    for seat in players.seats:
        with pytest.raises(ChoiceError) as raised:
            asyncio.run(seat.hint())
        told.append(str(raised.value))
        assert (players.waits(len(told) - 1) == LOW) == ("what you may do in between" in told[-1])
    assert len(set(told)) == 2, "one of them may act, one may not"


def test_a_bot_goes_on_at_once_where_no_person_can_act_or_wants_to() -> None:
    players = Players(NOT_HELD, bots=("idle", ""), keyboards=((1,),))
    asyncio.run(players.local.begin())
    assert players.made == [RESTED] and players.table.game.seat == 1
    players = Players(bots=("idle", ""), keyboards=((1,),))
    players.stops(0, ("", NEVER))
    assert players.made == [RESTED, (0, "go on"), (0, "go on")]


def test_after_an_undo_at_a_window_of_a_bot_the_bot_waits() -> None:
    """Also for a player who never stops there, until the player passes."""
    players = Players(bots=("idle", ""), keyboards=((1,),))
    asyncio.run(players.local.begin())
    players.choose(0, "shine")
    asyncio.run(players.seats[0].undo())
    players.stops(0, ("", NEVER))
    assert players.made == [RESTED] and players.waits(0) == LOW
    players.stops(0, ("", NEVER), until=NEXT)
    assert players.made == [RESTED, (0, "go on"), (0, "go on")]


def test_the_hall_is_told_that_a_window_of_a_bot_waits_for_people() -> None:
    players = Players(bots=("idle", ""), keyboards=((1,),))
    asyncio.run(players.local.begin())
    assert players.table.game.waiting == (0,) and progress_of(players.table).asked == (1,)


def test_a_window_waits_for_a_player_who_can_act_and_not_for_the_one_who_is_asked() -> None:
    players = Players()
    players.choose(0, "rest")
    assert players.made == [RESTED]
    assert (players.waits(0), players.waits(1)) == ("", LOW)
    players.stops(1, until=NEXT)
    assert players.made == [RESTED, (0, "go on")] and players.waits(1) == DARK
    players.stops(1, until=NEXT)
    assert players.made[2:] == [(0, "go on")] and players.table.game.seat == 1


def test_a_player_who_is_asked_goes_on_whoever_else_could_act() -> None:
    players = Players()
    players.choose(0, "rest")
    players.choose(0, "go on")
    assert players.waits(1) == DARK
    players.choose(1, "shine")
    assert players.made[-1] == (1, "shine")


@pytest.mark.parametrize(
    ("moments", "until", "first", "second"),
    [
        ([], "", LOW, LOW),
        ([], CHANGES, DARK, LOW),
        ([], TURN_ENDS, "", LOW),
        ([("", NEVER)], "", "", ""),
        ([(LOW, NEVER)], "", DARK, DARK),
        ([("", NEVER), (DARK, ALWAYS)], "", DARK, DARK),
        ([("", CHANGE)], "", LOW, ""),
        ([(LOW, TURN)], "", DARK, LOW),
        ([(LOW, "a wrong word")], "a wrong word", LOW, LOW),
    ],
)
def test_stops_say_at_which_windows_the_table_waits(
    moments: Sequence[tuple[str, str]], until: str, first: str, second: str
) -> None:
    """In the first turn a track moves before the first window; ben sets his stops before that."""
    players = Players()
    players.stops(1, *moments, until=until)
    players.choose(0, "wait")
    if until == CHANGES:  # the track has moved, so the table waits; ben passes again
        assert players.waits(1) == LOW
        players.stops(1, until=NEXT)
    assert players.waits(1) == first
    if first:
        players.stops(1, *moments, until=TURN_ENDS)
    players.choose(1, "rest")
    assert players.waits(1) == second


def test_undo_steps_over_what_the_table_passed_by_itself() -> None:
    players = Players()
    players.stops(1, ("", NEVER))
    players.choose(0, "rest")
    assert players.made == [RESTED, (0, "go on"), (0, "go on")]
    asyncio.run(players.seats[0].undo())
    assert players.made == [] and players.table.game.seat == 0


def test_after_an_undo_the_table_stays_where_it_is() -> None:
    """Also if the record was read again: then nobody knows any more which choices were made by themselves."""
    players = Players(keyboards=((0, 1),))
    players.choose(0, "rest")
    players.choose(0, "go on")
    players.stops(0, ("", NEVER))
    assert players.table.game.seat == 1
    players.table._passed.clear()
    asyncio.run(players.seats[0].undo())
    assert players.made == [RESTED, (0, "go on")]
    asyncio.run(players.seats[0].undo())
    assert players.made == [RESTED]
    players.choose(0, "go on")
    assert players.table.game.seat == 1


# --- secrets -------------------------------------------------------------------------------------


WAYS: dict[str, tuple[tuple[int, ...], Stops]] = {
    "by default": ((), Stops()),
    "ben never stops": ((1,), Stops((("", NEVER),))),
    "both never stop": ((0, 1), Stops((("", NEVER),))),
    "ben stops if something changed": ((1,), Stops((("", CHANGE),))),
    "ben passes until something changes": ((1,), Stops(until=CHANGES)),
    "both pass until something changes": ((0, 1), Stops(until=CHANGES)),
    "both pass until the turn ends": ((0, 1), Stops(until=TURN_ENDS)),
}


@pytest.mark.parametrize("way", WAYS)
def test_what_a_player_holds_in_secret_shows_in_no_byte_and_no_pause(way: str) -> None:
    """Two worlds that look alike to anna: she is sent the same after each call, whatever ben holds."""
    told = []
    for seed in (HELD, NOT_HELD):
        players = Players(seed, "closed")
        assert bool(players.game.playable) and players.game.seat == 0
        parts: list[object] = []
        for each in WAYS[way][0]:
            players.stops(each, *WAYS[way][1].moments, until=WAYS[way][1].until)
        for key in ("rest", "go on", "go on", "wait", "go on", "go on", "rest"):
            seat = players.table.game.seat
            assert seat is not None
            if (key == "go on") == (players.table.game.window is not None):
                players.choose(seat, key)
            parts.append((players.made, players.sent[0][:]))
        told.append(parts)
    assert told[0] == told[1]


@pytest.mark.parametrize("stopping", [(), (1,), (0, 1)])
def test_at_a_window_of_a_bot_nobody_can_tell_what_others_hold(stopping: tuple[int, ...]) -> None:
    """Two worlds that look alike to ben: he is asked and sent the same, whatever carl holds."""
    told = []
    for seed in (HELD, NOT_HELD):
        players = Players(seed, "closed", ((1,), (2,)), ("idle", "", ""))
        asyncio.run(players.local.begin())
        for seat in stopping:
            players.stops(seat, ("", NEVER))
        parts: list[object] = [(players.made, players.waits(0), players.sent[0][:])]
        for seat in (0, 1, 1, 0):
            if players.waits(seat):
                players.stops(seat, until=NEXT)
            parts.append((players.made, players.waits(0), players.waits(1), players.sent[0][:]))
        told.append(parts)
        assert len(players.made) == 3 if len(stopping) < 2 else len(players.made) >= 3
    assert told[0] == told[1]


def test_with_open_bags_only_who_can_act_is_waited_for() -> None:
    """The same two worlds with open bags: there the pause tells nothing that is not seen."""
    made = []
    for seed in (HELD, NOT_HELD):
        players = Players(seed)
        players.choose(0, "rest")
        made.append((players.waits(1), players.table.game.seat))
    assert made == [(LOW, 0), ("", 1)]


def test_a_client_cannot_send_more_stops_than_a_table_keeps() -> None:
    many = Stops(tuple((f"{number}", NEVER) for number in range(999)), "for ever")
    assert len(sound(many).moments) == 200 and sound(many).until == ""
    assert sound(Stops((("x" * (LONGEST + 1), NEVER), ("", "maybe")))) == Stops()
    watcher = asyncio.run(Players().local.client(None))
    with pytest.raises(ChoiceError):
        asyncio.run(watcher.stops(Stops()))


# --- a recorded game -----------------------------------------------------------------------------


def test_no_event_that_was_played_in_a_window_is_passed_over() -> None:
    """At one keyboard; where the record does nothing more until the next choice, pass until a change."""
    path = TESTS / "data/keys/two_seats_with_events.txt"
    record = read(path.read_text(encoding="utf-8"), path.name)
    pandemic = program("scenarios/pandemic")
    windows = []
    game = pandemic.start(seed=record.seed, players=record.players, options=record.options)
    for seat, key in record.choices:
        windows.append(game.window is not None)
        game.choose(key, seat, by_name=True)
    again = pandemic.start(seed=record.seed, players=record.players, options=record.options)
    players = Players(keyboards=((0, 1),), game=again)
    passes = asked = 0
    while (at := len(players.made)) < len(record.choices):
        seat, key = record.choices[at]
        rest = zip(windows[at:], record.choices[at:], strict=True)
        then = next((window for window, (_, each) in rest if not window or each != "go on"), False)
        if key == "go on" and not then:
            players.stops(0, until=CHANGES)
            passes += 1
        else:
            for step in key.split(" > "):  # a player names no step behind what is revealed
                players.choose(seat, step)
        asked += key == "go on"
        assert tuple(players.made) == record.choices[: len(players.made)]
    played = [
        key for window, (_, key) in zip(windows, record.choices, strict=True) if window and key != "go on"
    ]
    assert len(played) == 2 and players.table.game.outcome is not None
    assert asked < sum(key == "go on" for _, key in record.choices)
