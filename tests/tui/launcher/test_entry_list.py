"""Tests how the launcher's list lays out titles."""

import tomllib
from pathlib import Path

from rules.find_scenarios import Found
from tui.launcher.entries import Entry
from tui.launcher.entry_list import Shelf, shortened

SCENARIOS = Path(__file__).resolve().parents[3] / "scenarios"
ROOM = 27
"""The room for a title at 80 columns."""


def test_no_two_games_look_alike_where_there_is_little_room() -> None:
    titles = [
        tomllib.loads(each.read_text(encoding="utf-8"))["title"] for each in SCENARIOS.glob("*/scenario.toml")
    ]
    shown = {shortened(each, ROOM) for each in titles}
    assert len(shown) == len(titles)
    assert max(map(len, shown)) == ROOM


def test_a_title_is_shortened_only_where_it_must_be() -> None:
    shelf = Shelf[Entry]()
    shelf.entries = (Entry("Scenarios"), Entry("A game of thirty characters ok", found=Found("game", Path())))
    (_, (_, title, _)) = shelf.lines(33, 2)
    assert title.text.strip() == "A game of thirty characters ok"


def test_a_short_title_stays() -> None:
    assert shortened("Pandemic", ROOM) == "Pandemic"
