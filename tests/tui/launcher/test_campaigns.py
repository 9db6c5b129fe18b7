"""Campaigns in the app: begun in the form, listed in the launcher, and taken up again with a key."""

import asyncio
import shutil
from pathlib import Path

from lazaretto.host.lobby.lobby_protocol import NextGame, Order
from lazaretto.host.lobby.local_lobby import LocalLobby
from lazaretto.host.records.record_store import load_record
from lazaretto.host.table.seat_client import Sitting, sit_down
from lazaretto.tui.app import Lazaretto, Wish
from lazaretto.tui.launcher.setup_screen import SetupScreen
from tests.tui.launcher.conftest import DATA, ENVIRONMENT, Seated, Start
from tests.tui.launcher.test_setup_screen import form
from tests.tui.screens import text_of, until, until_shown

GAME = ("sail > Reef", "wait", "chart", "wait")


async def play(sitting: Sitting, *choices: str) -> None:
    """Make choices for whoever is asked."""
    for choice in choices:
        decision = sitting.seats[0].look().view.decision
        assert decision is not None
        await sitting.seats[decision.seat].choose(choice)


async def played(lobby: LocalLobby, folder: Path, games: int, name: str = "family") -> None:
    """Play some games of a campaign to their ends."""
    for number in range(games):
        order = Order(folder, ("anna", "ben"), 3, campaign=name)
        opened = await (lobby.go_on(name, 3) if number else lobby.open(order))
        sitting = await sit_down(opened)
        await play(sitting, *(GAME if number == 0 else ("sail > Rock", "wait", "chart", "wait")))
        sitting.leave()


async def sat(app: Seated, pilot: object) -> Sitting:
    from textual.pilot import Pilot  # noqa: PLC0415

    assert isinstance(pilot, Pilot)
    await until(pilot, lambda: app.sat is not None)
    assert app.sat is not None
    return app.sat


def test_the_form_begins_a_campaign(start: Start, lobby: LocalLobby, world: Path) -> None:
    shutil.copytree(DATA / "voyage", world / "voyage")

    async def main() -> None:
        app = start()
        async with app.run_test(size=(120, 40)) as pilot:
            await form(app, pilot, "Voyage")
            assert "Campaign" in text_of(app)
            screen = app.screen
            assert isinstance(screen, SetupScreen)
            screen.form.go("campaign")
            await pilot.press(*"family")
            screen.start()
            sitting = await sat(app, pilot)
            record = load_record(lobby.store.path(sitting.name))
            assert (record.campaign, record.number, sitting.info.campaign) == ("family", 1, "family")

    asyncio.run(main())


def test_games_that_hand_nothing_on_have_no_such_field(start: Start, world: Path) -> None:
    async def main() -> None:
        app = start()
        async with app.run_test(size=(80, 24)) as pilot:
            await form(app, pilot, "Fugitive")
            assert "Campaign" not in text_of(app)

    asyncio.run(main())


def test_a_campaign_is_listed_and_goes_on(
    start: Start, lobby: LocalLobby, world: Path, tmp_path: Path
) -> None:
    shutil.copytree(DATA / "voyage", world / "voyage")
    (tmp_path / "campaigns").mkdir()
    (tmp_path / "campaigns" / "torn.toml").write_text("format = 1")

    async def main() -> None:
        await played(lobby, world / "voyage", 2)
        app = start()
        async with app.run_test(size=(120, 40)) as pilot:
            await until_shown(pilot, "Campaigns", "family")
            while "▸ family" not in text_of(app):
                await pilot.press("j")
                await pilot.pause()
            await until_shown(pilot, "Game 3 comes next.")
            shown = text_of(app)
            assert "game 1      won: Home again, in year 1 (points: 4, 0)" in shown
            assert "game 2      won: Home again, in year 2 (points: " in shown
            await pilot.press("j")
            await until_shown(pilot, "torn", "damaged")
            await pilot.press("enter")
            await until_shown(pilot, "The file of this campaign cannot be used.")
            await pilot.press("k", "enter")
            sitting = await sat(app, pilot)
            assert sitting.notices == ("Game 3 of the campaign family starts.",)
            sitting.leave()
        again = start()
        async with again.run_test(size=(120, 40)) as pilot:
            await until_shown(pilot, "Campaigns", "family")
            while "▸ family" not in text_of(again):
                await pilot.press("j")
                await pilot.pause()
            await until_shown(pilot, "Game 3 continues.")

    asyncio.run(main())


def test_after_a_game_the_launcher_points_at_the_campaign(lobby: LocalLobby, world: Path) -> None:
    shutil.copytree(DATA / "voyage", world / "voyage")

    async def main() -> None:
        await played(lobby, world / "voyage", 1)
        app = Lazaretto(lobby, environ=ENVIRONMENT, wish=Wish(campaign=NextGame("family", 5)))
        async with app.run_test(size=(120, 40)) as pilot:
            await until_shown(pilot, "This is only for anna.")
            app.leave()
            await until_shown(pilot, "▸ family", "Game 2 continues.")

    asyncio.run(main())


def test_a_wish_opens_a_campaign_or_says_why_not(start: Start, lobby: LocalLobby, world: Path) -> None:
    shutil.copytree(DATA / "voyage", world / "voyage")

    async def main() -> None:
        await played(lobby, world / "voyage", 1)
        app = start(wish=Wish(campaign=NextGame("family", 5)))
        async with app.run_test(size=(80, 24)) as pilot:
            sitting = await sat(app, pilot)
            assert sitting.notices == ("Game 2 of the campaign family starts.",)
            sitting.leave()
        other = start(wish=Wish(campaign=NextGame("other", 5)))
        async with other.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: other.refusal is not None)
        assert other.refusal == "there is no campaign called other"

    asyncio.run(main())


def test_a_campaign_that_is_over_is_listed_so_and_another_one_can_begin(
    start: Start, lobby: LocalLobby, world: Path
) -> None:
    folder = shutil.copytree(DATA / "voyage", world / "voyage")
    rules = folder / "voyage.rules"
    over = "\nvalue campaign_over() : flag = years = 2\n"
    rules.write_text(rules.read_text(encoding="utf-8") + over, encoding="utf-8")

    async def main() -> None:
        await played(lobby, folder, 2)
        app = start()
        async with app.run_test(size=(120, 40)) as pilot:
            await until_shown(pilot, "Campaigns", "family")
            while "▸ family" not in text_of(app):
                await pilot.press("j")
                await pilot.pause()
            await until_shown(pilot, "2 games played, over", "This campaign is over.")
            await pilot.press("enter")
            await pilot.pause()
            assert app.sat is None
            await pilot.press("n")
            await until(pilot, lambda: isinstance(app.screen, SetupScreen))
            assert "Voyage" in text_of(app)

    asyncio.run(main())
