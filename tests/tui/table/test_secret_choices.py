"""The table of players who choose at the same time, and of players who do not see their own cards."""

import asyncio
import io
from dataclasses import replace
from pathlib import Path

from lazaretto.host.table.seat_client import Sitting
from lazaretto.rules import Ref
from lazaretto.tui.line.mode import Plain
from lazaretto.tui.table.pages import help_at_cursor
from lazaretto.tui.table.pages.handover_screen import CurtainScreen
from lazaretto.tui.table.view_lookup import counted
from tests.sitting import seated
from tests.tui.screens import until
from tests.tui.table.conftest import At, Play
from tests.tui.table.made import sitting_of, table_of


def test_players_at_one_keyboard_choose_one_after_the_other_behind_a_curtain(play: Play) -> None:
    async def script(at: At) -> None:
        assert isinstance(at.app.screen, CurtainScreen)
        for name, number in (("anna", "3"), ("ben", "1")):
            await until(at.pilot, lambda: isinstance(at.app.screen, CurtainScreen))
            await at.press("enter")
            assert at.asked == name
            assert f"{name}: How much do you bid, {name}?" in at.text
            assert "Everybody chooses at once, in secret." in at.text
            assert "bids" not in at.text
            await at.press(number, "enter")
        await until(at.pilot, lambda: len(at.log) == 2)
        assert at.log == ["anna bids 3.", "ben bids 1."]

    play(script, game="tests/data/auction")


def test_a_player_who_has_chosen_sees_it_and_may_change_it(play: Play, tmp_path: Path) -> None:
    async def script(at: At) -> None:
        await at.press("2", "enter")
        assert "anna: you chose 2; waiting for ben" in at.text
        assert "▶b ben" in at.text and "▶a" not in at.text
        await at.press("enter")
        assert "you chose 2" in at.text, "the field begins with the present choice"
        await at.press("1", "enter")
        assert "you chose 1" in at.text

    sitting = sitting_of("tests/data/auction", tmp_path)
    play(script, sitting=Sitting(sitting.info, sitting.seats[:1]))


def test_a_game_without_a_board_uses_the_whole_width(play: Play) -> None:
    async def script(at: At) -> None:
        await at.press("enter")
        await until(at.pilot, lambda: at.text.split("\n")[1].startswith(" Players ────"))
        lines = at.text.split("\n")
        assert lines[1].startswith(" Players ────") and lines[1].index(" Standing ──") > 60, at.text
        assert lines[6].strip() == "Store 12" and " Store 12" in lines[6][60:], at.text
        half = lambda: "anna: What do you do?" in "".join(at.text.split("\n")[:24])  # noqa: E731
        await until(at.pilot, half)  # the question and the log get half of the height
        await at.pilot.resize_terminal(80, 24)
        await until(at.pilot, lambda: at.table._board.size.width == 80)
        lines = at.text.split("\n")
        assert lines[2].startswith(" Players ────") and lines[7].startswith(" Standing ──"), at.text

    play(script, game="tests/data/lanterns")


def test_own_cards_are_positions_and_those_of_others_are_seen(play: Play) -> None:
    async def script(at: At) -> None:
        await at.press("enter")
        assert "amber 2  amber 1  jade 3  amber 3" in at.text, "the cards of ben"
        await at.press("l")
        assert all(f"{each} lantern" in at.text for each in ("1st", "2nd", "3rd", "4th"))
        cards = {piece.label for piece in at.table.desk.view.seats[1].piles[0].pieces if piece is not None}
        assert {word for word in ("amber 1", "jade 1", "jade 2") if word in at.text} <= cards

    play(script, game="tests/data/lanterns")


def typed(game: str, folder: Path, *lines: str) -> str:
    """Return what line mode prints."""
    out = io.StringIO()
    with asyncio.Runner() as runner:
        text = io.StringIO("".join(f"{line}\n" for line in (*lines, "quit")))
        assert Plain(seated(table_of(game, folder)), runner, text, out).play() == 0
    return out.getvalue()


def test_lines_ask_all_and_tell_what_they_chose_afterwards(tmp_path: Path) -> None:
    told = typed("tests/data/auction", tmp_path, "2", "1")
    anna, _, rest = told.partition("You are ben.")
    ben, after = rest.split("ben bids 1.", 1)
    assert "Everybody chooses in secret. Waiting for anna, ben." in anna
    assert "Everybody chooses in secret. Waiting for ben." in ben
    assert "bids" not in anna and "anna bids 2." in ben.partition("> 1")[2]
    assert "You are anna." in after


def test_lines_name_positions(tmp_path: Path) -> None:
    told = typed("tests/data/lanterns", tmp_path, "light", "2nd lantern", "light > 1st lantern")
    assert "1. 1st lantern" in told and "4. 4th lantern" in told
    assert sum(told.count(f"{name} {did} ") for name in ("anna", "ben") for did in ("lights", "breaks")) >= 2
    before = told.partition("anna lights")[0].partition("anna breaks")[0]
    assert "'s hand: 4 face down\n" in before, "the own hand is only counted"


def test_in_lines_a_number_is_a_value_and_a_choice_can_be_changed(tmp_path: Path) -> None:
    shown = typed("tests/data/auction", tmp_path, "4", "2", "anna: 4", "anna: 3", "1")
    assert "anna: How much do you bid, anna? (type a number: 0 to 3)" in shown
    assert shown.count("Type a number: 0 to 3.") == 2
    assert "anna's choice is changed." in shown
    assert "anna bids 3.\nben bids 1." in shown


def test_the_end_says_first_who_won_and_why(tmp_path: Path, play: Play) -> None:
    shown = typed("tests/data/auction", tmp_path, "2", "3", "2", "3")
    assert "The game is over.\nben won: ben has two lots\nanna lost: Others were faster" in shown

    async def script(at: At) -> None:
        for number in "2323":
            await until(at.pilot, lambda: isinstance(at.app.screen, CurtainScreen))
            await at.press("enter", number, "enter")
        await until(at.pilot, lambda: "ben has won: ben has two lots" in at.text)
        await at.press("escape")
        await until(at.pilot, lambda: "■ ben won: ben has two lots" in at.text)
        assert "\n   anna lost: Others were faster" in at.text

    play(script, game="tests/data/auction")


def test_pieces_that_their_owner_cannot_see_stand_in_their_places(tmp_path: Path) -> None:
    table = table_of("tests/data/lanterns", tmp_path)
    view = table.game.view(0)
    pile = view.seats[1].piles[0]
    first = pile.pieces[0]
    assert first is not None
    pieces = (first, *(piece for piece in pile.pieces[1:-1]), first)
    in_places = [piece.sort for piece, _ in counted(replace(pile, pieces=pieces))]
    assert in_places == [piece.sort for piece in pieces if piece is not None], "and none is counted"
    assert [many for _, many in counted(replace(pile, pieces=(first, first), looks={}))] == [2]


def test_a_game_without_a_board_shows_the_table_in_its_room(play: Play) -> None:
    async def script(at: At) -> None:
        await at.press("enter")
        assert "Players ──" in at.text and "4 face down" in at.text
        assert "amber 2  amber 1  jade 3  amber 3" in at.text
        assert "Tab" not in at.text.splitlines()[-1]
        assert "\n anna:" not in at.text, "nothing of the own pieces is known"

    play(script, game="tests/data/lanterns", size=(80, 24))


def test_a_state_with_a_glyph_is_told_once_at_the_cursor(tmp_path: Path) -> None:
    table = table_of("tests/data/noughts", tmp_path, choices=("put", "a1"))
    view = table.game.view(0)
    (marked,) = (thing for thing in view.things["Cell"] if thing.attributes.get("sign", "none") != "none")
    lines = [
        "".join(span.text for span in line) for line in help_at_cursor.lines(view, Ref("Cell", marked.key))
    ]
    assert " ".join(lines).count("sign ") == 1, lines
