"""Every game of the cookbook is a scenario without mistakes: its tests hold, and it can be played."""

from pathlib import Path
from random import Random

import pytest

from lazaretto.grammar import Source, format_text, render_all
from lazaretto.rules import Game, Program, load
from lazaretto.rules.build import link
from lazaretto.rules.flow.check_flows import warnings_of
from lazaretto.rules.tools import scenario_tests
from tests.docs.pages import Files, sections
from tests.soak import TIMES, longer

PAGE = "docs/cookbook.md"
LONGEST = 2_000


def recipes() -> dict[str, Files]:
    """Return the files of each game of the page, by the name of its folder."""
    found: dict[str, Files] = {}
    for steps in sections(PAGE).values():
        for name, text in steps:
            folder, _, file = name.partition("/")
            if file:
                found.setdefault(folder, {})[file] = text
    return found


RECIPES = recipes()


@pytest.fixture(params=RECIPES)
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The folder of a game, as an author would have it."""
    made = tmp_path / str(request.param)
    made.mkdir()
    for name, text in RECIPES[request.param].items():
        (made / name).write_text(text, encoding="utf-8")
    return made


def test_it_passes_its_tests_without_mistakes_and_warnings(folder: Path) -> None:
    tested = scenario_tests.run(folder)
    assert not tested.diagnostics, render_all(tested.diagnostics, tested.sources)
    assert tested.results and not [result for result in tested.results if result.failure]
    linked = link(folder, tests=False)
    assert linked.head is not None
    warnings = warnings_of(linked, linked.head.name)
    assert not warnings, render_all(warnings, linked.sources)
    for path in folder.glob("*.rules"):
        text = path.read_text(encoding="utf-8")
        assert format_text(Source(path.name, text)) == (text, ())


def go_on(game: Game, random: Random) -> None:
    """Choose at random."""
    assert game.decision is not None
    game.choose(random.choice([option.key for option in game.decision.options if option.why_not is None]))


def played(program: Program, seed: int, players: int) -> Game:
    """Play a game at random to its end; what every seat sees can always be shown."""
    game = program.start(seed=seed, players=["anna", "ben", "carl", "dora", "emil"][:players])
    random = Random(seed)
    for _ in range(LONGEST):
        if game.decision is None:
            break
        for seat in range(players):
            game.view(seat)
        go_on(game, random)
    return game


@longer
def test_random_games_come_to_an_end(folder: Path) -> None:
    program = load(folder).program
    assert program is not None
    fewest, most = program.players
    for seed in range(TIMES):
        for players in {fewest, most}:
            assert played(program, seed, players).outcome is not None


def exchanged(game: Game, seat: int) -> Game:
    """The same game, in which the first and the last light of a hand have changed places."""
    twin = game.fork()
    first = next(pile.first for pile in twin._machine.tables.piles if pile.name == "hand")
    hand = twin._state.p[first + seat]
    hand[0], hand[-1] = hand[-1], hand[0]
    twin._pending = twin._machine.pending(twin._state)
    twin.begin_here()
    return twin


@pytest.mark.parametrize("folder", ["fog"], indirect=True)
def test_nobody_learns_anything_about_the_own_hand(folder: Path) -> None:
    program = load(folder).program
    assert program is not None
    game, random = program.start(seed=5, players=["anna", "ben", "carl"]), Random(5)
    compared = 0
    while game.decision is not None:
        seat = game.decision.seat
        twin = exchanged(game, seat)
        assert twin.snapshot() != game.snapshot()
        assert (twin.decision, twin.view(seat)) == (game.decision, game.view(seat))
        assert twin.view((seat + 1) % 3) != game.view((seat + 1) % 3)
        compared += 1
        go_on(game, random)
    assert compared > 10


def test_noughts_and_crosses_is_a_page_of_twenty_five_lines() -> None:
    """The tests of the game are not counted, and neither are empty lines."""
    texts = (text.partition("\ntest ")[0] for text in RECIPES["noughts"].values())
    assert sum(bool(line.strip()) for text in texts for line in text.splitlines()) <= 25
