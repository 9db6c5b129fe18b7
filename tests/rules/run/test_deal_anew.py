"""A game that is dealt anew looks the same to everybody, goes on otherwise, and can be replayed."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from lazaretto.host.lobby.local_lobby import branch
from lazaretto.host.records.rerun_record import replay
from lazaretto.rules import ChoiceError, Game, Program, load
from lazaretto.rules.backends import BACKENDS
from lazaretto.rules.run.records.record_file import Deal, WhatIf, read, write

ROOT = Path(__file__).resolve().parents[3]
NAMES = ("anna", "ben", "carl")


def program_of(folder: str, backend: str = "python") -> Program:
    found = load(ROOT / folder, backend=backend).program
    assert found is not None
    return found


def between_choices(program: Program, seed: int, decisions: int) -> Game:
    """Return a running game in which no choice has begun."""
    game = program.start(seed=seed, players=NAMES)
    chance = Random(seed)
    while game.seat is not None and (decisions > 0 or game.inside):
        game.wander(chance.randrange, 1)
        decisions -= 1
    assert game.seat is not None
    return game


def others(game: Game) -> tuple[Game, Game]:
    """Return a game and a deal of it, both played on with the same luck of the players."""
    dealt = game.fork()
    dealt.deal_anew(5)
    for each in (game, dealt):
        each.wander(Random(3).randrange, 30)
    return game, dealt


@pytest.mark.parametrize(
    ("folder", "seed", "decisions"),
    [("scenarios/pandemic", 1, 25), ("scenarios/cold_war", 2, 40), ("tests/data/fugitive", 2, 5)],
)
def test_nobody_sees_a_deal_and_its_record_replays(folder: str, seed: int, decisions: int) -> None:
    program = program_of(folder)
    game = between_choices(program, seed, decisions)
    before, made = game.views(), game.choices_made
    dealt = game.fork()
    dealt.deal_anew(5)
    assert dealt.views() == before
    assert dealt.snapshot() != game.snapshot()
    assert game.deals == ()
    same = game.fork()
    same.deal_anew(5)
    assert same.snapshot() == dealt.snapshot()
    with pytest.raises(ChoiceError, match="something was revealed or drawn at random"):
        dealt.undo()
    game, dealt = others(game)
    assert game.snapshot() != dealt.snapshot()
    record = dealt.record()
    assert record.what_if == WhatIf(deals=(Deal(made, 5),))
    again = read(write(record), "game")
    assert again == record
    found = replay(program, again)
    assert found.difference is None
    assert found.game.snapshot() == dealt.snapshot()
    assert found.game.record() == record


def test_both_back_ends_deal_alike() -> None:
    found = []
    for backend in BACKENDS:
        _, dealt = others(between_choices(program_of("tests/data/fugitive", backend), 2, 5))
        found.append((dealt.snapshot(), dealt.record()))
    assert found[0] == found[1]


def test_what_was_chosen_since_a_deal_can_be_undone() -> None:
    game = between_choices(program_of("tests/data/stones"), 1, 1)
    game.deal_anew(5)
    dealt = game.snapshot()
    game.choose("take > two")
    for _step in ("two", "take"):
        game.undo()
    assert game.snapshot() == dealt
    assert [deal.after for deal in game.deals] == [1]


def test_a_game_is_dealt_only_between_two_choices() -> None:
    program = program_of("tests/data/stones")
    game = program.start(seed=1, players=NAMES[:2])
    game.choose("take")
    with pytest.raises(ChoiceError, match="in the middle of a choice"):
        game.deal_anew(5)
    game.wander(Random(1).randrange)
    with pytest.raises(ChoiceError, match="the game is over"):
        game.deal_anew(5)


def test_a_deal_that_a_record_cannot_have_is_a_difference() -> None:
    program = program_of("tests/data/stones")
    game = program.start(seed=1, players=NAMES[:2])
    game.choose("take > two")
    game.choose("take")
    record = replace(game.record(), what_if=WhatIf("other", 2, (Deal(2, 5),)))
    found = replay(program, record)
    assert found.difference is not None
    assert (found.difference.number, found.done) == (2, 1)
    assert len(found.game.record().choices) == 1


def test_a_branch_of_a_branch_keeps_the_first_deal() -> None:
    program = program_of("tests/data/fugitive")
    game = between_choices(program, 2, 5)
    game.deal_anew(5)
    made = game.choices_made
    game.wander(Random(1).randrange)
    second = branch(program, game.record(), made, 6)
    assert [deal.seed for deal in second.deals] == [5, 6]
    earlier = branch(program, game.record(), made - 1, None)
    assert earlier.deals == ()
    second.wander(Random(2).randrange)
    assert replay(program, second.record()).game.snapshot() == second.snapshot()
