"""The signs on a board stay readable: warnings, figures, pieces, tracks, numbers of tiles, pointers."""

from dataclasses import replace

from lazaretto.rules import Ref, View
from lazaretto.tui.board import NOTHING, Marked, Picture, marks_of, shape_of
from lazaretto.tui.board.badges_and_signs import Pointed, Style
from lazaretto.tui.board.map_drawing import Chart
from tests.tui.board.made import link, seat, shown, thing, view_of, world

TWO = (
    thing("Aden", "Town", (0, 0), holds=(("red ones", 3),), danger="three", looks={"glyph": "★"}),
    thing("Bern", "Town", (9, 0), holds=(("red ones", 1), ("blue ones", 2)), looks={"glyph": "●"}),
)


def drawn_map(view: View, marked: Marked = NOTHING) -> str:
    return shown(Chart(shape_of(view), 60, 7, Style()).drawn(view, marked).rows)


def test_a_warning_leaves_the_sign_of_its_place_and_stands_at_the_pieces() -> None:
    view = world(TWO)
    picture = drawn_map(view)
    assert "★" in picture and "R3!" in picture


def test_figures_have_small_letters_beside_pieces_with_capital_ones() -> None:
    view = world(TWO, seats=(seat("Rita", "Aden"),))
    assert [mark.letter for mark in marks_of(view)[Ref("Town", "Aden")] if mark.kind == "seat"] == ["r"]
    assert "R3r" in drawn_map(view)


def test_pieces_stand_in_the_same_order_whatever_their_number() -> None:
    pictures = []
    for blue, red in ((1, 2), (2, 1)):
        town = replace(TWO[0], holds=(("blue ones", blue), ("red ones", red)), danger="")
        view = world((town, TWO[1]))
        pictures.append(drawn_map(view))
    assert "B1R2" in pictures[0] and "B2R1" in pictures[1]


def test_a_link_that_carries_something_is_a_double_line_over_its_whole_length() -> None:
    way = replace(link("Aden", "Bern"), holds=(("rails", 1),))
    bare, built = world(TWO, (link("Aden", "Bern"),)), world(TWO, (way,))
    assert "═" not in drawn_map(bare)
    for cursor in (None, Ref("Town", "Bern")):
        picture = drawn_map(built, Marked(cursor))
        assert "═" * 12 in picture and "╫" not in picture, "the line says what a sign would say"


def test_a_tile_keeps_its_number_while_it_may_be_chosen() -> None:
    view = view_of("scenarios/the_cure")
    picture = Picture(shape_of(view), 80, 14)
    drawn = shown(picture.rows(view, Marked(lit=frozenset(picture.order()))))
    assert all(f"▸{number} " in drawn for number in range(1, 7))


def test_a_pointer_hides_no_name() -> None:
    towns = [thing(f"Town{number}", "Town", (3 * (number % 3), number // 3)) for number in range(9)]
    view = world(towns)
    picture = Picture(shape_of(view), 34, 5)
    before = shown(picture.rows(view, NOTHING))
    for town in towns:
        pointed = Marked(pointed=(Pointed(Ref("Town", town.key), "somebody", "cyan"),))
        after = shown(picture.rows(view, pointed))
        assert "▼" in after or "▲" in after
        assert all(each.key in after for each in towns if each.key in before), town.key
