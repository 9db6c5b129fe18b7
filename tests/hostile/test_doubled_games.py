"""Each shipped game, doubled in size, is checked, loaded and played within the promises."""

from pathlib import Path

import pytest

from lazaretto.rules import Program, load
from lazaretto.rules.build import link
from tests.hostile.doubled_games import GAMES, SCENARIOS, DoubledGame
from tests.hostile.scenarios import Result, play, sizes_of_texts, tried
from tests.linked_scenarios import linked
from tests.soak import TIMES, longer, soak

QUICK = ("company",)
"""The smallest scenario; the smallest whole game takes four seconds, the largest up to ten each."""
HISTORY = ("malaria", "cholera", "typhus", "yellow_fever")
DECISIONS = 60

Sizes = dict[str, int]


def shipped(name: str, parts: tuple[str, ...] = ()) -> Sizes:
    """Return how large a game is as it is shipped."""
    folder = SCENARIOS / name
    found = Result(sizes=sizes_of_texts(link(folder, frozenset(parts))))
    play(Program(linked(folder, frozenset(parts))[1], folder), 1, DECISIONS * TIMES, found)
    return found.sizes


def not_doubled(single: Sizes, double: Sizes) -> Sizes:
    """Return what is not there twice; there is a little more than that, which joins the copies."""
    return {
        what: double[what] for what, size in single.items() if not 2 * size <= double[what] <= 2.3 * size + 4
    }


def check_doubled(name: str, parts: tuple[str, ...] = ()) -> None:
    found = tried(DoubledGame(name, parts), 1, DECISIONS * TIMES)
    assert (found.mistake, found.fault, found.broken()) == ("", "", "")
    assert found.loaded and found.decisions > DECISIONS * TIMES / 2
    assert not_doubled(shipped(name, parts), found.sizes) == {}
    assert {"turn_first", "turntwin"} <= {*found.phases}


@longer
@pytest.mark.parametrize("name", QUICK)
def test_a_doubled_game_keeps_the_promises(name: str) -> None:
    check_doubled(name)


@soak
@pytest.mark.parametrize("name", sorted({*GAMES} - {*QUICK}))
def test_every_doubled_game_keeps_the_promises(name: str) -> None:
    check_doubled(name)


@soak
def test_a_doubled_game_with_all_its_parts_keeps_the_promises() -> None:
    check_doubled("iberia", HISTORY)


def test_a_copy_that_is_missing_is_noticed() -> None:
    single = shipped("company")
    missing = not_doubled(single, single)
    assert {*missing} == {what for what, size in single.items() if size}
    assert {"KindDeclaration", "Action", "Procedure", "members", "values", "things seen"} <= {*missing}


def test_every_decision_of_a_doubled_game_offers_the_actions_of_both(tmp_path: Path) -> None:
    DoubledGame("company").write(tmp_path / "company")
    program = load(tmp_path / "company").program
    assert program is not None
    game = program.start(seed=1, players=["anna", "ben"])
    for choice in ("bowtwin", "bow"):
        assert game.decision is not None
        assert {"bow", "bowtwin", "drag", "dragtwin"} <= {option.key for option in game.decision.options}
        game.choose(choice)


def test_a_bound_that_only_one_copy_keeps_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lazaretto.rules.check.statements.MOST_STATEMENTS", 100)
    assert shipped("company")["statements"] < 100
    found = tried(DoubledGame("company"), 1)
    assert not found.loaded and "100 statements" in found.mistake
