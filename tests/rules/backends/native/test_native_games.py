"""Native games agree with Python: same states, costs, logs, answers, and faults at the same positions."""

from functools import cache
from random import Random

import pytest

from rules.build import link
from rules.run.game_setup import bare
from tests.rules.backends.native.native_twin import NativeTwin
from tests.rules.backends.test_agreement import FAULTS, LITTLE, ROOT, checked
from tests.rules.backends.twins import NAMES
from tests.rules.test_fuzz import made_up
from tests.rules.test_harmless import ENDLESS, endless

SMALL = ("auction", "lanterns", "corners", "fugitive", "regatta", "voyage")
"""Games of choices at the same time, of unseen pieces, of odd rules, of a map, of grids and of texts."""
LARGE = ("pandemic", "on_the_brink", "iberia", "the_cure", "cold_war", "bio_terrorist", "mutation")


@cache
def twin(name: str) -> NativeTwin:
    folder = ROOT / "scenarios" / name
    linked = link(folder if folder.exists() else ROOT / "tests" / "data" / name, tests=False)
    assert linked.checked is not None and linked.head is not None
    return NativeTwin(linked.checked, linked.head)


@pytest.mark.parametrize("name", ("pandemic", *SMALL))
def test_random_games(name: str) -> None:
    for seed in range(3):
        assert twin(name).play(seed) == ""


@pytest.mark.soak
@pytest.mark.parametrize("name", (*LARGE, *SMALL))
def test_many_random_games(name: str) -> None:
    for seed in range(60):
        assert twin(name).play(seed) == ""


def made_up_games(seeds: range) -> list[str]:
    """Play games with generated rules, some of which fail; return how each ended."""
    found = []
    for seed in seeds:
        random = Random(seed)
        rules = made_up(random)
        if rules is not None:
            try:
                found.append(NativeTwin(rules, fuel=LITTLE).play(random.randrange(100), 30))
            except Exception as error:
                error.add_note(f"seed {seed}")
                raise
    return found


def test_made_up_rules() -> None:
    ends = made_up_games(range(20))
    assert any(".rules:" in each for each in ends) and "" in ends


@pytest.mark.soak
def test_many_made_up_rules() -> None:
    made_up_games(range(20, 2_000))


@pytest.mark.parametrize("name", FAULTS)
def test_faults(name: str) -> None:
    text = "var dial : number 0..3 = 0\nbefore turn(player)\n    fate(player)\n"
    text += f"to fate(player)\n    {FAULTS[name]}\n"
    assert "case.rules:" in NativeTwin(checked(text), fuel=LITTLE).play(1, 5)


@pytest.mark.parametrize("name", ENDLESS)
def test_what_has_no_end_ends_at_the_same_place(name: str) -> None:
    assert "case.rules:" in NativeTwin(checked(endless(name)), fuel=LITTLE).play(1, 5)


def test_rules_may_be_nested_deeply() -> None:
    text = "to down(n: number) : number\n    if n = 0\n        return 0\n    return down(n - 1) + 1\n"
    text += "before turn(_)\n    set total to down(600)\n"
    assert NativeTwin(checked(text)).play(1, 5) == ""


def test_a_state_with_a_deep_stack_is_saved_whole() -> None:
    text = "to down(player, n: number)\n    if n = 0\n        choose town in Town by player\n    else\n"
    text += "        down(player, n - 1)\n        set total to total + n\n"
    text += "before turn(player)\n    down(player, 200)\n"
    deep = NativeTwin(checked(text))
    assert deep.play(1, 3) == ""
    runner, at = deep.runner, deep.runner.layout
    runner.load(bare(deep.machine, 1, NAMES[:2], {})._state)
    runner.begin()
    before = runner.stored().snapshot()
    assert runner.word(at.stack_next) > at.state_end
    runner.call("save", 3)
    runner.answer(runner.pending()[0][0])
    for address in range(at.state_end, at.stack_end, 8):
        runner.set_word(address, 0)
    runner.call("restore", 3)
    assert runner.stored().snapshot() == before
