"""A base and a chain of changes reproduce the whole view, for every seat at every decision."""

import tomllib
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from lazaretto.rules import Game, Program, View, load
from lazaretto.rules.run.views.diff_views import BaseIndex, ViewChange, applied, difference
from tests.soak import TIMES, longer, soak

ROOT = Path(__file__).resolve().parents[3]
SHIPPED = [
    path.parent
    for path in sorted(ROOT.glob("scenarios/*/scenario.toml"))
    if "layer" not in tomllib.loads(path.read_text(encoding="utf-8"))
]
FOLDERS = [
    *(path for path in SHIPPED if any(path.glob("*.rules"))),
    *(pytest.param(path, marks=soak) for path in SHIPPED if not any(path.glob("*.rules"))),
    *(ROOT / "tests" / "data" / each for each in ("fugitive", "stones", "errands", "corners", "comb")),
]
"""Scenarios that only combine others wait for `make soak`."""
NAMES = ("anna", "ben", "carl", "dora", "emil")
LONGEST = 40 if TIMES == 1 else 60
"""The decisions of one game that are compared."""


@pytest.fixture(scope="module", params=FOLDERS, ids=lambda folder: folder.name)
def program(request: pytest.FixtureRequest) -> Program:
    found = load(request.param).program
    assert found is not None
    return found


class Chain:
    """Follows the views of one seat, rebuilt from changes alone."""

    def __init__(self, game: Game, program: Program, seat: int | None) -> None:
        self.seat = seat
        self.index = BaseIndex(program.view_base(game.players, seat))
        self.view = self.index.blank

    def follow(self, after: View) -> ViewChange:
        change = difference(self.index, self.view, after)
        self.view = applied(self.index, self.view, change)
        assert self.view == after
        assert [*self.view.things] == [*after.things]
        return change


@longer
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=soak)])
def test_changes_make_up_the_whole_view(program: Program, seed: int) -> None:
    low, high = program.players
    game = program.start(seed=seed, players=NAMES[: low + seed % (high - low + 1)])
    chance = Random(seed)
    chains = [Chain(game, program, seat) for seat in (None, *range(len(game.players)))]

    def glimpse() -> None:
        for chain in chains:
            chain.follow(game.glimpse(chain.seat))

    for number in range(LONGEST):
        for chain in chains:
            view = game.view(chain.seat)
            chain.follow(view)
            same = difference(chain.index, chain.view, view)
            assert same == ViewChange(), "what did not change is not told"
        if game.seat is None:
            break
        with game.watching(glimpse if number % 6 == 0 else None):
            game.answer(game.sample(chance.randrange))
    assert number


def test_changes_lead_back_as_well(program: Program) -> None:
    game = program.start(seed=3, players=NAMES[: program.players[0]])
    index = BaseIndex(program.view_base(game.players, 0))
    first = game.view(0)
    game.wander(Random(3).randrange, 60)
    last = game.view(0)
    assert applied(index, last, difference(index, last, first)) == first
    assert applied(index, index.blank, difference(index, index.blank, last)) == last


def test_the_base_is_the_same_in_every_game(program: Program) -> None:
    """The base is built from the program and the names: it reveals no seed, no state and no seat."""
    players = NAMES[: program.players[1]]
    bases = [program.view_base(players, seat) for seat in (None, *range(len(players)))]
    blanks = [replace(base.blank, seat=None) for base in bases]
    assert all(blank == blanks[0] for blank in blanks)
    assert all(base.pieces == bases[0].pieces and base.helps == bases[0].helps for base in bases)
    program.start(seed=5, players=players).wander(Random(5).randrange, 40)
    assert program.view_base(players, None) == bases[0]
