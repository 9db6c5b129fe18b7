"""Each shipped game, doubled in size, is checked, loaded and played within the promises."""

from pathlib import Path

import pytest

from rules import Program, load
from tests.hostile.doubled_games import GAMES, SCENARIOS, DoubledGame
from tests.hostile.scenarios import Result, play, sizes_of_texts, tried
from tests.linked_scenarios import linked
from tests.soak import TIMES, longer, soak

QUICK = ("company", "the_cure")
"""The smallest text, and the smallest of the real games: the largest take some seconds each."""
HISTORY = ("malaria", "cholera", "typhus", "yellow_fever")
DECISIONS = 60


def sizes(name: str, parts: tuple[str, ...] = ()) -> dict[str, int]:
    """Return how large a game is as it is shipped."""
    folder = SCENARIOS / name
    known, tables = linked(folder, frozenset(parts))
    found = Result(sizes=sizes_of_texts(known))
    play(Program(tables, folder), 1, DECISIONS, found)
    return found.sizes


def check_doubled(name: str, parts: tuple[str, ...] = ()) -> None:
    found = tried(DoubledGame(name, parts), 1, DECISIONS * TIMES)
    assert (found.mistake, found.fault, found.broken()) == ("", "", "")
    assert found.loaded and found.decisions > DECISIONS * TIMES / 2
    single = sizes(name, parts)
    assert {
        what: size for what, size in single.items() if not 2 * size <= found.sizes[what] <= 2.3 * size + 4
    } == {}
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
