"""Native games agree with the interpreter at every decision, and so do copies of them.

States, answers, random streams, what everybody knows, logs and costs are compared, and faults with their
places and what was paid. Games have random options and numbers of players.
"""

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from lazaretto.rules.backends.native.native_code import Lane
from lazaretto.rules.build import link
from lazaretto.rules.run.state import State
from tests.docs.test_cookbook import RECIPES
from tests.rules.backends.native.lanes import ONCE, installed
from tests.rules.backends.native.paired_machine import DifferentError, NativeSide, PairedMachine
from tests.rules.backends.native.paired_play import ROOT, paired, paired_scenario, play
from tests.rules.backends.test_agreement import LITTLE
from tests.rules.test_fuzz import made_up
from tests.scenarios.test_blocks import NAMES, TABLES, Table
from tests.soak import TIMES, longer, soak

DATA = ROOT / "tests" / "data"
SMALL = sorted(path.parent for path in DATA.glob("*/scenario.toml"))
SHIPPED = sorted(path.parent for path in (ROOT / "scenarios").glob("*/scenario.toml"))
OFTEN = ("auction", "corners", "fugitive", "lanterns", "voyage")
"""Games of choices at the same time, of odd rules, of a map, of unseen pieces, and of texts."""
IN_TURN = (*OFTEN, *(path.name for path in SMALL))
HOMELY = ("moor",)
"""A game of rules that never end."""


def games(machine: PairedMachine, count: int) -> list[str]:
    """Play games; return how each ended that failed."""
    ends = [play(machine, seed) for seed in range(count * TIMES)]
    for side in machine.sides:
        assert machine.tally[f"compared {side.lane}"] == machine.tally["steps"] > count
    return [end for end in ends if end]


def one_of(lanes: Sequence[Lane], number: int) -> Sequence[Lane]:
    """Return one of the lanes, in turn."""
    return [lanes[number % len(lanes)]] if lanes else lanes


def small(folder: Path, lanes: Sequence[Lane] | None = None) -> PairedMachine:
    linked = link(folder, tests=False)
    assert linked.checked is not None and linked.head is not None
    return paired(linked.checked, linked.head, LITTLE if folder.name in HOMELY else None, lanes)


@longer
@pytest.mark.parametrize(
    "folder",
    [pytest.param(path, id=path.name, marks=() if path.name in OFTEN else soak) for path in SMALL],
)
def test_random_games(folder: Path) -> None:
    """In `make test` each game runs on one lane, in turn; in `make soak` on all."""
    lanes = installed() if TIMES > 1 else one_of(installed(), IN_TURN.index(folder.name))
    assert games(small(folder, lanes), 2) == [] or folder.name in HOMELY


@longer
def test_random_games_of_a_large_scenario() -> None:
    assert games(paired_scenario(ROOT / "scenarios" / "pandemic", lanes="wasm"), 2) == []


@soak
@pytest.mark.parametrize("folder", SHIPPED, ids=lambda each: each.name)
def test_random_games_of_every_scenario(folder: Path) -> None:
    assert games(paired_scenario(folder), 6) == []


@soak
@pytest.mark.parametrize(
    "table", [pytest.param(each, id=name) for each, name in zip(TABLES, NAMES, strict=True) if each[1].part]
)
def test_random_games_with_every_part(table: Table) -> None:
    assert games(paired_scenario(table[0], table[1].switches), 3) == []


@soak
@pytest.mark.parametrize("name", RECIPES)
def test_random_games_of_the_cookbook(name: str, tmp_path: Path) -> None:
    for file, text in RECIPES[name].items():
        (tmp_path / file).write_text(text, encoding="utf-8")
    assert games(small(tmp_path), 3) == []


def made_up_games(seeds: range) -> list[str]:
    """Play games with generated rules, some of which fail; return how each ended."""
    found = []
    for seed in seeds:
        random = Random(seed)
        rules = made_up(random)
        if rules is not None:
            try:
                lanes = installed() if TIMES > 1 else one_of(installed(), seed)
                machine = paired(rules, fuel=LITTLE, lanes=lanes, level=ONCE)
                found.append(play(machine, random.randrange(100), 30))
            except Exception as error:
                error.add_note(f"rules {seed}")
                raise
    return found


def test_made_up_rules() -> None:
    ends = made_up_games(range(5))
    assert any(".rules:" in end for end in ends) and "" in ends


@soak
def test_many_made_up_rules() -> None:
    made_up_games(range(5, 800))


def test_a_difference_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = small(DATA / "stones")
    take = NativeSide.take

    def tampered(side: NativeSide, s: State) -> None:
        take(side, s)
        side.runner.set_word(side.at.turns, 7)

    monkeypatch.setattr(NativeSide, "take", tampered)
    with pytest.raises(DifferentError, match="the state, turns"):
        play(machine, 1)
