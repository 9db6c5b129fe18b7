"""A table with other people, each at a screen of their own: a real game, talk, votes, pointing, watching."""

from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from lazaretto.host.server.hall_views import Presence, TableOrder, Vote, VoteKind
from lazaretto.host.settings.user_settings import Settings
from lazaretto.rules.link.find_scenarios import scenarios
from lazaretto.tui.hall import table_company
from lazaretto.tui.hall.hall_screen import HallScreen
from lazaretto.tui.look.role_colors import Palette
from lazaretto.tui.reading.ending_screen import EndingScreen
from lazaretto.tui.terminal.terminal_app import TerminalApp
from lazaretto.tui.terminal.terminal_capabilities import Depth, notice
from lazaretto.tui.widgets.sheets import PickScreen
from tests.tui.hall.conftest import Person, Play, World
from tests.tui.hall.fake_hall import FAIR, PANDEMIC
from tests.tui.hall.test_hall_screen import SIZES, TextFile
from tests.tui.screens import until

WIDE = (120, 40)


async def seated(world: World, *names: str, order: TableOrder | None = None, **how: Any) -> list[Person]:
    """Return people who sit at one table, each at a screen of their own."""
    people = [await world.enter(name, **how) for name in names]
    await people[0].hall.make(order or TableOrder(FAIR, ("",) * len(names), seed=7))
    for person in people[1:]:
        person.app.join("BCD-234")
        await person.rest()
    people[0].app.join("BCD-234")
    for person in people:
        await person.seated()
        await person.rest()
    return people


async def walk(person: Person, name: str) -> None:
    """Walk to a stall by its name."""
    await person.press("w", *name, "enter")


# --- the game --------------------------------------------------------------------------------------


def test_a_hint_is_for_the_one_who_asks(play: Play) -> None:
    async def script(world: World) -> None:
        anna, ben = await seated(world, "anna", "ben")
        await anna.press("H")
        await anna.sees(" Hint ")
        assert " Hint " not in ben.text
        await anna.press("escape")
        await ben.press("H")
        await ben.sees("Nothing is asked of you now")

    play(script)


def test_each_plays_on_a_screen_of_their_own(play: Play) -> None:
    async def script(world: World) -> None:
        anna, ben = await seated(world, "anna", "ben")
        assert "▸ ben: it is anna's choice" in ben.text and "● anna thinking  ● ben" in ben.text
        await walk(anna, "di")
        await ben.sees("anna walks to Dice.", "▸ ben: What do you do?")
        await anna.sees("▸ anna: it is ben's choice", "● anna  ● ben thinking")
        assert ben.app._window_name == "Your turn · Fair"
        assert anna.app._window_name == "ben · Fair"
        await walk(ben, "br")
        await anna.sees("ben walks to Bread.", "▸ anna: What do you do?")

    play(script)


def test_a_key_for_the_question_before_does_not_answer_the_new_one(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def script(world: World) -> None:
        anna, ben = await seated(world, "anna", "ben")
        await walk(anna, "di")
        await ben.sees("▸ ben: What do you do?")
        monkeypatch.setattr("lazaretto.tui.hall.hall_table_screen.HESITATION", 1000.0)
        await ben.press("w")
        assert "▸ ben: What do you do?" in ben.text
        await ben.press(",")
        assert "To all:" in ben.text
        await ben.press("escape")
        ben.table._changed_at -= 2000.0
        await ben.press("w")
        assert "2 on the board" in ben.text

    play(script)


def test_option_letters_are_those_of_a_game_alone(play: Play) -> None:
    async def script(world: World) -> None:
        (anna,) = await seated(world, "anna", order=TableOrder(FAIR, ("", "random"), seed=7))
        assert "t Throw tickets away" in anna.text and "w Walk" in anna.text

    play(script)


def letters_of(player: Person) -> list[tuple[str, str]]:
    question = player.table.desk.question
    assert question is not None
    return [(row.letter, row.option.key) for row in question.rows]


def test_options_keep_their_letters_while_a_player_is_away(play: Play) -> None:
    async def script(world: World) -> None:
        (anna,) = await seated(world, "anna", order=TableOrder(FAIR, ("", "random"), seed=7))
        before = letters_of(anna)
        await anna.press("q")
        await anna.press("enter")
        await anna.seated()
        assert letters_of(anna) == before

    play(script)


def test_the_end_of_a_game_is_shown_to_everybody(play: Play) -> None:
    async def script(world: World) -> None:
        anna, ben = await seated(world, "anna", "ben")
        carl = await world.enter("carl")
        await carl.press("enter")
        await carl.seated()
        while world.server.tables["BCD-234"].game.outcome is None:
            who = anna if anna.table.desk.asked else ben
            await who.table.desk.seat.choose("walk")
            here = who.table.desk.sight.view.decision
            assert here is not None
            await who.table.desk.seat.choose(next(o.key for o in here.options if o.why_not is None))
        for person in (anna, ben):
            await until(person.pilot, lambda each=person: isinstance(each.app.screen, EndingScreen))  # type: ignore[misc]
            await person.sees("You have", "   anna, ben", "Turn", "a again   r replay   q to the hall")
        await carl.sees("The players have", "   anna, ben", "q to the hall   Esc the table")
        assert "again" not in carl.text
        await anna.press("a")  # this server does not offer this game
        assert isinstance(anna.app.screen, EndingScreen)
        anna.hall.games = scenarios((FAIR.parent,))
        await anna.press("a")
        await anna.sees("New game: Fair", "Create the table")
        await anna.press("enter")
        await anna.sees("You have a seat at FGH-567", "1 free seat")
        assert world.server.tables["FGH-567"].invited == {"ben"}
        await ben.sees("anna invites you to FGH-567: Fair.")
        await ben.press("a")
        for person in (anna, ben):
            await person.seated()
        assert world.server.tables["FGH-567"].people == ["anna", "ben"]
        assert [place.person for place in world.server.tables["BCD-234"].places] == ["carl"]

    play(script)


# --- talk ------------------------------------------------------------------------------------------


def test_people_talk_while_they_play(play: Play) -> None:
    async def script(world: World) -> None:
        anna, ben = await seated(world, "anna", "ben", size=WIDE)
        await ben.press(",")
        assert "To all:" in ben.text and "Enter send" in ben.text
        await ben.type("walk to the dice, then undo: y n q")
        await ben.press("enter")
        await anna.sees("ben: walk to the dice", "undo: y n q")
        await anna.press(",")
        await anna.type("no")
        await anna.press("escape", "w")
        assert "2 on the board" in anna.text
        assert len(world.server.tables["BCD-234"].chat) == 1

    play(script)


def test_a_refused_line_is_told(play: Play) -> None:
    async def script(world: World) -> None:
        anna, _ = await seated(world, "anna", "ben")
        await anna.press(",")
        await anna.type("spam")
        await anna.press("enter")
        await anna.sees("! You write too fast; wait a moment")
        await anna.press("down")
        assert "too fast" not in anna.text

    play(script)


def test_a_signal_takes_two_keys(play: Play) -> None:
    async def script(world: World) -> None:
        anna, ben = await seated(world, "anna", "ben")
        await ben.press("!")
        assert isinstance(ben.app.screen, PickScreen)
        await ben.press("2")
        await anna.sees("ben: thank you")

    play(script)


def test_talk_to_ones_own_side_is_read_by_it_alone(play: Play) -> None:
    async def script(world: World) -> None:
        anna, ben, carl = await seated(world, "anna", "ben", "carl", size=WIDE)
        world.server.tables["BCD-234"].side = {"anna": "North", "ben": "North", "carl": "South"}
        world.server.tables["BCD-234"].tell()
        await anna.press(",", "tab")
        assert "To North:" in anna.text and "Tab all or your side" in anna.text
        await anna.type("the honey")
        await anna.press("enter")
        await ben.sees("anna (to North): the honey")
        await carl.rest()
        assert "the honey" not in carl.text

    play(script)


def test_a_small_window_shows_the_last_words_for_a_while(play: Play) -> None:
    async def script(world: World) -> None:
        anna, ben = await seated(world, "anna", "ben", size=(80, 24))
        await ben.hall._server.tables["BCD-234"].places[0].say("look at the dice")
        await anna.sees("ben: look at the dice")
        anna.table.company.clock = lambda: 1e9
        anna.table._paint()
        await anna.sees("● anna thinking  ● ben")

    play(script)


# --- votes -----------------------------------------------------------------------------------------


def test_undo_needs_the_others_to_agree(play: Play) -> None:
    async def script(world: World) -> None:
        anna, ben = await seated(world, "anna", "ben")
        await walk(anna, "di")
        await anna.press("u")
        await anna.sees("You ask the others.", '? anna asks to undo "walks to Dice": 0 of 1 agreed')
        await ben.sees('anna asks to undo "walks to Dice": y agree, n refuse', "● ben thinking")
        await ben.press("y")
        await anna.sees("▸ anna: What do you do?")
        await ben.sees("● anna thinking  ● ben")
        assert "asks to undo" not in anna.text

    play(script)


def test_a_vote_can_be_refused(play: Play) -> None:
    async def script(world: World) -> None:
        anna, ben = await seated(world, "anna", "ben")
        await walk(anna, "di")
        await anna.press("u")
        await ben.sees("n refuse")
        await ben.press("n")
        await anna.gone("asks to undo")
        assert ben.table.desk.asked

    play(script)


def test_a_key_pressed_before_the_vote_was_seen_does_not_answer_it(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_company, "NOTICED", 1000.0)

    async def script(world: World) -> None:
        anna, ben = await seated(world, "anna", "ben")
        await walk(anna, "di")
        await anna.press("u")
        await ben.sees("y agree")
        await ben.press("y")
        assert world.server.tables["BCD-234"].votes

    play(script)


def test_capital_letters_vote_while_the_game_asks_for_yes_or_no(play: Play) -> None:
    async def script(world: World) -> None:
        anna, _ = await seated(world, "anna", "ben")
        table = world.server.tables["BCD-234"]
        await anna.press("a")
        await anna.sees("y yes", "n no")
        table.votes.append(Vote(3, VoteKind.KICK, "ben", "carl", (), 1, ("anna",)))
        table.tell()
        await anna.sees("ben asks to remove carl from the table: Y agree, N refuse")
        await anna.press("N")
        await anna.gone("asks to remove")
        await anna.sees("y yes")

    play(script)


def test_a_vote_for_others_is_only_shown(play: Play) -> None:
    async def script(world: World) -> None:
        anna, ben, carl = await seated(world, "anna", "ben", "carl")
        await ben.press(";")
        await ben.sees("Ask to remove anna")
        while "Ask to remove anna" not in _cursor(ben):
            await ben.press("down")
        await ben.press("enter")
        await anna.sees("ben asks to remove anna from the table: 0 of 1 agreed")
        await anna.press("y")
        await carl.press("y")
        await anna.sees("You no longer have a seat at BCD-234.")
        assert isinstance(anna.app.screen, HallScreen)
        await carl.sees("◌ free")

    play(script)


def _cursor(person: Person) -> str:
    screen = person.app.screen
    assert isinstance(screen, PickScreen)
    return screen._pane.choices[screen._pane.cursor].label


# --- the table -------------------------------------------------------------------------------------


def test_a_table_is_paused_and_closed(play: Play) -> None:
    async def script(world: World) -> None:
        anna, ben = await seated(world, "anna", "ben")
        for words, shown in (("Pause the table", "The table is paused."), ("Continue", "● anna thinking")):
            await ben.press(";")
            while words not in _cursor(ben):
                await ben.press("down")
            await ben.press("enter")
            await anna.sees(shown)
        world.server.tables["BCD-234"].notice = "the table is being set up again"
        world.server.tables["BCD-234"].tell()
        await anna.sees("! The table is being set up again")
        world.server.tables["BCD-234"].notice = ""
        await anna.press(";")
        while "Ask to end this game" not in _cursor(anna):
            await anna.press("down")
        await anna.press("enter")
        await ben.sees("anna asks to end this game permanently: y agree")
        await ben.press("y")
        for person in (anna, ben):
            await person.sees("The table was closed.")

    play(script)


def test_somebody_is_invited_and_blocked_from_the_table(play: Play) -> None:
    async def script(world: World) -> None:
        anna, _ = await seated(world, "anna", "ben")
        await anna.press(";")
        while "Invite" not in _cursor(anna):
            await anna.press("down")
        await anna.press("enter")
        await anna.type("carl")
        await anna.press("enter")
        assert world.server.tables["BCD-234"].invited == {"carl"}
        await anna.press(";")
        while "Block ben" not in _cursor(anna):
            await anna.press("down")
        await anna.press("enter")
        assert anna.hall.blocked == ["ben"]

    play(script)


def test_resigning_gives_the_seat_up(play: Play) -> None:
    async def script(world: World) -> None:
        anna, ben = await seated(world, "anna", "ben")
        await ben.press(";")
        while "Give up your seat" not in _cursor(ben):
            await ben.press("down")
        await ben.press("enter")
        await ben.sees("Keep the seat")
        await ben.press("down", "enter")
        await ben.sees("You no longer have a seat at BCD-234.")
        await anna.sees("◌ free")
        assert anna.table.company.view.listing.seats[1].presence is Presence.EMPTY

    play(script)


# --- pointing --------------------------------------------------------------------------------------


def test_a_place_is_shown_to_the_others_for_a_moment(play: Play) -> None:
    async def script(world: World) -> None:
        anna, ben = await seated(world, "anna", "ben")
        await ben.press("tab", "right", ".")
        assert "You point at Bread; the others see it." in " ".join(ben.text.split())
        await anna.sees("▸ ben points at Bread", "▼ ben ")
        pointed = anna.table.desk.marked.pointed[0]
        assert (pointed.name, pointed.colour) == ("ben", anna.table.company.colours(anna.table.scene)["ben"])
        anna.table.company.clock = lambda: 1e9
        anna.table._forget()
        await anna.gone("▼ ben ")
        assert anna.table.desk.marked.pointed == ()

    play(script)


@pytest.mark.parametrize("mono", [False, True])
def test_what_is_shown_is_seen_on_a_map_without_colours_too(play: Play, mono: bool) -> None:
    async def script(world: World) -> None:
        order = TableOrder(PANDEMIC, ("", ""), seed=5)
        how = {"ascii": True, "colours": "none"} if mono else {}
        anna, ben = await seated(world, "anna", "ben", order=order, **how)
        asked, other = (anna, ben) if anna.table.desk.asked else (ben, anna)
        await other.press("down", "down", ".")
        sign = "v" if mono else "▼"
        await asked.sees(f"{sign} {other.hall.person} ")
        assert not mono or asked.text.isascii()

    play(script)


# --- watching --------------------------------------------------------------------------------------


def test_a_spectator_sees_and_cannot_play(play: Play) -> None:
    async def script(world: World) -> None:
        anna, ben = await seated(
            world, "anna", "ben", order=TableOrder(FAIR, ("", ""), {"charms": "yes"}, seed=7)
        )
        carl = await world.enter("carl", (80, 24))
        await carl.press("enter")
        await carl.seated()
        assert "You are watching" in carl.text and "… waiting for anna" in carl.text
        assert "u undo" not in carl.text and ", talk" in carl.text and "q leave" in carl.text
        await anna.sees("1 watching")
        own = {piece.label for piece in anna.table.desk.view.seats[0].piles[1].pieces if piece is not None}
        assert own and not any(each in carl.text for each in own)
        await carl.press("w", "u", ".", "enter", "tab", "e", "y")
        assert carl.table.desk.question is None
        await walk(anna, "di")
        await carl.sees("anna walks to Dice.", "… waiting for ben")
        await carl.press(",")
        await carl.type("nice")
        await carl.press("enter")
        await ben.sees("carl: nice")
        await carl.press("q")
        await ben.gone("1 watching")

    play(script)


# --- pictures --------------------------------------------------------------------------------------


def test_tables_with_people_stay_as_they_are(play: Play, snapshot: SnapshotAssertion) -> None:
    found: list[str] = []

    async def script(world: World) -> None:
        order = TableOrder(PANDEMIC, ("", "", "random"), seed=5)
        anna, ben = await seated(world, "anna", "ben", order=order)
        table = world.server.tables["BCD-234"]
        table.say("anna", "I could fly to Paris and treat there, if nobody needs that card.")
        table.say("ben", "Yes, please.")
        asked = anna if anna.table.desk.asked else ben
        for number, size in enumerate(SIZES):
            table.votes = (
                [Vote(5, VoteKind.UNDO, "carl", "", (), 1, (asked.hall.person,))] if number == 1 else []
            )
            table.tell()
            await asked.pilot.resize_terminal(*size)
            found.append(await asked.drawn())
            rows = found[-1].splitlines()
            assert len(rows) == size[1] and all(len(row) <= size[0] for row in rows)
        await asked.pilot.resize_terminal(*SIZES[0])
        asked.app.dress(Palette(mono=True), Depth.MONO, ascii_only=True)
        await asked.press("?")
        await asked.press("escape")
        text = await asked.drawn()
        assert text.isascii()
        found.append(text)

    play(script)
    assert "\n\n".join(found) + "\n" == snapshot.use_extension(TextFile)


# --- bell and notices ------------------------------------------------------------------------------


def test_the_bell_rings_once_on_ones_turn(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    rung: list[str] = []
    monkeypatch.setattr(TerminalApp, "ring", lambda app: rung.append(app.hall.person))
    told: list[tuple[str, ...]] = []
    monkeypatch.setattr(TerminalApp, "show_notice", lambda app, *words: told.append(words))

    async def script(world: World) -> None:
        loud = Settings(pace="off", bell=True, notice="osc9")
        anna, ben = await seated(world, "anna", "ben", settings=loud)
        for person in (anna, ben):
            person.app.app_focus = False
        rung.clear()
        told.clear()
        await walk(anna, "di")
        await ben.sees("▸ ben: What do you do?")
        ben.table._show()
        assert rung == ["ben"]
        assert told == [("osc9", "Fair", "It is your turn.")]

    play(script)


def test_a_notice_is_one_escape_sequence() -> None:
    assert notice("osc9", "A;b", "your\x1b turn") == "\x1b]9;A,b: your� turn\a"
    assert notice("osc777", "A;b", "your turn") == "\x1b]777;notify;A,b;your turn\a"
    assert notice("off", "A", "b") == ""
