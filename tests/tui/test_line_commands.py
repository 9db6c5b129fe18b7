"""The commands of line mode that tell something, and the curtain between players with secrets."""

import asyncio
import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from lazaretto.host import Sitting
from lazaretto.rules import Chapter, Entry
from lazaretto.tui.line.information_commands import rule_lines
from lazaretto.tui.line.mode import Plain
from lazaretto.tui.line.table import LineTable
from lazaretto.tui.safe_output import AWAY, ERASE, SafeStream
from lazaretto.tui.table.pages.named_things import find_named, named_things
from tests.tui.played import sitting_of, some
from tests.tui.table.made import program_of

MOOR = "tests/data/moor"
"""A game with secrets, and with things to do in between."""


def at_table(game: str, folder: Path, choices: int, players: int = 2) -> Sitting:
    program = program_of(game)
    return sitting_of(program, some(program, choices, players=players), folder)


def told(sitting: Sitting, *typed: str) -> list[list[str]]:
    """What line mode says to each line."""
    said: list[str] = []
    table = LineTable(sitting, said.append)
    asked = table.asked()
    assert asked is not None
    found: list[list[str]] = []
    for each in typed:
        said.clear()
        asyncio.run(table.take(asked, each))
        found.append("".join(said).splitlines())
    return found


def test_the_commands_tell_piles_odds_players_and_changes(tmp_path: Path) -> None:
    sitting = at_table("scenarios/pandemic", tmp_path, 0)
    lines = told(sitting, "piles infection disc", "odds infection", "piles zz", "who zz", "who", "changes")
    discard, odds, no_pile, nobody, who, changes = lines
    assert discard[0] == "Infection discard: 9" and "  Black: Algiers, Riyadh" in discard
    assert odds[0] == "Infection deck: 39" and "each is next with 3 %" in odds[1]
    assert no_pile == ["No pile is called `zz`. `piles` lists all."]
    assert nobody == ["No player is called `zz`."]
    assert any(line.startswith("anna: role Quarantine Specialist; place") for line in who)
    assert any(line.startswith("ben's hand: ") and "(Black)" in line for line in who)
    assert "ben has Black 2 of 5, team 2; Red 1 of 5, team 3" in who
    assert changes == ["You have not chosen anything yet."]


def test_changes_are_what_is_new_since_the_last_choice(tmp_path: Path) -> None:
    sitting = at_table("scenarios/pandemic", tmp_path, 0)
    _, changes, _, again = told(sitting, "drive chicago", "changes", "operations flight", "changes")
    assert changes[1:] == ["  ben drives to Chicago.", "  ben, place: from Atlanta to Chicago", *changes[3:]]
    assert changes[3:] == ["  ben, actions: from 4 to 3"]
    assert again == changes, "a refused line changes nothing"


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("operations expert", ("(role)", "without a card", "Has it: ben")),
        ("forecast", ("(event)", "top 6 cards", "Player deck: next 2 %; it lies at 1 to 49 of 49")),
        ("seoul", ("(city)", "Next to Beijing, Shanghai, Tokyo", "Seoul is in: ben's hand")),
        ("infection deck", ("(pile)", "39 are here")),
        ("infection rate", ("(track)", "Now: 2")),
        ("stations", ("(supply)", "5 of 6 are left", "In the game: Atlanta 1")),
        ("anna", ("(player)", "Quarantine Specialist:")),
        ("role", ("(kind)", "Medic")),
        ("atlanta - chicago", ("Road between Chicago and Atlanta",)),
        ("drive", ("Move to a city",)),
        ("nothing like it", ("Nothing here is called",)),
    ],
)
def test_help_explains_whatever_has_a_name(typed: str, words: Sequence[str], tmp_path: Path) -> None:
    (said,) = told(at_table("scenarios/pandemic", tmp_path, 0), f"help {typed}")
    whole = " ".join(" ".join(said).split())
    assert [word for word in words if word not in whole] == [], whole


def test_everything_with_a_name_can_be_explained(tmp_path: Path) -> None:
    for game in ("scenarios/iberia", "scenarios/the_cure", MOOR):
        view = at_table(game, tmp_path / Path(game).name, 3).seats[0].look().view
        found = named_things(view)
        assert all(each.name and each.sort and each.explain().title for each in found)
        assert all(each in find_named(found, each.name) for each in found)
        assert find_named(found, "") == [] == find_named(found, "no such name")


def test_the_rulebook_is_read_by_chapter_number_and_word() -> None:
    book = (
        Chapter("Game", "About it.\n\nMore."),
        Chapter(
            "1 Moves",
            "",
            (
                Entry("Walk", "Go to a place.", "rule", notes=("3",), number="1.1"),
                Entry("Far", "Go further.", "rule", depth=1, number="1.2"),
                Entry("Rest", "See elsewhere.", "reference", number="1.3"),
            ),
            number="1",
        ),
        Chapter("Rest", "", (Entry("Rest", "Stay in a place.", "action", number="1.3"),)),
    )
    assert rule_lines((), "")[0].startswith("There is no documentation")
    assert rule_lines(book, "")[1:] == ["  Game", "  1 Moves", "  Rest"]
    assert rule_lines(book, "game") == ["Game", "  About it.", "  More."]
    assert rule_lines(book, "1")[:2] == ["1 Moves", "  1.1 Walk: Go to a place."]
    below = ["In 1 Moves:", "  1.1 Walk: Go to a place.", "    3", "    1.2 Far: Go further."]
    assert rule_lines(book, "1.1") == below
    assert rule_lines(book, "1.3") == ["In Rest:", "  1.3 Rest: Stay in a place."]
    assert rule_lines(book, "Stay") == ["In Rest:", "  1.3 Rest: Stay in a place."]
    assert rule_lines(book, "swim") == ["The rules do not mention `swim`."]
    many = Chapter("Many", "", tuple(Entry(f"Swim {number}", "", "rule") for number in range(20)))
    assert rule_lines((many,), "swim")[-1] == "(12 more rules mention it: type more words)"


class Screen(io.StringIO):
    """Output to a terminal."""

    def isatty(self) -> bool:
        return True


class Keyboard(io.StringIO):
    """Input from a terminal."""

    def isatty(self) -> bool:
        return True


def played(sitting: Sitting, keys: io.StringIO, out: io.StringIO) -> str:
    with asyncio.Runner() as runner:
        assert Plain(sitting, runner, keys, out).play() == 0
    return out.getvalue()


def test_a_curtain_hides_what_the_player_before_has_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    sitting = at_table(MOOR, tmp_path, 2)
    said = played(sitting, Keyboard("too early\n\nben:\n\n\x1b\nquit\n"), Screen())
    _, _, anna, curtain, ben = said.split(ERASE)
    assert "You are anna." in anna and "wish Ditch" in anna
    assert "NAME:" in anna and "ben: Shine" not in anna, "what others hold is not listed"
    assert curtain.startswith("Pass the keyboard to ben.") and "Ditch" not in curtain
    assert "You are ben." in ben and "in between you may" in ben and "wish" not in ben
    assert said.count("Pass the keyboard to anna.") == 2, "only Enter opens it"


def test_without_a_terminal_blank_lines_hide_it_and_scripts_go_on(tmp_path: Path) -> None:
    said = played(at_table(MOOR, tmp_path, 2), io.StringIO("hum\nquit\n"), io.StringIO())
    assert ERASE not in said and said.count("\n" * AWAY) >= 2
    assert "anna hums." in said, "a line that was typed ahead is the answer"


def test_plain_letters_have_no_accents_and_no_signs(tmp_path: Path) -> None:
    out = io.StringIO()
    stream: Any = SafeStream(out)
    stream.ascii_only = True
    with asyncio.Runner() as runner:
        sitting = at_table("scenarios/iberia", tmp_path, 0)
        keys = io.StringIO("look a coruna\nodds\nquit\n")
        assert Plain(sitting, runner, keys, stream).play() == 0
    assert out.getvalue().isascii() and "A Coruna" in out.getvalue()


def test_players_without_secrets_have_no_curtain(tmp_path: Path) -> None:
    said = played(at_table("scenarios/pandemic", tmp_path, 0), io.StringIO("quit\n"), io.StringIO())
    assert "Pass the keyboard" not in said and "\n" * AWAY not in said


def test_closed_options_are_counted_for_the_player_alone(tmp_path: Path) -> None:
    said: list[str] = []
    table = LineTable(at_table("scenarios/pandemic", tmp_path, 0), said.append)
    asked = table.asked()
    assert asked is not None
    table.ask(asked)
    own = {
        (option.label, option.why_not)
        for option in asked.options
        if option.why_not and option.seat == asked.seat
    }
    assert f"({len(own)} more are not available" in "".join(said)
