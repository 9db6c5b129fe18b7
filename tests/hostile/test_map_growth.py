"""A map of many places, or of places on one point, costs little more to lay out than an ordinary one."""

from collections.abc import Callable
from typing import Any

import pytest

from lazaretto.rules import Ref
from lazaretto.tui.board import canvas, cursor_navigation, map_layout
from lazaretto.tui.board.badges_and_signs import Style
from lazaretto.tui.board.board_data import shape_of
from lazaretto.tui.board.label_placement import WORK, Placing
from lazaretto.tui.board.map_layout import Atlas, lay_out
from tests.tui.board.made import link, thing, world

LEVELS = 6
"""How many ways to write the names are tried."""
SIZE = 80, 24


@pytest.fixture
def tried(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Count the cells and neighbours that are tried."""
    found = [0]

    def counted(name: str, cost: Callable[..., int]) -> None:
        whole = getattr(Placing, name)

        def counting(self: Placing, number: int, *rest: Any) -> Any:
            found[0] += cost(self, number)
            return whole(self, number, *rest)

        monkeypatch.setattr(Placing, name, counting)

    counted("_try", lambda _self, _number: 1)
    counted("_sides", lambda self, number: len(self.wants[number].near))
    return found


def laid_out(places: int, links: int = 0) -> Atlas:
    spread = [(float(each * 37 % 101), float(each * 53 % 97)) for each in range(places)]
    at = spread if links else [(1.0, 1.0)] * places
    towns = [thing(f"t{number}", "Town", point) for number, point in enumerate(at)]
    ways = [link(f"t{each % places}", f"t{(each + 1 + each // places) % places}") for each in range(links)]
    return lay_out(shape_of(world(towns, ways)), *SIZE, Style())


def test_places_on_one_point_are_not_pushed_around_for_ever(tried: list[int]) -> None:
    atlas = laid_out(300)
    assert tried[0] < 1.1 * LEVELS * WORK
    assert len(atlas.spots) == 300, "a place without room still has a cell"
    assert atlas.blocks


def test_an_ordinary_board_stays_far_below_the_bound(tried: list[int]) -> None:
    laid_out(48, 90)
    assert 0 < tried[0] < WORK / 4


def test_many_lines_are_straight_and_the_last_ones_are_not_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    bent, best = [0], canvas.best

    def counted(*given: Any) -> Any:
        bent[0] += 1
        return best(*given)

    monkeypatch.setattr(map_layout, "DOTS", 2_000)
    monkeypatch.setattr(map_layout, "best", counted)
    atlas = laid_out(40, 400)
    lines = list(atlas.routes.values())
    assert len(lines) == 400
    assert lines[0].cells
    assert 0 < bent[0] < 400
    assert sum(len(line.cells) for line in lines) < 3 * 2_000
    assert not lines[-1].cells


def test_keys_between_many_places_are_not_worked_out_beforehand(monkeypatch: pytest.MonkeyPatch) -> None:
    refs = [Ref("Town", f"t{number:04}") for number in range(2_000)]
    monkeypatch.setattr(
        cursor_navigation, "_mend", lambda *_: pytest.fail("no keys are worked out beforehand")
    )
    seen = [refs[0]]
    for _ in range(3):
        found = cursor_navigation.one_way(dict.fromkeys(refs, (5, 5)), seen[-1], "right", frozenset(refs))
        assert found is not None
        seen.append(found)
    assert seen == refs[:4], "from place to place, also where all lie on one point"


def test_keys_between_places_on_one_point_are_found_in_few_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    refs = [Ref("Town", f"t{number:03}") for number in range(60)]
    rounds, mend = [0], cursor_navigation._mend

    def counted(*given: Any) -> Any:
        rounds[0] += 1
        return mend(*given)

    monkeypatch.setattr(cursor_navigation, "_mend", counted)
    table = cursor_navigation.ways(dict.fromkeys(refs, (5, 5)), refs)
    assert 0 < rounds[0] <= cursor_navigation.MENDS
    at, seen = refs[0], set[Ref]()
    while at not in seen:
        seen.add(at)
        at = table[at]["right"]
    assert len(seen) == len(refs)
