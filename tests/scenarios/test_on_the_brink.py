"""Tests of On the Brink beyond its own: every card is reached, every table is valid, mutations are found."""

import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from lazaretto.lab.simulate import simulate
from lazaretto.rules import Game, load
from lazaretto.rules.link.read_scenario import read_pack
from lazaretto.rules.tools.scenario_tests import arrangements
from tests.scenarios.met import Coverage, plainly
from tests.scenarios.moods import mood, moody
from tests.scenarios.tables import NAMES, SCENARIOS, noticed, program, start, steps
from tests.soak import TIMES, longer, soak

BRINK = SCENARIOS / "on_the_brink"
OURS = ("basics", "new_roles", "new_events", "strain", "purple", "mutation")
"""The modules under test."""

ALONE = [
    ("on_the_brink", "-new_events"),
    ("on_the_brink", "-new_roles"),
    ("on_the_brink", "-new_roles", "-new_events"),
]
"""Roles only, events only, neither of them."""
CHALLENGES: list[tuple[str]] = [
    ("on_the_brink",),
    ("virulent_strain",),
    ("mutation",),
    ("strain_and_mutation",),
]


# --- valid combinations ------------------------------------------------------------------------


@longer
@pytest.mark.parametrize("table", [*ALONE, *CHALLENGES], ids=" ".join)
def test_games_by_chance_make_no_errors(table: tuple[str, ...]) -> None:
    games = 8 * TIMES
    for players in (2, 3, 4, 5):
        options = {"epidemics": str(2 + players), "hands": "private" if players == 3 else "open"}
        report = simulate(program(*table), games, 1, players, options=options)
        assert report.errors == 0, report.first_error
        assert report.wins + report.losses.total() == games


@pytest.mark.parametrize("name", ["on_the_brink", "iberia"])
def test_nobody_knows_which_events_are_used(name: str) -> None:
    game = program(name).start(seed=3, players=NAMES[:2])
    view = game.view(0)
    (deck,) = (pile for pile in view.piles if pile.name == "player_deck")
    possible = {piece.key for _, pieces in deck.odds for piece in pieces if piece.kind == "Event"}
    seen = {each.key for pile in view.piles for each in pile.pieces if each and each.kind == "Event"}
    (events,) = (kind for kind in program(name).machine.tables.kinds if kind.name == "Event")
    assert len(possible) == events.count - len(seen)


def test_a_mutation_and_a_terrorist_are_refused_together() -> None:
    loaded = load(BRINK, switches=frozenset({"mutation", "bio_terrorist"}))
    assert loaded.program is None
    assert [diagnostic.message for diagnostic in loaded.diagnostics] == [
        "`mutation` and `bio_terrorist` cannot be played together"
    ]


def test_a_scenario_of_a_challenge_is_on_the_brink_with_that_part() -> None:
    for [name] in CHALLENGES[1:]:
        switched = {switch.name for switch in program(name).switches if switch.default}
        wanted = {"virulent_strain", "mutation"} if name == "strain_and_mutation" else {name}
        assert switched == {"new_roles", "new_events", *wanted}


def test_the_tests_of_every_part_are_run() -> None:
    pack, diagnostics, _ = read_pack(BRINK)
    assert pack is not None, diagnostics
    first, *others = arrangements(pack)
    assert first.files is None
    taking_part = {source.name for _, source in pack.texts}.union(*(other.files or () for other in others))
    assert {f"on_the_brink/{path.name}" for path in BRINK.glob("*.rules")} <= taking_part
    written = "".join(path.read_text(encoding="utf-8") for path in BRINK.glob("*.*s"))
    assert len(re.findall(r'^(replace )?test "', written, re.MULTILINE)) >= 150


# --- every card and role is reached ------------------------------------------------------------

KINDER = """
"A kinder world, in which players who know nothing live to see cures and eradications."

change actions_per_turn(_) by 3
change cure_cost(_, _) by -2

after setup()
    for each city in [Cairo, Tokyo, Lima, Paris]
        put 1 of stations on city
    for each disease in Disease
        put 2 of disease.cubes on Field_Operative

before take_effect(_)
    let luck = random of [0, 1, 2]
    if luck = 0
        for each disease in Disease where is_strain(disease)
            for each city in City where disease.cubes on city > 0
                take all of disease.cubes from city
            set disease.status to eradicated
"""

LIKES = {
    "cure": 1e6,
    "cure_with_samples": 1e7,
    "deploy": 1e6,
    "treat": 50,
    "sample": 60,
    "give": 20,
    "take": 20,
    "take_any_card": 50,
    "retrieve": 20,
    "yes": 20,
    "store": 20,
    "quiet_night": 50,
    "travel_ban": 50,
    "hospital": 50,
    "direct": 0.1,
    "charter": 0.1,
    "operations_flight": 0.1,
    "build": 0.1,
    "pass": 0.01,
    "return_samples": 0.01,
}
"""Preferences: a player who heals and keeps cards lives long enough to see the other rules."""

UNMET = {
    ("basics", "discard(me, card)"),
    ("mutation", "move bottom of infection_deck to infection_discard"),
    ("mutation", "renew_infection_deck()"),
    ("mutation", 'say "A Mutation card at the bottom of the infection deck is discarded."'),
    ("new_events", 'else "There are no cubes on the board"'),
    ("new_roles", '"Which disease do you cure?"'),
}
"""Lines that few games reach: tests in the rules cover them."""


@soak
def test_games_by_chance_use_every_role_event_strain_card_and_mutation_event(tmp_path: Path) -> None:
    kinder = tmp_path / "kinder"
    kinder.mkdir()
    (kinder / "kinder.rules").write_text(KINDER, encoding="utf-8")
    (kinder / "scenario.toml").write_text(
        'name = "kinder"\ntitle = "Kinder"\nplayers = [2, 5]\nuses = ["strain_and_mutation"]\n'
        'modules = ["kinder"]\n',
        encoding="utf-8",
    )
    program = plainly(kinder, SCENARIOS)
    covered = Coverage(program, SCENARIOS, lambda *line: line[0] in OURS and line not in UNMET)
    for seed in range(120):
        options = {"epidemics": str(4 + seed % 4), "consent": "yes" if seed % 5 == 0 else "no"}
        chance = Random(seed)
        with covered:
            game = program.start(seed=seed, players=NAMES[: 2 + seed % 4], options=options)
            while game.seat is not None:
                moody(game, chance, LIKES if seed % 4 else {})
    assert len(covered.run) > 240
    unmet = {each for each in covered.missed() if each[0] in OURS}
    assert unmet <= UNMET


# --- mutated rules fail the tests --------------------------------------------------------------

MUTANTS = [
    (
        "strain",
        "change cubes_added(city, disease) to 2\n        when is_strain(disease) and strain_cubes(city) = 0",
        "change cubes_added(_, disease) to 2\n        when is_strain(disease)",
        {"Chronic Effect: one cube where the strain is already, or an outbreak"},
    ),
    (
        "strain",
        "change outbreak_steps(_, disease) to 2 when is_strain(disease)",
        "change outbreak_steps(_, _) to 2",
        {"Slippery Slope: an outbreak of the strain counts two, others one"},
    ),
    (
        "strain",
        "after treat_disease(_, city, disease, _)\n",
        "after remove_cubes(city, disease, _)\n",
        {"Government Interference: the Containment Specialist removes, but does not treat"},
    ),
    (
        "mutation",
        "    let card = bottom of infection_deck\n",
        "    let card = top of infection_deck\n",
        {"The Mutation Spreads: one purple cube on each city of the three bottom cards"},
    ),
    (
        "new_events",
        "such that connected(cities)",
        "such that count(cities) > 0",
        {"cities for Rapid Vaccine Deployment form one connected group"},
    ),
    (
        "new_events",
        "when hospital_active and pawn = current",
        "when hospital_active",
        {"the Mobile Hospital goes with the active player, not with other pawns"},
    ),
    (
        "new_roles",
        "where disease.cubes on city >= 2",
        "where disease.cubes on city >= 1",
        {"the Containment Specialist takes a cube of each colour with two or more, without an action"},
    ),
    (
        "basics",
        "        if more > 0 and not actions_adjusted\n",
        "        if more > 0\n",
        {"from the Generalist and back again there are five actions, not six"},
    ),
    (
        "purple",
        "    when disease = purple and no card",
        "    when disease = blue and no card",
        {"without a card of a city with purple cubes there is no cure for purple"},
    ),
]


@soak
def test_wrong_rules_are_noticed(tmp_path: Path) -> None:
    failed = noticed(tmp_path, "on_the_brink", MUTANTS, {"virulent_strain", "mutation"})
    assert "Uncounted Populations: cities with exactly one cube of the strain get another" not in failed


# --- whole games -------------------------------------------------------------------------------


@longer
@pytest.mark.parametrize("table", CHALLENGES, ids=" ".join)
def test_what_the_rules_keep_is_kept_at_every_step(table: tuple[str, ...]) -> None:
    for seed in range(4 * TIMES):
        begun = start(table[0], seed, 2 + seed % 4, epidemics=4 + seed % 4)
        for number, game in enumerate(steps(begun, seed, mood(LIKES)), 1):
            if number % 4 == 0 or game.seat is None:
                lawful(game, table[0])


def lawful(game: Game, name: str) -> None:
    """Check that no piece is lost or duplicated."""
    assert game.broken() == ()
    view = game.view(None)
    held: Counter[str] = Counter()
    for kind in ("City", "Role"):
        for thing in view.things[kind]:
            held.update(dict(thing.holds))
    removed = sum(" from the supply " in line.text for line in view.log)
    for supply in view.supplies:
        if supply.name.endswith("cubes"):
            missing = supply.size - supply.left - held[supply.name]
            assert supply.size == (12 if supply.name.startswith("purple") else 24)
            assert missing == 0 or (removed and 0 < missing <= 4)
    piles = {pile.name: pile.count for pile in view.piles}
    gone = sum("removes the infection card" in log_line.text for log_line in view.log)
    mutations = 2 if "mutation" in name else 0
    assert piles["infection_deck"] + piles["infection_discard"] + gone == 48 + mutations
    roles = [seat.attributes["role"] for seat in view.seats]
    assert len(roles) == len(set(roles))


# --- hidden information ------------------------------------------------------------------------

PRIVATE = {"hands": "private", "consent": "no"}


def next_cards(game: Game, seat: int) -> list[bool]:
    """Return which of the next infection cards a seat knows, as many as the rate says."""
    view = game.view(seat)
    deck = next(pile for pile in view.piles if pile.name == "infection_deck")
    rate = next(track.spaces[track.position] for track in view.tracks if track.name == "infection_rate")
    return [piece is not None for piece in deck.pieces[:rate]]


def test_the_troubleshooter_alone_sees_the_next_cards_and_all_see_what_she_shows() -> None:
    looked = shown = 0
    for seed in range(40):
        if min(looked, shown) > 3:
            break
        game = program("on_the_brink").start(seed=seed, players=NAMES[:3], options=PRIVATE)
        chance, told = Random(seed), 0
        while game.seat is not None:
            log = game.log(None)
            for line in log[told:]:
                if line.endswith(" looks at the top 2 infection cards."):
                    looked += 1
                    seat = NAMES.index(line.split(" looks ")[0])
                    assert all(next_cards(game, seat))
                    assert not any(all(next_cards(game, other)) for other in {0, 1, 2} - {seat})
                elif "shows " in line and " and keeps it" in line:
                    shown += 1
                    card = line.removesuffix(" and keeps it).").split("shows ")[1]
                    seat = NAMES.index(line.split(" ")[0])
                    held = game.view((seat + 1) % 3).seats[seat].piles
                    assert card in [
                        piece.label for pile in held for piece in pile.pieces if piece is not None
                    ]
            told = len(log)
            moody(game, chance, {"direct": 50})
    assert looked > 3
    assert shown > 3


# --- cards that a player has seen --------------------------------------------------------------


def _infection_deck(game: Game) -> tuple[int, ...]:
    """Return the cards from the bottom to the top."""
    (pile,) = (each.first for each in game._machine.tables.piles if each.name == "infection_deck")
    return tuple(game._state.p[pile])


def test_the_troubleshooter_alone_knows_what_comes() -> None:
    game = next(
        each
        for each in (start("on_the_brink", seed, 3) for seed in range(200))
        if each.view(None).seats[each.seat or 0].attributes["role"] == "Troubleshooter"
    )
    seat = game.seat
    assert seat is not None
    dealt = {each: [_infection_deck(game.imagine(each, luck)) for luck in range(10)] for each in range(3)}
    assert {deck[-2:] for deck in dealt[seat]} == {_infection_deck(game)[-2:]}
    assert len({deck[-3] for deck in dealt[seat]}) > 1, "she has looked at two"
    for other in {0, 1, 2} - {seat}:
        assert len({deck[-1] for deck in dealt[other]}) > 1
        assert len({deck[-2] for deck in dealt[other]}) > 1
    coming = [line for line in game.log(seat) if line.startswith("The next infection cards are ")]
    assert len(coming) == 1
    assert not {*coming} & {*game.log(None)}
