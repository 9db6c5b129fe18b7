"""Tests how the launcher's list lays out titles."""

import tomllib
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from lazaretto.host.lobby.lobby_protocol import GameSummary, KeptGame
from lazaretto.rules.link.find_scenarios import FoundScenario
from lazaretto.tui.launcher.entries import Entry, entries
from lazaretto.tui.launcher.entry_list import Shelf, shortened

SCENARIOS = Path(__file__).resolve().parents[3] / "scenarios"
ROOM = 31
"""The room for a title at 80 columns."""


def test_no_two_games_look_alike_where_there_is_little_room() -> None:
    titles = [
        tomllib.loads(path.read_text(encoding="utf-8"))["title"] for path in SCENARIOS.glob("*/scenario.toml")
    ]
    shown = {shortened(title, ROOM, titles) for title in titles}
    assert len(shown) == len(titles)
    assert max(map(len, shown)) <= ROOM
    assert "…Virulent Strain and Mutation" in shown


def test_a_shortened_title_never_looks_like_another_word() -> None:
    titles = ("On the Shore: Rain and Wind", "On the Shore: Sun")
    assert shortened(titles[0], 20, titles) == "…Rain and Wind"
    assert shortened(titles[0], 10, titles) == "…Rain and…"
    assert shortened("A story without a series", 12) == "A st… series"


def test_a_title_is_shortened_only_where_it_must_be() -> None:
    shelf = Shelf[Entry]()
    shelf.entries = (
        Entry("Scenarios"),
        Entry("A game of thirty characters ok", found=FoundScenario("game", Path())),
    )
    (_, (_, title, _)) = shelf.lines(33, 2)
    assert title.text.strip() == "A game of thirty characters ok"


def test_a_short_title_stays() -> None:
    assert shortened("Pandemic", ROOM) == "Pandemic"


def test_a_guided_game_is_told_apart_in_the_list() -> None:
    now = datetime(2026, 5, 4, 12, 0)
    plain = GameSummary("game", "A game", ("anna",), {}, (), 1, 3)
    kept = [KeptGame("one", Path(), now, plain), KeptGame("two", Path(), now, replace(plain, guide="first"))]
    notes = [entry.note for entry in entries((), kept, now) if entry.stored is not None]
    assert notes == ["12:00", "guided 12:00"]
