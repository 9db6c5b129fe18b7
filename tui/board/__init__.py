"""Renders the board as rows of cells: a map with links and a coastline, or tiles.

This package is pure: it knows neither a screen nor a particular game. Start with `board_renderer`.

- What there is: `board_data`, with positions from `auto_layout` where places declare none; `short_names` and
  `ascii_signs` for what has little room.
- What lies there: `badges_and_signs`, and `highlights` for what is selected.
- A map: `map_layout`, `label_placement`, `map_drawing`; or `tile_board`. Both draw on a `canvas`, and
  `kept_drawing` keeps what a move of the cursor does not change.
- `cursor_navigation` decides where the arrow keys lead.
"""

from typing import TYPE_CHECKING

from lazaretto.grammar.load_when_used import load_when_used

if TYPE_CHECKING:
    from lazaretto.tui.board.badges_and_signs import NOTHING, Mark, Marked, Pointed, marks_of
    from lazaretto.tui.board.board_data import Area, Link, Outlines, Shape, Spot, shape_of
    from lazaretto.tui.board.board_renderer import Direction, Picture

__all__ = [
    "NOTHING",
    "Area",
    "Direction",
    "Link",
    "Mark",
    "Marked",
    "Outlines",
    "Picture",
    "Pointed",
    "Shape",
    "Spot",
    "marks_of",
    "shape_of",
]

_NAMES = {
    "badges_and_signs": (
        "NOTHING",
        "Mark",
        "Marked",
        "Pointed",
        "marks_of",
    ),
    "board_data": (
        "Area",
        "Link",
        "Outlines",
        "Shape",
        "Spot",
        "shape_of",
    ),
    "board_renderer": (
        "Direction",
        "Picture",
    ),
}
"""The names in each of our modules."""

if not TYPE_CHECKING:  # or any name would do for the type checker
    __getattr__ = load_when_used(__name__, _NAMES)
