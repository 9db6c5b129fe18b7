"""Tests the rulebook screen: read, turn pages, search, close."""

import asyncio

import pytest
from syrupy.assertion import SnapshotAssertion

from lazaretto.rules import Chapter, Entry
from lazaretto.tui.reading.rulebook_screen import GUTTER, TWO_COLUMNS, RulebookScreen, RulebookText
from tests.tui.played import SIZES, Reader
from tests.tui.screens import text_of

WORDS = "Everybody may do this as often as they like, if nobody minds and if there are stones enough."
BOOK = (
    Chapter("Stones", "Take the last stone together, before the clock runs out.\n\nFor 1 to 4 players."),
    Chapter(
        "How it ends",
        "The game ends as soon as one of these happens.",
        (Entry("Won", "No stone is left.", "win"), Entry("Lost", "Time is up.", "lose")),
    ),
    Chapter(
        "The course of the game",
        "",
        (
            Entry("Game", "Everybody takes turns.", "phase"),
            Entry("Turn", "Do something, or rest.", "phase", depth=1),
            Entry("Clock", "It moves on.", "phase", depth=2),
        ),
    ),
    Chapter(
        "What you may do",
        "",
        (
            Entry("Moves", "One of these.", "menu", notes=("Call: Hush, Hurry",)),
            Entry("Take stones", WORDS, "action", {"glyph": "●", "colour": "red"}, ("Heap: the red one",), 1),
            Entry("Rest", "Do nothing.", "action", depth=1),
        ),
    ),
    *(Chapter(f"In detail: part {number}", WORDS, (Entry("Rule", WORDS, "rule"),)) for number in range(9)),
)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_book_reads_well(size: tuple[int, int], snapshot: SnapshotAssertion) -> None:
    async def main() -> None:
        app = Reader(lambda: RulebookScreen("Stones", BOOK))
        async with app.run_test(size=size) as pilot:
            await pilot.press("tab", "tab")
            await pilot.pause()
            assert text_of(app) == snapshot

    asyncio.run(main())


def test_the_book_reads_well_without_colours_and_signs(snapshot: SnapshotAssertion) -> None:
    async def main() -> None:
        app = Reader(lambda: RulebookScreen("Stones", BOOK), mono=True, ascii_only=True)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("slash", *"stone", "enter")
            await pilot.pause()
            assert text_of(app).isascii()
            assert text_of(app) == snapshot

    asyncio.run(main())


def test_keys_lead_through_the_book() -> None:
    async def main() -> None:
        screen = RulebookScreen("Stones", BOOK)
        app = Reader(lambda: screen)
        async with app.run_test(size=(80, 24)) as pilot:
            text = screen.text
            await pilot.press("tab", "right_square_bracket", "right")
            assert text.chapter == 3
            await pilot.press("down", "left_square_bracket")
            assert (text.chapter, text.top) == (3, text.book.starts[3])
            await pilot.press("shift+tab")
            assert text.chapter == 2
            await pilot.press("end")
            assert text.chapter == len(BOOK) - 1
            assert text.top + text.room >= len(text.book.lines)
            await pilot.press("home", "pagedown")
            assert text.top == text.room - 2

    asyncio.run(main())


def test_a_text_is_looked_for_and_forgotten() -> None:
    async def main() -> None:
        screen = RulebookScreen("Stones", BOOK)
        app = Reader(lambda: screen)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("slash", *"nobody minds")
            assert "1 of" in text_of(app)
            await pilot.press("enter", "n")
            assert screen.text.current == 1
            line = screen.text.matches[1][0].line
            assert screen.text.top <= line < screen.text.top + screen.text.room
            await pilot.press("N", "N")
            assert screen.text.current == len(screen.text.matches) - 1
            await pilot.press("escape")
            assert not screen.text.matches
            assert app.screen is screen
            await pilot.press("slash", *"xyz")
            assert "not found" in text_of(app)
            await pilot.press("escape", "escape")
            await pilot.pause()
            assert app.screen is not screen

    asyncio.run(main())


def test_another_width_keeps_the_chapter() -> None:
    async def main() -> None:
        screen = RulebookScreen("Stones", BOOK)
        app = Reader(lambda: screen)
        async with app.run_test(size=(200, 60)) as pilot:
            await pilot.press("tab", "tab", "tab")
            await pilot.resize_terminal(80, 24)
            await pilot.pause()
            assert screen.text.chapter == 3
            assert not screen.chapters.display
            await pilot.resize_terminal(60, 20)
            await pilot.pause()
            assert "Please enlarge" in text_of(app)

    asyncio.run(main())


def test_two_columns_are_as_wide_as_the_text_or_less() -> None:
    text = RulebookText(BOOK)
    for width in range(20, 260):
        columns, wide = text._columns(width)
        assert columns == (2 if width >= TWO_COLUMNS else 1)
        assert columns * wide + (columns - 1) * GUTTER <= width


def test_a_game_without_words_has_a_book_too() -> None:
    async def main() -> None:
        app = Reader(lambda: RulebookScreen("Stones", ()))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("tab", "shift+tab", "end", "question_mark", "escape")
            assert "There is no documentation" in text_of(app)

    asyncio.run(main())
