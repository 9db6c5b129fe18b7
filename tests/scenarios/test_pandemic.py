"""Tests of Pandemic beyond its own: mutations are found, and whole games are valid."""

import re
from collections import Counter
from functools import partial
from pathlib import Path
from random import Random

import pytest

from lazaretto.rules import ChoiceError, Game, PickOne, PileView
from tests.scenarios import tables
from tests.scenarios.tables import Answer, anyhow, noticed, steps
from tests.soak import TIMES, longer, soak

TABLES = [(players, epidemics) for players in (2, 3, 4) for epidemics in (4, 5, 6)]
GAMES = 200
COLOURS = ("blue", "yellow", "black", "red")

start = partial(tables.start, "pandemic")


def carefully(game: Game, chance: Random) -> None:
    """Treats what it can and moves to or near the sick: such a team lives long enough to run out of cards."""
    decision = game.decision
    assert decision is not None
    keys = [
        option.key for option in decision.options if option.why_not is None and option.seat == decision.seat
    ]
    view = game.view(None)
    sick = {
        thing.key: max((many for name, many in thing.holds if name != "stations"), default=0)
        for thing in view.things["City"]
    }
    around: Counter[str] = Counter()
    for link in view.links:
        one, other = (end.key for end in link.ends)
        around[one] += sick[other]
        around[other] += sick[one]
    wished = [each for each in ("quiet_night", "treat", "drive", "go on") if each in keys]
    if isinstance(decision.form, PickOne) and wished:
        game.choose(wished[0])
    elif isinstance(decision.form, PickOne) and all(key in sick for key in keys):
        chance.shuffle(keys)
        game.choose(max(keys, key=lambda key: (sick[key], around[key])))
    else:
        anyhow(game, chance)


def finished(game: Game, seed: int, how: Answer = anyhow) -> Game:
    *_, last = steps(game, seed, how)
    return last


# --- mutated rules fail the tests --------------------------------------------------------------

MUTANTS = {
    "a chain without its once": (
        "contagion/cubes",
        "    once per infection for city\n",
        "",
        {
            "check 1: Algiers and Cairo, two outbreaks and seven cubes",
            "check 5: three full cities that touch each other, three outbreaks and four cubes",
            "two full neighbours break out only once each",
        },
    ),
    "an epidemic from the top": (
        "contagion/decks",
        "    let card = bottom of infection_deck\n",
        "    let card = top of infection_deck\n",
        {
            "an epidemic strikes the bottom card of the infection deck",
            "an epidemic on a full city adds none and is one outbreak",
            "two epidemics in one draw are each resolved completely, the second card on top",
        },
    ),
    "a Medic who prevents nothing": (
        "roles",
        "    forbid infect(city, disease, _)\n"
        '        "No cubes of a cured disease are placed in the Medic\'s city."\n'
        "        when city = my.place and disease.status = cured\n"
        '        because "The Medic keeps {disease} out of {city}: no cube is placed."\n',
        "",
        {
            "the Medic keeps cured cubes out of their city",
            "the Medic keeps cured cubes out during an outbreak",
            "the Medic keeps cured cubes out in an epidemic",
            "a city that the Medic protects needs no cubes from an empty supply",
        },
    ),
}


@soak
@pytest.mark.parametrize("name", MUTANTS)
def test_a_wrong_rule_is_noticed(name: str, tmp_path: Path) -> None:
    failed = noticed(tmp_path, "pandemic", [MUTANTS[name]])
    assert "the third cube is no outbreak yet" not in failed


# --- whole games -------------------------------------------------------------------------------


def test_random_games_meet_every_role_and_event_and_lose_by_outbreaks_and_cubes() -> None:
    seen: Counter[str] = Counter()
    ends: Counter[str] = Counter()
    for seed in range(GAMES):
        players, epidemics = TABLES[seed % len(TABLES)]
        game = finished(start(seed, players, epidemics=epidemics), seed)
        assert game.outcome is not None
        assert len(set(game.outcome.results)) == 1
        ends[game.outcome.reason] += 1
        for line in game.log(None):
            for mark in (" is the ", " plays ", " draws an "):
                if mark in line:
                    seen[line.split(mark)[1].rstrip(".!")] += 1
    roles = {thing.label for thing in start(0, 2).view(None).things["Role"]}
    assert len(roles) == 7
    events = {"Airlift", "Forecast", "Government Grant", "One Quiet Night", "Resilient Population"}
    assert roles | events | {"epidemic"} <= set(seen)
    assert ends["Eight outbreaks: the world panics"]
    assert any("spreads too far" in end for end in ends)


def test_a_team_that_holds_out_loses_by_cards() -> None:
    ends = (finished(start(seed, 2 + seed % 3), seed, carefully).outcome for seed in range(4, 16))
    assert any(end is not None and end.reason.startswith("Time is up") for end in ends)


def test_what_the_rules_keep_is_kept_at_every_step() -> None:
    for seed in range(18):
        players, epidemics = TABLES[seed % len(TABLES)]
        cured: set[str] = set()
        rate = 0
        for number, game in enumerate(steps(start(seed, players, epidemics=epidemics), seed)):
            if number % 4 and game.seat is not None:
                continue
            assert game.broken() == ()
            view = game.view(None)
            states = {thing.key: thing.attributes["status"] for thing in view.things["Disease"]}
            held = [thing.holds for thing in view.things["City"]]
            for colour in COLOURS:
                name = f"{colour} cubes"
                placed = [many for each in held for what, many in each if what == name]
                left = next(supply.left for supply in view.supplies if supply.name == name)
                assert left + sum(placed) == 24
                assert states[colour] != "eradicated" or not placed
            now = {each for each, state in states.items() if state != "active"}
            assert cured <= now
            tracks = {track.name: track.position for track in view.tracks}
            assert rate <= tracks["infection_rate"] <= 6
            assert tracks["outbreaks"] < 8 or game.seat is None
            piles = {pile.name: pile.count for pile in view.piles}
            removed = sum("removes the infection card" in line.text for line in view.log)
            assert piles["infection_deck"] + piles["infection_discard"] + removed == 48
            cured, rate = now, tracks["infection_rate"]


def deck(game: Game, name: str) -> list[str]:
    """Return a pile's pieces by kind, top first, which no seat may see."""
    tables, state = game._machine.tables, game._state
    info = next(pile for pile in tables.piles if pile.name == name)
    members = tables.kinds[info.kind].members
    return [tables.kinds[members[each].kind].name for each in reversed(state.p[info.first])]


@pytest.mark.parametrize(
    ("players", "epidemics", "heaps"),
    [
        (2, 4, [13, 12, 12, 12]),
        (2, 5, [10] * 5),
        (2, 6, [9, 9, 9, 8, 8, 8]),
        (3, 4, [12] * 4),
        (3, 5, [10, 10, 10, 10, 9]),
        (3, 6, [9, 9, 8, 8, 8, 8]),
        (4, 4, [13, 12, 12, 12]),
        (4, 5, [10] * 5),
        (4, 6, [9, 9, 9, 8, 8, 8]),
    ],
)
def test_every_heap_hides_one_epidemic_and_larger_heaps_lie_on_top(
    players: int, epidemics: int, heaps: list[int]
) -> None:
    spots: set[tuple[int, int]] = set()
    for seed in range(40):
        cards = deck(start(seed, players, epidemics=epidemics), "player_deck")
        assert len(cards) == sum(heaps)
        for number, size in enumerate(heaps):
            begin = sum(heaps[:number])
            heap = cards[begin : begin + size]
            assert heap.count("Epidemic") == 1
            spots.add((number, heap.index("Epidemic")))
    ends = {(number, place) for number, size in enumerate(heaps) for place in (0, size - 1)}
    assert len(spots & ends) > len(heaps)


# --- hidden information ------------------------------------------------------------------------


@pytest.mark.parametrize("hands", ["open", "private"])
def test_only_those_who_see_a_hand_read_what_is_drawn_into_it(hands: str) -> None:
    for seed in range(20):
        game = finished(start(seed, 3, hands=hands), seed)
        for seat, name in enumerate(game.players):
            drawn = [each for each in game.log(seat) if " draws " in each and "an epidemic" not in each]
            owners = {each.split(" draws ")[0] for each in drawn}
            assert owners <= ({name} if hands == "private" else set(game.players))
        public = [each for each in game.log(None) if " draws " in each and "an epidemic" not in each]
        assert bool(public) == (hands == "open")


SHOWN = re.compile(r" shares .+ with | takes .+ from ")
"""The lines of the log that show a card to everybody."""


@longer
def test_private_hands_are_known_where_they_were_shown_and_nobody_is_offered_what_another_may_do() -> None:
    for seed in range(TIMES):
        for game in steps(start(seed, 3, hands="private"), seed):
            shown = " ".join(each for each in game.log(None) if SHOWN.search(each))
            for seat in range(3):
                view = game.view(seat)
                for other, found in enumerate(view.seats):
                    hand = next(pile for pile in found.piles if pile.name == "hand")
                    known = [piece for piece in hand.pieces if piece is not None]
                    if seat == other:
                        assert len(known) == hand.count
                    else:
                        assert all(piece.label in shown for piece in known)
                if view.decision is not None:
                    assert all(option.seat == seat for option in view.decision.options)
                    assert view.decision.prompt == "" or view.decision.seat == seat


def infection_deck(game: Game, seat: int) -> PileView:
    return next(pile for pile in game.view(seat).piles if pile.name == "infection_deck")


@longer
def test_a_forecast_shows_six_cards_to_one_player_alone() -> None:
    found = 0
    for seed in range(60):
        if found > 3 * TIMES:
            break
        game, chance = start(seed, 3), Random(seed)
        before = game.fork()
        while game.seat is not None:
            if game.decision is not None and "In which order" in game.decision.prompt:
                found += 1
                for seat in range(3):
                    then, now = infection_deck(before, seat), infection_deck(game, seat)
                    assert now.count == then.count
                    if seat == game.seat:
                        assert None not in now.pieces[:6]
                        assert now.pieces[6:] == then.pieces[6:]
                    else:
                        assert now == then
                break
            before = game.fork()
            anyhow(game, chance)
    assert found > 3


# --- undo --------------------------------------------------------------------------------------


def test_a_drive_may_be_taken_back_and_drawn_cards_may_not() -> None:
    game = start(1, 2)
    before = game.snapshot()
    game.choose("drive > Chicago")
    game.undo()
    assert game.choose("Miami")
    game.undo()
    game.undo()
    assert game.snapshot() == before
    size = len(deck(game, "player_deck"))
    game.choose("pass")
    while len(deck(game, "player_deck")) == size:
        game.choose("go on")
    with pytest.raises(ChoiceError, match="cannot be undone"):
        game.undo()
