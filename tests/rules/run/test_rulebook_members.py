"""The rulebook says what is fixed about each member of a kind, and for whom the game ends."""

from pathlib import Path

import pytest

from lazaretto.rules import Entry, Program, load

MANIFEST = """
name = "islands"
title = "Islands"
players = [2, 3]
modules = ["islands"]
tables = ["map"]
"""
MAP = """
Isle = [
    { name = "Ash", at = [0, 0], owner = "crown", depth = 4, harbour = true },
    { name = "Elm", at = [1, 0], owner = "church", depth = 4 },
    { name = "Oak", at = [2, 0], owner = "crown", harbour = true },
]
Strait = [{ ends = ["Ash", "Elm"] }, { ends = ["Elm", "Oak"] }]
Sea = [
    { name = "East Sea", documentation = "Rough.", members = ["Elm", "Oak"] },
    { name = "West Sea", documentation = "Calm.", members = ["Ash"] },
]
"""
RULES = """
kind Owner
    "Who owns an isle."
Owner crown "Crown"
Owner church "Church"

kind Isle is a place
    "A place in the sea."
    owner   : Owner
    depth   : number = 0
    harbour : flag = no
        "Ships land here."
    depot   : text = "x"
        look hidden "yes"

kind Strait links Isle
kind Sea is an area of Isle
    "A part of the board."

kind Guild
    "A guild."
    patron : Owner
Guild Weavers "Weavers"
    "They weave."
    patron = crown
Guild Monks "Monks"
    "They pray."
    patron = church

extend kind Player
    left_out : flag

value outsiders() : set of Player = those player in Player where player.left_out
    "The players who were left out."

phase game()
    "Play."
    lose "The sea rises"

to ending()
    "Whoever was left out wins."
    for each player in outsiders()
        win "Left out in the dry" for player
"""


@pytest.fixture(scope="module")
def entries(tmp_path_factory: pytest.TempPathFactory) -> list[Entry]:
    folder = tmp_path_factory.mktemp("islands") / "islands"
    folder.mkdir()
    for name, text in {"scenario.toml": MANIFEST, "map.toml": MAP, "islands.rules": RULES}.items():
        (folder / name).write_text(text, encoding="utf-8")
    return [entry for chapter in program(folder).rulebook() for entry in chapter.entries]


def program(folder: Path) -> Program:
    loaded = load(folder)
    assert loaded.program is not None, loaded.diagnostics
    return loaded.program


def notes(entries: list[Entry], title: str) -> tuple[str, ...]:
    (found,) = (entry for entry in entries if entry.title == title and entry.kind in ("member", "kind"))
    return found.notes


def test_all_members_are_listed_by_what_sets_them_apart(entries: list[Entry]) -> None:
    assert notes(entries, "Isle") == (
        "3 in all",
        "Harbour: Ships land here.",
        "Owner Crown: Ash, Oak",
        "Owner Church: Elm",
        "Depth: Ash 4, Elm 4",
        "Harbour: Ash, Oak",
    )


def test_an_area_lists_its_places(entries: list[Entry]) -> None:
    assert notes(entries, "East Sea") == ("Elm, Oak",)
    assert notes(entries, "West Sea") == ("Ash",)


def test_the_first_member_of_a_kind_is_a_value_like_others(entries: list[Entry]) -> None:
    assert notes(entries, "Weavers") == ("Patron: Crown",)
    assert notes(entries, "Monks") == ("Patron: Church",)


def test_a_loss_that_the_ending_may_overrule_is_not_said_to_be_for_all(entries: list[Entry]) -> None:
    ends = [(entry.title, entry.text) for entry in entries if entry.kind in ("win", "lose") and entry.number]
    assert ends == [("Won", "Left out in the dry."), ("Lost", "The sea rises.")]


def test_a_rule_that_may_end_the_game_is_told_in_its_section(entries: list[Entry]) -> None:
    (rule,) = (entry for entry in entries if entry.title == "Ending")
    assert (rule.kind, rule.text) == ("rule", "Whoever was left out wins.")
