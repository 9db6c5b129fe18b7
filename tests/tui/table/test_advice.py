"""Hints on the real screen and in words, and what bots say."""

import asyncio
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from syrupy.assertion import SnapshotAssertion

from lazaretto.host import SeatClient, Store, open_table
from lazaretto.host.settings.user_settings import Settings
from lazaretto.host.table.seat_protocol import BotRemark
from lazaretto.lab.playing.bots import COMPANIONS
from lazaretto.rules.run.planning.hint_types import Hint, HintHelp, HintMove, HintReason, HintRisk
from lazaretto.tui.bot_advice import (
    _lines,
    hint_lines,
    move_words,
    reason_words,
    remark_words,
    remarks_about,
    request_words,
    why_words,
)
from lazaretto.tui.messages.line_mode import HINT
from lazaretto.tui.table.advice import Advice, AdvicePane
from lazaretto.tui.table.event_playback_screen import PACES
from lazaretto.tui.table.pages.bot_plans_page import BotsSheet
from lazaretto.tui.table.panes.menu_pane import MenuPane
from lazaretto.tui.table.table_screen import GLANCE
from tests.sitting import seated
from tests.soak import soak
from tests.tui.screens import until
from tests.tui.table.conftest import At, Play
from tests.tui.table.made import program_of
from tests.tui.table.test_pictures import TextFile

PANDEMIC = "scenarios/pandemic"


async def shown(at: At, words: str) -> None:
    """Wait until some words are on the screen."""
    await until(at.pilot, lambda: words in at.text)


async def final(at: At) -> str:
    """Ask for a hint, and wait until it is final."""
    await at.press("H")
    await shown(at, " Hint ")
    await shown(at, "what the bot would do")
    before = ""
    while before != at.text:  # the pane fits its height to the words when it knows its width
        before = at.text
        await asyncio.sleep(0.05)
        await at.rest()
    return at.text


def says(seat: SeatClient, remark: BotRemark) -> None:
    """Let a bot say something to the client of a seat."""
    seat.remarks[remark.seat] = remark
    seat.remarks_in_order.append(remark)


def test_a_hint_is_shown_and_its_first_step_selected_but_not_sent(play: Play) -> None:
    async def script(at: At) -> None:
        log, desk = at.log, at.table.desk
        text = await final(at)
        assert "why: " in text and "until the turn ends" in text and "12 imagined games" in text
        hint = at.table.advice.pane.advice
        assert hint is not None and hint.hint is not None
        first = hint.hint.moves[0].key.split(" > ")[0]
        assert move_words(hint.hint.moves[0]) in text
        await at.press("enter")
        assert " Hint " not in at.text
        question = desk.question
        assert question is not None and question.current is not None
        assert question.current.option.key == first
        assert at.log == log and not desk.sight.inside

    play(script, PANDEMIC, seed=1)


def test_in_a_small_window_a_refusal_closes_the_hint_that_covers_it(play: Play) -> None:
    async def script(at: At) -> None:
        await final(at)
        await at.press("u")
        assert at.table.desk.message and at.table.desk.message.split()[0] in at.text
        assert " Hint " not in at.text

    play(script, PANDEMIC, size=(80, 24), seed=1)


def test_a_hint_leaves_the_board_alone_in_a_small_window(play: Play) -> None:
    async def script(at: At) -> None:
        board = at.table._board
        before, rows = [line for line in at.text.splitlines() if "●ATL" in line], board.size.height
        assert len(before) == 1
        await final(at)
        assert board.size.height == rows and board.board.picture is not None
        assert [line for line in at.text.splitlines() if "●ATL" in line] == before

    play(script, PANDEMIC, size=(80, 24), seed=1)


REASONED = tuple(
    HintReason(f"{number} hats left", f"{number - 1} hats left", 5) for number in range(20, 5, -1)
)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])
def test_a_long_hint_can_be_scrolled(play: Play, size: tuple[int, int]) -> None:
    async def script(at: At) -> None:
        seat, table = at.table.desk.seat, at.table
        long = Hint(4, (HintMove("Walk", ("Dice",), "walk > Dice"),), REASONED, final=True, scored=True)
        table.advice._advice = Advice(seat, seat.look().view.decision, "keys", ("PgUp", "PgDn"), long)
        table.advice._show()
        await at.rest()
        pane = table.advice.pane
        await until(at.pilot, lambda: "why: 20" in at.text)
        assert "why: 6 → 5 hats" not in at.text
        assert "lines 1 to " in at.text and " of 16; PgUp and PgDn scroll" in at.text
        seen: list[str] = []
        for _ in range(6):
            seen += [line for line in at.text.splitlines() if "why: " in line]
            await at.press("pagedown")
        assert all(any(f"why: {reason.now.split()[0]} →" in line for line in seen) for reason in REASONED)
        assert "to 16 of 16" in at.text and " Hint " in at.text, "the heading stays"
        cursor = table.desk.question and table.desk.question.cursor
        await at.press("up")
        scrolled = "to 15 of 16" in at.text
        assert scrolled == pane.covers == (size == (80, 24)), "arrows scroll where the list is covered"
        assert (cursor == (table.desk.question and table.desk.question.cursor)) == scrolled
        for _ in range(6):
            await at.press("pageup")
        assert "lines 1 to " in at.text
        await at.press("escape")
        assert " Hint " not in at.text and at.log == []

    play(script, size=size)


def test_a_hint_that_fits_says_nothing_about_scrolling() -> None:
    pane = AdvicePane()
    seat: SeatClient = SimpleNamespace()  # type: ignore[assignment]
    pane.advice = Advice(seat, None, "keys", hint=Hint(4, (WALK,), REASONED[:3], final=True, scored=True))
    assert len(pane.lines(80, 5)) == 5
    assert len(pane.lines(80, 4)) == 4
    text = ["".join(span.text for span in line) for line in pane.lines(80, 4)]
    assert text[-1].strip().startswith("lines 1 to 2 of 4")


def test_without_a_hint_the_heading_offers_only_to_close(play: Play) -> None:
    async def script(at: At) -> None:
        asked = at.table.desk.seat
        other = next(seat for seat in at.table.sitting.seats if seat is not asked)
        at.table._sit(other)
        await at.press("H")
        await shown(at, "Nothing is asked of you now, so there is no hint")
        assert " Hint  Esc closes" in at.text and "Enter selects it" not in at.text
        await at.press("escape")
        at.table._sit(asked)
        assert "Enter selects it, Esc closes" in await final(at)

    play(script)


def menu_of(at: At) -> list[str]:
    """The lines of the pane of the question, as they would be drawn now."""
    pane = at.table.query_one(MenuPane)
    return ["".join(span.text for span in line) for line in pane.lines(80, pane.size.height or 8)]


PLAN = " » ben (medium): "


@pytest.mark.parametrize("pace", ["quick", pytest.param("off", marks=soak)])  # with fewer moments
def test_in_a_small_window_a_plan_comes_before_what_the_bot_does(
    play: Play, pace: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PACES, "quick", 0.01)

    async def script(at: At) -> None:
        frames: list[list[str]] = []
        paint = at.table._paint

        def painted() -> None:
            paint()
            if at.table.desk.scene is not None:
                frames.append(menu_of(at))

        monkeypatch.setattr(at.table, "_paint", painted)
        await at.press("p", ">")
        assert "ben (medium) asks because" in at.text and PLAN not in at.text, "it is told in the question"
        assert "u undo" in at.text and "Esc back" not in at.text, "what ben has begun, anna cannot take back"
        await at.press("n")
        told = [frame for frame in frames if any(" ▸ ben " in line for line in frame)]
        assert bool(told) == (pace == "quick")
        for each in told:
            assert each[0].startswith(PLAN), each
        assert not any(line.startswith(PLAN) for frame in frames if " ▸ anna " in frame[0] for line in frame)
        settled = menu_of(at)
        plan = next(number for number, line in enumerate(settled) if line.startswith(PLAN))
        assert any("ben treats " in line for line in settled[plan + 1 :]), settled
        assert not any("ben treats " in line for line in settled[:plan]), settled

    play(script, PANDEMIC, size=(80, 24), seed=6, bots=("", "medium"), settings=Settings(pace=pace))


def test_the_map_stays_the_same_from_question_to_question(play: Play) -> None:
    async def script(at: At) -> None:
        board = at.table._board
        first = board.board.picture
        for key in ("d", "escape", "H", "escape", "s", "p"):
            await at.press(key)
            assert board.board.picture is first, key

    play(script, PANDEMIC, size=(80, 24), seed=1)


def test_a_hint_closes_with_its_key_with_escape_and_when_something_is_chosen(play: Play) -> None:
    async def script(at: At) -> None:
        for key in ("H", "escape"):
            await at.press("H")
            await shown(at, " Hint ")
            await at.press(key)
            assert " Hint " not in at.text
        await at.press("H", "w")
        assert at.table.desk.sight.inside
        assert " Hint " not in at.text and at.table.desk.advised == ()

    play(script)


def test_a_game_without_a_score_says_so_and_the_place_is_marked(play: Play) -> None:
    async def script(at: At) -> None:
        text = await final(at)
        assert "This game does not say how good a position is" in text
        hint = at.table.advice.pane.advice
        assert hint is not None and hint.hint is not None
        assert [each.ref for each in at.table.desk.marked.pointed] == list(hint.hint.moves[0].of)

    play(script)


def test_hints_can_be_switched_off(play: Play) -> None:
    async def script(at: At) -> None:
        await at.press("H")
        assert " Hint " not in at.text
        assert at.said == "Hints are switched off in the settings."

    play(script, settings=Settings(pace="off", hints=False))


def test_what_a_bot_is_after_stands_before_what_it_did_until_the_next_choice(play: Play) -> None:
    async def script(at: At) -> None:
        seat = at.table.desk.seat
        move = HintMove("Walk", ("Dice",), "walk > Dice")
        says(seat, BotRemark(1, "thinker", (move,), (HintReason("2 dice left", "2 dice left", 5),)))
        at.table._show()
        assert "» ben (thinker): Walk (Dice):" in at.text
        assert "2 dice left" not in " ".join(at.log)
        assert (
            remark_words(seat.remarks[1], seat.look().view)
            == "ben (thinker): Walk (Dice): 2 dice left (better than before)"
        )
        await at.press("w", "d", "i", "enter")
        assert "ben (thinker)" not in at.text
        says(seat, BotRemark(1, "thinker", (move,)))
        at.table._sit(seat)
        assert "» ben (thinker): Walk (Dice)" in at.text
        assert at.text.index("» ben (thinker)") < at.text.index(at.log[0])

    play(script)


REASONS = {
    ("6 steps to Cairo", "4 steps to Cairo"): "6 → 4 steps to Cairo",
    ("anna lacks 4 cards", "ben lacks 3 cards"): "anna lacks 4 cards → ben lacks 3 cards",
    ("1 station", "3 stations"): "1 station → 3 stations",
    ("", "blue is cured"): "new: blue is cured",
    ("3 cubes here", ""): "3 cubes here → no longer",
    ("3 cubes here", "3 cubes here"): "3 cubes here (better than before)",
    ("3 cubes here", "3 cubes here too"): "3 cubes here → 3 cubes here too",
}


@pytest.mark.parametrize("said", REASONS)
def test_a_reason_says_what_stays_once(said: tuple[str, str]) -> None:
    assert reason_words(HintReason(*said, 1)) == REASONS[said]


def test_a_reason_whose_words_stay_says_that_it_counts_differently() -> None:
    assert (
        reason_words(HintReason("2 cubes in Oran", "2 cubes in Oran", 4))
        == "2 cubes in Oran (better than before)"
    )
    assert (
        reason_words(HintReason("2 cubes in Oran", "2 cubes in Oran", -4))
        == "2 cubes in Oran (worse than before)"
    )


def test_a_reason_that_becomes_shorter_is_said_whole() -> None:
    now, then = (
        "3 cubes in Oran: one more is an outbreak, and 1 city is full",
        "3 cubes in Oran: one more is an outbreak",
    )
    assert reason_words(HintReason(now, then, 4)) == f"{now} → {then}"


@pytest.mark.parametrize(
    ("label", "steps", "words"),
    [
        ("Sail", ("Sail", "Oran"), "Sail (Oran)"),
        ("Collect a die", ("Die", "Red"), "Collect a die (Red)"),
        ("Treat", ("Treat twice", "Red in Oran (2)"), "Treat (twice, Red in Oran)"),
        ("Treat", ("treat: Red",), "Treat (Red)"),
        ("Treat", ("Treatment", "Oran (old town)"), "Treat (Treatment, Oran (old town))"),
        ("Treat", ("Treat",), "Treat"),
        ("Red in Oran (2)", (), "Red in Oran"),
        ("Take 2 cards", ("2",), "Take 2 cards (2)"),
    ],
)
def test_a_move_says_nothing_twice(label: str, steps: tuple[str, ...], words: str) -> None:
    assert move_words(HintMove(label, steps, "key")) == words


def test_a_hint_in_words() -> None:
    moves = HintMove("Drive", ("Oran",), "drive > Oran"), HintMove("Rest", (), "rest")
    risks = HintRisk("", 0, 0, 8), HintRisk("cracks", 5, 1, 8), HintRisk("noise", 0, 0, 8)
    reason, cost = HintReason("2 cubes in Oran", "", 20), HintReason("3 cards", "2 cards", -9)
    hint = Hint(3, moves, (reason,), (cost,), risks)
    assert hint_lines(hint) == [
        "then Rest",
        "risk until the turn ends, in 8 imagined games: the cracks marker moves in 5, with this in 1",
        "why: 2 cubes in Oran → no longer",
        "but: 3 → 2 cards",
    ]
    assert hint_lines(Hint(4, moves[:1], only=True)) == ["Nothing else can be done."]
    safe = Hint(4, moves[:1], (reason,), risks=risks[:1])
    assert hint_lines(safe)[0] == "risk until the turn ends: nothing in 8 imagined games"
    assert hint_lines(Hint(1, moves[:1])) == [
        "No reason stands out: nothing that counts changes before something is drawn or shown."
    ]
    assert hint_lines(Hint(4, moves[:1], undecided=True)) == [
        "The bot has no opinion: all that can be done counts the same to it."
    ]


def test_whoever_asks_why_hears_all_that_a_plan_moves(play: Play) -> None:
    async def script(at: At) -> None:
        seat = at.table.desk.seat
        moves = (HintMove("Walk", ("Dice",), "walk > Dice"), HintMove("Rest", (), "rest"))
        reasons = (HintReason("6 dice left", "4 dice left", 5), HintReason("", "anna is rich", 3))
        cost = HintReason("ben is rested", "", -2)
        seat.remarks[1] = BotRemark(1, "thinker", moves, reasons, (cost,))
        lines = remarks_about(seat, "Ben")
        assert lines == [
            "ben (thinker) plans:",
            "  1. Walk (Dice)",
            "  2. Rest",
            "  why: 6 → 4 dice left",
            f"  why: {reason_words(reasons[1])}",
            f"  but: {reason_words(cost)}",
        ]
        assert remarks_about(seat, "anna") == []

    play(script)


def test_chances_from_earlier_rules_say_so_on_their_line() -> None:
    hint = Hint(4, (), chances=(41, 47), note="learned from earlier rules", final=True)
    assert hint_lines(hint)[0] == "chance to win (learned from earlier rules): before 41 %, after 47 %"
    assert not any("learned" in line for line in hint_lines(hint)[1:])
    assert hint_lines(replace(hint, note=""))[0] == "chance to win: before 41 %, after 47 %"


def test_a_hint_that_lowers_the_chance_says_what_the_bot_plans_by() -> None:
    by_score = "The bot plans by the score of the game, not by this chance."
    hint = Hint(4, (), chances=(26, 24), final=True)
    assert hint_lines(hint)[:2] == ["chance to win: before 26 %, after 24 %", by_score]
    told = _lines(replace(hint, moves=(WALK,)), HINT)
    assert f"  {by_score}" in told, "in lines, too"
    for same_or_better in ((26, 26), (26, 27)):
        assert by_score not in hint_lines(replace(hint, chances=same_or_better))
    unscored = hint_lines(replace(hint, scored=False))
    assert by_score not in unscored and any("plans by what was learned" in each for each in unscored)


WALK, REST = HintMove("Walk", ("Dice",), "walk > Dice"), HintMove("Rest", (), "rest")
HELP = HintHelp(0, HintReason("anna lacks 2 hats", "anna lacks 1 hat", 4))


def test_a_bot_that_helps_somebody_says_whom_and_with_what(play: Play) -> None:
    async def script(at: At) -> None:
        view = at.table.desk.seat.look().view
        remark = BotRemark(1, "medium", (WALK,), (HintReason("", "rain", 5),), helps=(HELP,))
        assert remark_words(remark, view) == (
            "ben (medium): Walk (Dice); helps anna: anna lacks 2 hats → 1 hat"
        )

    play(script)


def test_the_plan_of_a_turn_that_is_over_is_told_as_past(play: Play) -> None:
    async def script(at: At) -> None:
        seat = at.table.desk.seat
        turn, view = seat.look().turn, seat.look().view
        remark = BotRemark(1, "medium", (WALK,), turn=turn + 1)
        assert why_words(remark, view, turn + 1)[0] == "ben (medium) plans:"
        assert why_words(remark, view, turn + 2)[0] == "ben (medium) planned in its last turn:"
        seat.remarks[1] = remark
        assert remarks_about(seat, "ben")[0] == "ben (medium) planned in its last turn:"

    play(script)


SIZES = [(80, 24), (120, 40), (160, 50)]


@pytest.mark.parametrize(
    "size",
    # larger windows show the same page
    [each if each == SIZES[0] else pytest.param(each, marks=soak) for each in SIZES],
    ids=["80x24", "120x40", "160x50"],
)
def test_what_the_bots_are_after_has_a_page(
    play: Play, size: tuple[int, int], snapshot: SnapshotAssertion
) -> None:
    async def script(at: At) -> None:
        seat, before = at.table.desk.seat, at.log
        assert "* why" not in at.text, "no bot has told a plan"
        await at.press("*")
        assert "ben (medium) has not told a plan since the game was opened." in " ".join(at.text.split())
        await at.press("ctrl+y")
        costs = (HintReason("ben is rested", "", -2),)
        reasons = tuple(HintReason(f"{at} dice left", f"{at - 1} dice left", 5) for at in range(9, 4, -1))
        seat.remarks[1] = BotRemark(1, "medium", (WALK, REST), reasons, costs, (HELP,))
        at.table._show()
        await until(at.pilot, lambda: "* why   q leave" in at.text.splitlines()[-1])
        await at.press("v", "a")
        text = at.text
        assert all(line.strip() in text for line in remarks_about(seat, "bots"))
        assert text == snapshot.use_extension(TextFile)
        await at.press("escape")
        assert at.table.is_current and at.log == before

    play(script, size=size, bots=("", "medium"))


def test_all_plans_of_a_turn_are_kept_except_undone_ones(play: Play) -> None:
    async def script(at: At) -> None:
        seat, turn = at.table.desk.seat, at.table.desk.sight.turn
        earlier, undone = (
            BotRemark(1, "medium", (REST,), turn=turn - 1),
            BotRemark(1, "medium", (WALK,), at=5, turn=turn),
        )
        first, later = (
            BotRemark(1, "medium", (move,), at=at, turn=turn) for move, at in ((WALK, 3), (REST, 4))
        )
        for remark in (earlier, undone, first, later):
            says(seat, remark)
        walks, rests = move_words(WALK), move_words(REST)
        told = [line.strip() for line in remarks_about(seat, "ben") if "reason" not in line]
        assert told == ["ben (medium) plans:", f"1. {walks}", "Later in this turn:", f"1. {rests}"]

    play(script, bots=("", "medium"))


@pytest.mark.parametrize("late", [False, True], ids=["at once", "after a while"])
def test_the_page_opens_during_an_animation(play: Play, late: bool) -> None:
    """The key skips the animation, as any key does, and is not lost."""

    async def script(at: At) -> None:
        for seat in at.table.sitting.seats:
            says(seat, BotRemark(1, "medium", (WALK, REST)))
        await at.type(*"/throw", "enter", "down", "space", "down", "space", "enter")
        await until(at.pilot, lambda: at.table._timer is not None)
        if late:
            at.table._watched -= 2 * GLANCE
        await at.press("*")
        await until(at.pilot, lambda: isinstance(at.app.screen, BotsSheet))
        assert "1. Walk (Dice)" in at.text and "2. Rest" in at.text
        await at.press("*")
        assert at.table.is_current and at.table.desk.scene is None
        assert at.asked == "ben" and len(at.log) == 2, "nothing was chosen for the next player"

    play(script, settings=Settings(pace="slow"))


def test_a_hint_at_a_discard_picks_the_cards(play: Play, tmp_path: Path) -> None:
    """In Pandemic, a player who holds nine cards is asked which two to discard."""
    program = program_of(PANDEMIC)
    game = program.start(seed=3, players=("anna", "ben"))
    for _ in range(24):  # both pass, and discard the first card
        assert game.decision is not None
        keys = [option.key for option in game.decision.options if option.why_not is None]
        game.choose(next((key for key in ("pass", "go on", "discard_card") if key in keys), keys[0]))
    table = open_table(program, game, Store(tmp_path / "records"), (), COMPANIONS)

    async def script(at: At) -> None:
        await at.press("/", *"disc", "enter")
        assert "(pick 1 or 2: 0 picked)" in at.text and at.text.count("[ ]") == 9, at.text
        await final(at)
        advice = at.table.advice.pane.advice
        assert advice is not None and advice.hint is not None
        cards = set(advice.hint.moves[0].key.split(", "))
        await at.press("enter")
        question = at.table.desk.question
        assert question is not None
        picked = [row.option for row in question.rows if row.picked]
        assert {option.key for option in picked} == cards
        assert f"(pick 1 or 2: {len(cards)} picked)" in at.text
        assert at.text.count("[x]") == len(cards) > 0, at.text
        before = len(at.log)
        await at.press("enter")
        assert all(any(option.label in line for line in at.log[before:]) for option in picked), at.log[
            before:
        ]

    play(script, sitting=seated(table), size=(80, 24))


def test_without_a_bot_the_page_says_so_and_the_key_is_not_offered(play: Play) -> None:
    async def script(at: At) -> None:
        assert "* why" not in at.text
        await at.press("ctrl+y")
        assert "No bot plays here." in at.text

    play(script)


def test_with_hints_switched_off_bots_keep_their_plans(play: Play) -> None:
    async def script(at: At) -> None:
        await at.press("ctrl+y")
        assert at.said == "Hints are switched off in the settings."
        assert at.table.is_current
        at.table.desk.seat.remarks[1] = BotRemark(1, "medium", (WALK,))
        at.table._show()
        await at.rest()
        assert "u undo" in at.text and "* why" not in at.text

    play(script, settings=Settings(pace="off", hints=False), bots=("", "medium"))


def test_a_bot_gives_its_reason_in_the_question(play: Play) -> None:
    request = BotRemark(1, "medium", (WALK, REST), (HintReason("ben lacks 2 hats", "ben lacks 1 hat", 4),))

    async def script(at: At) -> None:
        seat = at.table.desk.seat
        lines = request_words(request, seat.look().view)
        assert lines == [
            "ben (medium) asks because: ben lacks 2 hats → 1 hat",
            "ben then plans: Rest",
        ]
        assert request_words(replace(request, reasons=(), moves=(WALK,)), seat.look().view) == []
        seat._sight = replace(seat.look(), request=request)
        at.table._show()
        assert all(line in at.text for line in lines)
        at.table.desk.bots_talk = False
        at.table._show()
        assert not any(line in at.text for line in lines)

    play(script, size=(80, 24))
