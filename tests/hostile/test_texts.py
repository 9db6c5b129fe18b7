"""Every text has a bound, and so have the line, the view and the log that it stands in."""

from pathlib import Path

import pytest

from lazaretto.grammar.message import MessageText
from lazaretto.rules import Program, load
from lazaretto.rules.run.limits import LONGEST_SHOWN, MOST_LINES, MOST_TEXT
from lazaretto.rules.run.views import view_builder
from tests.hostile.small_games import LOOK, Clock, program

LONG = "a" * 400
MANIFEST = 'name = "texts"\ntitle = "Texts"\nplayers = [1, 4]\nmodules = ["texts"]\ntables = ["towns"]\n'
RULES = """
kind Town is a place
menu moves "What?"
action rest in moves
    nothing
phase game()
    repeat forever
        for each player in Player
            turn(player)
phase turn(player)
    offer moves to player
"""


def loaded(folder: Path, towns: str, rules: str = RULES, manifest: str = MANIFEST) -> list[str] | Program:
    """Return the game of these files, or its mistakes."""
    (folder / "scenario.toml").write_text(manifest)
    (folder / "texts.rules").write_text(rules)
    (folder / "towns.toml").write_text(towns)
    found = load(folder)
    if found.program is not None:
        return found.program
    return [
        f"{diagnostic.span.file}:{diagnostic.span.line}:{diagnostic.span.column}: {diagnostic.message}"
        for diagnostic in found.diagnostics
    ]


@pytest.mark.parametrize("key", ["name", "label", "documentation"])
def test_a_text_of_a_table_is_told_at_its_place_if_it_is_too_long(key: str, tmp_path: Path) -> None:
    text = ("a" * 1_500 + "\n") * 500
    towns = f'[[Town]]\nname = "Aden"\n[[Town]]\nname2 = "b"\n{key} = """{text}"""\n'
    assert loaded(tmp_path, towns) == [
        f"texts/towns.toml:5:{len(key) + 4}: this text has 750,500 characters; the most is 2,000"
    ]


def test_a_text_of_the_manifest_is_bounded_too(tmp_path: Path) -> None:
    text = ("a" * 1_500 + "\n") * 2
    (told,) = loaded(tmp_path, "", manifest=f'{MANIFEST}description = """{text}"""\n')  # type: ignore[misc]
    assert told == f"{tmp_path.name}/scenario.toml:6:15: this text has 3,002 characters; the most is 2,000"


def test_a_label_in_the_rules_is_bounded(tmp_path: Path) -> None:
    for line in (
        f'Town aden "{"b" * 601}"',
        f'Town aden\nextend Town aden "{"b" * 601}"\n    look colour blue',
    ):
        (told,) = loaded(tmp_path, "", f"{RULES}{line}\n")  # type: ignore[misc]
        assert told.endswith("a name or a label has at most 600 characters")
        assert told.startswith("texts/texts.rules:1"), told


TOWNS = "action rest in moves\n    nothing\nkind Spot is a place\n"
TOWNS += "".join(f'Spot s{each} "{LONG}"\n' for each in range(100))


def test_a_line_that_gets_too_long_is_cut() -> None:
    gaps = "{s1}" * 100
    text = f'{TOWNS}before turn(_)\n    repeat 50 times\n        say "{gaps}"\n'
    game = program(text).start(seed=1, players=["anna", "ben"])
    public, views = game.views()
    for view in (public, *views):
        assert [len(line.text) for line in view.log] == [LONGEST_SHOWN] * 50
        assert {line.text[-1] for line in view.log} == {"…"}


def test_a_list_that_is_too_long_says_how_many_more_there_are() -> None:
    text = f'{TOWNS}var held : set of Spot = Spot\nbefore turn(_)\n    say "{{Spot}}"\n'
    game = program(text).start(seed=1, players=["anna", "ben"])
    shown = game.view(None).variables["held"]
    some = ", ".join(f"{LONG} (s{each})" for each in range(4))
    assert shown == game.log(None)[0] == f"{some}, 96 more"
    assert isinstance(shown, str)


def test_the_values_of_a_view_have_a_bound_together() -> None:
    text = f"{TOWNS}kind Bag\n    held : set of Spot = Spot\n"
    text += "".join(f"Bag b{each}\n" for each in range(300))
    text += "before turn(_)\n    for each bag in Bag\n        set bag.held to Spot\n"
    game = program(text).start(seed=1, players=["anna", "ben"])
    clock = Clock()
    public, _ = game.views()
    assert clock.seconds() < LOOK
    values = [attribute for thing in public.things["Bag"] for attribute in thing.attributes.values()]
    assert values[-1] == "…"
    assert sum(map(len, values)) < MOST_TEXT + LONGEST_SHOWN


def test_a_log_stops_growing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(view_builder, "MOST_LINES", 30)
    text = 'after turn(player)\n    repeat 20 times\n        say "{player} waits."\n    turn(player)\n'
    game = program(f"action rest in moves\n    nothing\n{text}").start(seed=1, players=["anna", "ben"])
    for _ in range(3):
        game.choose("rest")
    assert game.log(0) == (
        *["anna waits."] * 30,
        "The log is full: no more lines are added",
    )
    assert MOST_LINES > 10_000


def test_rendered_lines_are_kept_up_to_a_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(view_builder, "MOST_KEPT", 10_000)
    text = 'before turn(_)\n    repeat 200 times\n        add 1 to total\n        say "{total} {s1}"\n'
    game = program(f"{TOWNS}{text}").start(seed=1, players=["anna", "ben"])
    assert len(game.log(None)) == 200
    machine = game._machine
    assert 0 < machine.log_size <= 10_000
    assert sum(len(line.text) for line in machine.log_lines.values()) <= 10_000


def test_a_list_in_a_line_costs_fuel_by_its_length() -> None:
    heap = "kind Pebble is a piece times 9000\npile heap of Pebble seen by all\n    starts with Pebble\n"
    made = program(f'{heap}before turn(_)\n    say "{{heap}}"\n')
    game = made.start(seed=1, players=["anna", "ben"])
    assert made.machine.fuel - game._state.fuel > 9_000
    assert isinstance(game.log(None)[0], str | MessageText)
