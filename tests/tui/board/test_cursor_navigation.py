"""Which spots lie in a direction: only the best if that is clear, and over the edge of the map."""

from lazaretto.rules import Ref
from lazaretto.tui.board.cursor_navigation import Seam, lying


def spot(name: str) -> Ref:
    return Ref("Spot", name)


HOME, NEAR, FAR, WEST = map(spot, ("home", "near", "far", "west"))


def test_one_spot_lies_in_a_direction_if_it_is_clearly_the_best() -> None:
    cells = {HOME: (10, 10), NEAR: (14, 10), FAR: (20, 10)}
    assert lying(cells, HOME, "right", {NEAR, FAR}, None) == (NEAR,)
    assert lying(cells, HOME, "left", {NEAR, FAR}, None) == ()
    assert lying({**cells, FAR: (15, 10)}, HOME, "right", {NEAR, FAR}, None) == (NEAR, FAR)


def test_a_spot_behind_the_edge_lies_on_that_side_only() -> None:
    cells = {HOME: (75, 10), NEAR: (70, 10), WEST: (3, 10)}
    seam = Seam(80, ((WEST, HOME),))
    assert lying(cells, HOME, "right", {NEAR, WEST}, seam) == (WEST,)
    assert lying(cells, HOME, "left", {NEAR, WEST}, seam) == (NEAR,)
    assert lying(cells, HOME, "left", {WEST}, seam) == ()
