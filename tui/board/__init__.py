"""Renders the board as rows of cells: a map with links and a coastline, or tiles.

This package is pure: it knows neither a screen nor a particular game.
"""

from tui.board.board_data import Area, Link, Outlines, Shape, Spot, shape_of
from tui.board.board_renderer import Direction, Picture
from tui.board.marks import Mark
from tui.board.pieces_as_marks import NOTHING, Marked, Pointed, marks_of

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
