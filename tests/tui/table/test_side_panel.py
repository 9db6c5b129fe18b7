"""The panel shows what a player needs without colour: the marker, marked spaces, signs as on the board."""

from dataclasses import replace

from lazaretto.rules import Game, Ref, TrackView, View
from lazaretto.tui.board.badges_and_signs import marks_of
from lazaretto.tui.look.fit_and_wrap_text import Line, width
from lazaretto.tui.shared_texts import title, uncapitalised, words
from lazaretto.tui.table.pages.help_at_cursor import seat_attributes
from lazaretto.tui.table.pages.info_pages import piles_page, seats_page
from lazaretto.tui.table.panes.menu_pane import MenuPane
from lazaretto.tui.table.panes.panel_contents import odds_items
from lazaretto.tui.table.panes.side_pane import sections, track_words
from lazaretto.tui.table.view_lookup import called
from tests.soak import TIMES, longer
from tests.tui.table.made import FAIR, AtDesk, program_of

DANGER = TrackView("danger", (3,) * 27, 6, {}, "", ((6, "storm"), (10, "storm"), (26, "end")))


def text(line: Line) -> str:
    return "".join(span.text for span in line).rstrip()


def panel(view: View, columns: int) -> list[str]:
    return [text(item.line) for section in sections(view, columns) for item in section.items]


def begun(name: str) -> Game:
    program = program_of(name)
    return program.start(seed=7, players=("anna", "ben"))


@longer
def test_a_track_shows_its_marker_and_marked_spaces_and_where_it_is_cut() -> None:
    view = begun(FAIR).view(0)
    for columns in range(18, 90, 1 if TIMES > 1 else 6):
        for place in range(27):
            shown = panel(replace(view, tracks=(replace(DANGER, position=place),)), columns)[0]
            assert len(shown) <= columns
            assert shown.count("[3]") == 1, shown
            spaces = shown.removeprefix("Danger ")
            cut = spaces.startswith("…") + spaces.endswith("…")
            assert (spaces.count("3") == 27) == (cut == 0), shown
    assert panel(replace(view, tracks=(DANGER,)), 36)[:2] == [
        "Danger 3 3 3 3 3 3[3]3 3 3(3)3 3 3…",
        "  storm in 4 spaces",
    ]
    assert panel(replace(view, tracks=(replace(DANGER, position=24),)), 26)[0] == "Danger … 3 3 3 3 3[3]3(3)"


def test_the_distance_to_a_marked_space_is_in_the_line_of_small_screens() -> None:
    assert track_words(DANGER, brief=True) == "3 (storm in 4 spaces)"
    assert track_words(replace(DANGER, position=26), brief=True) == "3"


def test_supplies_have_the_signs_that_their_pieces_have_on_the_board() -> None:
    view = begun("scenarios/pandemic").view(0)
    lines = panel(view, 36)
    signs = {
        mark.text: mark.letter or mark.glyph
        for marks in marks_of(view).values()
        for mark in marks
        if mark.kind == "pieces"
    }
    shown = {words(supply.name): title(called(supply)) for supply in view.supplies}
    assert len(signs) > 2
    for name, sign in signs.items():
        assert any(line.startswith(f"{sign} {shown[name]}") for line in lines), (name, lines)


def test_heaps_are_told_in_words_that_need_no_key() -> None:
    page = piles_page(begun("scenarios/pandemic").view(0))(120)
    lines = [text(line).strip() for line in page]
    assert sum("1 × Epidemic; " in line for line in lines) == 4
    assert "Epidemic ×4" not in " ".join(lines)
    assert sum("above; each is the first of these with" in line for line in lines) == 3


def test_a_long_question_takes_as_many_lines_as_there_is_room_for() -> None:
    desk = AtDesk().desk
    question = desk.question
    assert question is not None
    long = " ".join(f"word{number}" for number in range(12))
    question.decision = replace(question.decision, prompt=long)
    pane = MenuPane()
    pane.desk = desk
    shown = [text(line) for line in pane.lines(50, 12)]
    assert " ".join(" ".join(shown[:2]).split()) == f"▸ anna: {long}"
    assert all(width(line) <= 50 for line in pane.lines(50, 12))
    assert text(pane.lines(50, 3)[0]).endswith("…")


def test_players_are_told_without_what_says_nothing_and_with_the_signs_of_their_cards() -> None:
    view = begun("scenarios/cold_war").view(0)
    first, *others = view.seats
    spoken = {**first.attributes, "alive": "yes", "Actions owed": "2", "Satellites launched": "0"}
    seats = (replace(first, attributes=spoken), *others)
    page = [text(line).strip() for line in seats_page(replace(view, seats=seats))(100)]
    assert "Washington, actions owed 2" in page
    fallen = tuple(replace(other, attributes={**other.attributes, "alive": "no"}) for other in others)
    page = [text(line).strip() for line in seats_page(replace(view, seats=(*seats[:1], *fallen)))(100)]
    assert "Washington, alive, actions owed 2" in page
    page = [text(line).strip() for line in seats_page(begun("scenarios/pandemic").view(0))(100)]
    assert any(line.startswith("hand 4:") and set(line) & set("●▲■◆") for line in page)


def test_what_a_player_has_done_is_told_apart_from_what_is_in_hand() -> None:
    view = begun("scenarios/cold_war").view(0)
    piece = Ref("Mission", "Harbour_Charts")
    seat = view.seats[0]
    spoken = replace(
        seat,
        attributes={**seat.attributes, "Completed": "Harbour Charts"},
        refs={**seat.refs, "Completed": (piece,)},
    )
    told = [attribute.text for attribute in seat_attributes(view, spoken)]
    assert "completed Harbour Charts" in told
    assert uncapitalised("CDC dice") == "CDC dice"


def test_the_odds_name_pieces_whose_place_is_known() -> None:
    view = begun("scenarios/pandemic").view(0)
    deck = next(pile for pile in view.piles if pile.name == "infection_deck")
    (number, could), *_ = deck.odds
    known = replace(deck, odds=((1, could[:1]), (1, could[1:2]), (number - 2, could[2:])), heaps=())
    piles = tuple(known if pile is deck else pile for pile in view.piles)
    shown = " ".join(text(item.line) for item in odds_items(replace(view, piles=piles), 60, level=1))
    for place, piece in enumerate(could[:2], 1):
        assert any(f"{place} {sign}{piece.sort}" in shown for sign in "●▲■◆")
    assert "certainty" not in shown
