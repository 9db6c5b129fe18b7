"""The texts beside the board are never wider than their room, and agree with the view."""

import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from hypothesis import given, settings, strategies as st

from lazaretto.host import Store, Table
from lazaretto.lab.playing.bots import RandomBot
from lazaretto.rules import Game, Ref, View
from lazaretto.tui.board.board_data import shape_of
from lazaretto.tui.keys.keymap import default_keymap
from lazaretto.tui.look.fit_and_wrap_text import Line, width
from lazaretto.tui.table.pages import help_at_cursor
from lazaretto.tui.table.pages.help_at_cursor import (
    option_topic,
    pile_topic,
    seat_topic,
    supply_topic,
    topic_of,
    track_topic,
)
from lazaretto.tui.table.pages.info_pages import help_page, log_page, piles_page, seats_page
from lazaretto.tui.table.panes.board_pane import BoardMap
from lazaretto.tui.table.panes.hand_pane import HandPane
from lazaretto.tui.table.panes.log_pane import LogPane
from lazaretto.tui.table.panes.menu_pane import MenuPane
from lazaretto.tui.table.panes.side_pane import SidePane, sections
from lazaretto.tui.table.panes.status_pane import StatusPane
from lazaretto.tui.table.table_state import Desk
from lazaretto.tui.table.view_diff import changed, named, numbers
from tests.soak import TIMES, longer
from tests.tui.table.made import FAIR, NOWHERE, SCENARIOS, AtDesk, players_of, program_of, sitting_of, stall
from tests.unhurried import unhurried

GAMES = (*SCENARIOS, "tests/data/fugitive", "tests/data/errands", "tests/data/corners", FAIR)


@cache
def views(game: str, seed: int) -> tuple[View, ...]:
    """Return a seeded game as its first seat sees it, every few answers."""
    played = program_of(game).start(seed=seed, players=players_of(game, "anna", "Benedikta Langenscheidt"))
    bot = RandomBot(seed)
    found = [played.view(0)]
    for number in range(60):
        if played.decision is None:
            break
        bot.play(played)
        if number % 12 == 0:
            found.append(played.view(0))
    return (*found, played.view(0))


SEEDS = 2 if TIMES == 1 else 4

moments = st.tuples(st.sampled_from(GAMES), st.integers(0, SEEDS - 1), st.integers(0, 6))
Moment = tuple[str, int, int]


def view_at(moment: Moment) -> View:
    game, seed, number = moment
    return views(game, seed)[number % len(views(game, seed))]


def text(lines: object) -> str:
    assert isinstance(lines, list | tuple)
    return "\n".join("".join(span.text for span in line) for line in lines)


def spots(view: View) -> list[Ref]:
    return [Ref(kind, thing.key) for kind in view.things for thing in view.things[kind]]


@longer
@settings(unhurried, max_examples=60 * TIMES)
@given(moments, st.integers(20, 60))
def test_the_panel_is_never_wider_than_its_room(moment: Moment, columns: int) -> None:
    view = view_at(moment)
    for section in sections(view, columns):
        for item in section.items:
            assert width(item.line) <= columns, text([item.line])
            assert item.topic is None or item.topic().title
            assert all(topic().title for _, _, topic in item.spots)


@longer
@settings(unhurried, max_examples=25 * TIMES)
@given(moments, st.integers(60, 120))
def test_pages_are_never_wider_than_the_screen(moment: Moment, columns: int) -> None:
    view, keys = view_at(moment), default_keymap().page("table")
    for page in (seats_page(view), piles_page(view), log_page(view, view), help_page(None, keys)):
        lines: list[Line] = list(page(columns))
        assert max((width(line) for line in lines), default=0) <= columns


def test_long_names_of_keys_stand_above_what_they_do() -> None:
    keys = [("Keys", [("a", "add"), ("Ctrl+A, Ctrl+B, Ctrl+C", "add, begin, call")])]
    lines = [text([line]).rstrip() for line in help_page(None, keys)(60)]
    assert lines[-3:] == [f"   a{' ' * 20}add", "   Ctrl+A, Ctrl+B, Ctrl+C", f"{' ' * 24}add, begin, call"]


@longer
@settings(unhurried, max_examples=25 * TIMES)
@given(moments, st.integers(0, 200))
def test_everything_can_be_explained(moment: Moment, number: int) -> None:
    view = view_at(moment)
    every = spots(view)
    ref = every[number % len(every)]
    assert topic_of(view, ref).title
    assert list(help_at_cursor.line(view, ref))
    assert list(help_at_cursor.lines(view, ref))
    for seat in view.seats:
        assert seat_topic(view, seat).title == seat.name
    for pile in view.piles:
        assert pile_topic(pile).text
    for track in view.tracks:
        assert f"[{track.spaces[track.position]}]" in " ".join(track_topic(track).text)
    for supply in view.supplies:
        assert f"{supply.count} of {supply.size}" in " ".join(supply_topic(supply).text)
    for option in view.decision.options if view.decision is not None else ():
        assert option_topic(view, option).text


@longer
@settings(unhurried, max_examples=20 * TIMES)
@given(
    st.sampled_from(GAMES),
    st.integers(0, SEEDS - 1),
    st.integers(0, 40),
    st.integers(20, 130),
    st.integers(1, 20),
)
def test_every_pane_fits_any_room(game: str, seed: int, choices: int, columns: int, rows: int) -> None:
    desk = middle(game, seed, choices // 10 * 10)
    for pane in (StatusPane(), MenuPane(), HandPane(), SidePane(), LogPane()):
        pane.desk = desk
        assert len(pane.lines(columns, rows)) <= max(rows, 2)


@cache
def middle(game: str, seed: int, choices: int) -> Desk:
    """Return a desk in the middle of a game."""
    played: Game = program_of(game).start(seed=seed, players=players_of(game))
    bot = RandomBot(seed)
    for _ in range(choices):
        if played.decision is not None:
            bot.play(played)
    table = Table(program_of(game), played, Store(NOWHERE), "nothing")
    sitting = sitting_of(game, NOWHERE, table=table)
    number = played.seat or 0
    desk = Desk(sitting, sitting.seats[number], BoardMap(shape_of(sitting.seats[0].look().view)))
    desk.refresh()
    return desk


# --- lists in columns ----------------------------------------------------------------------------


def menu(at: AtDesk, columns: int, rows: int) -> list[str]:
    pane = MenuPane()
    pane.desk = at.desk
    return text(pane.lines(columns, rows)).splitlines()


def test_a_list_that_does_not_fit_says_so_and_follows_the_cursor() -> None:
    at = AtDesk()
    question = at.desk.question
    assert question is not None
    seen: set[str] = set()
    at.press("down")
    for _ in question.rows:
        lines = menu(at, 30, 6)
        assert len(lines) == 6
        told = next(found for line in lines if (found := re.search(r" (\d+)–(\d+) of (\d+)$", line)))
        first, last, number = map(int, told.groups())
        assert first <= question.cursor + 1 <= last <= number == len(question.rows), lines
        assert question.current is not None
        assert any(question.current.option.label in line for line in lines[1:-1])
        seen.update(
            row.option.label for row in question.rows if any(row.option.label in line for line in lines)
        )
        at.press("down")
    assert len(seen) == len(question.rows)
    assert not any(re.search(r" of \d+$", line) for line in menu(at, 120, 12))


def test_right_goes_to_the_column_at_the_right() -> None:
    at = AtDesk()
    question = at.desk.question
    assert question is not None
    at.press("down")
    lines = menu(at, 80, 8)
    here = next(line for line in lines if " Walk " in line)
    assert question.current is not None and question.current.option.label == "Walk"
    at.press("right")
    assert question.current.option.label != "Walk"
    assert here.index("Walk") < here.index(question.current.option.label)


def test_each_control_looks_like_what_it_is() -> None:
    assert "2 on the board: move there or type a name" in text_of_menu("walk")
    assert "[ ] Bread" in text_of_menu("throw")
    assert "(pick 1 or 2: 0 picked)" in text_of_menu("throw")
    assert "1. Bread" in text_of_menu("sort")
    assert " 2   from 2 to 14" in text_of_menu("wish")
    assert "y yes" in text_of_menu("ask")
    assert "ben: May anna bring you?" in text_of_menu("bring")


def text_of_menu(*choices: str) -> str:
    return "\n".join(menu(AtDesk(*choices), 100, 10))


# --- changes -------------------------------------------------------------------------------------


def test_what_changed_is_found_on_the_board_and_in_numbers() -> None:
    at = AtDesk()
    start = at.desk.sight.view
    assert changed(None, start) == changed(start, start) == frozenset()
    assert list(numbers(None, start)) == []
    at.press("w", "D", "i", "enter")
    assert changed(start, at.desk.sight.view) == {stall("Apples"), stall("Dice")}
    assert list(numbers(start, at.desk.sight.view)) == ["bell 0 → 1"]
    fenced = AtDesk("fence > Dice - Honey").desk.sight.view
    assert changed(start, fenced) == {Ref("Path", "Dice - Honey")}
    assert "flags left 4 → 3" in list(numbers(start, fenced))
    swept = AtDesk("sweep > West").desk.sight.view
    assert named(swept, changed(start, swept)) == "West"
    torn = AtDesk("tear").desk.sight.view
    assert {"roll 2 → 1", "used 0 → 1"} <= set(numbers(start, torn))


def test_the_log_shows_what_is_new_since_the_last_choice() -> None:
    at = AtDesk("walk > Bread", "walk > Dice").press("w", "A", "enter", "w", "A", "enter")
    assert at.desk.seat.name == "anna"
    shown = text(log_page(at.desk.sight.view, at.desk.sight.before, "since then")(80))
    assert shown.index("ben walks to Dice") < shown.index("since then") < shown.index("anna walks to Apples")
    assert "Changed: since then" in shown
    assert "bell 2 → 4" in shown


@pytest.mark.parametrize("game", GAMES)
def test_what_prevented_something_is_marked_in_the_log(game: str) -> None:
    for seed in range(SEEDS):
        for view in views(game, seed):
            shown = text(log_page(view, None)(4000))
            assert shown.count("(prevented)") == sum(line.prevents for line in view.log)


def test_dice_are_told_by_what_they_show(tmp_path: Path) -> None:
    seat = sitting_of("scenarios/the_cure", tmp_path).seats[0]
    page = text(seats_page(seat.look().view)(80))
    rolled = next(line for line in page.splitlines() if "rolled" in line)
    assert any(face in rolled for face in ("Fly", "Sail", "Treat", "Sample", "Biohazard")), rolled


def test_counted_pieces_of_a_player_are_on_a_small_screen_and_on_the_page_of_players() -> None:
    view = middle("tests/data/errands", 0, 0).view
    seat = replace(view.seats[0], holds=(("grain", 2), ("oil", 1)))
    held = replace(view, seat=0, seats=(seat, *view.seats[1:]))
    assert "grain 2, oil 1" in text(seats_page(held)(80))
    line = text(list(HandPane().drawn(cast(Desk, SimpleNamespace(view=held)), 80, 1)))
    assert f"{seat.name}: 2 grain  1 oil" in line
