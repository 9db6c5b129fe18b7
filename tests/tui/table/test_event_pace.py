"""Events are shown at the pace of whose they are, and ring if the player wants it."""

from dataclasses import replace

import pytest

from lazaretto.host.settings.user_settings import Settings
from lazaretto.tui.table.event_playback_screen import moves_a_track, pace_of, shows_events
from lazaretto.tui.terminal.terminal_app import TerminalApp
from tests.tui.screens import until
from tests.tui.table.conftest import At, Play
from tests.tui.table.made import program_of


def test_the_innermost_phase_says_whose_event_it_is() -> None:
    view = program_of("scenarios/pandemic").start(seed=1, players=("anna", "ben")).view(0)
    mixed = Settings(pace="quick", pace_own="off", pace_others="slow")
    for phases, seconds in (
        ((("game", ()), ("turn", ("anna",)), ("act", ())), 0.0),
        ((("game", ()), ("turn", ("ben",))), 0.9),
        ((("turn", ("ben",)), ("answer", ("anna",))), 0.0),
        ((("game", ()),), 0.3),
    ):
        assert pace_of(mixed, replace(view, phases=phases)) == seconds
    assert pace_of(Settings(pace="slow"), replace(view, phases=(("turn", ("ben",)),))) == 0.9
    assert pace_of(mixed, replace(view, seat=None)) == 0.3, "a spectator has no turn"
    assert shows_events(mixed) and not shows_events(Settings(pace="off"))


def test_a_track_that_players_see_moves() -> None:
    view = program_of("scenarios/pandemic").start(seed=1, players=("anna", "ben")).view(0)
    first, *others = view.tracks
    moved = replace(first, position=first.position + 1)
    assert moves_a_track(view, replace(view, tracks=(moved, *others)))
    assert not moves_a_track(view, view) and not moves_a_track(None, view)
    hidden = replace(moved, looks={"hidden": "yes"})
    assert not moves_a_track(view, replace(view, tracks=(hidden, *others)))


def test_events_of_which_nothing_is_shown_are_passed_over(play: Play) -> None:
    async def script(at: At) -> None:
        await at.type(*"/throw", "enter", "down", "space", "down", "space", "enter")
        await until(at.pilot, lambda: at.asked == "ben")
        assert at.table.desk.scene is None and at.table._timer is None
        assert "Dice is thrown away." in at.text

    play(script, settings=Settings(pace="slow", pace_own="off", pace_others="off"))


def test_the_end_rings_if_the_player_wants_it(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    rung: list[str] = []
    monkeypatch.setattr(TerminalApp, "ring", lambda _app: rung.append("ring"))

    async def script(at: At) -> None:
        assert rung == []
        while at.table.desk.sight.outcome is None:
            await at.press("down", "enter")
            await at.rest()
        await until(at.pilot, lambda: rung == ["ring"])

    play(script, game="tests/data/stones", settings=Settings(pace="off", bell_over=True))
