"""Journeys are found by trying, reveal nothing, are really open, and are undone together."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from lazaretto.host import Store, open_table
from lazaretto.host.table.journeys import Journey, journeys
from lazaretto.host.table.local_table import make_journey
from lazaretto.rules import ChoiceError, Game, Program, Ref, load
from tests.host.seams import SEAMS, Seam, sat_down
from tests.host.test_actions_on import ROOT, places, program_of, started
from tests.soak import soak

PANDEMIC = "scenarios/pandemic"
IBERIA = "scenarios/iberia"


def keys(journey: Journey) -> str:
    return " + ".join(leg.key for leg in journey.legs)


def found(game: Game, place: str) -> dict[str, Journey]:
    assert game.seat is not None
    return {keys(journey): journey for journey in journeys(game, game.seat, Ref("City", place))}


def begun(*cards: str, seed: int = 1) -> Game:
    """Return a game of Pandemic in which the player who begins holds these cards at least."""
    for each in range(seed, seed + 400):
        game = started(PANDEMIC, each)
        assert game.seat is not None
        view = game.view(game.seat).seats[game.seat]
        hand = {piece.label for piece in view.piles[0].pieces if piece is not None}
        if hand >= set(cards) and view.attributes["role"] not in ("Dispatcher", "Operations Expert"):
            return game
    raise AssertionError("no such hand")


def test_a_far_place_is_reached_over_several_actions() -> None:
    game = begun("New York")
    before = game.snapshot()
    ways = found(game, "San Francisco")
    assert ways["drive > Chicago + drive > San Francisco"].spent == (("actions", 2),)
    assert not any(journey.given_up for journey in ways.values()), (
        "what costs cards and saves no action is left out"
    )
    way = found(game, "Essen")["drive > Washington + drive > New York + charter > Essen"]
    assert (way.spent, way.given_up, way.certain) == ((("actions", 3),), ("New York",), True)
    assert [leg.to.key for leg in way.legs] == ["Washington", "New York", "Essen"]
    assert found(game, "Atlanta") == {} and found(game, "nowhere") == {}
    assert game.snapshot() == before


def test_a_journey_after_which_cards_are_drawn_is_not_certain() -> None:
    """With no event in any hand, nobody is asked between the last action and the cards."""
    for seed in range(1, 400):
        game = started(PANDEMIC, seed)
        assert game.seat is not None
        hands = [
            piece for seat in game.view(None).seats for piece in seat.piles[0].pieces if piece is not None
        ]
        far = [journey for journey in found(game, "Essen").values() if len(journey.legs) == 4]
        if far and not any(piece.kind == "Event" for piece in hands):
            assert not any(journey.certain for journey in far)
            assert any(journey.grown == ("hand",) for journey in far), "what the cards are drawn for is told"
            return
    raise AssertionError("somebody always holds an event")


def test_ways_that_spend_no_card_come_first() -> None:
    game = begun("New York")
    for place in ("Madrid", "Essen", "Lima", "London"):
        ways = journeys(game, game.seat or 0, Ref("City", place))
        pieces = [len(way.given_up) or min(1, len(way.any_of)) for way in ways]
        assert ways and pieces == sorted(pieces)


def in_iberia(seed: int, place: str, role: str = "") -> Game:
    """Return a game of Iberia in which the players start in a city, and the one who begins has a role."""
    for each in range(seed, seed + 400):
        game = program_of(IBERIA).start(seed=each, players=("anna", "ben"))
        while game.inside or not game.offers_actions:
            assert game.decision is not None
            keys = [option.key for option in game.decision.options if option.why_not is None]
            game.choose(place if place in keys else keys[0], game.seat)
        seat = game.view(game.seat).seats[game.seat or 0]
        if not role or seat.attributes["role"] == role:
            return game
    raise AssertionError("no such role")


def test_many_ways_that_cost_cards_do_not_hide_one_that_costs_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """From a port, ships go to all other ports, each for one of several cards."""
    monkeypatch.setattr("lazaretto.host.table.journeys.FUEL", 9_000_000)
    game = in_iberia(1, "Cadiz")
    seat = game.seat
    assert seat is not None
    start = game.view(seat).seats[seat].refs["place"][0]
    links = [link.ends for link in game.view(seat).links]
    near = {start}
    for _ in range(3):
        near |= {other for ends in links for one in ends for other in ends if one in near}
    for ref in sorted(near - {start}, key=lambda each: each.key):
        assert any(not journey.given_up and not journey.any_of for journey in journeys(game, seat, ref)), ref


def test_a_question_on_the_way_is_answered_and_told() -> None:
    game = in_iberia(1, "Cadiz", "Nurse")
    seat = game.seat
    assert seat is not None
    far = [
        journey
        for ref in places(game)[:20]
        for journey in journeys(game, seat, ref)
        if journey.legs and journey.certain
    ]
    longer = next(journey for journey in far if len(journey.legs) == 3 and journey.legs[1].answers)
    assert not longer.legs[-1].answers, "the last question is left to the player"
    table = open_table(program_of(IBERIA), game, Store())
    steps = [key for leg in longer.legs for key in (leg.key, *(answer for answer, _ in leg.answers))]
    assert make_journey(table, steps, seat) == len(steps)
    assert longer.legs[-1].to in table.game.view(seat).seats[seat].refs["place"]


def test_ways_that_differ_only_in_a_card_are_one_that_asks() -> None:
    for seed in range(11, 200, 10):
        game = in_iberia(seed, "Cadiz")
        seat = game.seat
        assert seat is not None
        for ref in places(game):
            for way in journeys(game, seat, ref):
                if way.any_of and len(way.legs) == 1:
                    assert len(set(way.any_of)) > 1 and not way.given_up
                    game.choose(way.legs[0].key, seat)
                    assert game.inside and game.decision is not None
                    assert {option.label for option in game.decision.options} >= set(way.any_of)
                    return
    raise AssertionError("nobody can pay with two cards")


@pytest.mark.parametrize(
    "name",
    [
        PANDEMIC,
        "scenarios/the_cure",
        pytest.param("scenarios/cold_war", marks=soak),
        pytest.param("scenarios/iberia", marks=soak),
    ],
)
def test_every_journey_is_open_and_leads_to_the_place(name: str) -> None:
    random, checked, seed = Random(5), 0, 5
    game = program_of(name).start(seed=seed, players=("anna", "ben", "carl"))
    while checked < 3:
        while game.seat is not None and (game.inside or not game.offers_actions):
            game.answer(game.sample(random.randrange))
        seat = game.seat
        if seat is None:
            seed += 1
            game = program_of(name).start(seed=seed, players=("anna", "ben", "carl"))
            continue
        ref = random.choice(places(game))
        for way in journeys(game, seat, ref):
            tried = game.fork()
            for leg in way.legs:
                for key in (leg.key, *(answer for answer, _ in leg.answers)):
                    tried.choose(key, seat)
            arrived = [each for refs in tried.view(seat).seats[seat].refs.values() for each in refs]
            assert ref in arrived or not way.certain
            checked += 1
        game.answer(game.sample(random.randrange))


def test_a_hidden_thing_is_not_told_by_a_missing_journey() -> None:
    """The search knows only what the seat knows: it finds the same in another world that fits this."""
    game = load_private().start(seed=3, players=("anna", "ben"), options={"hands": "private"})
    seat = game.seat
    assert seat is not None
    other = game.imagine(seat, 77)
    for ref in places(game)[::7]:
        assert journeys(game, seat, ref) == journeys(other, seat, ref)


def load_private() -> Program:
    program = load(ROOT / PANDEMIC).program
    assert program is not None
    return program


def test_one_action_leads_to_the_places_that_cost_no_card() -> None:
    game = begun("New York")
    assert game.seat is not None
    before = game.snapshot()
    steps = journeys(game, game.seat, None)
    assert {keys(step) for step in steps} == {"drive > Chicago", "drive > Washington", "drive > Miami"}
    assert all(step.given_up == () and len(step.legs) == 1 for step in steps)
    assert game.snapshot() == before
    while game.view(game.seat).seats[game.seat].attributes["actions"] != "1":
        game.choose(keys(journeys(game, game.seat, None)[0]))
    for journey in journeys(game, game.seat, None):
        game.fork().choose(keys(journey))


def test_who_is_not_asked_or_in_the_middle_of_something_travels_nowhere() -> None:
    game = begun("New York")
    assert game.seat is not None
    chicago = Ref("City", "Chicago")
    assert journeys(game, 1 - game.seat, chicago) == ()
    assert journeys(game, 1 - game.seat, None) == ()
    game.choose("drive")
    assert journeys(game, game.seat, chicago) == journeys(game, game.seat, None) == ()


@pytest.mark.parametrize("seam", SEAMS.values(), ids=SEAMS)
def test_a_journey_is_made_and_undone_as_a_whole(seam: Seam, tmp_path: Path) -> None:
    game = begun("New York")
    program = program_of(PANDEMIC)
    table = open_table(program, game, Store(tmp_path))
    seat = game.seat
    assert seat is not None

    _, sitting = sat_down(seam, table)

    async def run() -> None:
        client = sitting.seats[seat]
        way = next(
            journey
            for journey in await client.journeys(Ref("City", "San Francisco"))
            if len(journey.legs) == 2
        )
        before = table.game.snapshot()
        assert await client.travel(tuple(leg.key for leg in way.legs)) == 2
        assert [key for _, key in table.game.record().choices] == ["drive > Chicago", "drive > San Francisco"]
        await client.undo()
        assert table.game.snapshot() == before
        assert await client.travel(("drive > Chicago", "drive > Paris")) == 1, "it stops where it is not open"
        await client.undo()
        assert table.game.snapshot() == before
        with pytest.raises(ChoiceError):
            await client.travel(("drive > Paris",))
        for key in ("drive > Chicago", "drive > San Francisco"):
            await client.choose(key)
        await client.undo()
        assert [key for _, key in table.game.record().choices] == ["drive > Chicago"], "single choices"

    asyncio.run(run())
