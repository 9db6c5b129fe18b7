"""Campaigns on the command line: `play --campaign` begins and goes on, `campaigns` lists them."""

import asyncio
import io
import json
import shutil
from pathlib import Path

import pytest

from lazaretto.host.lobby.lobby_protocol import NextGame
from lazaretto.host.lobby.local_lobby import LocalLobby
from lazaretto.rules import load
from lazaretto.tui.__main__ import main
from lazaretto.tui.app import Lazaretto, Wish
from lazaretto.tui.reading.ending_screen import EndingScreen
from tests.tui.played import ROOT, Reader, sitting_of
from tests.tui.screens import text_of, until_shown

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
    assert "Game 1 of the campaign family starts." in told
    assert "is over. The values for the next game are saved. The game is over." in told
    assert "You have won. 1. anna: 4 of 99 points 2. ben: 0 of 99 points" in told
    assert f"The next game of the campaign: lazaretto play --plain --path {VOYAGE} --campaign family" in told
    told = run("play", "--plain", "--path", VOYAGE, "--campaign", "family", typed="wait\n")
    assert "Game 2 of the campaign family starts." in told and "Reef: charted yes anna (you)" in told
    told = run(*play, typed="wait\nwait\nwait\n")
    assert "Game 2 of the campaign family is not over yet; you continue it." in told
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
        "the campaign family already has its players: anna, ben; leave out --names": (
            *play,
            "family",
            "--names",
            "a,b",
        ),
        "family is a campaign of voyage, not of stones": ("play", stones, "--plain", "--campaign", "family"),
        "Stones carries nothing over from game to game": ("play", stones, "--plain", "--campaign", "new"),
        "use at most 80 letters, digits": (*play, "../x"),
        "there is no campaign `fam`": ("campaigns", "fam"),
    }
    for words, command in refused.items():
        assert words in run(*command, status=1)
    told = run(*play, "family", "--resume", "x", status=2)
    assert "--campaign finds its game by itself; leave out --resume" in told
    (own_data / "campaigns" / "family.toml").write_text("nonsense")
    assert "this is not a campaign" in run(*play, "family", status=1)
    assert "this is not a campaign" in run("campaigns", "family", status=1)
    assert (own_data / "campaigns" / "family.toml").read_text() == "nonsense"


CARAVAN = """
var trips : number 0..2 per campaign
value points() : number = 5 * trips
menu moves "What now?"
phase game()
    add 1 to trips
    for each player in Player
        offer moves to player
action ride in moves "Ride"
    win "Arrived"
"""


@pytest.fixture
def caravan(tmp_path: Path) -> Path:
    """The folder of a game that has points for all together, and that cannot begin a third time."""
    folder = tmp_path / "far away" / "caravan"
    folder.mkdir(parents=True)
    manifest = 'name = "caravan"\ntitle = "Caravan"\nplayers = [2, 2]\nmodules = ["caravan"]\n'
    (folder / "scenario.toml").write_text(manifest)
    (folder / "caravan.rules").write_text(CARAVAN)
    return folder


def test_a_campaign_goes_on_without_a_path(
    run: Line, caravan: Path, monkeypatch: pytest.MonkeyPatch, own_data: Path
) -> None:
    monkeypatch.chdir(caravan.parent)
    told = run("play", "./caravan", "--plain", "--campaign", "fam", "--seed", "3", typed="ride\n")
    assert f"lazaretto play --plain --path '{caravan}' --campaign fam" in told
    monkeypatch.chdir("/")
    assert "Game 2 of the campaign fam starts." in run("play", "--plain", "--campaign", "fam", typed="ride\n")
    told = run("campaigns")
    assert "1. won: Arrived (5 points together)" in told and "2. won: Arrived (10 points together)" in told
    kept = (own_data / "campaigns" / "fam.toml").read_bytes()
    for _ in range(2):  # the third game cannot begin: it says so each time, and leaves nothing behind
        told = run("play", "--plain", "--campaign", "fam", status=1)
        assert "game 3 of the campaign fam cannot start: caravan/caravan.rules:6:5: `trips`" in told
        assert (own_data / "campaigns" / "fam.toml").read_bytes() == kept
        assert len([*(own_data / "records").glob("*.toml")]) == 2
    shutil.rmtree(caravan)
    told = run("play", "--plain", "--campaign", "fam", status=1)
    assert f"The scenario caravan is no longer in {caravan}" in told


def test_the_app_goes_on_with_a_campaign(run: Line, caravan: Path, own_data: Path) -> None:
    run("play", str(caravan), "--plain", "--campaign", "fam", "--seed", "3", typed="ride\n")

    async def main() -> None:
        app = Lazaretto(LocalLobby(), wish=Wish(campaign=NextGame("fam", 4)))
        async with app.run_test(size=(120, 40)) as pilot:
            await until_shown(pilot, "Ride")
            await pilot.press("enter")
            await until_shown(
                pilot, "This was a game of the campaign fam: press n and Enter to start the next one."
            )
            await pilot.press("n")
            await until_shown(pilot, "▸ fam", "Game 3 comes next.", "10 points together")
            assert app.campaign_to_go_on == "fam"
            await pilot.press("enter")
            await until_shown(pilot, "game 3 of the campaign fam cannot start")
            await pilot.press("k")  # the launcher goes on
            await until_shown(pilot, "▸ Pandemic: The Cure")  # the last scenario is above the campaigns

    asyncio.run(main())


def test_campaigns_are_simulated(run: Line) -> None:
    told = run("simulate", VOYAGE, "--games", "4", "--campaign", "2", "--players", "2")
    assert "voyage: 8 games of 2 players" in told and "game 2 of each campaign:" in told
    assert "points on average, standard deviation" in told
    stones = str(ROOT / "tests" / "data" / "stones")
    assert "carries nothing over" in run("simulate", stones, "--campaign", "2", status=1)


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


def test_a_campaign_that_is_over_is_told_so(run: Line, own_data: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(VOYAGE, tmp_path / "voyage")
    rules = folder / "voyage.rules"
    over = "\nvalue campaign_over() : flag = years = 2\n"
    rules.write_text(rules.read_text(encoding="utf-8") + over, encoding="utf-8")
    play = ("play", str(folder), "--plain", "--campaign", "family")
    told = run(*play, "--names", "anna,ben", "--seed", "3", typed=FIRST)
    assert "The next game of the campaign:" in told
    told = run(*play, typed="sail > Rock\nwait\nchart\nwait\n")
    assert "Game 2 was the last one: the campaign family is over." in told
    assert "The next game of the campaign:" not in told
    assert "the campaign family is over; start another one with another name" in run(*play, status=1)
    assert run("campaigns").endswith("The campaign is over.")
    assert json.loads(run("campaigns", "family", "--json"))[0]["over"] is True
    told = run("simulate", str(folder), "--games", "3", "--campaign", "40", "--json")
    games = [each["games"] for each in json.loads(told)["by_game"]]
    assert games[0] == 3 and games[-1] == 0
    told = run("simulate", str(folder), "--games", "3", "--campaign", "40")
    assert told.count("of each campaign:") == len([game for game in games if game])
