"""Links are drawn without colours and in ASCII, and their styles stay apart."""

import pytest

from lazaretto.tui.board.badges_and_signs import NOTHING
from lazaretto.tui.board.board_data import shape_of
from lazaretto.tui.board.board_renderer import Picture
from lazaretto.tui.board.map_drawing import strokes
from lazaretto.tui.look.fit_and_wrap_text import Pen
from lazaretto.tui.look.role_colors import Palette
from tests.tui.played import program_of

FLAT = tuple((column, 0) for column in range(7))
STEEP = tuple((0, row) for row in range(4))
SLOPE = ((0, 0), (1, 0), (2, 1), (3, 1), (4, 2))


@pytest.mark.parametrize(
    ("cells", "style", "drawn"),
    [
        (FLAT, "solid", "-------"),
        (FLAT, "dashed", "--" * 2 + "-"),
        (FLAT, "dotted", "......."),
        (FLAT, "double", "======="),
        (STEEP, "solid", "||||"),
        (STEEP, "double", "HHHH"),
        (SLOPE, "solid", "-" + "\\" * 3),
        (((0, 1), (1, 0)), "solid", "//"),
    ],
)
def test_a_line_in_ascii_has_its_style(cells: tuple[tuple[int, int], ...], style: str, drawn: str) -> None:
    assert "".join(stroke for _, stroke in strokes(cells, style)) == drawn


def test_maps_show_all_their_links_without_colours_and_in_ascii() -> None:
    view = program_of("fugitive").start(seed=1, players=("anna", "ben", "carl")).view(0)
    for ascii_only, signs in ((True, "-|/\\+"), (False, "".join(map(chr, range(0x2801, 0x2900))))):
        picture = Picture(shape_of(view), 60, 20, ascii=ascii_only, mono=True)
        rows = picture.rows(view, NOTHING)
        links = [cell for row in rows for cell in row if cell.pen == Pen("link") and cell.char in signs]
        assert len(links) > 10, ascii_only


def test_without_colours_links_stay_behind() -> None:
    style = Palette(mono=True).style
    assert style(Pen("link")).dim and not style(Pen("link", bold=True)).dim and not style(Pen("text")).dim
