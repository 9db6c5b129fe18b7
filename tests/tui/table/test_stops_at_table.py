"""What other players here may do, windows that are passed, stops, and players who talk freely."""

from pathlib import Path

from lazaretto.host.settings.user_settings import Settings, read_settings
from lazaretto.tui.table.answers.answer_editor import YesNoQuestion
from lazaretto.tui.table.pages.handover_screen import CurtainScreen
from lazaretto.tui.table.table_stops import StopsScreen
from tests.tui.screens import until
from tests.tui.table.conftest import At, Play
from tests.tui.table.made import sitting_of, table_of

DUSK = "tests/data/dusk"
HELD = 0
"""The seed with which ben holds the torch."""


def test_what_others_may_do_is_offered_with_a_digit(play: Play) -> None:
    async def script(at: At) -> None:
        assert "1 ben: Shine" in at.text
        assert "other players" not in at.text, "e leads nowhere"
        await at.press("1")
        assert at.log == ["ben shines."] and at.asked == "anna"

    play(script, DUSK, seed=HELD)


def test_one_key_passes_until_something_changes(play: Play) -> None:
    async def script(at: At) -> None:
        await at.press("r")
        assert "The sun is low. Does anybody play a trick?" in at.text
        assert "> Pass until something changes" in at.text
        await at.press(">")
        assert at.asked == "ben", "both windows were passed"
        await at.press("r", "g")
        assert "It is dark" in at.text, "going on passes one window"
        await at.press(">")
        assert at.asked == "anna"
        await at.press("w")
        assert "The sun is low." in at.text, "a new turn began, and a track moved"

    play(script, DUSK, seed=HELD)


def test_passing_can_begin_before_a_window_opens(play: Play) -> None:
    async def script(at: At) -> None:
        await at.press(">")
        assert at.said.startswith("You cannot pass this question. Where you need not act, you pass")
        await at.press("r")
        assert at.asked == "ben"

    play(script, DUSK, seed=HELD)


def test_stops_are_set_for_each_moment_and_kept(play: Play, tmp_path: Path) -> None:
    async def script(at: At) -> None:
        await at.press("r")
        await at.press("v", "t")
        assert isinstance(at.app.screen, StopsScreen)
        assert "The sun is low" in at.text and "All other moments" in at.text
        await at.press("down", "right", "right", "right")
        await at.rest()
        assert "[never]" in at.text
        await at.press("escape")
        assert "It is dark" in at.text
        await at.press("v", "t", "right", "right", "escape")
        await at.rest()
        assert at.asked == "ben", "the second window waits for nobody either"
        file = tmp_path / "settings.toml"
        await until(at.pilot, lambda: read_settings(file)[0].stops == "never")
        kept, _ = read_settings(file)
        assert kept.moments == (("The sun is low. Does anybody play a trick?", "never"),)

    play(script, DUSK, seed=HELD)


def test_kept_stops_are_told_to_the_table(play: Play) -> None:
    async def script(at: At) -> None:
        await at.press("r")
        assert at.asked == "ben"

    play(script, DUSK, seed=HELD, settings=Settings(pace="off", stops="never"))


def test_undo_steps_over_windows_that_were_passed(play: Play) -> None:
    async def script(at: At) -> None:
        await at.press("w")
        assert at.asked == "ben"
        await at.press("u")
        assert at.asked == "anna" and "Wait until it is darker" in at.text

    play(script, DUSK, seed=HELD, settings=Settings(pace="off", stops="never"))


def test_players_who_talk_freely_know_what_each_of_them_saw(play: Play, tmp_path: Path) -> None:
    """After a forecast of ben, anna's odds know the cards, and no curtain falls; unless they do not talk."""
    table = table_of("scenarios/pandemic", tmp_path, seed=0, choices=("forecast",))
    deck = [option.key for option in table.game.decision.options]  # type: ignore[union-attr]
    table.game.choose(", ".join(deck))

    async def talking(at: At) -> None:
        assert at.asked == "anna" and not isinstance(at.app.screen, CurtainScreen)
        view = at.table.desk.sight.view
        pile = next(each for each in view.piles if each.name == "infection_deck")
        assert [piece.label for piece in pile.pieces[:6] if piece is not None] == deck

    async def silent(at: At) -> None:
        view = at.table.desk.sight.view
        pile = next(each for each in view.piles if each.name == "infection_deck")
        assert all(piece is None for piece in pile.pieces[:6])

    play(talking, sitting=sitting_of("scenarios/pandemic", tmp_path, table=table))
    silence = Settings(pace="off", talk="no")
    play(silent, sitting=sitting_of("scenarios/pandemic", tmp_path, table=table), settings=silence)


def test_players_who_talk_freely_consent_unless_they_want_to_be_asked(play: Play) -> None:
    async def given(at: At) -> None:
        before = at.table.desk.view.seats[1].piles
        await at.press("a", "a")
        assert at.asked == "anna" and at.table.desk.view.seats[1].piles != before
        await at.press("u")
        assert at.asked == "anna" and at.table.desk.view.seats[1].piles == before

    async def asked(at: At) -> None:
        await at.press("a", "a")
        assert at.asked == "ben" and isinstance(at.table.desk.question, YesNoQuestion)

    game = {
        "game": "scenarios/pandemic",
        "players": ("anna", "ben"),
        "seed": 6,
        "options": {"consent": "yes"},
    }
    play(given, **game)
    play(asked, **game, settings=Settings(pace="off", consent="asked"))
