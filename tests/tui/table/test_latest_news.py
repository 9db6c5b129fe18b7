"""What is told at a question of what has happened since the last choice."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from lazaretto.rules import LogLine
from lazaretto.tui.table.panes.menu_pane import news_lines, rows_of_own
from tests.tui.table.conftest import At, Play
from tests.tui.table.made import sitting_of, table_of

DUSK = "tests/data/dusk"
SMALL = (80, 24)


def log(*lines: str) -> tuple[LogLine, ...]:
    """Log lines; a star in front marks what only one player learns."""

    def made() -> Iterator[LogLine]:
        for line in lines:
            yield LogLine(line.removeprefix("*"), False, line.startswith("*"))

    return tuple(made())


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (("anna draws Lima.", "anna draws Oslo."), "anna draws Lima, Oslo."),
        (("anna draws Lima.", "anna draws Oslo.", "anna draws Rome."), "anna draws Lima, Oslo, Rome."),
        (("Lima gets 1 cube.", "Oslo gets 1 cube."), "Lima gets 1 cube. Oslo gets 1 cube."),
        (("anna draws Lima.", "anna draws an epidemic!"), "anna draws Lima. anna draws an epidemic!"),
        (("bot 3 drives to Lima.", "bot 3 rests for now."), "bot 3 drives to Lima. bot 3 rests for now."),
        (("It is dark.", "It is dark."), "It is dark. It is dark."),
        (("*You see Lima.", "anna waits."), "anna waits. You see Lima."),
        (("anna waits.", "", "ben waits."), "anna waits. ben waits."),
    ],
)
def test_sentences_are_told_together(lines: tuple[str, ...], told: str) -> None:
    assert news_lines(log(*lines), 60, 2) == [told]


def test_the_oldest_is_left_out_and_what_only_this_player_learns_is_not() -> None:
    lines = log(
        "*You see Lima.", "*You see Oslo.", "Rain falls.", "Snow falls on all of the towns.", "Night."
    )
    assert news_lines(lines, 40, 1) == ["Night. You see Lima, Oslo."]
    assert rows_of_own(lines, 40) == 1
    assert news_lines(log("One long sentence that needs more than a single row."), 20, 1) == [
        "One long sentence"
    ]
    assert news_lines(lines, 40, 0) == [] == news_lines((), 40, 2)


def test_news_stay_until_something_new_happens(play: Play) -> None:
    async def script(at: At) -> None:
        await at.press("w", "D", "enter")
        assert at.asked == "ben" and "anna walks to Dice." in at.text
        await at.press("down", "up")
        assert "anna walks to Dice." in at.text
        await at.press("w", "escape")
        assert "anna walks to Dice." in at.text
        await at.press("w", "D", "enter")
        assert at.asked == "anna" and "ben walks to Dice." in at.text
        assert "anna walks" not in at.text

    play(script, size=SMALL)


def test_a_bot_that_begins_waits_until_the_board_was_seen(play: Play, tmp_path: Path) -> None:
    async def script(at: At) -> None:
        assert "look at the board: anna begins." in at.text and at.log == []
        await at.press("enter")
        assert "Press the letter of an option" in at.text and at.log == []
        await at.press("g")
        assert at.table.desk.sight.turn >= 1 and "begins" not in at.text

    table = table_of(DUSK, tmp_path, ("anna", "ben"), seed=0, bots=("random", ""))
    play(script, sitting=sitting_of(DUSK, tmp_path, table=table), size=SMALL)
