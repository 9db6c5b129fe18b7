"""A player who arranges cards knows their order afterwards; the others know what they knew before."""

from pathlib import Path

import pytest

from lazaretto.rules import Game, load

SCENARIO = """
name = "dovecot"
title = "Dovecot"
players = [3, 3]
modules = ["dovecot"]
"""
RULES = """
kind Bird is a piece times 9

pile roost of Bird seen by nobody
    starts with Bird

pile air of Bird

menu moves "What do you do?"

action peek in moves "Peek"
    let birds = top 3 of roost
    show birds to me
    arrange birds by me as ordered "In which order?"
    move ordered to top of roost

action whisper in moves "Whisper"
    let birds = top 3 of roost
    show birds to Player
    arrange birds by me as ordered "In which order?"
    move ordered to top of roost

action dig in moves "Dig"
    let birds = bottom 3 of roost
    show birds to me
    arrange birds by me as ordered "In which order?"
    move ordered to bottom of roost

phase game()
    shuffle roost
    repeat forever
        for each player in Player
            offer moves to player
"""
OTHERS = 20
"""The number of determinisations."""


@pytest.fixture
def game(tmp_path: Path) -> Game:
    folder = tmp_path / "dovecot"
    folder.mkdir()
    (folder / "scenario.toml").write_text(SCENARIO)
    (folder / "dovecot.rules").write_text(RULES)
    loaded = load(folder)
    assert loaded.program is not None, loaded.diagnostics
    return loaded.program.start(seed=1, players=("anna", "ben", "cleo"))


def roost(game: Game) -> tuple[int, ...]:
    """Return the birds from the bottom to the top."""
    (pile,) = (each.first for each in game._machine.tables.piles if each.name == "roost")
    return tuple(game._state.p[pile])


def roosts(game: Game, seat: int) -> list[tuple[int, ...]]:
    """Return the birds in determinisations for a seat."""
    return [roost(game.imagine(seat, luck)) for luck in range(OTHERS)]


@pytest.mark.parametrize(("deed", "end"), [("peek", slice(-3, None)), ("dig", slice(0, 3))])
def test_who_arranges_knows_the_order(game: Game, deed: str, end: "slice[int, int | None, None]") -> None:
    game.choose(deed)
    seen = roost(game)[end]
    game.answer(seen)
    order = tuple(reversed(seen))
    assert roost(game)[end] == order
    assert {each[end] for each in roosts(game, 0)} == {order}
    assert len({each[3:-3] for each in roosts(game, 0)}) > 1, "the rest stays unknown"


def test_who_saw_nothing_knows_nothing(game: Game) -> None:
    game.choose("peek")
    game.answer(roost(game)[-3:])
    assert len({frozenset(each[-3:]) for each in roosts(game, 1)}) > 1


def test_who_saw_the_birds_knows_which_they_are_and_not_their_order(game: Game) -> None:
    game.choose("whisper")
    seen = roost(game)[-3:]
    game.answer(seen)
    assert {frozenset(each[-3:]) for each in roosts(game, 1)} == {frozenset(seen)}
    assert len({each[-3:] for each in roosts(game, 1)}) > 1
    assert len({each[-3:] for each in roosts(game, 0)}) == 1
