"""Tests of The Cure beyond its own: the odds are right, every rule is reached, whole games are valid."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import partial
from math import sqrt
from pathlib import Path

import pytest

from lazaretto.lab.simulate import simulate
from lazaretto.rules import ChoiceError, Game, load
from lazaretto.rules.run.state import lines
from lazaretto.rules.run.views.text_rendering import said
from tests.scenarios import tables
from tests.scenarios.moods import mood
from tests.scenarios.tables import SCENARIOS, assert_replays, noticed
from tests.soak import TIMES, longer, soak

LEVELS = ("beginner", "standard", "heroic")

program = partial(tables.program, "the_cure")
start = partial(tables.start, "the_cure")


# --- the odds ----------------------------------------------------------------------------------

SIDES = {
    "red": (0, 1, 1, 4, 6, 6),
    "yellow": (0, 2, 2, 4, 5, 5),
    "blue": (0, 1, 2, 3, 6, 6),
    "black": (0, 3, 3, 3, 4, 5),
}
"""The sides of a die of each colour, a cross as 0."""

CURES = {
    13: {
        "black": (0, 0, 16, 608, 6005, 42855),
        "yellow": (0, 0, 26, 593, 5718, 41494),
        "blue": (0, 0, 44, 584, 5233, 38636),
        "red": (0, 0, 50, 593, 5238, 38278),
    },
    11: {
        "black": (0, 0, 71, 909, 6960, 45170),
        "yellow": (0, 0, 75, 877, 6728, 44338),
        "blue": (0, 4, 74, 789, 6213, 42320),
        "red": (0, 4, 87, 813, 6088, 41382),
    },
}
"""For one to six samples: how many of the 6^k rolls reach the target."""

HARNESS = """
replace phase game()
    for each player in Player
        if player.role = none
            take_role(player, Generalist)
            for each disease in Disease
                for each lock in Generalist_dice() where lock != Generalist_7
                    for each taken in fresh(disease)
                        lock_sample(player, taken, lock)
                    repeat 20 times
                        repeat 100 times
                            attempt_cure(player, disease)
                        confirm more by player "More?"
                discover_cure(player, disease)
            win "Counted"

to Generalist_dice() : set of PlayerDie
    return those die in PlayerDie where die.role = Generalist

to fresh(disease) : set of InfectionDie
    let die = first die in bag where die.disease = disease
    if die = none
        return []
    return [die]

instead of discover_cure(player, _)
    if count(tested) > 0
        say "A cure with {roll_total()}."
    else
        for each die in player.locks
            unlock_die(die)
        move all of player.samples to bag
"""
"""Rolls for cures repeatedly, with one to six samples of each colour, and never finds one."""

ROLLS = 2000
"""The number of rolls for each colour and number of samples."""

ROLLED = r"anna rolls (\d) (\w+) samples? for a cure: .*\. That makes (\d+) of 13 points\."

FAR = 40.0
"""Chi-square at four degrees of freedom exceeds this with a probability of one in ten million."""


@pytest.fixture(scope="module")
def totals(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, int], Counter[int]]:
    """Return the results of the engine's cure rolls, by colour and number of samples."""
    folder = tmp_path_factory.mktemp("odds")
    (folder / "odds.rules").write_text(HARNESS, encoding="utf-8")
    (folder / "scenario.toml").write_text(
        'name = "odds"\ntitle = "Odds"\nplayers = [1, 1]\nuses = ["the_cure"]\nmodules = ["odds"]\n',
        encoding="utf-8",
    )
    loaded = load(folder, search=[SCENARIOS])
    assert loaded.program is not None, loaded.diagnostics
    game = loaded.program.start(seed=1, players=("anna",))
    while game.seat is not None:
        game.answer(True)
    found: dict[tuple[str, int], Counter[int]] = {}
    pending = 0
    tables = game._machine.tables
    for _, _, words in lines(game._state.log):  # more than a view shows
        line = said(tables, game.players, words)
        if rolled := re.fullmatch(ROLLED, line):
            assert pending < 13, "a roll that is enough was not a cure"
            pending = int(rolled[3])
            found.setdefault((rolled[2], int(rolled[1])), Counter())[pending] += 1
        elif line.startswith("A cure with "):
            assert pending >= 13
            pending = 0
    return found


def chi_square(seen: Counter[int], sides: tuple[int, ...]) -> float:
    """Return how far single rolls deviate from these sides; infinite if a side cannot be rolled."""
    if set(seen) - set(sides):
        return float("inf")
    expected = {side: seen.total() * many / 6 for side, many in Counter(sides).items()}
    return sum((seen[side] - wanted) ** 2 / wanted for side, wanted in expected.items())


@pytest.mark.parametrize("colour", SIDES)
def test_every_colour_rolls_its_own_sides_and_one_wrong_side_would_show(
    colour: str, totals: dict[tuple[str, int], Counter[int]]
) -> None:
    seen, sides = totals[colour, 1], SIDES[colour]
    assert seen.total() == ROLLS
    assert chi_square(seen, sides) < 20
    for place, side in enumerate(sides):
        for other in set(range(7)) - {side}:
            wrong = (*sides[:place], other, *sides[place + 1 :])
            assert chi_square(seen, wrong) > FAR


@pytest.mark.parametrize("target", CURES)
@pytest.mark.parametrize("colour", SIDES)
def test_cures_come_as_often_as_the_table_says(
    colour: str, target: int, totals: dict[tuple[str, int], Counter[int]]
) -> None:
    for samples, wanted in enumerate(CURES[target][colour], 1):
        seen = totals[colour, samples]
        assert seen.total() == ROLLS
        hits = sum(many for total, many in seen.items() if total >= target)
        odds = wanted / 6**samples
        assert abs(hits - ROLLS * odds) <= 4 * sqrt(ROLLS * odds * (1 - odds)), (samples, hits)


def test_the_rulebook_says_for_whom_the_game_ends() -> None:
    for game in ("the_cure", "iberia"):
        assert endings(game) == {"All players win", "All players lose"}
    assert "Won" in endings("bio_terrorist")


def endings(game: str) -> set[str]:
    [ends] = [chapter for chapter in tables.program(game).rulebook() if chapter.title == "How the game ends"]
    return {entry.title for entry in ends.entries}


# --- every rule is reached ---------------------------------------------------------------------

GAMBLERS = {"reroll": 1000.0}
HEALERS = {
    "collect": 1e6,
    "treat": 1e4,
    "try_a_cure": 1e3,
    "in_the_region": 100,
    "fly": 100,
    "sail": 100,
    "give_samples": 100,
    "reroll": 20,
    "finish": 0.01,
    "one_quiet_night": 1e7,
    "remote_treatment": 1e7,
    "resilient_population": 1e7,
    "research_grant": 1e7,
}
MOODS: list[tuple[int, dict[str, float]]] = [(80, {}), (80, GAMBLERS), (80, HEALERS)]
"""The number of random games, and the preferences in them.

A player without preferences dies of outbreaks; one who rolls repeatedly meets the skull; one who heals lives
long enough to see the bag empty.
"""


def steps(seed: int, liking: dict[str, float]) -> Iterator[Game]:
    """Yield a game before each of its decisions, and at its end; tables of every sort in turn."""
    game = start(seed, 2 + seed % 4, **agreed(seed))
    return tables.steps(game, seed, mood(liking))


def agreed(seed: int) -> dict[str, str]:
    return {
        "difficulty": LEVELS[seed % 3],
        "eighth_role": "yes" if seed % 2 else "no",
        "consent": "yes" if seed % 5 == 0 else "no",
    }


@soak
def test_games_by_chance_meet_every_face_of_every_role_every_event_and_every_end() -> None:
    faces: set[tuple[str, str]] = set()
    events: set[str] = set()
    ends: Counter[str] = Counter()
    for games, liking in MOODS:
        for seed in range(games):
            *_, game = steps(seed, liking)
            assert game.outcome is not None
            ends[game.outcome.reason] += 1
            roles: dict[str, str] = {}
            for line in game.log(None):
                if dealt := re.fullmatch(r"(\w+) is the (.+)\.", line):
                    roles[dealt[1]] = dealt[2]
                elif rolled := re.fullmatch(r"(\w+) rolls (?:again: )?(\D+)\.", line):
                    faces.update((roles[rolled[1]], face) for face in rolled[2].split(", "))
                elif used := re.fullmatch(r"\w+ uses (.+) for \d .+\.", line):
                    events.add(used[1])
    roles_known = start(0, 2).view(None).things["Role"]
    wanted = {(role.label, face) for role in roles_known for face in role.facts["faces"].split(", ")}
    assert len(wanted) == 45
    assert faces == wanted
    assert len(events) == 10
    assert set(ends) >= {
        "The infection rate has reached the skull",
        "Eight outbreaks: the world panics",
        "Too few infection dice are left in the bag",
    }


# --- whole games -------------------------------------------------------------------------------


@longer
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_simulated_games_make_no_errors(players: int) -> None:
    report = simulate(program(), 100 * TIMES, 1, players, options={"eighth_role": "yes"})
    assert report.errors == 0, report.first_error
    assert report.wins + report.losses.total() == 100 * TIMES


@longer
def test_what_the_rules_keep_is_kept_at_every_step() -> None:
    for seed, (_, liking) in enumerate(MOODS * 2 * TIMES):
        cured: set[str] = set()
        for number, game in enumerate(steps(seed, liking)):
            if number % 4 and game.seat is not None:
                continue
            assert game.broken() == ()
            view = game.view(None)
            lying = {each.name: each for each in view.piles}
            for region in view.things["Region"]:
                [pile] = region.piles
                for colour, many in Counter(piece.sort for piece in pile.pieces if piece is not None).items():
                    assert many <= 3 or colour in cured or game.seat is None
            now = {piece.sort for piece in lying["cured_card"].pieces if piece is not None}
            assert cured <= now
            cured = now
            assert not lying["infection_roll"].count or game.seat is None
            assert sum(lying[each].count for each in ("open_events", "events_in_use", "event_deck")) == 10


def test_a_record_forks_and_replays_to_the_same_end() -> None:
    for seed, (_, liking) in enumerate(MOODS * 2):
        for number, game in enumerate(steps(seed, liking)):
            if number % 7 == 0:
                assert game.fork().snapshot() == game.snapshot()
        assert_replays(program(), game)


def test_a_roll_cannot_be_taken_back_and_a_flight_can() -> None:
    for seed in range(40):
        game = start(seed, 2)
        keys = (
            {option.key for option in game.decision.options if option.why_not is None}
            if game.decision
            else set()
        )
        if "fly" in keys:
            before = game.snapshot()
            game.choose("fly")
            game.undo()
            assert game.snapshot() == before
            game.choose("reroll")
            decision = game.decision
            assert decision is not None
            game.choose(decision.options[0].key)
            with pytest.raises(ChoiceError, match="cannot be undone"):
                game.undo()
            return
    raise AssertionError("nobody may fly")


# --- mutated rules fail the tests --------------------------------------------------------------

MUTANTS = {
    "outbreaks die by die": (
        "spread",
        "    repeat surplus(region, disease) times\n        let die",
        "    repeat 1 times\n        let die",
        {"however many dice are too many, it is one outbreak"},
    ),
    "an epidemic that waits": (
        "dice",
        "        epidemic(player)\n",
        "        nothing\n",
        {
            "an epidemic comes when the marker reaches its space",
            "R2: the epidemic of the first biohazard is finished before the second counts",
        },
    ),
    "a Scientist like everybody": (
        "roles",
        "    change cure_target(me) to 11\n",
        "",
        {"the Scientist cures with 11 points"},
    ),
    "a die freed for the wrong player": (
        "research",
        "    for each owner in Player where owner.role = die.role\n",
        "    for each owner in Player where owner.role != die.role\n",
        {"R10: after a cure every locked die goes back to its owner, wherever it lay"},
    ),
}


@soak
@pytest.mark.parametrize("name", MUTANTS)
def test_a_wrong_rule_is_noticed(name: str, tmp_path: Path) -> None:
    failed = noticed(tmp_path, "the_cure", [MUTANTS[name]])
    assert "three dice of a colour are no outbreak" not in failed
