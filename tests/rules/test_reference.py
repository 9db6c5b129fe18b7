"""The compiled rules do what the checked rules mean: the reference interpreter plays the same games."""

from functools import cache
from pathlib import Path
from random import Random

import pytest
from _pytest.mark import ParameterSet

from lazaretto.rules.backends import backend_named
from lazaretto.rules.build import compile_linked
from lazaretto.rules.link.read_scenario import read_pack
from lazaretto.rules.model import test_cases, tree
from lazaretto.rules.run.errors import ChoiceError, StartError
from lazaretto.rules.run.game_setup import bare
from lazaretto.rules.run.questions.question_forms import AskSome
from lazaretto.rules.run.records.choice_history import STEP
from lazaretto.rules.tools.scenario_tests import run
from tests.linked_scenarios import linked
from tests.reference.pair import Pair, Table
from tests.soak import TIMES, longer, soak


@cache
def modules(folder: Path) -> tuple[str, ...]:
    """Return the files of rules and tests of a scenario, including those of the games it uses."""
    pack, _, _ = read_pack(folder, tests=True)
    return tuple(source.name for _, source in (*pack.texts, *pack.tests)) if pack is not None else ()


ROOT = Path(__file__).resolve().parents[2]
CORNERS = ROOT / "tests" / "data" / "corners"
REGATTA = ROOT / "tests" / "data" / "regatta"
SECRET = (ROOT / "tests" / "data" / "auction", ROOT / "tests" / "data" / "lanterns")
"""Games of choices at the same time, and of choices among unseen pieces."""
VOYAGE = ROOT / "tests" / "data" / "voyage"
SCENARIOS = sorted({path.parent for path in (ROOT / "scenarios").glob("*/*.tests")})
"""Scenarios with tests of their own."""
NAMES = ("anna", "ben", "carl", "dora", "emil", "fay")
LONGEST = 5_000
LARGE = 100
"""A game with more tests than this is large."""


@cache
def first() -> dict[str, Path]:
    """Return where the tests of each file run: games that use another need not repeat its tests."""
    users_first = sorted(SCENARIOS, key=lambda folder: (-len(modules(folder)), folder.name))
    return {file: folder for folder in users_first for file in modules(folder)}


def marked(folder: Path) -> ParameterSet:
    """A game; those that only combine others run in `make soak`."""
    return pytest.param(folder, id=folder.name, marks=soak if "_and_" in folder.name else ())


@pytest.fixture(
    scope="module", params=[marked(path) for path in (CORNERS, REGATTA, VOYAGE, *SECRET, *SCENARIOS)]
)
def folder(request: pytest.FixtureRequest) -> Path:
    """Each game in turn: one process runs all tests of a game, so that it is compiled once."""
    found: Path = request.param
    return found


@cache
def table(folder: Path, backend: str = "python") -> Table:
    checked, tables = linked(folder)
    if backend != "python":
        compiled = compile_linked(checked, backend_named(backend))
        assert compiled is not None
        tables = compiled
    return Table(checked, tables)


def choose(pair: Pair, seat: int, choice: str) -> None:
    """Choose by key, in both ways."""
    parts = [each.strip() for each in choice.split(STEP)]
    while parts:
        pair.turn_to(seat)
        asking = pair.game._asking()
        if asking is None:
            raise ChoiceError("nobody is asked")
        earlier = pair.game.fork()
        pair.answer(asking.find(parts.pop(0), seat, by_name=True))
        pair.game.skip_forced(parts, earlier, by_name=True)


def may(pair: Pair, seat: int, choice: str) -> bool:
    """Whether a choice is open: tried on a copy, unless the first answer is refused and changes nothing."""
    try:
        if seat in pair.game.together:
            pair = pair.copy()
            pair.turn_to(seat)
        asking = pair.game._asking()
        if asking is None:
            return False
        asking.find(choice.partition(STEP)[0].strip(), seat, by_name=True)
        choose(pair.copy(), seat, choice)
    except ChoiceError:
        return False
    return True


def follow(pair: Pair, step: test_cases.CaseStep) -> None:
    """Run one line of a test: both must agree on its effect."""
    match step:
        case test_cases.Fate(values):
            pair.fate(tuple(pair.value(value) for value in values))
        case test_cases.Happens(procedure):
            pair.begin(procedure)
        case test_cases.Does(seat, choice):
            choose(pair, seat, choice)
        case test_cases.NextGame():
            pair.next_game()
        case test_cases.Holds(procedure):
            assert pair.value(procedure)
        case test_cases.May(seat, choice, negated):
            assert may(pair, seat, choice) != negated
        case test_cases.Sees(seat, thing, index, negated):
            holder = thing.pile if isinstance(thing, tree.PileValue) else thing.variable
            place = pair.value(index) - (holder.owner.first if holder.owner else 0) if index else 0
            assert pair.play.sees(seat, holder, place) != negated
        case test_cases.Goal(text, negated):
            assert (text in pair.compare_goals()) != negated
        case test_cases.Asks() | test_cases.Ends() | test_cases.Says() | test_cases.Open():
            pass


@longer
def test_the_tests_of_a_game_mean_what_they_do(folder: Path) -> None:
    """All tests of a small game; of a large one every twelfth, all in `make soak`."""
    cases = [case_ for case_ in table(folder).checked.cases if first().get(case_.span.file, folder) == folder]
    for case in cases[:: 12 if len(cases) > LARGE and TIMES == 1 else 1]:
        follow_all(table(folder), case)


def follow_all(game: Table, case: test_cases.Case) -> None:
    """Run all lines of a test."""
    pair = game.pair(case.seed, case.players, case.options)
    for step in case.steps:
        try:
            follow(pair, step)
        except Exception as error:
            error.add_note(f"{case.name}, {step.span.file}:{step.span.line}")
            raise
    pair.compare_invariants()
    pair.compare_terms(0)


def test_the_corners_of_the_language_are_as_they_were() -> None:
    for folder in (CORNERS, VOYAGE):
        tested = run(folder)
        assert tested.diagnostics == ()
        assert [
            (result.name, result.failure) for result in tested.results if result.failure is not None
        ] == []


def agreed(game: Table, players: tuple[str, ...], chance: Random) -> dict[str, str]:
    """Return random options; none, if they do not fit. Both ways must refuse the same ones."""
    options = {
        option.name: chance.choice(option.members or tuple(map(str, range(option.low, option.high + 1))))
        for option in game.tables.options
    }
    if game.accepts(len(players), options):
        return options
    with pytest.raises(StartError):
        bare(game.machine, 1, players, options)
    return {}


def play(game: Table, seed: int) -> None:
    """Play a random game to its end."""
    chance = Random(seed)
    low, high = game.tables.players
    players = NAMES[: low + seed % (high - low + 1)]
    pair = game.pair(seed, players, agreed(game, players, chance))
    pair.begin(game.checked.world.procedures["game"])
    for _ in range(LONGEST):
        question = pair.play.question
        if question is None:
            break
        if question.form is AskSome:
            size = chance.randint(question.least, question.most)
            pair.compare_verdict(tuple(chance.sample(question.answers, size)))
        if pair.game.together:
            pair.turn_to(chance.choice(pair.game.waiting))
        pair.answer(pair.game.sample(chance.randrange))
    assert pair.game.outcome is not None


@longer
def test_random_games_go_the_same_way(folder: Path) -> None:
    for seed in range(TIMES):
        try:
            play(table(folder), seed)
        except Exception as error:
            error.add_note(f"{folder.name}, seed {seed}")
            raise


def test_the_interpreter_means_the_same() -> None:
    for folder in (CORNERS, VOYAGE):
        game = table(folder, "interpret")
        for case in game.checked.cases:
            follow_all(game, case)
        for seed in range(4):
            play(game, seed)
