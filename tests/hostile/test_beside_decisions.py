"""What is computed beside a decision is bounded, also where it fails: previews, hints, bots, replays."""

import asyncio
import inspect
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from lazaretto.host import LocalTable, SeatClient, Store, Table
from lazaretto.host.records import autosaved_game
from lazaretto.host.records.local_replay import LocalReplay
from lazaretto.host.records.replay_protocol import Replay
from lazaretto.host.table import hint_search, local_table, lookup_budget, win_chance_over_game
from lazaretto.host.table.lookup_budget import Looks
from lazaretto.host.table.seat_protocol import Seat
from lazaretto.host.table.stop_settings import NEXT, Stops
from lazaretto.host.wire.allowed_calls import Cost, declared
from lazaretto.lab import series
from lazaretto.lab.game_rows import GameRow
from lazaretto.lab.playing import finished_game_chances
from lazaretto.lab.playing.bots import BOTS, COMPANIONS
from lazaretto.lab.playing.finished_game_chances import WinChance
from lazaretto.lab.simulate import Means, simulate
from lazaretto.rules import ChoiceError, Game, Program, Ration, Record, Ref, RuleError, View
from lazaretto.rules.run.planning import outlook
from lazaretto.rules.run.planning.outlook import Outlook, outlooks
from lazaretto.tui.messages.outlook import TAKES_TOO_LONG
from lazaretto.tui.table.answers.offers_of_other_players import bots_wait
from lazaretto.tui.table.journey_words import outlook_lines
from tests.hostile.small_games import HOUSE, Clock, program

BURN = "    repeat 20000 times\n        set total to total + 1 - 1\n        set total to total + 1 - 1\n"
"""Takes 140,000 units of fuel."""
SMALL = 100_000
"""The fuel of a decision that this uses up."""


class Unkept(Store):
    """A store that keeps nothing, and locks nothing."""

    def save(self, *_given: object) -> str:
        return ""

    def lock(self, name: str) -> Any:
        return SimpleNamespace(held=lambda: True, release=lambda: None)


def poor(text: str, fuel: int = SMALL) -> Program:
    """A program whose decisions have little fuel, so that it is soon used up."""
    made = program(text)
    made.machine.fuel = fuel
    return made


class Players:
    """People at a table, each at their own keyboard, and bots."""

    def __init__(self, made: Program, *bots: str) -> None:
        names = [f"player{number}" for number in range(max(2, len(bots)))]
        self.table = Table(
            made, made.start(seed=1, players=names), Unkept(Path()), "a game", bots, COMPANIONS
        )
        people = [number for number, bot in enumerate(bots or ("",) * len(names)) if not bot]
        self.local = LocalTable(self.table, [[person] for person in people])
        self.seats = [SeatClient(local_seat) for local_seat in self.local.seats]
        for seat in self.seats:
            run(seat.join())


def run(work: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(work)


# --- previews ----------------------------------------------------------------------------------


WAIT = "action wait in moves\n    add 1 to total\naction rest in moves\n    nothing\n"


def previews(body: str, count: int = 1, about: str = "") -> str:
    """Rules with previews, in which something is left to chance."""
    given = f"player, {about}" if about else "player"
    return WAIT + "".join(
        f"to omen{each}({given})\n    shuffle deck\n    advance clock\n{body}"
        f'look omen{each} preview "Omen {each}"\n'
        for each in range(count)
    )


def looked(made: Program, ref: Ref | None = None) -> tuple[Outlook, ...]:
    return outlooks(made.start(seed=1, players=["anna", "ben"]), 0, ref)


def test_cases_that_fail_pay_as_much_as_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outlook, "FUEL", 10 * SMALL)
    tried: list[int] = []
    run_once = Game.play_out

    def counted(game: Game, *given: Any) -> None:
        tried.append(1)
        run_once(game, *given)

    monkeypatch.setattr(Game, "play_out", counted)
    (found,) = looked(poor(previews(BURN)))
    assert (found.title, found.cases, found.tracks) == ("Omen 0", 0, ())
    assert 5 < len(tried) <= 11
    assert list(outlook_lines(View.__new__(View), found)) == [TAKES_TOO_LONG()]


def test_all_previews_of_a_look_share_one_tank(monkeypatch: pytest.MonkeyPatch) -> None:
    tanks: list[Ration] = []

    def tank(fuel: float) -> Ration:
        tanks.append(Ration(fuel))
        return tanks[-1]

    monkeypatch.setattr(outlook, "FUEL", 3 * SMALL)
    monkeypatch.setattr(outlook, "Ration", tank)
    found = looked(poor(previews(BURN, 20)))
    assert [each.cases for each in found] == [0] * 20, "that nothing was found is told"
    assert len(tanks) == 1 and -2 * SMALL < tanks[0].left <= 0


def test_a_preview_that_fails_now_and_then_is_counted_where_it_does_not() -> None:
    (found,) = looked(
        program(previews("    if top of deck = TownCard of Aden\n        set total to 1 / total\n"))
    )
    assert 100 < found.cases < 120
    (cheap,) = looked(program(previews("")))
    assert cheap.cases > found.cases


def test_who_walks_over_all_places_empties_one_tank_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = [0.0]
    monkeypatch.setattr(lookup_budget, "LOOKS", 10.0)
    monkeypatch.setattr(lookup_budget, "OWN_LOOKS", 6.0)
    players = Players(program(previews("", about="town: Town")))
    players.local._looks = Looks(lambda: seconds[0])

    def look(seat: int) -> None:
        def asked(game: Game) -> None:
            seconds[0] += 2.0

        run(players.local.look(seat, asked))

    places = [Ref("Town", each) for each in ("Aden", "Bern", "Cork")]
    for place in places:
        assert run(players.seats[0].outlooks(place))
        look(0)
    for ask in (players.seats[0].outlooks(places[0]), players.seats[0].ways(places[0])):
        with pytest.raises(ChoiceError, match="choose, then you can look again"):
            run(ask)
    look(1)
    look(1)
    with pytest.raises(ChoiceError, match="look again"):
        run(players.seats[1].outlooks(places[0]))
    run(players.seats[0].stops(Stops()))
    with pytest.raises(ChoiceError, match="look again"):
        run(players.seats[1].outlooks(places[0]))
    run(players.seats[0].choose("wait"))
    assert run(players.seats[1].outlooks(places[0])), "the game has gone on"


# --- a choice that nobody can make -------------------------------------------------------------


NEVER = "choose 1 to 2 town in Town by player as some such that count(some) > 9\n"
NOT_ALLOWED = r"case\.rules:\d+:\d+: no combination is allowed here"


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("made", [BOTS, COMPANIONS])
def test_bots_and_hints_tell_where_no_choice_is_allowed(bot: str, made: Any) -> None:
    started = program(f"before turn(player)\n    {NEVER}").start(seed=1, players=["anna", "ben"])
    with pytest.raises(RuleError, match=NOT_ALLOWED):
        made[bot](1).play(started)
    adviser = COMPANIONS["thinker"](1)
    with pytest.raises(RuleError, match=NOT_ALLOWED):
        list(adviser.hints(started, 0))  # type: ignore[attr-defined]


def test_bots_that_think_do_nothing_that_leads_there() -> None:
    trap = f"action trap in moves\n    add 5 to me.points\n    snap(me)\nto snap(player)\n    {NEVER}"
    text = f"{trap}action go in moves\n    add 1 to me.points\nvalue score(player) : number = player.points\n"
    for bot in ("easy", "medium", "thinker"):
        started = program(text).start(seed=1, players=["anna", "ben"])
        BOTS[bot](1).play(started)
        assert [key for _, key in started.record().choices] == ["go"], bot


def test_the_player_of_a_table_reads_it_too() -> None:
    players = Players(program(f"before turn(player)\n    {NEVER}"), "", "thinker")
    with pytest.raises(RuleError, match=NOT_ALLOWED):
        run(players.seats[0].hint())
    with pytest.raises(ChoiceError):
        run(players.seats[0].choose("Aden"))
    players = Players(program(f"before turn(player)\n    {NEVER}"), "easy", "")
    with pytest.raises(RuleError, match=NOT_ALLOWED):
        run(players.local.begin())
    assert players.table.game.seat == 0


def test_a_bot_that_can_do_nothing_itself_does_what_another_may_do_instead() -> None:
    text = (
        'menu between\naction leap in between\n    needs me.points = 1 else "No."\n'
        '    add 1 to total\naction rest in between\n    needs me.points = 1 else "No."\n    nothing\n'
        "before turn(player)\n    set next(player).points to 1\n    set player.points to 0\n"
        "    offer moves to player with between\n"
    )
    for bot in BOTS:
        started = program(text).start(seed=1, players=["anna", "ben"])
        assert started.answers(0, 9) == []
        BOTS[bot](1).play(started)
        assert started.record().choices[0][0] == 1, bot


# --- bots without end --------------------------------------------------------------------------


ENDLESS = (
    "before turn(player)\n    if player.points = 1\n        repeat forever\n"
    "            choose town in Town by player\n"
    "action go in moves\n    add 1 to next(me).points\n"
)
"""Whoever comes after somebody who went is asked for ever."""


@pytest.mark.parametrize("bot", ["random", "easy"])
def test_bots_that_are_asked_for_ever_pause(bot: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_table, "ANSWERS", 30)
    players = Players(program(ENDLESS), "", bot)
    anna = players.seats[0]
    assert not anna.look().awaited
    run(anna.choose("go"))
    assert players.table.game.choices_made == 31
    assert anna.look().awaited and not anna.look().moment
    decision = anna.look().view.decision
    assert decision is not None
    assert bots_wait(decision, anna.look()) == "look at the board: player1 goes on."
    assert any("undo your last choice" in notice for notice in anna.notices())
    run(anna.seat.stops(Stops(until=NEXT)))
    assert players.table.game.choices_made == 61, "they go on when somebody passes"
    run(anna.undo())
    assert players.table.game.choices_made == 0 and not anna.look().awaited


def test_bots_pause_after_some_processor_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_table, "SECONDS", 0.0)
    players = Players(program(ENDLESS), "", "random")
    run(players.seats[0].choose("go"))
    assert players.table.game.choices_made == 2


def test_a_simulation_ends_turns_of_bots_that_do_not_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(series, "THOUGHT_IN_TURN", 20)
    rows: list[list[GameRow]] = [[], []]
    for each in rows:
        simulate(program(ENDLESS), 2, 1, 2, bots="easy", means=Means(keep=each))
    assert rows[0] == rows[1]
    for row in rows[0]:
        assert "the turn does not end: the bots have made 20 decisions in it" in row.problem


# --- everything that a client may ask ----------------------------------------------------------


DEAR = (
    "kind Pebble is a piece times 40\npile heap of Pebble seen by nobody\n    starts with Pebble\n"
    "value dear(n: number) : number = n + (count a in Pebble where any b in Pebble where b = a and n > 99)\n"
    "value score(player) : number = dear(player.points)\n"
    'look Town label "{dear(this.size)}"\nlook Town danger "{dear(this.size)}"\n'
    + "".join(
        f'action a{each} in moves "A{each}"\n'
        f'    needs total > {each - 20} else "{{dear({each})}}"\n'
        "    choose town in Town where dear(town.size) < 99\n"
        "    choose number n from 1 to 30\n"
        f"    set my.home to town\n    add n to total\n{BURN}    turn(me)\n"
        for each in range(40)
    )
)
"""Every rule is nearly as dear as it may be."""
AT_MOST = 4.0
"""Seconds of processor time for a call whose limits are some tenths of a second."""


@cache
def dear_program() -> Program:
    return poor(DEAR + previews(BURN, 9, "town: Town"), 3 * SMALL)


@cache
def dear_record() -> Record:
    """A game of some choices: one player goes on and on, then everybody rests."""
    started = dear_program().start(seed=1, players=["anna", "ben"])
    while started.outcome is None:
        going = started.choices_made < 8
        started.answer(started.sample((lambda _: 0) if going else (lambda limit: limit - 1)))
    return started.record()


@pytest.fixture(name="short")
def short_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make all limits small, so that calls come up against them soon."""
    for module, name, most in (
        (lookup_budget, "LOOK", 0.1),
        (lookup_budget, "AGAIN", 0.3),
        (hint_search, "PLANNING", 0.1),
        (hint_search, "SEARCHING", 0.3),
        (win_chance_over_game, "SLICE", 0.1),
        (finished_game_chances, "FUEL", 1_000_000),
        (finished_game_chances, "SCORES", 1_000_000),
    ):
        monkeypatch.setattr(module, name, most)


def asked_for(protocol: Any) -> set[str]:
    """The calls of a protocol that compute something beside a decision."""
    found = (declared(protocol, name) for name in vars(protocol) if not name.startswith("_"))
    return {each.name for each in found if each and each.cost in (Cost.LOOK, Cost.HINT, Cost.LOAD)}


async def _bounded(ask: Callable[[], Any]) -> None:
    """Let a call return or refuse within its bound."""
    clock = Clock()
    with suppress(ChoiceError, RuleError):
        found = ask()
        if inspect.isawaitable(found):
            await found
    assert clock.seconds() < AT_MOST


PLACE = Ref("Town", "Bern")


def seat_calls(seat: SeatClient) -> dict[str, Callable[[], Any]]:
    """Every call of a seat that computes something."""
    raw = seat.seat
    return {
        "join": seat.join,
        "follow": lambda: raw.follow(True),
        "ways": lambda: raw.ways(PLACE),
        "journeys": lambda: raw.journeys(PLACE),
        "outlooks": lambda: raw.outlooks(PLACE),
        "ahead": lambda: raw.ahead(("a1",)),
        "hint": raw.hint,
        "course": raw.course,
        "replay": raw.replay,
    }


def replay_calls(replay: LocalReplay) -> dict[str, Callable[[], Any]]:
    """Every call of a replay that computes something."""
    return {
        "base": lambda: replay.base(0),
        "frame": lambda: replay.frame(2, 0),
        "public": lambda: replay.public(0, 10**6),
        "chances": replay.chances,
    }


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("name", sorted(asked_for(Seat)))
def test_a_seat_answers_or_refuses_in_time_whatever_the_rules_cost(name: str) -> None:
    players = Players(dear_program(), "", "")
    assert seat_calls(players.seats[0]).keys() == asked_for(Seat)

    async def ask() -> None:
        await _bounded(seat_calls(players.seats[0])[name])
        if name == "hint":
            for number in range(1, 4):
                await _bounded(partial(players.seats[0].seat.hint, number))

    run(ask())


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("name", sorted(asked_for(Replay)))
def test_a_replay_answers_or_refuses_in_time_whatever_the_rules_cost(name: str) -> None:
    replay = LocalReplay(dear_program(), dear_record(), WinChance)
    assert replay_calls(replay).keys() == asked_for(Replay)

    async def ask() -> None:
        for _ in range(3 if name == "chances" else 1):
            await _bounded(replay_calls(replay)[name])

    run(ask())


def test_the_manual_names_these_bounds() -> None:
    budget = lookup_budget
    rows = {
        "all previews (`look … preview`) of one look": f"{outlook.FUEL:,} units",
        "one look: what can be done with a thing, ways, previews, steps ahead": f"{budget.LOOK:g} seconds",
        "all looks at one decision, of all players; of one player": (
            f"{budget.LOOKS:g}; {budget.OWN_LOOKS:g} seconds"
        ),
        "planning of one move of a bot, or of one step of a hint": f"{hint_search.PLANNING:g} seconds",
        "all steps of a hint": f"{hint_search.SEARCHING:g} seconds",
        "what a bot says about its plan": f"{autosaved_game.REMARK:g} seconds",
        "what bots answer before any person is asked": (
            f"{local_table.ANSWERS:,} answers, {local_table.SECONDS:g} seconds"
        ),
        "decisions of bots that think, in one turn of a simulated game": f"{series.THOUGHT_IN_TURN:,}",
        "playing a record again: statistics, a replay, going to a place in it": f"{budget.AGAIN:g} seconds",
        "the chance to win: each request; one decision of a playout": (
            f"{win_chance_over_game.SLICE:g} seconds; {finished_game_chances.FUEL:,} units"
        ),
    }
    manual = (HOUSE / "docs" / "language.md").read_text(encoding="utf-8")
    for what, most in rows.items():
        assert f"| {what} | {most} |" in manual
