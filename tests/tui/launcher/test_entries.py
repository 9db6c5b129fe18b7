"""Tests the launcher's list: its entries, their order, and how times are shown."""

from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from lazaretto.host.lobby.lobby_protocol import GameSummary, KeptGame
from lazaretto.rules.link.find_scenarios import FoundScenario, in_order
from lazaretto.tui.launcher.entries import Entry, briefly, entries, opens_on, when

NOW = datetime(2026, 3, 1, 12, 0)
SUMMARY = GameSummary("a", "Game A", ("anna", "zoë"), {}, (), 1, 0)
FOUND = (
    FoundScenario("a", Path("/in/a"), title="Game A", description="About one.", origin="built-in"),
    FoundScenario("b", Path("/own/b"), title="Game B", origin="yours"),
    FoundScenario("c", Path("/far/games/c"), "it is torn", origin="/far/games"),
)
KEPT = (
    KeptGame("one", Path("one.toml"), NOW, SUMMARY),
    KeptGame("two", Path("two.toml"), datetime(2026, 2, 28), None, "it is torn"),
)


@pytest.mark.parametrize(
    ("then", "long", "short"),
    [
        (datetime(2026, 3, 1, 4, 5), "today 04:05", "04:05"),
        (datetime(2026, 2, 28, 23, 59), "yesterday 23:59", "yesterday"),
        (datetime(2026, 2, 27, 4, 5), "27 Feb 04:05", "27 Feb"),
        (datetime(2025, 12, 31, 4, 5), "31 Dec 2025", "Dec 2025"),
    ],
)
def test_times(then: datetime, long: str, short: str) -> None:
    assert (when(then, NOW), briefly(then, NOW)) == (long, short)


def rows(found: tuple[Entry, ...]) -> list[tuple[str, str, bool]]:
    return [(entry.title, entry.note, entry.damaged) for entry in found]


def test_everything_is_listed_under_its_heading() -> None:
    assert rows(entries(FOUND, KEPT, NOW)) == [
        ("Scenarios", "", False),
        ("Game A", "", False),
        ("Game B", "yours", False),
        ("c", "cannot be read", True),
        ("Saved games", "", False),
        ("Game A", "12:00", False),
        ("two", "damaged", True),
    ]


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        ("ABOUT", ["Game A"]),
        ("zoe", ["Game A"]),
        ("torn", []),
        ("two", ["two"]),
        ("game", ["Game A", "Game B", "Game A"]),
    ],
)
def test_what_holds_a_text(text: str, titles: list[str]) -> None:
    assert [entry.title for entry in entries(FOUND, KEPT, NOW, text) if not entry.heading] == titles


def test_the_same_thing_has_the_same_key() -> None:
    keys = [entry.key for entry in entries(FOUND, KEPT, NOW) if not entry.heading]
    assert len(set(keys)) == len(keys)
    assert keys == [entry.key for entry in entries(FOUND, KEPT, datetime(2027, 1, 1)) if not entry.heading]


def test_games_stand_in_an_order_and_challenges_below_their_game() -> None:
    made = [
        FoundScenario("hard", Path("/hard"), title="A hard one", uses=("more",)),
        FoundScenario("dice", Path("/dice"), title="Dice"),
        FoundScenario("torn", Path("/torn"), "it is torn"),
        FoundScenario("more", Path("/more"), title="Big: more", uses=("layer", "big")),
        FoundScenario("loop", Path("/loop"), title="Loop", uses=("pool",)),
        FoundScenario("pool", Path("/pool"), title="Pool", uses=("loop",)),
        FoundScenario("big", Path("/big"), title="Zebras", newcomers=True, uses=("layer",)),
    ]
    assert [scenario.name for scenario in in_order(made)] == [
        "big",
        "more",
        "hard",
        "dice",
        "torn",
        "loop",
        "pool",
    ]


def test_the_launcher_opens_on_what_was_played_last() -> None:
    over = KeptGame("over", Path("over.toml"), NOW, replace(SUMMARY, outcome="won"))
    gone = KeptGame("gone", Path("gone.toml"), NOW, replace(SUMMARY, scenario="z", outcome="won"))
    assert opens_on(FOUND, KEPT) == "game one"
    serial = KeptGame("third", Path("third.toml"), NOW, replace(SUMMARY, campaign="family", number=3))
    assert opens_on(FOUND, (serial, *KEPT)) == "campaign family"
    assert opens_on(FOUND, (over, *KEPT)) == "scenario /in/a"
    assert opens_on(FOUND, (gone,)) == opens_on(FOUND, ()) == opens_on(FOUND, KEPT[1:]) == ""
