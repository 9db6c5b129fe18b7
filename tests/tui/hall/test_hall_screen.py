"""The hall on the real screen: lists, details, chat, codes, making and joining tables."""

from dataclasses import replace
from datetime import datetime

from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from lazaretto.host.server.hall_views import (
    HallView,
    LateRule,
    Pace,
    Presence,
    SeatListing,
    State,
    TableListing,
    TableOrder,
)
from lazaretto.host.settings.user_settings import Settings
from lazaretto.tui.hall.hall_entries import Group, entries, group_of
from lazaretto.tui.hall.hall_table_screen import HallTableScreen
from lazaretto.tui.launcher.settings_screen import PreferencesScreen
from lazaretto.tui.launcher.setup_screen import SetupScreen
from lazaretto.tui.look.role_colors import Palette
from lazaretto.tui.replay.replay_screen import ReplayScreen
from lazaretto.tui.terminal.terminal_capabilities import Depth
from lazaretto.tui.widgets.sheets import SheetScreen
from tests.tui.hall.conftest import Person, Play, World
from tests.tui.hall.fake_hall import FAIR
from tests.tui.screens import until

SIZES = ((80, 24), (120, 40), (160, 50))
TWO = TableOrder(FAIR, ("", ""), seed=7)


class TextFile(SingleFileSnapshotExtension):
    """Stores one readable file per test."""

    _write_mode = WriteMode.TEXT
    file_extension = "txt"


async def busy_hall(world: World) -> Person:
    """Return anna in a hall with a table of every sort."""
    anna = await world.enter("anna", SIZES[0])
    ben, carl = world.server.enter("ben"), world.server.enter("carl")
    world.server.enter("Dörte with a rather long name")
    await ben.say("Hello! Is anybody here for a long game with all the parts switched on?")
    await carl.say("Me, in ten minutes.")
    await anna.hall.make(TWO)
    await ben.join("BCD-234")
    await anna.hall.make(
        TableOrder(FAIR, ("", "", "random"), pace=Pace.DAYS, hours=24, late=LateRule.BOT, free_undo=True)
    )
    await ben.make(TableOrder(FAIR, ("", ""), options={"charms": "yes"}, public=False))
    await ben.invite("JKL-892", "anna")
    await ben.make(TWO)
    await carl.join("MNP-345")
    world.server.announcement = "The server is restarted tonight at 22:00; tables go on afterwards."
    world.server.changed()
    await anna.rest()
    return anna


def test_the_hall_stays_as_it_is(play: Play, snapshot: SnapshotAssertion) -> None:
    found: list[str] = []

    async def script(world: World) -> None:
        anna = await busy_hall(world)
        for size in SIZES:
            await anna.pilot.resize_terminal(*size)
            await anna.press("tab")
            rows = anna.text.splitlines()
            assert len(rows) == size[1]
            assert all(len(row) <= size[0] for row in rows)
            found.append(anna.text)
        await anna.pilot.resize_terminal(*SIZES[0])
        anna.app.dress(Palette(mono=True), Depth.MONO, ascii_only=True)
        await anna.press("tab")
        assert anna.text.isascii()
        found.append(anna.text)

    play(script)
    assert "\n\n".join(found) + "\n" == snapshot.use_extension(TextFile)


def test_tables_are_in_groups_and_the_players_turn_comes_first(play: Play) -> None:
    async def script(world: World) -> None:
        anna = await busy_hall(world)
        headings = [entry.title for entry in anna.app.hall_screen.shelf.entries if entry.heading]
        assert headings == ["Your turn", "Your tables", "Open tables", "Running tables"]
        assert anna.app.hall_screen.shelf.entry is not None
        assert anna.app.hall_screen.shelf.entry.key == "BCD-234"

    play(script)


def test_what_is_said_in_the_hall_is_seen_by_everybody(play: Play) -> None:
    async def script(world: World) -> None:
        anna, ben = await world.enter("anna"), await world.enter("ben", (80, 24))
        await anna.press("t")
        assert "To the hall:" in anna.text and "Enter done" in anna.text
        await anna.type("who plays?")
        await anna.press("enter")
        await ben.sees("anna: who plays?", "Here (2): anna, ben")

    play(script)


def test_a_chat_line_cannot_draw_on_the_screen(play: Play) -> None:
    async def script(world: World) -> None:
        anna = await world.enter("anna")
        await world.server.enter("ben").say("\x1b[2Jgone\u202e")
        await anna.sees("gone")
        assert "\x1b" not in anna.text and "\u202e" not in anna.text

    play(script)


def test_two_people_find_each_other_at_a_table(play: Play) -> None:
    async def script(world: World) -> None:
        anna, ben = await world.enter("anna"), await world.enter("ben", (80, 24))
        await anna.hall.make(TWO)
        await anna.rest()
        await anna.press("enter")
        await anna.sees("You have a seat at BCD-234. The game starts when 1 more player has joined.")
        await ben.press("enter")
        await ben.seated()
        await anna.seated()
        assert "● anna thinking  ● ben" in ben.text
        assert anna.app.seat is not None and ben.app.seat is not None

    play(script)


def test_a_code_leads_to_its_table_and_a_wrong_one_is_refused(play: Play) -> None:
    async def script(world: World) -> None:
        anna, ben = await world.enter("anna"), await world.enter("ben")
        await anna.hall.make(TWO)
        await ben.press("c")
        await ben.type("xyz")
        await ben.press("enter")
        await ben.sees("There is no table xyz")
        await ben.press("c")
        await ben.type("bcd-234")
        await ben.press("enter")
        await ben.seated()

    play(script)


def test_a_code_given_at_the_start_leads_straight_to_the_table(play: Play) -> None:
    async def script(world: World) -> None:
        anna = await world.enter("anna")
        await anna.hall.make(TWO)
        ben = await world.enter("ben", code="BCD-234")
        await ben.seated()
        carl = await world.enter("carl", code="BCD-234")
        await carl.sees("Table BCD-234 has no free seat; you can watch it")

    play(script)


def test_a_running_table_is_watched_and_a_finished_one_replayed(play: Play) -> None:
    async def script(world: World) -> None:
        anna, ben = world.server.enter("anna"), world.server.enter("ben")
        await anna.make(TWO)
        await ben.join("BCD-234")
        carl = await world.enter("carl")
        assert "Enter watch" in carl.text
        await carl.press("enter")
        await carl.seated()
        await carl.press("q")
        await carl.sees("Running tables")
        game = world.server.tables["BCD-234"].game
        while game.outcome is None:
            game.answer(game.sample(lambda _: 0))
        world.server.changed()
        own = await world.enter("anna")
        await own.sees("Your finished games", "Enter replay")
        await own.press("enter")
        await until(own.pilot, lambda: isinstance(own.app.screen, ReplayScreen))

    play(script)


def test_ones_own_table_is_continued_not_watched(play: Play) -> None:
    async def script(world: World) -> None:
        anna = await busy_hall(world)
        await anna.press("w")
        assert "You have a seat here: press Enter to continue." in anna.text

    play(script)


def test_news_reach_somebody_at_another_table(play: Play) -> None:
    async def script(world: World) -> None:
        anna = await world.enter("anna", settings=Settings(pace="off", bell=True))
        ben = world.server.enter("ben")
        await ben.make(TableOrder(FAIR, ("", ""), seed=7, mine=1))
        await anna.press("enter")
        await anna.seated()
        await ben.make(TableOrder(FAIR, ("", "")))
        await ben.invite("FGH-567", "anna")
        await anna.sees("invites you to FGH-567", "● anna thinking")
        await ben.join("FGH-567")
        world.server.tables["FGH-567"].people[1] = "anna"
        await world.server.tables["FGH-567"].begin_if_full()
        world.server.tables["FGH-567"].people = ["anna", "ben"]
        world.server.changed()
        await anna.sees("It is your turn at FGH-567")

    play(script)


def test_somebody_is_invited(play: Play) -> None:
    async def script(world: World) -> None:
        anna, ben = await world.enter("anna"), await world.enter("ben")
        await anna.hall.make(TableOrder(FAIR, ("", ""), public=False))
        await anna.rest()
        await anna.press("i")
        await anna.type("nobody")
        await anna.press("enter")
        await anna.sees("Nobody is called nobody here")
        await anna.press("i")
        await anna.type("ben")
        await anna.press("enter")
        await anna.sees("ben is invited to BCD-234.")
        await ben.sees("You are invited.", "only people with an invitation or the code can join")

    play(script)


def test_a_table_is_made_with_the_form(play: Play, snapshot: SnapshotAssertion) -> None:
    found: list[str] = []

    async def script(world: World) -> None:
        anna = await world.enter("anna", (80, 24))
        await anna.press("n")
        await anna.sees("Which game?", "Pandemic")
        await anna.press("down") if "Iberia" in anna.text.splitlines()[2] else None
        await anna.press("enter")
        await until(anna.pilot, lambda: isinstance(anna.app.screen, SetupScreen))
        await anna.rest()
        form = anna.app.screen
        assert isinstance(form, SetupScreen)
        form.form.go("pace")
        await anna.press("right")
        found.append(anna.text)
        form.form.go("who 1")
        await anna.press("left")
        await anna.press("right", "right")
        form.form.go("start")
        await anna.press("enter")
        await anna.sees("One seat must be yours.")
        form.form.go("who 1")
        await anna.press("left", "left")
        form.form.go("late")
        await anna.press("right", "right")
        await anna.pilot.resize_terminal(120, 50)
        await anna.rest()
        found.append(anna.text)
        await anna.press("ctrl+s")
        await anna.sees("You have a seat at BCD-234")
        table = world.server.tables["BCD-234"]
        assert (table.order.seats, table.order.mine) == (("", ""), 1)
        assert (table.order.pace, table.order.hours, table.order.late) == (Pace.DAYS, 24, LateRule.BOT)

    play(script)
    assert "\n\n".join(found) + "\n" == snapshot.use_extension(TextFile)


def test_pages_and_settings_open_from_the_hall(play: Play) -> None:
    async def script(world: World) -> None:
        anna = await busy_hall(world)
        for key, words in (("?", "create a table"), ("o", "Me, in ten minutes.")):
            await anna.press(key)
            await until(anna.pilot, lambda: isinstance(anna.app.screen, SheetScreen))
            await anna.sees(words)
            await anna.press("escape")
        await anna.press("p")
        await anna.sees("Add another key", "Remove the key laptop")
        await anna.press("enter")
        await anna.sees("3 won, 4 lost", "All done.")
        await anna.press("escape", "p")
        await anna.sees("Add another key")
        await anna.press("down", "enter")
        await anna.sees("The code for another key: one-time")
        await anna.press("p")
        await anna.sees("Add another key")
        await anna.press("down", "down", "enter")
        await anna.sees("It is your only key")
        await anna.press("s")
        assert isinstance(anna.app.screen, PreferencesScreen)
        await anna.press("down", "right")
        await until(anna.pilot, lambda: anna.hall.settings.colours == "truecolor")

    play(script)


def test_leaving_tells_the_hall(play: Play) -> None:
    async def script(world: World) -> None:
        anna, ben = await world.enter("anna"), await world.enter("ben")
        await anna.press("q")
        await ben.sees("Here (1): ben")
        assert anna.hall.left

    play(script)


def test_leaving_a_table_leads_to_the_hall_and_back(play: Play) -> None:
    async def script(world: World) -> None:
        anna, ben = await world.enter("anna"), await world.enter("ben")
        await anna.hall.make(TWO)
        await ben.press("enter")
        await ben.seated()
        assert "○ anna away, their turn" in ben.text
        assert (anna.hall.looks, ben.hall.looks) == (True, False)
        await ben.press("q")
        await ben.sees("Your tables")
        assert ben.app.seat is None
        assert ben.hall.looks
        assert not world.server.tables["BCD-234"].places
        await ben.press("enter")
        await ben.seated()
        assert isinstance(ben.app.screen, HallTableScreen)

    play(script)


def test_a_long_greeting_is_a_page_of_its_own(play: Play) -> None:
    async def script(world: World) -> None:
        anna = await world.enter("anna", notices=("Welcome to our tables.\nBe kind.",))
        await anna.sees("Welcome to our tables.", "Be kind.")
        assert isinstance(anna.app.screen, SheetScreen)
        await anna.press("escape")
        await anna.sees("There is no table yet.")

    play(script)


def test_an_empty_hall_says_what_to_do(play: Play) -> None:
    async def script(world: World) -> None:
        anna = await world.enter("anna", (80, 24))
        await anna.sees("There is no table yet. Press n to")
        await anna.press("enter", "w", "i", "tab", "down")

    play(script)


def test_a_seat_that_became_free_can_be_taken_from_the_list() -> None:
    seats = (SeatListing(0, "anna", "anna", Presence.HERE), SeatListing(1, "ben", "", Presence.EMPTY))
    table = TableListing(
        "BCD-234", "stones", "Stones", {}, seats, State.RUNNING, Pace.LIVE, True, "anna", datetime(2026, 1, 2)
    )
    heading, entry = entries(HallView("carl", False, (table,), ("anna", "carl")))
    assert (heading.title, entry.note) == ("Open tables", "1 free seat")
    taken = replace(table, seats=(seats[0], replace(seats[1], person="ben", presence=Presence.AWAY)))
    assert group_of(taken) is Group.RUNNING
