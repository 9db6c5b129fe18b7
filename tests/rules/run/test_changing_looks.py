"""Labels and positions that follow the game are in all views, and in the changes between them."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from lazaretto.rules import Game, Ref, load
from lazaretto.rules.backends import BACKENDS
from lazaretto.rules.run.game_setup import Program
from lazaretto.rules.run.views.diff_views import BaseIndex, applied, difference
from lazaretto.tui.board import marks_of
from lazaretto.tui.line.view import status
from lazaretto.tui.table.pages.help_at_cursor import lines, topic_of, track_topic
from lazaretto.tui.table.panes.board_pane import map_of
from lazaretto.tui.table.panes.side_pane import sections
from lazaretto.tui.table.view_lookup import next_mark

MANIFEST = 'name = "quay"\ntitle = "Quay"\nplayers = [2, 2]\nmodules = ["quay"]\ntables = ["map"]\n'
MAP = '[grid.Pier]\nrows = ["..", ". "]\n'
RULES = """
kind Ship is one of Gull, Tern

track tide 0 0 1 1 2
    look space "{mark(this)}"

value mark(space: number) : text = "flood" if space = 2 + ships() else "end" if space = 4 else ""
value moored(pier) : flag = pier.ship != none
value planks(player, pier) : number = 2 + pier.crew + player.greed
value ships() : number = count pier in Pier where pier.ship != none

extend kind Player
    greed : number = 1

kind Pier is a place
    ship   : Ship?
    column : number = 3
    crew   : number = 5
        look when moored
    row    : number = 1
    look label "{this.ship} at {this}"
    look x column, y row
    look needs planks
    look danger "{"{this.ship} drifts" if this.crew > 5 else ""}"

phase game()
    repeat forever
        for each player in Player
            turn(player)

phase turn(player)
    choose pier in Pier where pier.ship = none by player or stop "Where to?"
    choose ship in Ship by player "Which ship?"
    set pier.ship to ship
    add 4 to pier.column
    advance tide
    add 1 to pier.crew
    if all other in Pier where other.ship != none
        draw "All moored"
"""


@pytest.fixture(scope="module", params=BACKENDS)
def program(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Program:
    folder = tmp_path_factory.mktemp("quay") / "quay"
    folder.mkdir()
    for name, text in (("scenario.toml", MANIFEST), ("map.toml", MAP), ("quay.rules", RULES)):
        (folder / name).write_text(text, encoding="utf-8")
    loaded = load(folder, backend=request.param)
    assert loaded.program is not None, loaded.diagnostics
    return loaded.program


def looks(game: Game, seat: int | None) -> list[tuple[str, tuple[float, float] | None]]:
    return [(thing.label, thing.at) for thing in game.view(seat).things["Pier"]]


def test_a_grid_is_drawn_from_the_top(program: Program) -> None:
    spots = program.view_base(("anna", "ben"), None).blank.things["Pier"]
    assert [(spot.label, spot.at) for spot in spots] == [
        ("a1", (0.0, 0.0)),
        ("b1", (1.0, 0.0)),
        ("a2", (0.0, -1.0)),
    ]


def test_looks_follow_the_game_for_every_seat(program: Program) -> None:
    game = program.start(seed=1, players=("anna", "ben"))
    assert looks(game, None) == [("a1", (3.0, 1.0)), ("b1", (3.0, 1.0)), ("a2", (3.0, 1.0))]
    game.choose("b1")
    game.choose("Tern")
    for seat in (None, 0, 1):
        assert looks(game, seat)[1] == ("Tern at b1", (7.0, 1.0))


def test_marks_of_a_track_follow_the_game_for_every_seat(program: Program) -> None:
    game = program.start(seed=1, players=("anna", "ben"))
    assert [each.marks for each in game.view(None).tracks] == [((2, "flood"), (4, "end"))]
    game.choose("b1")
    game.choose("Tern")
    for seat in (None, 0, 1):
        [track] = game.view(seat).tracks
        assert (track.position, track.marks) == (1, ((3, "flood"), (4, "end")))
        assert next_mark(track) == "flood in 2 spaces"
        assert track_topic(track).text == ("0 [0] 1 1 (flood) 2 (end)", "flood in 2 spaces")
        assert any("tide: 0, step 2 of 5; flood in 2 spaces" in line for line in status(game.view(seat)))
    panel = sections(game.view(0), 40)[0]
    assert ["".join(span.text for span in item.line).rstrip() for item in panel.items] == [
        "Tide 0[0]1(1)(2)",
        "  flood in 2 spaces",
    ]
    assert next_mark(replace(track, position=3)) == "end in 1 space"
    assert next_mark(replace(track, position=4)) == ""


def test_what_threatens_a_place_is_told_to_every_seat(program: Program) -> None:
    game = program.start(seed=1, players=("anna", "ben"))
    assert [thing.danger for thing in game.view(None).things["Pier"]] == ["", "", ""]
    game.choose("b1")
    game.choose("Tern")
    for seat in (None, 0, 1):
        view = game.view(seat)
        assert [thing.danger for thing in view.things["Pier"]] == ["", "Tern drifts", ""]
        assert any("danger: Tern drifts" in line for line in status(view))
        pier = Ref("Pier", "b1")
        assert topic_of(view, pier).text[0] == "Danger: Tern drifts."
        assert [mark.text for mark in marks_of(view)[pier] if mark.kind == "danger"] == ["Tern drifts"]
        told = ["".join(span.text for span in line) for line in lines(view, pier)]
        assert "  Tern drifts" in told


BUOYS = """
kind Buoy is a place
    look label "buoy {this}"
    look danger "{"adrift" if all pier in Pier where pier.ship = none else ""}"

Buoy Bell
"""


def test_each_kind_of_places_has_labels_and_dangers_of_its_own(tmp_path: Path) -> None:
    for name, text in (("scenario.toml", MANIFEST), ("map.toml", MAP), ("quay.rules", RULES + BUOYS)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    loaded = load(tmp_path)
    assert loaded.program is not None, loaded.diagnostics
    game = loaded.program.start(seed=1, players=("anna", "ben"))
    assert [(thing.label, thing.danger) for thing in game.view(0).things["Buoy"]] == [("buoy Bell", "adrift")]
    game.choose("b1")
    game.choose("Tern")
    view = game.view(0)
    assert [(thing.label, thing.danger) for thing in view.things["Buoy"]] == [("buoy Bell", "")]
    assert [thing.danger for thing in view.things["Pier"]] == ["", "Tern drifts", ""]
    assert [track.marks for track in view.tracks] == [((3, "flood"), (4, "end"))]


def test_an_attribute_is_shown_only_for_members_with_its_value(program: Program) -> None:
    game = program.start(seed=1, players=("anna", "ben"))
    game.choose("b1")
    game.choose("Tern")
    for seat in (None, 0):
        crews = [thing.attributes.get("crew") for thing in game.view(seat).things["Pier"]]
        assert crews == [None, "6", None]


def test_every_seat_is_told_how_many_pieces_players_need(program: Program) -> None:
    game = program.start(seed=1, players=("anna", "ben"))
    game.choose("b1")
    game.choose("Tern")
    for seat in (None, 0, 1):
        anna, ben = (dict(each.needs) for each in game.view(seat).seats)
        assert anna == ben
        assert {ref.key: number for ref, number in anna.items()} == {"a1": 8, "b1": 9, "a2": 8}


def test_changes_of_views_carry_looks(program: Program) -> None:
    game = program.start(seed=1, players=("anna", "ben"))
    index = BaseIndex(program.view_base(("anna", "ben"), 0))
    views = [index.blank, game.view(0)]
    for key in ("b1", "Tern", "a1", "Gull"):
        game.choose(key)
        views.append(game.view(0))
    for before, after in pairwise(views):
        assert applied(index, before, difference(index, before, after)) == after


def test_the_board_is_laid_out_anew_when_looks_change(program: Program) -> None:
    game = program.start(seed=1, players=("anna", "ben"))
    board = map_of(game.view(0), ())
    assert not board.follow(game.view(0))
    game.choose("b1")
    assert not board.follow(game.view(0))
    game.choose("Tern")
    assert board.follow(game.view(0)) and not board.follow(game.view(0))
    assert [spot.name for spot in board.shape.spots] == ["a1", "Tern at b1", "a2"]
    assert (board.shape.spots[1].ref, "Tern at b1") in [(ref, name) for ref, name, _ in board.names()]
