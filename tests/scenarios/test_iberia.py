"""Tests of Iberia beyond its own: the map is right, and whole games are valid."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache, partial
from itertools import combinations
from math import atan2
from pathlib import Path

import pytest

from lazaretto.lab.simulate import simulate
from lazaretto.rules import Game, StartError, load
from tests.scenarios import tables
from tests.scenarios.moods import mood
from tests.scenarios.tables import NAMES, SCENARIOS, assert_replays, noticed
from tests.soak import TIMES, longer, soak

IBERIA = SCENARIOS / "iberia"
DISEASES = ("malaria", "cholera", "typhus", "yellow_fever")
MIXES = [(), *((disease,) for disease in DISEASES), DISEASES[:2], DISEASES[2:], DISEASES]
"""Some combinations of historical diseases: none, each alone, all, and two halves."""

program = partial(tables.program, "iberia")
start = partial(tables.start, "iberia")


# --- the map -----------------------------------------------------------------------------------

Point = tuple[float, float]


@cache
def table() -> tuple[dict[str, Point], list[tuple[str, str]], list[tuple[str, ...]]]:
    """Return the cities with their positions, the roads, and the regions with their cities in order."""
    found = tomllib.loads((IBERIA / "map.toml").read_text(encoding="utf-8"))
    cities = {each["name"]: (each["at"][0], each["at"][1]) for each in found["City"]}
    roads = [(each["ends"][0], each["ends"][1]) for each in found["Road"]]
    return cities, roads, [tuple(each["members"]) for each in found["Region"]]


def area(points: list[Point]) -> float:
    """Positive if the points turn left."""
    following = [*points[1:], points[0]]
    return sum(x * v - u * y for (x, y), (u, v) in zip(points, following, strict=True))


def test_the_faces_of_the_drawing_are_the_regions() -> None:
    cities, roads, regions = table()
    beside: dict[str, list[str]] = {city: [] for city in cities}
    for one, other in roads:
        beside[one].append(other)
        beside[other].append(one)
    for name, others in beside.items():
        x, y = cities[name]
        others.sort(key=lambda other: atan2(cities[other][1] - y, cities[other][0] - x))
    ways = {(one, other) for pair in roads for one, other in (pair, pair[::-1])}
    faces: list[list[str]] = []
    while ways:
        first = step = min(ways)
        face: list[str] = []
        while step in ways:
            ways.remove(step)
            face.append(step[0])
            around = beside[step[1]]
            step = (step[1], around[around.index(step[0]) - 1])
        assert step == first
        faces.append(face)
    inside = [each for each in faces if area([cities[name] for name in each]) > 0]
    assert len(faces) == len(inside) + 1 == 35
    assert {frozenset(each) for each in inside} == {frozenset(region) for region in regions}


def test_no_two_roads_cross() -> None:
    cities, roads, _ = table()
    for (a, b), (c, d) in combinations(roads, 2):
        if {a, b} & {c, d}:
            continue
        sides = [
            area([cities[one], cities[two], cities[three]]) > 0
            for one, two, three in ((a, b, c), (a, b, d), (c, d, a), (c, d, b))
        ]
        assert sides[0] == sides[1] or sides[2] == sides[3], (a, b, c, d)


def test_the_cities_of_a_region_are_listed_round_its_border() -> None:
    _, roads, regions = table()
    joined = {frozenset(road) for road in roads}
    for members in regions:
        assert all(
            frozenset(each) in joined for each in zip(members, [*members[1:], members[0]], strict=True)
        )


def test_every_city_has_a_code_and_ports_are_drawn_hollow() -> None:
    view = start(1, 2).view(None)
    cities = view.things["City"]
    assert len({city.looks["code"] for city in cities}) == 48
    assert {city.looks.get("glyph") for city in cities if city.facts.get("port") == "yes"} <= set("○△□◇")
    dashed = [link for link in view.links if link.looks.get("line") == "dashed"]
    assert len(view.links) == 81
    assert len(dashed) == 6


def test_no_pawn_is_drawn_before_its_player_has_chosen_a_city() -> None:
    game = start(4, 3)
    asked = game.decision
    assert asked is not None and "in which city do you start?" in asked.prompt
    assert [seat.attributes.get("place") for seat in game.view(None).seats] == [None] * 3
    assert not any(
        ref.kind == "City" for seat in game.view(0).seats for each in seat.refs.values() for ref in each
    )
    chosen = asked.options[0]
    game.choose(chosen.key)
    assert [seat.attributes.get("place") for seat in game.view(1).seats].count(chosen.label) == 1


# --- contents of the rules ---------------------------------------------------------------------


def test_every_ruling_has_a_test() -> None:
    written = "".join(path.read_text(encoding="utf-8") for path in IBERIA.glob("*.*s"))
    rulings = {int(each) for each in re.findall(r'^test "A(\d+):', written, re.MULTILINE)}
    elsewhere = {23}
    assert rulings | elsewhere == set(range(1, 26))
    assert len(re.findall(r'^test "', written, re.MULTILINE)) >= 240


def test_a23_nobody_plays_alone() -> None:
    assert program().players == (2, 5)
    with pytest.raises(StartError):
        start(1, 1)


# --- random games ------------------------------------------------------------------------------

KEEN = {
    "research_a_disease": 1e6,
    "build_a_hospital": 20,
    "treat": 5,
    "give": 20,
    "take": 20,
    "pass": 0.01,
    "yes": 20,
}
"""Preferences: a player who researches and treats lives long enough to see the other rules."""

KINDER = """
"Little is needed for research, and every hospital stands."

change cure_cost(_, _) to 1
change actions_per_turn(_) by 6
change infections_due() to 1

after setup()
    for each city in [Porto, Soria, Cuenca, Jaen]
        build_hospital(city)
"""


def steps(game: Game, seed: int, liking: dict[str, float]) -> Iterator[Game]:
    """Yield a game before each of its decisions, and at its end."""
    return tables.steps(game, seed, mood(liking))


@longer
@pytest.mark.parametrize(
    "mix",
    # Two halves and all of them together every time; each disease alone in `make soak`.
    [pytest.param(each, marks=soak if len(each) == 1 else ()) for each in MIXES],
    ids=lambda mix: "+".join(mix) or "none",
)
def test_games_with_mixes_of_diseases_make_no_errors(mix: tuple[str, ...]) -> None:
    for players in (2, 3, 4, 5):
        options = {"epidemics": str(4 + players % 3), "hands": "private" if players == 4 else "open"}
        report = simulate(program(*mix), 2 * TIMES, 1, players, options=options)
        assert report.errors == 0, report.first_error
        assert report.wins + report.losses.total() == 2 * TIMES


@soak
def test_games_by_chance_use_every_role_event_and_action_and_end_in_every_way(tmp_path: Path) -> None:
    (tmp_path / "kinder.rules").write_text(KINDER, encoding="utf-8")
    (tmp_path / "scenario.toml").write_text(
        'name = "kinder"\ntitle = "Kinder"\nplayers = [2, 5]\nuses = ["iberia"]\nmodules = ["kinder"]\n',
        encoding="utf-8",
    )
    loaded = load(tmp_path, search=[SCENARIOS], switches=frozenset(DISEASES))
    assert loaded.program is not None, loaded.diagnostics
    seen: Counter[str] = Counter()
    done: Counter[str] = Counter()
    ends: Counter[str] = Counter()
    for seed in range(90):
        players, options = NAMES[: 2 + seed % 4], {"consent": "no" if seed % 3 else "yes"}
        kind = loaded.program if seed % 3 else program(*MIXES[seed % 8])
        game = kind.start(seed=seed, players=players, options=options)
        *_, last = steps(game, seed, KEEN if seed % 5 else {})
        assert last.outcome is not None
        ends[last.outcome.reason] += 1
        done.update(key.partition(" > ")[0] for _, key in last.record().choices)
        for line in last.log(None):
            for played in re.findall(r" is the ([^.]+)\.| plays (.+?)(?: to play .+)?\.$", line):
                seen.update(each for each in played if each)
    view = start(0, 2).view(None)
    assert len(view.things["Role"]) == 7
    assert {thing.label for thing in view.things["Role"]} <= set(seen)
    events = re.findall(
        r'^Event \w+ "([^"]+)"', (IBERIA / "events.rules").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert len(events) == 15
    assert set(events) <= set(seen)
    actions = {action.name for action in program().machine.tables.actions}
    assert actions - set(done) == {"when_the_plans_were_good"}, "it only says what to choose instead"
    assert ends["All diseases are researched"]
    assert ends["Eight outbreaks: the peninsula panics"]
    assert any("spreads too far" in end for end in ends)


def lawful(game: Game) -> None:
    """Check that no piece is lost or duplicated."""
    assert game.broken() == ()
    view = game.view(None)
    held: Counter[str] = Counter()
    for kind in ("City", "Region"):
        for thing in view.things[kind]:
            held.update(dict(thing.holds))
    for link in view.links:
        held.update(dict(link.holds))
    for supply in view.supplies:
        assert supply.left + held[supply.name] == supply.size, supply.name
    piles = {pile.name: pile.count for pile in view.piles}
    assert piles["infection_deck"] + piles["infection_discard"] == 48
    nurse = any(seat.attributes["role"] == "Nurse" for seat in view.seats)
    if any("'s turn." in each for each in game.log(None)):
        assert held["prevention"] == nurse


@longer
@pytest.mark.parametrize("mix", [(), DISEASES], ids=["plain", "historical"])
def test_what_the_rules_keep_is_kept_at_every_step(mix: tuple[str, ...]) -> None:
    for seed in range(4 * TIMES):
        for number, game in enumerate(steps(start(seed, 2 + seed % 4, *mix), seed, KEEN)):
            if number % 4 == 0 or game.seat is None:
                lawful(game)


def test_a_record_forks_and_replays_to_the_same_end() -> None:
    for seed in range(4):
        for number, game in enumerate(steps(start(seed, 2 + seed, *DISEASES), seed, KEEN)):
            if number % 7 == 0:
                assert game.fork().snapshot() == game.snapshot()
        assert_replays(program(*DISEASES), game)


# --- mutated rules fail the tests --------------------------------------------------------------

MUTANTS = {
    "a token that stops everything": (
        "protection",
        "            add -1 to coming\n",
        "            set coming to 0\n",
        {"A15: one token stops one of the three cubes of an epidemic"},
    ),
    "an outbreak that forgets": (
        "protection",
        "change spared(city) to city.broke_out\n",
        "change spared(_) to no\n",
        {"A8: within a chain, a city that broke out gets no cubes"},
    ),
    "a chain that runs ahead": (
        "contagion/cubes",
        "    if count(disease.chain) = 1\n",
        "    if count(disease.chain) >= 1\n",
        {"a full neighbour waits until the outbreak before it has reached all its neighbours"},
    ),
    "rails on the sea": (
        "building",
        "not road.dashed and railways on road = 0)",
        "railways on road = 0)",
        {"a dashed road is not offered where solid ones are"},
    ),
    "a Nurse who stays behind": (
        "roles",
        "    after arrive(me, city, _)\n        place_prevention_token(me, city)\n",
        "",
        {"a Nurse taken along places her token where she arrives", "the token moves along with the Nurse"},
    ),
    "ships to anywhere": (
        "travel",
        "where city.port and other.port and other != city",
        "where city.port and other != city",
        {"A5: a ship goes from port to port, and any card of the colour of the destination pays"},
    ),
    "plans without a price": (
        "events",
        "    discard_event(player, When_the_Plans_Were_Good)\n",
        "",
        {"good plans play an event from the discard pile, and both end up there"},
    ),
    "the youngest city": (
        "setup",
        "least player in team() by oldest_year(player)",
        "greatest player in team() by oldest_year(player)",
        {"the holder of the oldest city goes first"},
    ),
}


@soak
def test_wrong_rules_are_noticed(tmp_path: Path) -> None:
    failed = noticed(tmp_path, "iberia", MUTANTS.values())
    assert "the board has 48 cities, 81 roads and 34 regions" not in failed
