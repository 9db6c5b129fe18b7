"""Games that native code plays on go the same way as those of the quick bot in Python."""

from dataclasses import replace
from random import Random

import pytest

from lazaretto.lab.playing import finished_game_chances
from lazaretto.lab.playing.finished_game_chances import WinChance
from lazaretto.rules import Game, RuleError
from lazaretto.rules.backends.native.native_search import NativeSearch
from tests.lab.test_judgement import random_judgement
from tests.lab.test_native_plans import QUICK, compare as compare_plans, positions
from tests.rules.backends.native.native_twin import LARGE, SMALL, NativeTwin, twin, twin_of
from tests.rules.test_fuzz import made_up

PLAYOUTS = 1


def played(game: Game, seed: int, playouts: int = PLAYOUTS) -> tuple[object, int]:
    """Play on from a position; return what was passed, with the ends, and how many games were won."""
    estimate = WinChance([game, game.fork()], 0, seed)
    while estimate.playouts < playouts:
        estimate.work(lambda: estimate.playouts >= playouts)
    return estimate._passed, estimate.won


def compare(native: NativeTwin, seeds: range, depth: int = 40) -> NativeSearch:
    """Compare what comes of some positions; return the search."""
    search = NativeSearch(native.runner)
    for game, seed in positions(native, seeds, depth):
        native.machine.plan_search = None
        wanted = played(game, seed)
        native.machine.plan_search = search
        assert played(game, seed) == wanted, seed
    native.machine.plan_search = None
    return search


@pytest.mark.parametrize("name", ("pandemic", *SMALL))
def test_games_go_on_the_same_way(name: str) -> None:
    assert compare(twin(name), range(1 if name == "pandemic" else 2)).failed == 0  # others: in `make soak`


def test_a_judgement_that_plans_had_does_not_rate_them() -> None:
    native = twin("voyage")
    native.machine.judge_by(random_judgement(native.machine.tables, 5))
    try:
        compare_plans(native, range(2), replace(QUICK, judged_paths=True))
    finally:
        native.machine.judge_by(None)
    assert compare(native, range(2)).failed == 0


@pytest.mark.parametrize("fuel", (3_000, 200_000, 1_500_000))
def test_they_are_given_up_at_the_same_point(fuel: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finished_game_chances, "FUEL", fuel)
    assert compare(twin("pandemic"), range(3)).failed == 0


def test_and_after_the_same_number_of_decisions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finished_game_chances, "LONGEST", 7)
    assert compare(twin("pandemic"), range(3)).failed == 0


def test_games_under_made_up_rules_go_on_the_same_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finished_game_chances, "LONGEST", 30)
    compare_made_up(range(6))


def compare_made_up(seeds: range) -> None:
    for seed in seeds:
        rules = made_up(Random(seed))
        if rules is not None:
            try:
                compare(twin_of(rules), range(2), depth=20)
            except RuleError:
                continue  # it cannot begin, or not be rated
            except Exception as error:
                error.add_note(f"rules {seed}")
                raise


def test_python_plays_on_where_a_rule_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    native = twin("pandemic")
    monkeypatch.setattr(finished_game_chances, "LONGEST", 40)
    [(game, seed)] = positions(native, range(1), 1)
    wanted = played(game, seed, 1)
    search = native.machine.plan_search = NativeSearch(native.runner)
    monkeypatch.setattr(native.runner, "call", _fail)
    assert played(game, seed, 1) == wanted
    assert search.failed == 1
    native.machine.plan_search = None


def _fail(name: str, *arguments: int) -> int:
    raise RuleError(name)


def test_a_game_that_nobody_waits_for_begins_again_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finished_game_chances, "LONGEST", 60)
    native = twin("pandemic")
    [(game, seed)] = positions(native, range(1), 1)
    wanted = played(game, seed, 1)
    native.machine.plan_search = NativeSearch(native.runner)
    estimate, asked = WinChance([game, game.fork()], 0, seed), 0

    def stopped() -> bool:
        nonlocal asked
        asked += 1
        return asked > 3

    estimate.work(stopped)
    assert asked > 3 and estimate.playouts == 0
    estimate.work(lambda: estimate.playouts > 0)
    assert (estimate._passed, estimate.won) == wanted
    native.machine.plan_search = None


@pytest.mark.soak
def test_many_games_go_on_the_same_way() -> None:
    for name in (*LARGE, *SMALL):
        assert compare(twin(name), range(12), depth=120).failed == 0
    compare_made_up(range(8, 300))
