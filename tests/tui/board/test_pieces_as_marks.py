"""Tests the marks of pieces on a board."""

from dataclasses import replace

from lazaretto.rules import PieceView, PileView, Ref
from lazaretto.tui.board import marks_of
from tests.tui.board.made import link, seat, thing, view_of, world


def test_pieces_and_figures() -> None:
    town = thing("A", "Town", (0, 0), holds=(("blue ones", 3), ("huts", 1)))
    marks = marks_of(world([town], seats=[seat("anna", "A"), seat("adam", "A"), seat("Ada", "A")]))
    found = marks[Ref("Town", "A")]
    assert [(mark.kind, mark.letter, mark.glyph, mark.count) for mark in found[:2]] == [
        ("pieces", "B", "●", 3),
        ("pieces", "", "⌂", 1),
    ]
    assert [mark.text for mark in found[2:]] == ["anna", "adam", "Ada"]
    assert len({mark.letter for mark in found[2:]}) == 3


def test_a_figure_takes_the_letter_of_what_the_player_is() -> None:
    view = view_of("scenarios/pandemic")
    roles = {each.label: each.looks["letter"].lower() for each in view.things["Role"]}
    seats = [mark for marks in marks_of(view).values() for mark in marks if mark.kind == "seat"]
    assert [each.letter for each in seats] == [roles[each.attributes["role"]] for each in view.seats]


def test_what_lies_on_a_link() -> None:
    way = replace(link("A", "B"), holds=(("rails", 1),))
    marks = marks_of(world([thing("A", "Town", (0, 0)), thing("B", "Town", (1, 0))], [way]))
    assert marks[Ref("Way", "A - B")][0].glyph == "╫"


def test_a_hidden_pile_shows_how_many_and_nothing_else() -> None:
    known = PieceView("x", "X", "Cross", "Card", None, {"letter": "X"}, "", None)
    pile = PileView("heap", "A", 3, False, (None, known, None), (), {}, "")
    found = marks_of(world([thing("A", "Town", (0, 0), piles=(pile,))]))[Ref("Town", "A")]
    assert [(mark.letter, mark.count) for mark in found] == [("X", 1), ("?", 2)]


def test_pieces_are_grouped_by_the_side_they_show() -> None:
    dice = [
        PieceView(str(n), str(n), "Die", "Die", face, {"shows": "face", "letter": "D"}, "", None)
        for n, face in enumerate(("Eye", "Paw", "Eye"))
    ]
    pile = PileView("cup", "A", 3, True, tuple(dice), (), {}, "")
    found = marks_of(world([thing("A", "Town", (0, 0), piles=(pile,))]))[Ref("Town", "A")]
    assert [(mark.letter, mark.count) for mark in found] == [("E", 2), ("P", 1)]


def test_pieces_keep_the_order_of_what_they_are_named_after() -> None:
    dice = [
        PieceView(str(n), str(n), sort, "Die", None, {"letter": sort[0]}, "", None)
        for n, sort in enumerate(("Paw", "Eye", "Paw"))
    ]
    pile = PileView("cup", "A", 3, True, tuple(dice), (), {}, "")
    things = [thing("A", "Town", (0, 0), piles=(pile,)), thing("Eye", "Sort"), thing("Paw", "Sort")]
    found = marks_of(world(things))[Ref("Town", "A")]
    assert [(mark.letter, mark.count) for mark in found] == [("E", 1), ("P", 2)]
