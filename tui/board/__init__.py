"""Renders the board as rows of cells: a map with links and a coastline, or tiles.

This package is pure: it knows neither a screen nor a particular game.
"""

from lazaretto.tui.board.board_data import Area, Link, Outlines, Shape, Spot, shape_of
from lazaretto.tui.board.board_renderer import Direction, Picture
from lazaretto.tui.board.marks import NOTHING, Mark, Marked, Pointed, marks_of

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
