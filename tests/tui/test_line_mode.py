"""Tests line mode: typed input and printed output."""

import asyncio
import io
import re
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from lazaretto.host import Store, Table, load_record, open_table
from lazaretto.lab.playing.bots import COMPANIONS
from lazaretto.rules import Program, load
from lazaretto.tui.line.mode import Plain
from tests.sitting import seated
from tests.tui.played import program_of

FUGITIVE = Path(__file__).resolve().parents[1] / "data" / "fugitive"
THE_CURE = Path(__file__).resolve().parents[2] / "scenarios" / "the_cure"


@pytest.fixture
def table(program: Program) -> Table:
    table = open_table(program, program.start(seed=7, players=("anna", "ben")), Store())
    table.name = "game"
    return table


def typed(table: Table, *lines: str) -> str:
    out = io.StringIO()
    text = "".join(f"{line}\n" for line in lines)
    with asyncio.Runner() as runner:
        assert Plain(seated(table), runner, io.StringIO(text), out).play() == 0
    return out.getvalue()


def test_a_whole_game_reads_well(table: Table, snapshot: SnapshotAssertion) -> None:
    shown = typed(table, "take two", "rest", "anna: call", "take > two", "t", "why", "2", "take")
    assert table.game.outcome is not None, shown
    assert shown == snapshot


def test_the_commands_answer(table: Table, snapshot: SnapshotAssertion) -> None:
    lines = [
        "help",
        "help take",
        "help dance",
        "why",
        "why call",
        "status",
        "hand",
        "look",
        "log",
        "why 1",
        "why 99",
        "why 1 -1",
        "why -99",
        "why 1.5",
        "why 7.7.7",
        "help 1",
        "take nine",
        "undo",
        "dance",
        "",
        ":dance",
    ]
    assert typed(table, *lines, "take two", "undo", "quit") == snapshot


def test_what_a_bot_has_begun_cannot_be_taken_back() -> None:
    program = program_of("pandemic")
    game = program.start(seed=6, players=("anna", "ben"))
    table = open_table(program, game, Store(), ("", "medium"), COMPANIONS)
    own, asked = typed(table, "drive", "undo", "pass", "pass").split("ben (medium) asks because", 1)
    assert "(`undo` goes back)" in own
    assert "yes" in asked and "(`undo` goes back)" not in asked


def test_what_is_closed_where_nobody_is_asked_is_told(table: Table) -> None:
    shown = typed(table, "take two", "take two", "take two", "why take", "take two", "take > two", "quit")
    assert shown.count("There is only 1 left") == 3, shown
    assert "  two: There is only 1 left\n" in shown


def test_a_path_ends_with_its_action() -> None:
    program = program_of("pandemic")
    table = open_table(program, program.start(seed=7, players=("anna", "ben")), Store())
    shown = typed(table, "drive > chicago > direct > seoul", "drive tokyo", "pass", "go on > drive", "quit")
    assert "The action ends with `chicago`. Leave out `direct > seoul`: that is" in shown
    assert "Possible: Chicago, Washington, Miami." in shown
    assert "`drive` is a choice of its own and was left out." in " ".join(shown.split())
    assert table.game.record().choices == ((1, "pass"), (1, "go on")), "nothing else was done"


def test_an_empty_log_says_so() -> None:
    noughts = FUGITIVE.parent / "noughts"
    loaded = load(noughts)
    assert loaded.program is not None
    table = open_table(loaded.program, loaded.program.start(seed=1, players=("anna", "ben")), Store())
    assert "The log is empty" in typed(table, "log", "quit")


def of_three(folder: Path, seed: int) -> Table:
    loaded = load(folder)
    assert loaded.program is not None
    game = loaded.program.start(seed=seed, players=("anna", "ben", "carl"))
    return open_table(loaded.program, game, Store())


def test_the_log_marks_what_only_one_reads() -> None:
    shown = typed(of_three(FUGITIVE, 0), "1", "3", "1", "log", "why 1", "quit")
    told = [line for line in shown.splitlines() if "You hide at" in line]
    assert len(told) == 3 and all("(only you know)" in line for line in told), shown


def test_options_that_read_alike_are_counted_as_why_lists_them() -> None:
    shown = typed(of_three(THE_CURE, 5), "1", "2", "why", "quit")
    counted = re.findall(r"\((\d+) more are not available", shown)
    listed = re.findall(r"^  (?! )", shown.partition("> why\n")[2].partition("> quit")[0], re.MULTILINE)
    assert int(counted[-1]) == len(listed) > 1, shown


def test_names_are_shown_and_typed_without_underscores() -> None:
    shown = typed(
        of_three(THE_CURE, 5), "reroll", "containment specialist 3, Containment_Specialist_2", "quit"
    )
    assert "[Containment Specialist 3]" in shown and "Containment_Specialist 3]" not in shown
    assert re.search(r"^\w+ rolls 2 dice again: \w.*, \w.*\.$", shown, re.MULTILINE), shown


def test_internal_names_of_things_are_shown_only_where_labels_are_equal() -> None:
    program = program_of("the_cure")
    table = open_table(program, program.start(seed=5, players=("anna", "ben")), Store())
    shown = typed(table, "reroll", "quit")
    dice = re.findall(r"^  \d\. (\w+ \w+: \w+)( \[[\w ]+ \d\])?$", shown, re.MULTILINE)
    labels = [label for label, _ in dice]
    assert len(dice) > 2, shown
    assert [bool(key) for _, key in dice] == [labels.count(label) > 1 for label in labels], shown


def test_the_end_of_the_input_keeps_the_game(table: Table) -> None:
    shown = typed(table, "take two")
    assert "lazaretto play --plain --resume game" in shown
    assert load_record(Path(table.store.place("game"))) == table.game.record()


def test_save_says_where(table: Table) -> None:
    assert str(Path(table.store.place("game"))) in typed(table, "save")


def test_a_damaged_file_is_told_of(table: Table) -> None:
    Path(table.store.place("game")).write_text("hello")
    assert "was renamed to game.damaged" in " ".join(typed(table, "take two").split())


def test_a_full_disk_does_not_stop_the_game(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("lazaretto.host.records.record_store.replace_file", full)
    shown = typed(table, "take two", "take two")
    assert "The game continues, but it could not be saved" in shown
    assert len(table.game.record().choices) >= 2


@pytest.mark.parametrize(
    ("word", "more"),
    [
        ("pass", "Where you need not act, you pass from now on until something changes:"),
        ("pass once", ""),
        ("pass turn", "Where you need not act, you pass from now on until the turn ends."),
    ],
)
def test_a_question_that_needs_an_answer_cannot_be_passed(word: str, more: str) -> None:
    loaded = load(THE_CURE)
    assert loaded.program is not None
    table = open_table(loaded.program, loaded.program.start(seed=3, players=("anna", "ben")), Store())
    before = table.game.record().choices
    shown = " ".join(typed(table, word, "quit").split())
    assert "You cannot pass this question" in shown and more in shown
    assert "You pass until something changes" not in shown
    assert table.game.record().choices == before


def test_a_bot_says_what_it_is_after_before_it_does_it() -> None:
    """A bot that begins, and one that changes its mind because somebody refuses."""
    program = program_of("pandemic")

    def said_and_done(seed: int, *lines: str) -> tuple[int, int, str]:
        game = program.start(seed=seed, players=("anna", "ben"))
        table = open_table(program, game, Store(), ("", "medium"), COMPANIONS)
        shown = typed(table, *lines, "quit")
        done = [shown.find(f"\nben {verb} ") for verb in ("drives", "flies", "treats", "charters")]
        return shown.find("\nben (medium): "), min(each for each in done if each > 0), shown

    for seed, lines in ((2, ()), (6, ("pass", ":pass", "no"))):
        said, done, shown = said_and_done(seed, *lines)
        assert 0 < said < done, shown
        if lines:
            asked = shown.index("Do you take Atlanta")
            assert said < asked < shown.rindex("\nben (medium): ", 0, done), shown
