"""Renders the board as rows of cells: a map with links and a coastline, or tiles.

This package is pure: it knows neither a screen nor a particular game.
"""

from tui.board.board_renderer import Direction, Picture
from tui.board.piece_marks import NOTHING, Mark, Marked, marks_of
from tui.board.static_board import Area, Link, Outlines, Shape, Spot, shape_of

__all__ = [
    "NOTHING",
    "Area",
    "Direction",
    "Link",
    "Mark",
    "Marked",
    "Outlines",
    "Picture",
    "Shape",
    "Spot",
    "marks_of",
    "shape_of",
]
