"""Previews run on copies: they change nothing, tell no secret, and count what may happen."""

from pathlib import Path

import pytest

from lazaretto.rules import Game, Ref, load
from lazaretto.rules.backends import BACKENDS
from lazaretto.rules.run.planning.outlook import MOST_WORLDS, WORLDS, Outlook, outlooks
from lazaretto.tui.table.journey_words import outlook_lines

MANIFEST = 'name = "heath"\ntitle = "Heath"\nplayers = [2, 2]\nmodules = ["heath"]\ntables = ["map"]\n'
MAP = '[grid.Field]\nrows = [".."]\n'
RULES = """
kind Field is a place

kind Weather is a piece times 6

pile sky of Weather seen by nobody
    starts with Weather

pile past of Weather seen by all

kind Cloud is a piece

Cloud grey
Cloud white
Cloud dark

pile clouds of Cloud seen by nobody
    starts with Cloud

pile gone of Cloud seen by all

supply ash of 9

track heat 0..9

lose "All is burnt" when heat = 9

menu events "Now?"

action rain in events "Rain"
    say "It rains."

phase game()
    shuffle sky
    shuffle clouds
    repeat forever
        for each player in Player
            turn(player)

phase turn(player)
    choose field in Field by player "Where to?"
    burn(field)

to burn(field)
    put 1 of ash on field
    advance heat
    say "{field} burns."

look burn preview "If it burns"

to strike(player)
    let card = top of sky
    move card to past
    window events for player "Does anybody do anything?"
    choose number n from 1 to 2 by player "How bad?"
    say "Lightning {n}."
    advance heat by n
    tell [next(player)] "Only the neighbour hears it."

look strike preview "If lightning strikes"

to drought()
    advance heat by 9

look drought preview "If no rain falls"

to cloud_over()
    say "Clouds come."
    repeat 2 times
        let cloud = top of clouds
        move cloud to gone
        say "{cloud} comes over."

look cloud_over preview "If a cloud comes"

to calm()
    nothing

look calm preview "If it stays calm"
"""


@pytest.fixture(scope="module", params=BACKENDS)
def game(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Game:
    folder: Path = tmp_path_factory.mktemp("heath") / "heath"
    folder.mkdir()
    for name, text in (("scenario.toml", MANIFEST), ("map.toml", MAP), ("heath.rules", RULES)):
        (folder / name).write_text(text, encoding="utf-8")
    loaded = load(folder, backend=request.param)
    assert loaded.program is not None, loaded.diagnostics
    return loaded.program.start(seed=1, players=("anna", "ben"))


def told(game: Game, ref: Ref | None = None) -> dict[str, Outlook]:
    return {outlook.title: outlook for outlook in outlooks(game, 0, ref)}


def test_what_is_certain_is_told_line_by_line(game: Game) -> None:
    field = Ref("Field", "a1")
    before = game.snapshot()
    found = told(game, field)
    assert list(found) == ["If it burns"]
    burns = found["If it burns"]
    assert (burns.cases, burns.lines, burns.places) == (1, (("a1 burns.", 1),), ((field, 1),))
    assert [(track.name, track.before, track.values) for track in burns.tracks] == [("heat", 0, ((1, 1),))]
    assert list(outlook_lines(game.view(0), burns)) == [
        "Nothing of this is left to chance:",
        "Heat: 0 → 1",
        "a1 burns.",
    ]
    assert game.snapshot() == before


def test_what_is_left_to_chance_is_counted(game: Game) -> None:
    strikes = told(game)["If lightning strikes"]
    assert WORLDS <= strikes.cases <= MOST_WORLDS
    assert {line for line, _ in strikes.lines} == {"Lightning 1.", "Lightning 2."}
    assert sum(count for _, count in strikes.lines) == strikes.cases, "the neighbour's line is not told"
    [heat] = strikes.tracks
    assert [value for value, _ in heat.values] == [1, 2]
    assert sum(count for _, count in heat.values) == strikes.cases
    first, track, *lines = outlook_lines(game.view(0), strikes)
    assert f"In {strikes.cases} cases" in first and track.startswith("Heat: 1 (") and len(lines) == 2


def test_equal_cards_have_equal_shares(game: Game) -> None:
    omen = told(game)["If a cloud comes"]
    shares = {line: count for line, count in omen.lines if "comes over" in line}
    assert len(shares) == 3
    assert set(shares.values()) == {omen.cases * 2 // 3}, "two of three clouds come"
    lines = list(outlook_lines(game.view(0), omen))
    assert "always: Clouds come." in lines
    assert sum(line.startswith("67 %") for line in lines) == 3


def test_the_end_is_told_and_nothing_is_left_out(game: Game) -> None:
    found = told(game)
    assert found["If no rain falls"].ends == (("All is burnt", 1),)
    assert "If it stays calm" not in found, "nothing would happen"


def test_worlds_that_a_seat_cannot_tell_apart_give_the_same(game: Game) -> None:
    assert outlooks(game.imagine(0, 99), 0) == outlooks(game, 0)


def test_nothing_happens_after_the_end(game: Game) -> None:
    over = game.fork()
    while over.outcome is None:
        over.choose("a1")
    assert outlooks(over, 0) == ()
