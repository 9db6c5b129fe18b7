"""Help tells what the seat may see of a piece, and where one-way links lead."""

from lazaretto.rules import Ref
from lazaretto.tui.table.pages import help_at_cursor
from lazaretto.tui.table.pages.help_at_cursor import option_topic, pile_topic, topic_of
from tests.tui.board.made import link, thing, world
from tests.tui.table.made import program_of


def test_the_attributes_of_a_piece_are_told() -> None:
    view = program_of("tests/data/comb").start(seed=1, players=("anna", "ben")).view(0)
    assert topic_of(view, Ref("Flower", "amber small 2")).text == ("worth 3, bees 2",)
    assert topic_of(view, Ref("Flower", "amber small 3")).text == ("worth 3",), "nothing else has changed"
    hand = next(pile for pile in view.seats[0].piles if pile.name == "hand")
    assert "1st: colour told" in " ".join(pile_topic(hand).text)
    assert topic_of(view, Ref("Flower", "amber small 1")).text == (), "its own seat does not know it"


def test_help_on_a_closed_option_names_the_rule() -> None:
    view = program_of("scenarios/pandemic").start(seed=7, players=("anna", "ben")).view(1)
    assert view.decision is not None
    treat = next(option for option in view.decision.options if option.key == "treat")
    first, why, rule = option_topic(view, treat).text
    assert treat.why_not is not None and treat.why_not in why
    assert first == treat.help
    assert rule.startswith("Rule ") and rule.endswith(f", {treat.label}."), "its sentence is the help"


def test_one_way_links_are_told() -> None:
    towns = [thing(each, "Town", (number, 0)) for number, each in enumerate("ABC")]
    view = world(towns, [link("A", "B", way="one"), link("B", "C")])
    assert topic_of(view, Ref("Way", "A - B")).text == ("Way from A to B, one way.",)
    assert topic_of(view, Ref("Way", "B - C")).text == ("Way between B and C.",)
    assert topic_of(view, Ref("Town", "A")).text == ("One way to B",)
    assert topic_of(view, Ref("Town", "B")).text == ("Next to C", "One way from A")


def test_an_area_tells_which_places_are_around_it_and_what_lies_there() -> None:
    towns = [
        thing("Aden", "Town", (0, 0), holds=(("red ones", 3),)),
        thing("Bern", "Town", (9, 0)),
        thing("Cork", "Town", (5, 5)),
    ]
    zone = thing("Fen", "Zone", refs={"members": (Ref("Town", "Aden"), Ref("Town", "Bern"))})
    view = world(towns, zones=[zone])
    fen = Ref("Zone", "Fen")
    assert topic_of(view, fen).text == ("Around it: Aden (R3), Bern.",)
    assert "".join(span.text for span in help_at_cursor.line(view, fen)) == "Fen  around it: Aden (R3), Bern"
    panel = ["".join(span.text for span in line) for line in help_at_cursor.lines(view, fen)]
    assert panel == ["Fen", "  around it: Aden (R3), Bern"]
    assert not any("around" in span.text for span in help_at_cursor.line(view, Ref("Town", "Aden")))
