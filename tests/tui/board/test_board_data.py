"""Tests the constant part of boards: codes, signs, positions."""

from hypothesis import given, strategies as st

from lazaretto.rules import Ref
from lazaretto.tui.board import shape_of
from lazaretto.tui.board.short_names import codes
from tests.tui.board.made import link, thing, view_of, world
from tests.unhurried import unhurried


@unhurried
@given(st.lists(st.text(max_size=12), max_size=90))
def test_codes_are_different_and_plain(names: list[str]) -> None:
    found = codes(names, [""] * len(names))
    assert len(set(found)) == len(names)
    assert all(each.isascii() and len(each) >= 3 for each in found)


def test_codes_can_be_guessed() -> None:
    names = ["San Francisco", "Ho Chi Minh City", "São Paulo", "Santiago", "Santander", "Ulm"]
    assert codes(names, [""] * 6) == ("SFR", "HCM", "SPA", "SAN", "SNT", "ULM")


def test_a_given_code_wins() -> None:
    assert codes(["Paris", "Parma"], ["", "PAR"]) == ("PRS", "PAR")


def test_a_place_wears_the_sign_of_what_it_belongs_to() -> None:
    spots = {spot.name: spot for spot in shape_of(view_of("scenarios/pandemic")).spots}
    assert (spots["Paris"].glyph, spots["Paris"].colour) == ("●", "blue")
    assert (spots["Tokyo"].glyph, spots["Tokyo"].colour) == ("◆", "red")


def test_places_find_a_position_of_their_own() -> None:
    towns = [thing(each, "Town") for each in "ABCDE"]
    spots = shape_of(world(towns, [link("A", "B"), link("B", "C"), link("C", "D"), link("D", "E")])).spots
    across = [spot.at[0] for spot in spots]
    assert across == sorted(across)
    assert len({spot.at for spot in shape_of(world(towns)).spots}) == 5


def test_places_without_a_position_lie_below_the_others() -> None:
    spots = shape_of(
        world([thing("A", "Town", (0, 0)), thing("B", "Town", (4, 2)), thing("C", "Town")])
    ).spots
    assert spots[2].at[1] < 0


def test_an_area_lies_in_the_middle_of_its_members() -> None:
    towns = [thing("A", "Town", (0, 0)), thing("B", "Town", (4, 2))]
    zone = thing("Z", "Zone", refs={"members": (Ref("Town", "A"), Ref("Town", "B"))})
    assert shape_of(world(towns, zones=[zone])).areas[0].at == (2, 1)


def test_only_links_that_look_different_have_a_colour() -> None:
    towns = [thing(each, "Town", (0, 0)) for each in "ABC"]
    ways = [
        link("A", "B", colour="grey"),
        link("B", "C", colour="grey"),
        link("A", "C", colour="teal", line="dashed", over="edge"),
    ]
    found = shape_of(world(towns, ways)).links
    assert [each.colour for each in found] == ["", "", "teal"]
    assert (found[2].line, found[2].over_edge) == ("dashed", True)
