"""Campaigns on the command line: `play --campaign` begins and goes on, `campaigns` lists them."""

import asyncio
import io
import json
from pathlib import Path

import pytest

from rules import load
from tests.tui.played import ROOT, Reader, sitting_of
from tests.tui.screens import text_of, until_shown
from tui.__main__ import main
from tui.reading.ending_screen import EndingScreen

VOYAGE = str(ROOT / "tests" / "data" / "voyage")
FIRST = "sail > Reef\nwait\nchart\nwait\n"


class Line:
    """Runs commands with typed lines, and returns what they print."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self._capsys = capsys
        self._monkeypatch = monkeypatch

    def __call__(self, *words: str, typed: str = "", status: int = 0) -> str:
        self._monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        assert main([*words]) == status
        printed = self._capsys.readouterr()
        return " ".join(f"{printed.out}{printed.err}".split())


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, own_data: Path) -> Line:
    return Line(capsys, monkeypatch)


def test_a_campaign_is_played_in_lines(run: Line, own_data: Path) -> None:
    play = ("play", VOYAGE, "--plain", "--campaign", "family")
    assert "There are no campaigns in" in run("campaigns")
    told = run(*play, "--names", "anna,ben", "--seed", "3", typed=FIRST)
    assert "Game 1 of the campaign family begins." in told
    assert "is over, and what it hands on is kept. The game is over." in told
    assert "You have won. 1. anna: 4 of 99 points 2. ben: 0 of 99 points" in told
    assert f"The next game of the campaign: lazaretto play --plain --path {VOYAGE} --campaign family" in told
    told = run("play", "--plain", "--path", VOYAGE, "--campaign", "family", typed="wait\n")
    assert "Game 2 of the campaign family begins." in told and "Island: Reef charted yes" in told
    told = run(*play, typed="wait\nwait\nwait\n")
    assert "Game 2 of the campaign family is not over yet; you go on with it." in told
    assert "Nothing was charted" in told
    told = run("campaigns")
    assert told.startswith("family: Voyage. Players: anna, ben. 1. won: Home again, in year 1 (points: 4, 0)")
    assert "2. lost: Nothing was charted (points: 1, 0)" in told
    (data,) = json.loads(run("campaigns", "family", "--json"))
    assert [each["results"] for each in data["games"]] == [["won", "won"], ["lost", "lost"]]
    assert not any("values" in each for each in data["games"])  # some may be secret
    (own_data / "campaigns" / "torn.toml").write_text("format = 1")
    assert "torn: cannot be used" in run("campaigns")


def test_requests_that_do_not_fit_a_campaign_are_refused(run: Line, own_data: Path) -> None:
    play = ("play", VOYAGE, "--plain", "--campaign")
    run(*play, "family", "--seed", "3", typed="quit\n")
    stones = str(ROOT / "tests" / "data" / "stones")
    refused = {
        "the campaign family has its players: anna, ben; leave --names away": (
            *play,
            "family",
            "--names",
            "a,b",
        ),
        "--campaign finds its game by itself; leave --resume away": (*play, "family", "--resume", "x"),
        "family is a campaign of voyage, not of stones": ("play", stones, "--plain", "--campaign", "family"),
        "Stones hands nothing on from game to game": ("play", stones, "--plain", "--campaign", "new"),
        "the name of a campaign has letters, digits": (*play, "../x"),
        "there is no campaign `fam`": ("campaigns", "fam"),
    }
    for words, command in refused.items():
        assert words in run(*command, status=1)
    (own_data / "campaigns" / "family.toml").write_text("nonsense")
    assert "this is no campaign" in run(*play, "family", status=1)
    assert "this is no campaign" in run("campaigns", "family", status=1)
    assert (own_data / "campaigns" / "family.toml").read_text() == "nonsense"


def test_campaigns_are_simulated(run: Line) -> None:
    told = run("simulate", VOYAGE, "--games", "4", "--campaign", "2", "--players", "2")
    assert "voyage: 8 games of 2 players" in told and "game 2 of each campaign:" in told
    assert "points on average, give or take" in told
    stones = str(ROOT / "tests" / "data" / "stones")
    assert "hands nothing on" in run("simulate", stones, "--campaign", "2", status=1)


def test_the_end_shows_points_and_ranks(tmp_path: Path) -> None:
    program = load(Path(VOYAGE)).program
    assert program is not None
    game = program.start(seed=3, players=("anna", "ben"))
    for choice in FIRST.strip().split("\n"):
        game.choose(choice)

    async def main() -> None:
        sitting = sitting_of(program, game, tmp_path)
        app = Reader(lambda: EndingScreen(sitting, sitting.seats[0]))
        async with app.run_test(size=(80, 24)) as pilot:
            await until_shown(pilot, "the end, after")
            assert "1. anna: 4 of 99 points; 2. ben: 0 of 99 points" in text_of(app)

    asyncio.run(main())
