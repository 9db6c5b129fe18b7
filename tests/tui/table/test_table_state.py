"""Tests keys at the desk without a screen: moving, typing, pointing, and their results."""

import asyncio
from pathlib import Path

import pytest

from lazaretto.rules import Ref
from lazaretto.tui.keys.keymap import Keymap
from lazaretto.tui.table.table_screen import hints
from lazaretto.tui.table.table_state import Desk, asked
from tests.tui.table.made import FAIR, GRID, AtDesk, sitting_of, stall

MOVES = zip(("left", "down", "up", "right"), "hjkl", strict=True)
VIM = Keymap({f"table.{way}": (way, key) for way, key in MOVES})


def keys_shown(desk: Desk) -> dict[str, str]:
    return dict(desk.keymap.hints(*hints(desk)))


# --- lists ---------------------------------------------------------------------------------------


def test_a_drive_by_letters_and_a_name() -> None:
    at = AtDesk().press("w")
    assert at.desk.on_board
    assert at.desk.marked.lit == frozenset({stall("Bread"), stall("Dice")})
    at.press("d", "i", "enter")
    assert at.log[-1] == "anna walks to Dice."


def test_arrows_in_a_list_follow_its_columns() -> None:
    at = AtDesk()
    question = at.desk.question
    assert question is not None
    at.desk.deep = 4
    at.press("down", "right", "down", "right", "down", "up", "left")
    assert question.cursor == 5
    at.press("left", "left")
    assert question.cursor == 1


def test_a_closed_option_tells_its_reason() -> None:
    at = AtDesk()
    question = at.desk.question
    assert question is not None
    (row,) = [row for row in question.rows if row.option.key == "nap"]
    at.press(row.letter)
    assert (at.desk.message, at.desk.warning) == ("Nobody is tired", True)
    at.press("down")
    assert at.desk.message == ""


def test_a_row_is_found_by_its_name() -> None:
    at = AtDesk().press("/", *"make", "enter")
    question = at.desk.question
    assert question is not None and question.dial is not None


def test_enter_after_a_name_that_nothing_has_takes_nothing() -> None:
    at = AtDesk().press("/", "x", "y", "z", "enter")
    assert at.desk.message == "Nothing here is called xyz"
    assert at.desk.typed == "xyz"
    assert at.log == []
    at = AtDesk("walk").press("D", "z", "enter")
    assert at.desk.message == "No place is called Dz"
    assert at.log == []
    at.press("backspace", "enter")
    assert at.log == ["anna walks to Dice."]


def test_who_types_the_key_to_leave_for_a_place_is_told_the_other_key() -> None:
    at = AtDesk("walk").press("q", "enter")
    assert at.desk.message == "No place is called q; ctrl+x leaves the game"


# --- the board -----------------------------------------------------------------------------------


def test_arrows_move_on_the_board_in_the_direction_pressed() -> None:
    at = AtDesk("walk")
    assert at.cursor == "Bread", "the first that may be chosen"
    for key, there in zip(("down", "left", "up", "right"), ("Honey", "Dice", "Apples", "Bread"), strict=True):
        assert at.press(key).cursor == there


def test_what_cannot_be_chosen_says_why() -> None:
    at = AtDesk("walk").press("C", "enter")
    assert (at.cursor, at.desk.message) == ("Candles", "Candles is too far away")
    at.press("A", "enter")
    assert at.desk.message.startswith("Apples cannot be chosen here: you are there. Tab goes")
    assert at.log == []


def test_tab_goes_through_what_can_be_chosen() -> None:
    at = AtDesk("walk")
    assert [at.press("tab").cursor for _ in range(3)] == ["Dice", "Bread", "Dice"]
    assert at.press("shift+tab").cursor == "Bread"


@pytest.mark.parametrize(
    ("typed", "there"), [("bre", "Bread"), ("OL", "Old Hats"), ("öl", "Old Hats"), ("hats", "Old Hats")]
)
def test_names_are_found_without_case_and_accents(typed: str, there: str) -> None:
    assert AtDesk("visit").press("/", *typed).cursor == there


def test_a_code_goes_before_a_name() -> None:
    assert AtDesk("visit").press("/", *"brx").cursor == "Bread"


def test_while_a_place_is_asked_letters_write_names_whatever_else_they_mean() -> None:
    at = AtDesk("visit").press("h", "o")
    assert (at.desk.typed, at.cursor) == ("ho", "Honey")
    for key in "hjkleuvq":
        at = AtDesk("walk")
        at.desk.use(VIM)
        at.press(key)
        assert at.desk.typed == key and at.log == []
    told = dict(at.desk.keymap.hints(*hints(AtDesk("walk").desk), writing=True))
    assert told["ctrl+u"] == "undo" and told["ctrl+o"] == "views" and "u" not in told
    at = AtDesk("walk")
    at.desk.use(Keymap({"table.undo": ("U",)}))
    assert at.press("U").desk.typed is None, "a capital letter that is a key is one until the player types"
    assert at.press("b", "U").desk.typed == "bU"


def test_an_arrow_ends_the_typing() -> None:
    at = AtDesk("visit").press("B", "down")
    assert (at.desk.typed, at.cursor) == (None, "Honey")


def test_links_are_pointed_at() -> None:
    at = AtDesk("fence")
    assert at.desk.cursor == Ref("Path", "Apples - Bread")
    at.press("right", "right", "enter")
    assert at.log == ["anna fences Apples - Dice."]


def test_areas_are_pointed_at_and_found() -> None:
    assert AtDesk("sweep").press("tab", "enter").log == ["anna sweeps East."]
    assert AtDesk("sweep").press("W", "e", "enter").log == ["anna sweeps West."]


def test_several_places_are_picked_on_the_board() -> None:
    at = AtDesk("visit").press("right", "space", "D", "enter", "enter")
    assert at.log == ["anna visits Bread, Dice."]
    at = AtDesk("visit").press("enter")
    assert at.desk.marked.chosen == {stall("Apples")}
    at.press("right", "space", "right", "space")
    assert at.desk.message == "No more than 2 can be picked"


def test_the_board_can_be_looked_at_while_a_list_is_asked() -> None:
    at = AtDesk().press("tab", "right")
    assert at.desk.exploring
    assert at.cursor == "Bread"
    assert keys_shown(at.desk)["Enter"] == "what can be done"
    at.press("space", "enter")
    assert at.desk.question is not None and at.log == [], "nothing of the list is taken"
    at.press("C", "a")
    assert (at.cursor, at.desk.typed) == ("Candles", "Ca")
    at.press("enter", "tab")
    assert keys_shown(at.desk)["Tab"] == "board"
    assert at.log == []


def test_the_mouse_points_first_and_then_takes() -> None:
    at = AtDesk("walk")
    assert at.desk.click(stall("Dice")) is None
    sent = at.desk.click(stall("Dice"))
    assert sent is not None and sent.key == "Dice"


# --- the other controls --------------------------------------------------------------------------


def test_several_are_picked_from_a_list() -> None:
    at = AtDesk("throw").press("enter")
    assert at.desk.message == "Pick 1 or 2 with space; 0 picked so far"
    at.press("space")
    assert at.desk.message == "Press the letter of an option, or move to one with the arrow keys first."
    assert at.desk.question is not None and not at.desk.question.picked, "no card was under the cursor"
    at.press("down", "space", "down", "space", "up", "space", "enter")
    assert [line for line in at.log if "thrown" in line] == ["Dice is thrown away."]
    at = AtDesk("throw").press("/", *"dice", "enter", "enter")
    assert at.log[-1] == "Dice is thrown away."
    at = AtDesk("throw").press("/", *"dic", "space", "enter")
    assert at.log[-1] == "Dice is thrown away.", "a blank picks what was found"


def test_an_order_is_carried_and_nothing_sends_it_but_enter() -> None:
    at = AtDesk("sort").press("space")
    assert at.desk.warning
    at.press("/", *"dice", "enter")
    assert at.log == []
    at.press("shift+up", "shift+down", "shift+up", "enter")
    assert at.log == ["anna sorts Dice, Bread."]


def test_numbers_go_up_and_down_and_are_typed() -> None:
    assert AtDesk("wish").press("up", "up", "down", "enter").log == ["anna wishes for 3."]
    assert AtDesk("wish").press("1", "9", "backspace", "2", "enter").log == ["anna wishes for 12."]
    at = AtDesk("wish").press("9", "9", "enter")
    assert at.desk.message == "The number must be from 2 to 14"
    at = AtDesk("wish").press("tab", "right")
    assert (at.cursor, at.desk.question and at.desk.question.dial) == ("Bread", ("2", 2, 14))


def test_yes_and_no() -> None:
    assert AtDesk("ask").press("n").log == ["Sure: no."]
    assert AtDesk("ask").press("enter").log == [], "nothing is under the cursor yet"
    assert AtDesk("ask").press("down", "enter").log == ["Sure: yes."]


def test_consent_is_asked_of_the_other_seat() -> None:
    at = AtDesk("bring")
    assert at.desk.seat.name == "ben"
    assert at.press("y").log == ["anna brings ben."]


# --- seats ---------------------------------------------------------------------------------------


def test_home_is_where_the_own_figure_stands() -> None:
    at = AtDesk("walk > Dice", "walk > Bread")
    assert at.desk.home() == stall("Dice")


def test_others_may_do_something_in_between() -> None:
    at = AtDesk()
    assert [(seat.name, option and option.key) for seat, option in at.desk.others()] == [("ben", "shout")]
    seat, option = at.desk.others()[0]
    assert option is not None
    asyncio.run(seat.choose(option.key))
    at.follow()
    assert at.desk.seat.name == "anna"
    assert at.desk.others()[0][1] is not None
    assert at.desk.others()[0][1].why_not is not None  # type: ignore[union-attr]


OPEN_HORN = """
kind Thing
    active for player when lies_open(player, this)

Thing Horn
    action blow in things "Blow the horn"
        say "{me} blows the horn."

Thing Whistle
    action whistle in things "Whistle"
        say "{me} whistles."

value lies_open(player, thing) : flag = yes

change lies_open(player, Whistle) to player = second()

value second() : Player? = first player in Player where next(player) = first other in Player

menu things "Use a thing"

menu deeds "What now?"

action wait in deeds "Wait"
    say "{me} waits."

action shout in things "Shout"
    say "{me} shouts."

phase game()
    repeat forever
        for each player in Player
            offer deeds to player with things

win "Never" when no player in Player
"""


def test_what_lies_open_for_all_is_offered_once(tmp_path: Path) -> None:
    folder = tmp_path / "horn"
    folder.mkdir()
    (folder / "horn.rules").write_text(OPEN_HORN, encoding="utf-8")
    manifest = 'name = "horn"\ntitle = "Horn"\nplayers = [2, 2]\nmodules = ["horn"]\n'
    (folder / "scenario.toml").write_text(manifest, encoding="utf-8")
    sitting = sitting_of(str(folder), tmp_path)
    desk = Desk(sitting, sitting.seats[0], GRID)
    desk.refresh()
    assert desk.question is not None
    offered = [(row.option.label, row.option.seat) for row in desk.question.rows]
    assert offered == [
        ("Wait", 0),
        ("Blow the horn", 0),
        ("Shout", 0),
        ("ben: Whistle", 1),
        ("ben: Shout", 1),
    ]
    assert "other players" not in keys_shown(desk).values()


def test_of_a_seat_with_secrets_it_is_only_told_that_it_may_look(tmp_path: Path) -> None:
    sitting = sitting_of("tests/data/errands", tmp_path, choices=("draw_letter", "draw_letter"))
    desk = Desk(sitting, sitting.seats[0], GRID)
    desk.refresh()
    assert [(seat.name, option) for seat, option in desk.others()] == [("ben", None)]


def test_who_is_not_asked_looks_around_and_gives_back(tmp_path: Path) -> None:
    sitting = sitting_of("tests/data/errands", tmp_path)
    grid = GRID.__class__(((Ref("Town", "Aden"), Ref("Town", "Bern")),))
    desk = Desk(sitting, sitting.seats[1], grid)
    desk.refresh()
    assert desk.question is None
    assert desk.away
    assert asked(sitting) is sitting.seats[0]
    desk.press("right", None)
    assert desk.cursor == Ref("Town", "Bern")
    assert keys_shown(desk)["Esc"] == "give the keyboard back"


def test_who_may_interrupt_has_a_question_of_their_own(tmp_path: Path) -> None:
    sitting = sitting_of(FAIR, tmp_path)
    desk = Desk(sitting, sitting.seats[1], GRID)
    desk.refresh()
    assert desk.question is not None
    assert desk.question.decision.prompt == "it is anna's choice, but you may"
    sent = desk.press("1", "1")
    assert sent is not None and (sent.seat, sent.key) == (1, "shout")


def test_a_table_without_a_board(tmp_path: Path) -> None:
    sitting = sitting_of("tests/data/stones", tmp_path)
    desk = Desk(sitting, sitting.seats[0], GRID.__class__(()))
    desk.refresh()
    assert desk.home() is None
    for key in ("tab", "left", "enter", "tab", "down"):
        desk.press(key, None)
    assert desk.cursor is None


# --- help ----------------------------------------------------------------------------------------


def test_help_is_about_what_is_pointed_at() -> None:
    at = AtDesk()
    assert at.desk.topic() is None, "then help is about the question and the own role"
    topic = at.press("down").desk.topic()
    assert topic is not None
    assert (topic.title, topic.text) == ("Walk", ("One stall further.",))
    topic = at.press("tab", "right").desk.topic()
    assert topic is not None and topic.title == "Bread"
    topic = AtDesk("walk").press("C").desk.topic()
    assert topic is not None
    assert topic.text[0] == "Not now: Candles is too far away."
