"""Plays on the real screen with keys only."""

import re
from pathlib import Path
from threading import Event
from time import monotonic
from typing import Any

import pytest
from textual import events
from textual.geometry import Region
from textual.screen import Screen

from lazaretto.host import Moment, Sitting, Store, StoreError
from lazaretto.host.records.record_lock import RecordLock
from lazaretto.host.settings.user_settings import Settings
from lazaretto.host.table.local_seat import LocalSeat
from lazaretto.lab.playing.bots import RandomBot
from lazaretto.rules import Game, LogLine, Record, Ref, View
from lazaretto.tui.app import Lazaretto
from lazaretto.tui.reading.ending_screen import EndingScreen
from lazaretto.tui.table import event_playback_screen, table_screen
from lazaretto.tui.table.event_playback_screen import is_own
from lazaretto.tui.table.pages.handover_screen import CurtainScreen
from lazaretto.tui.table.table_screen import TableScreen
from lazaretto.tui.table.table_state import Desk, asked
from lazaretto.tui.widgets.sheets import PickScreen, SheetScreen
from tests.soak import soak
from tests.tui.screens import text_of, until, until_shown
from tests.tui.table.conftest import At, Play
from tests.tui.table.made import FAIR, sitting_of, table_of

SLOW = Settings(pace="slow")


# --- choosing ------------------------------------------------------------------------------------


def test_a_walk_by_letter_and_name(play: Play) -> None:
    async def script(at: At) -> None:
        await at.press("w")
        assert "2 on the board: move there or type a name" in at.text
        await at.press("d", "i")
        assert " / di_  Dice" in at.text
        await at.press("enter")
        assert at.log == ["anna walks to Dice."]
        assert at.asked == "ben"

    play(script, settings=Settings(pace="off", typing="enter"))


def test_a_walk_over_the_board_with_what_can_be_done_there(play: Play) -> None:
    async def script(at: At) -> None:
        await at.press("tab", "right", "enter")
        assert isinstance(at.app.screen, PickScreen)
        assert "Bread" in at.text and "Walk" in at.text
        await at.press("w")
        await at.rest()
        assert at.log == ["anna walks to Bread."]

    play(script)


def test_where_nothing_can_be_done_it_is_said(play: Play) -> None:
    async def script(at: At) -> None:
        await at.press("tab", "space")
        assert at.said == "You are in Apples. Choose from the list what you do here."
        assert at.log == [] and not at.table.desk.on_board
        at.table.desk.on_board, at.table.desk.cursor = True, Ref("Area", "West")
        await at.press("space")
        assert at.said == "You can do nothing with West now. ? shows help on it."

    play(script)


def test_keys_on_their_way_to_a_list_arrive_there(play: Play) -> None:
    async def script(at: At) -> None:
        await at.press("tab", "right")
        at.table._busy = True
        await at.type("enter", "w")
        at.table._busy = False
        at.table._drain()
        await until(at.pilot, lambda: bool(at.log))
        assert at.log == ["anna walks to Bread."]
        assert not at.table._ahead

    play(script)


def test_a_closed_option_tells_its_reason(play: Play) -> None:
    async def script(at: At) -> None:
        question = at.table.desk.question
        assert question is not None
        (row,) = [row for row in question.rows if row.option.key == "nap"]
        assert "Sleep ✕" in at.text
        await at.press(row.letter)
        assert " ! Nobody is tired" in at.text

    play(script)


def test_several_are_picked(play: Play) -> None:
    async def script(at: At) -> None:
        await at.press("/", *"throw", "enter", "enter")
        assert at.said == "Pick 1 or 2 with space; 0 picked so far"
        await at.press("space")
        assert at.text.count("[x]") == 0, "the cursor is on no option yet"
        await at.press("down", "space", "down", "space")
        assert "(pick 1 or 2: 2 picked)" in at.text
        assert at.text.count("[x]") == 2
        await at.press("escape")
        assert at.text.count("[x]") == 0
        await at.press("space", "enter")
        assert at.log == ["Dice is thrown away."]

    play(script)


def test_the_order_of_a_forecast(play: Play, tmp_path: Path) -> None:
    table = table_of("scenarios/pandemic", tmp_path, seed=0, choices=("forecast",))
    deck = [option.key for option in table.game.decision.options]  # type: ignore[union-attr]

    async def script(at: At) -> None:
        assert re.search(rf"1\. .?{re.escape(deck[0])}", at.text)
        await at.press("shift+down", "shift+down", "enter")
        _, key = table.game.record().choices[0]
        assert key == f"forecast > {', '.join([deck[1], deck[2], deck[0], *deck[3:]])}"

    play(script, sitting=sitting_of("scenarios/pandemic", tmp_path, table=table))


def test_consent_is_asked_of_the_other_seat_and_esc_goes_back(play: Play) -> None:
    async def script(at: At) -> None:
        await at.press("/", *"bring", "enter")
        assert at.asked == "ben"
        assert "ben: May anna bring you?" in at.text
        await at.press("escape")
        assert at.asked == "anna"
        assert "anna: What do you do?" in at.text
        await at.press("/", *"bring", "enter", "n")
        assert "anna brings ben." not in at.log

    play(script)


def test_an_interrupt_of_another_seat(play: Play) -> None:
    async def script(at: At) -> None:
        await at.press("e")
        assert "ben: Shout" in at.text
        await at.press("1")
        await at.rest()
        assert at.log == ["ben shouts."]
        assert at.asked == "anna"
        await at.press("e", "1")
        assert isinstance(at.app.screen, PickScreen)
        await at.press("escape")
        assert at.log == ["ben shouts."]

    play(script)


def test_nobody_else_is_there_to_interrupt(play: Play) -> None:
    async def script(at: At) -> None:
        await at.press("e")
        assert at.said == "No other player at this keyboard can do anything now."

    play(script, players=("anna",))


# --- undo ----------------------------------------------------------------------------------------


def test_esc_goes_back_one_thing_at_a_time(play: Play) -> None:
    async def script(at: At) -> None:
        await at.press("/", *"visit", "enter", "space", "b", "r")
        desk = at.table.desk
        question = desk.question
        assert question is not None
        assert (desk.typed, question.picked) == ("br", ["Apples"])
        await at.press("escape")
        assert (desk.typed, question.picked) == (None, ["Apples"])
        await at.press("escape")
        assert question.picked == []
        assert "Esc back" in at.text
        await at.press("escape")
        assert "Esc back" not in at.text
        await at.press("escape")
        assert at.said == "There is nothing to cancel. u undoes a choice, q leaves the game."

    play(script)


def test_undo_goes_as_far_as_the_rules_allow_and_says_why_not_further(play: Play) -> None:
    async def script(at: At) -> None:
        await at.press("u")
        assert " ! There is nothing to undo" in at.text
        await at.press("w", "D", "enter", "u")
        assert at.said == "Undone: anna walks to Dice."
        await at.press("tab")
        assert at.said == "", "a message goes away with the next key"
        await at.press("tab")
        assert at.log == []
        assert at.asked == "anna"
        await at.press("/", *"tear", "enter", "w", "D", "enter", "u", "u")
        assert " ! This cannot be undone:" in at.text
        assert at.said.endswith("revealed or drawn at random")
        assert at.asked == "ben"

    play(script)


# --- reading -------------------------------------------------------------------------------------


def test_help_is_about_what_is_pointed_at(play: Play) -> None:
    async def script(at: At) -> None:
        await at.press("?")
        assert isinstance(at.app.screen, SheetScreen)
        assert "What do you do?" in at.text
        await at.press("escape", "down", "?")
        assert "One stall further." in at.text
        assert "what other players at this keyboard may do now" in at.text
        await at.press("escape", "tab", "right", "f1")
        assert "Next to Apples, Candles" in at.text

    play(script)


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("s", "\n   purse 2:"),
        ("p", "Roll 2"),
        ("l", "anna walks to Dice."),
        ("r", "Fair"),
        ("c", "The game is not over"),
    ],
)
def test_views(play: Play, key: str, words: str) -> None:
    async def script(at: At) -> None:
        await at.press("v", key)
        await until_shown(at.pilot, words)
        await at.press("escape")
        await until(at.pilot, lambda: at.app.screen is at.table)

    play(script, choices=("walk > Dice",))


def test_the_board_alone(play: Play) -> None:
    async def script(at: At) -> None:
        assert "Players ─" in at.text
        await at.press("v", "b")
        await until(at.pilot, lambda: "Players ─" not in at.text)
        await at.press("v", "b")
        await until_shown(at.pilot, "Players ─")

    play(script)


def test_three_layouts_and_less(play: Play) -> None:
    async def script(at: At) -> None:
        for size, small, large in (
            ((120, 40), False, False),
            ((80, 24), True, False),
            ((200, 60), False, True),
            ((99, 40), True, False),
            ((40, 10), True, False),
            ((5, 3), True, False),
            ((150, 44), False, True),
        ):
            await at.pilot.resize_terminal(*size)
            board = at.table._board
            await until(
                at.pilot,
                lambda board=board: (
                    board.size.area == 0  # type: ignore[misc]
                    or ((p := board.board.picture) is not None and (p.width, p.height) == tuple(board.size))
                ),
            )
            assert (at.table.has_class("small"), at.table.has_class("large")) == (small, large)
            await at.press("down")
            assert max(len(line) for line in at.text.splitlines()) <= size[0]
        await at.press("w", "D", "enter")
        assert at.log == ["anna walks to Dice."]

    play(script)


def test_a_table_without_a_board(play: Play) -> None:
    async def script(at: At) -> None:
        await at.press("tab", "right", "enter", "space", "tab", "r")
        assert at.log[-1] == "anna rests."

    play(script, game="tests/data/stones")


def test_notices_are_said_at_the_beginning(play: Play) -> None:
    async def script(at: At) -> None:
        assert "It has changed." in at.text

    play(script, notices=("It has changed.",))


def test_q_leaves_and_nobody_listens_any_more(play: Play) -> None:
    async def script(at: At) -> None:
        await at.press("q")
        await until(at.pilot, lambda: len(at.app.screen_stack) == 1)
        assert all(seat.seat.told is None for seat in at.table.sitting.seats)  # type: ignore[attr-defined]

    play(script)


# --- events --------------------------------------------------------------------------------------


def test_moments_are_shown_one_after_the_other_and_skipped(play: Play) -> None:
    async def script(at: At) -> None:
        await at.type(*"/throw", "enter", "down", "space", "down", "space", "enter")
        await until(at.pilot, lambda: at.table._timer is not None)
        assert " ▸ Bread is thrown away." in at.text
        assert "space continues" in at.text
        assert at.asked == "anna"
        await at.press("space")
        assert "Dice is thrown away." in at.text
        assert at.asked == "ben"
        assert at.table.desk.scene is None

    play(script, settings=SLOW)


def test_keys_typed_ahead_are_not_lost(play: Play) -> None:
    async def script(at: At) -> None:
        await at.press(*"wD", "enter", *"wD", "enter", *"wA", "enter")
        await until(at.pilot, lambda: len(at.log) == 3)
        assert at.log == ["anna walks to Dice.", "ben walks to Dice.", "anna walks to Apples."]

    play(script)
    play(script, settings=SLOW)


def test_who_has_watched_and_goes_on_does_not_choose_for_the_next_player(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_screen, "GLANCE", -1.0)

    async def script(at: At) -> None:
        await at.type(*"/throw", "enter", "down", "space", "down", "space", "enter")
        await until(at.pilot, lambda: at.table._timer is not None)
        await at.press("w")
        assert at.asked == "ben"
        assert not at.table.desk.sight.inside

    play(script, settings=SLOW)


def test_moves_of_bots_are_shown_before_the_next_person_is_asked(
    play: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []
    watch = Desk.watch

    def watched(desk: Desk, moment: Moment, before: View) -> None:
        seen.append(moment.line.text)
        watch(desk, moment, before)
        assert desk.turn == moment.turn >= 1

    monkeypatch.setattr(Desk, "watch", watched)

    async def script(at: At) -> None:
        await at.type("w", "D", "enter")
        await until(at.pilot, lambda: at.asked == "carl")
        assert len(at.log) > 1
        assert seen == at.log[: len(seen)]
        assert len(seen) >= len(at.log) - 1, "the last thing is how things stand now"

    table = table_of(FAIR, tmp_path, ("anna", "ben", "carl"), seed=5, bots=("", "random", ""))
    play(script, sitting=sitting_of(FAIR, tmp_path, table=table), settings=Settings(pace="quick"))


def test_only_who_wants_to_see_each_thing_is_told_of_each(play: Play) -> None:
    async def script(at: At) -> None:
        seat = at.table.desk.seat.seat
        assert isinstance(seat, LocalSeat)
        assert not seat.each
        at.app.show_settings()
        await at.rest()
        at.app.set(SLOW)
        await at.press("escape")
        assert at.app.screen is at.table
        assert seat.each

    play(script)


def test_a_choice_is_drawn_once(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    paint = TableScreen._paint

    def painted(table: TableScreen) -> None:
        drawn.append(table.desk.seat.name)
        paint(table)

    async def script(at: At) -> None:
        await at.press("w", "D")
        monkeypatch.setattr(TableScreen, "_paint", painted)
        await at.press("enter")
        assert at.log == ["anna walks to Dice."]
        assert drawn == ["ben"]

    play(script, settings=Settings(pace="off", typing="enter"))


def test_what_is_drawn_is_handed_on_as_it_is(play: Play) -> None:
    async def script(at: At) -> None:
        board = at.table._board
        width = board.size.width
        whole = board.render_lines(Region(0, 2, width, 3))
        assert all(strip is drawn for strip, drawn in zip(whole, board._strips[2:5], strict=True))
        (part,) = board.render_lines(Region(4, 2, 9, 1))
        assert part.text == whole[0].text[4:13]

    play(script)


class Thoughtful:
    """A bot that answers only when the test lets it."""

    def __init__(self, ready: Event) -> None:
        self._ready = ready

    def play(self, game: Game) -> None:
        assert self._ready.wait(30)
        RandomBot(1).play(game)


def with_a_thoughtful_bot(folder: Path) -> tuple[Event, Sitting]:
    """A table with one person and such a bot, and what lets the bot answer."""
    ready = Event()
    table = table_of(FAIR, folder, ("anna", "ben"), bots=("", "random"))
    table.made = {"random": lambda _: Thoughtful(ready)}
    return ready, sitting_of(FAIR, folder, table=table)


def test_while_a_bot_thinks_the_table_shows_what_was_chosen(play: Play, tmp_path: Path) -> None:
    ready, sitting = with_a_thoughtful_bot(tmp_path)

    async def script(at: At) -> None:
        try:
            await at.type("w", "D", "enter")
            await until_shown(at.pilot, "turn 2 · turn ben", "anna walks to Dice.")
            assert at.table._busy
        finally:
            ready.set()
        await until(at.pilot, lambda: not at.table._busy)
        assert at.table.desk.asked

    play(script, sitting=sitting)


def test_while_a_bot_thinks_keys_look_around_but_choose_nothing(play: Play, tmp_path: Path) -> None:
    ready, sitting = with_a_thoughtful_bot(tmp_path)

    async def script(at: At) -> None:
        try:
            await at.type("w", "D", "enter")
            await until_shown(at.pilot, "turn 2 · turn ben", "anna walks to Dice.")
            assert "undo" not in at.text
            cursor = at.table.desk.cursor
            await at.type("tab", "right")
            await until(at.pilot, lambda: at.table.desk.cursor != cursor)
            await at.type("1", "u", "enter")
            await until_shown(at.pilot, "Wait for ben.")
            await at.type("?")
            await until_shown(at.pilot, "everything with a name")
            await at.type("escape")
            await until(at.pilot, lambda: at.table.is_current)
            assert at.table._busy and not at.table._ahead
        finally:
            ready.set()
        await until(at.pilot, lambda: not at.table._busy)
        assert at.table.desk.asked and not at.table.desk.sight.inside
        assert not any("shout" in each for each in at.log)

    play(script, sitting=sitting)


def test_who_has_watched_a_bot_skips_and_chooses_nothing(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_screen, "GLANCE", -1.0)

    def watches_ben(table: TableScreen) -> bool:
        shown = table._shown is not None and is_own(table._shown) is False
        return shown and table._timer is not None and not table._busy

    async def script(at: At) -> None:
        await at.type(">")
        await until(at.pilot, lambda: watches_ben(at.table))
        assert asked(at.table.sitting) is not None
        await at.press("p")
        assert at.table.desk.asked and "act anna" in at.text
        assert not any("anna passes" in each for each in at.log)
        await at.press("p")
        assert any("anna passes" in each for each in at.log)

    play(script, "scenarios/pandemic", seed=1, bots=("", "random"), settings=Settings(pace="quick"))


class Full(Store):
    """A disk that is full after the game has begun."""

    full = False

    def save(self, name: str, record: Record, lock: RecordLock | None = None) -> str:
        if self.full:
            raise StoreError("there is no room")
        return super().save(name, record, lock)


@pytest.mark.parametrize("pace", ["off", "slow"])
def test_a_full_disk_is_told_and_the_game_goes_on(play: Play, tmp_path: Path, pace: str) -> None:
    table = table_of(FAIR, tmp_path)
    table.store = store = Full(tmp_path)

    async def script(at: At) -> None:
        store.full = True
        await at.press("/", *"throw", "enter", "space", "down", "space", "enter")
        await until_shown(at.pilot, "The game continues, but it could not be", "no room")
        assert at.asked == "ben"
        store.full = False
        await at.press("w", "D", "enter")
        assert "could not be saved" not in at.text

    play(script, sitting=sitting_of(FAIR, tmp_path, table=table), settings=Settings(pace=pace))


def test_the_end_is_shown_once_and_the_table_can_be_looked_at(play: Play) -> None:
    async def script(at: At) -> None:
        await at.press("w", "D", "enter")
        await until(at.pilot, lambda: isinstance(at.app.screen, EndingScreen))
        assert "The bell rings" in at.text
        await at.press("escape")
        assert at.app.screen is at.table
        assert " ■ The bell rings" in at.text
        assert "Enter result, and what comes next" in at.text
        await at.press("right", "enter")
        assert isinstance(at.app.screen, EndingScreen), "the next game of a campaign begins there"
        await at.press("escape")
        assert at.app.screen is at.table

    play(script, choices=("walk > Bread", "walk > Bread", "walk > Apples", "walk > Apples", "tear"))


# --- secrets -------------------------------------------------------------------------------------


class Recorded(Lazaretto):
    """Keeps every frame that it shows, with the player whose table it is, or otherwise the top screen."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.frames: list[tuple[str, str]] = []

    def _display(self, screen: Screen[Any], renderable: Any) -> None:
        super()._display(screen, renderable)
        tables = [each for each in self.screen_stack if isinstance(each, TableScreen)]
        if tables:
            curtain = isinstance(self.screen, CurtainScreen) or tables[0]._behind
            who = CurtainScreen.__name__ if curtain else tables[0].desk.seat.name
            self.frames.append((who, text_of(self)))


CHARMS = {"Opal", "Ruby", "Jade", "Pearl", "Amber", "Onyx"}


def pouch(sitting: Sitting, name: str) -> set[str]:
    """Return what only one player knows."""
    seat = next(client for client in sitting.seats if client.name == name)
    (pile,) = [pile for pile in seat.look().view.seats[seat.number].piles if pile.name == "pouch"]
    return {piece.label for piece in pile.pieces if piece is not None}


SMALL, USUAL = (80, 24), (120, 40)


@pytest.mark.parametrize(
    ("size", "pace"),
    [
        pytest.param(SMALL, "quick", id="small-quick"),
        # the same curtains, with more room or without moments
        pytest.param(SMALL, "off", id="small-off", marks=soak),
        pytest.param(USUAL, "quick", id="usual-quick", marks=soak),
        pytest.param(USUAL, "off", id="usual-off", marks=soak),
    ],
)
def test_no_frame_shows_what_another_player_knows(
    play: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], pace: str
) -> None:
    monkeypatch.setattr(event_playback_screen, "HESITATION", 0.0)  # nobody presses a key too early here
    sitting = sitting_of(FAIR, tmp_path, options={"charms": "yes"})
    seen: dict[str, set[str]] = {}

    async def script(at: At) -> None:
        assert isinstance(at.app, Recorded)
        assert isinstance(at.app.screen, CurtainScreen)
        assert "This is only for anna." in at.text
        await at.press("x", "space", "escape")
        assert isinstance(at.app.screen, CurtainScreen), "only Enter opens"
        for keys in (
            ("enter", "?", "escape", "v", "s", "escape", *"/show", "enter", "down", "enter"),
            ("enter", "v", "l", "escape", "e", "escape", "w", "D", "enter"),
            ("enter", *"/bring", "enter"),
            ("enter", "y", *"/show", "enter", "down", "enter"),
            ("enter", "e", "2"),
            ("enter", "escape"),
            ("enter",),
        ):
            assert isinstance(at.app.screen, CurtainScreen), (keys, at.text)
            await at.press(*keys)
        for who, text in at.app.frames:
            seen.setdefault(who, set()).update(charm for charm in CHARMS if charm in text)

    settings = Settings(pace=pace)
    play(script, sitting=sitting, size=size, settings=settings, app_class=Recorded)
    assert seen["CurtainScreen"] == set()
    assert seen["anna"] == pouch(sitting, "anna")
    assert seen["ben"] == pouch(sitting, "ben")
    assert len(seen["anna"]) == len(seen["ben"]) == 2
    assert not seen["anna"] & seen["ben"]


def test_a_seat_with_secrets_may_look_in_between(play: Play) -> None:
    async def script(at: At) -> None:
        await at.press("enter")
        assert at.asked == "anna"
        await at.press("e")
        assert "ben: open my view" in at.text
        await at.press("1")
        await until(at.pilot, lambda: isinstance(at.app.screen, CurtainScreen))
        assert "This is only for ben." in at.text
        await at.press("enter")
        assert at.asked == "ben"
        assert "Esc give the keyboard back" in at.text
        await at.press("escape")
        await until(at.pilot, lambda: isinstance(at.app.screen, CurtainScreen))
        await at.press("enter")
        assert at.asked == "anna"

    play(script, game="tests/data/errands", choices=("draw_letter", "draw_letter"))


def test_a_key_that_skips_does_nothing_behind_the_curtain(play: Play) -> None:
    async def script(at: At) -> None:
        await at.press("enter")
        anna = at.table.desk.seat
        view = anna.look().view
        at.table._heard([Moment(LogLine("one", False, False), view)] * 3)
        assert at.table._timer is not None
        await anna.choose("draw_letter")
        before = anna.look()
        await at.type("u")
        await until(at.pilot, lambda: isinstance(at.app.screen, CurtainScreen))
        await at.rest()
        assert anna.look() is before, "nothing was undone"

    play(script, game="tests/data/errands", choices=("draw_letter", "draw_letter"), settings=SLOW)


def test_a_key_meant_for_events_that_have_just_ended_chooses_nothing(play: Play) -> None:
    async def script(at: At) -> None:
        await at.press("w", "tab")
        at.table._by_itself = monotonic() + 60
        await at.press("enter", "space")
        assert at.log == [] and at.table.desk.sight.inside
        at.table._by_itself = 0.0
        await at.press("enter")
        assert len(at.log) == 1

    play(script)


def test_a_key_meant_for_events_does_not_open_the_curtain(play: Play) -> None:
    async def script(at: At) -> None:
        at.table._by_itself = monotonic() + 60
        await at.press("enter")
        assert isinstance(at.app.screen, CurtainScreen)
        at.table._by_itself = 0.0
        await at.press("enter")
        await until(at.pilot, lambda: at.app.screen is at.table)

    play(script, game="tests/data/errands", choices=("draw_letter", "draw_letter"))


def test_a_key_behind_another_screen_leaves_the_curtain_closed(play: Play) -> None:
    """A key may reach the curtain when another screen has just opened above it."""

    async def script(at: At) -> None:
        curtain = at.app.screen
        assert isinstance(curtain, CurtainScreen)
        above = SheetScreen("above", lambda _: [])
        at.app.push_screen(above)
        curtain.post_message(events.Key("enter", "\r"))
        await at.rest()
        assert at.app.screen_stack[-2:] == [curtain, above]
        await at.press("escape")
        assert at.app.screen_stack[-1:] == [curtain]
        await at.press("enter")
        assert at.asked == "anna"

    play(script, game="tests/data/errands", choices=("draw_letter", "draw_letter"))


def test_notices_wait_behind_the_curtain(play: Play) -> None:
    async def script(at: At) -> None:
        assert isinstance(at.app.screen, CurtainScreen)
        assert "It has changed." not in at.text
        await at.press("enter")
        assert "It has changed." in at.text

    play(
        script,
        game="tests/data/errands",
        choices=("draw_letter", "draw_letter"),
        notices=("It has changed.",),
    )


def test_a_seat_alone_needs_no_curtain(play: Play) -> None:
    async def script(at: At) -> None:
        assert at.app.screen is at.table

    play(script, game="tests/data/errands", players=("anna",), choices=("draw_letter",))


def test_a_choice_that_ends_after_everybody_left_paints_nothing(play: Play) -> None:
    left: list[TableScreen] = []

    async def script(at: At) -> None:
        left.append(at.table)
        at.app.exit()

    play(script)
    (table,) = left
    assert not table.children
    table._paint()
