"""Supplies tell how many pieces are left, or how many are placed if the rules count these."""

from dataclasses import replace

from lazaretto.rules import SupplyView
from lazaretto.tui.line.view import supply_line
from lazaretto.tui.table.pages.help_at_cursor import supply_topic
from lazaretto.tui.table.panes.panel_contents import supply_items, supply_span
from lazaretto.tui.table.view_diff import numbers
from tests.tui.board.made import world

BRICKS = SupplyView("bricks", 5, 7, {"letter": "B"}, None, "")
FIRES = replace(BRICKS, name="fires", looks={"letter": "F", "counts": "up"})
WORLD = replace(world([]), supplies=(BRICKS, FIRES))


def test_the_panel_and_the_head_line_count_what_the_rules_count() -> None:
    (item,) = supply_items(WORLD, 60)
    told = "".join(span.text for span in item.line)
    assert "Bricks 5/7" in told and "Fires 2/7" in told
    assert [supply_span(supply).text for supply in WORLD.supplies] == ["B5", "fir 2/7"]
    assert [supply_span(supply, brief=False).text for supply in WORLD.supplies] == ["B5", "fires 2/7"]


def test_lines_and_help_count_what_the_rules_count() -> None:
    assert [supply_line(supply) for supply in WORLD.supplies] == ["bricks: 5 of 7 left", "fires: 2 of 7"]
    assert supply_topic(BRICKS).text == ("5 of 7 are left.",)
    assert supply_topic(FIRES).text == ("2 of 7 are placed.",)


def test_one_more_placed_is_one_more() -> None:
    later = replace(WORLD, supplies=tuple(replace(supply, left=4) for supply in WORLD.supplies))
    assert list(numbers(WORLD, later)) == ["bricks left 5 → 4", "fires 2 → 3"]
