"""A board of hexes in lines: equal labels, closed ways, ground that stays, links that lead one way."""

import asyncio
import io
from dataclasses import replace
from pathlib import Path

import pytest

from lazaretto.host import Store, open_table
from lazaretto.rules.run.game_setup import Program
from lazaretto.tui.board import NOTHING, Picture, marks_of, shape_of
from lazaretto.tui.line.mode import Plain
from tests.floes import floes
from tests.sitting import seated


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Program:
    return floes(tmp_path_factory.mktemp("floes"))


def typed(program: Program, *lines: str) -> str:
    """What line mode says to some lines."""
    table = open_table(program, program.start(seed=1, players=("anna",)), Store())
    table.name = "game"
    out = io.StringIO()
    with asyncio.Runner() as runner:
        Plain(seated(table), runner, io.StringIO("".join(f"{line}\n" for line in lines)), out).play()
    return out.getvalue()


def test_places_with_the_same_label_are_told_apart_by_their_names(program: Program) -> None:
    shown = typed(program, "fish", "open lead", "b2", "status", "quit")
    assert "1. open lead (c1)\n" in shown
    assert "That could be `open lead (c1)`, `open lead (b2)`; type a little more." in shown
    assert "anna fishes in open lead (b2)." in shown


def test_why_lists_the_closed_candidates_of_an_open_action(program: Program) -> None:
    reason = "  west: There is no ice to the west of c2\n"
    assert typed(program, "why slide", "quit").count(reason) == 1
    assert typed(program, "why slide > west", "why slide west", "quit").count(reason) == 2
    assert "Every option is available." in typed(program, "why slide > east", "quit")


def test_a_rule_that_fails_is_told_as_on_the_screen(program: Program) -> None:
    shown = typed(program, "crash", "crash now", "quit")
    assert shown.count("The rules of this scenario failed: ") == 2, shown


def test_a_one_way_link_is_offered_with_its_direction(program: Program) -> None:
    assert "1. c2 to a1\n" in typed(program, "drift", "quit")


def test_look_tells_the_board(program: Program) -> None:
    shown = typed(program, "look c2", "look open", "look anna", "look zz", "look", "help a1", "quit")
    assert "c2 (floe): seals 0, ground firn\n  Players here: anna\n  Next to c3, d1, d2, d3, open" in shown
    assert "\n  One way to a1, a3, by Current\n" in shown
    lead = (
        "open lead (b2) (floe): seals 0, ground firn\n  Next to a2, b1, b3, c2, c3, open lead (c1), by Edge\n"
    )
    assert lead in shown
    assert "anna (player): c2\n" in shown and "Nothing on the board is called `zz`." in shown
    assert "a1: ground firn; Next to a2, b1, by Edge; One way from c2, by Current\nb1: " in shown
    ways = "Next to a2, b1, by Edge\n  One way from c2, by Current\n"
    assert f"a1 (floe): seals 0, ground firn\n  {ways}" in shown


def test_an_option_called_look_is_not_the_command(tmp_path: Path) -> None:
    found = floes(tmp_path, ("action fish in moves", "action look in moves"))
    assert "anna fishes in open lead (b2)." in typed(found, "look b2", "quit")
    assert "Next to a2, b1" in typed(found, ":look b2", "quit")


def test_an_attribute_that_no_rule_changes_is_shown_if_its_look_says_so(program: Program) -> None:
    assert "d2: seals 0; ground rock" in " ".join(typed(program, "status", "quit").split())
    view = program.start(seed=1, players=("anna",)).view(0)
    found = {ref.key: [(mark.text, mark.glyph) for mark in marks] for ref, marks in marks_of(view).items()}
    assert ("ground rock", "▲") in found["d2"]


def test_a_cell_of_one_row_shows_sign_and_name_and_contents_where_they_fit(program: Program) -> None:
    game = program.start(seed=1, players=("anna",))
    game.choose("crack")
    view = game.view(0)
    for height, cells in (
        (8, ("[≈ c1 F]", "[≈ b2 F]", "[a1 F ×]", "[d2 R  ]", "[c2 a F]")),
        (14, ("≈ c1──",)),
    ):
        rows = Picture(shape_of(view), 44, height).rows(view, NOTHING)
        text = "\n".join("".join(cell.char for cell in row) for row in rows)
        assert [cell for cell in cells if cell not in text] == [], text
        assert height == 14 or {cell.pen.fore for row in rows for cell in row if cell.char == "≈"} == {"blue"}


def test_links_that_cells_cannot_show_stand_below_them_in_words(program: Program) -> None:
    view = program.start(seed=1, players=("anna",)).view(0)
    shape = shape_of(view)
    link = next(each.ref for each in shape.links if each.one_way)
    for ascii, arrow, sign in ((False, "→", "◇"), (True, ">", "o")):
        picture = Picture(shape, 44, 8, ascii=ascii)
        rows = picture.rows(view, replace(NOTHING, lit=frozenset({link})))
        lines = ["".join(cell.char for cell in row) for row in rows]
        column, row = picture.where(link) or (0, 0)
        assert f" c2 {arrow} a1 {sign}  c2 {arrow} a3 " in lines[row], lines
        assert lines[row][column] == sign and picture.at(column - 2, row) == link
        assert not any("\u2801" <= cell.char <= "\u28ff" for line in rows for cell in line)
    taller = Picture(shape, 70, 16).rows(view, NOTHING)
    assert not any("→ a3" in "".join(cell.char for cell in row) for row in taller)
