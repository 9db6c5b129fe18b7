"""A player may leave a guide, come back, and resume it; a guide with mistakes never breaks the game."""

import asyncio
import io
import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from lazaretto.host import Sitting, load_record, sit_down
from lazaretto.host.lobby.lobby_protocol import LobbyError
from lazaretto.host.lobby.local_lobby import LocalLobby
from lazaretto.host.settings.user_settings import Settings
from lazaretto.tui.app import Lazaretto, Wish
from lazaretto.tui.guide.guided_table_screen import GuidedTableScreen, told
from lazaretto.tui.guide.keys_to_press import Pressing
from lazaretto.tui.line.mode import Plain
from tests.rules.guides.test_guides import GOOD, STONES
from tests.tui.guide.led import ENVIRONMENT, follow, lobby_of, order_of, pane
from tests.tui.screens import until, until_shown


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """Return the small game with a guide."""
    folder = tmp_path / "stones"
    shutil.copytree(STONES, folder)
    (folder / "first.guide").write_text(GOOD)
    return folder


@pytest.fixture
def lobby(own_data: Path, game: Path) -> LocalLobby:
    return LocalLobby([game], lobby_of(own_data).store, settings=own_data / "settings.toml")


Script = Callable[[Pilot[None], GuidedTableScreen], Awaitable[None]]


def on_screen(lobby: LocalLobby, wish: Wish, script: Script, keys: str = "") -> None:
    """Run a script at the table of a guided game."""

    async def main() -> None:
        settings = Settings(pace="off", keys=keys)
        app = Lazaretto(lobby, settings, environ=ENVIRONMENT, wish=wish)
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: isinstance(app.screen, GuidedTableScreen))
            screen = app.screen
            assert isinstance(screen, GuidedTableScreen)
            await until(pilot, lambda: screen.query_one("#guide").size.width > 0)
            await script(pilot, screen)
            app.stand_up()

    asyncio.run(main())


def test_a_player_is_warned_then_plays_freely_and_comes_back_by_undoing(
    lobby: LocalLobby, game: Path
) -> None:
    async def script(pilot: Pilot[None], screen: GuidedTableScreen) -> None:
        def letter(key: str) -> str:
            assert screen.desk.question is not None
            return next(row.letter for row in screen.desk.question.rows if row.option.key == key)

        def log() -> int:
            return len(screen.desk.sight.view.log)

        await follow(pilot, screen)
        before = log()
        await pilot.press(letter("rest"))
        await until_shown(pilot, "goes another way", "Take stones")
        assert log() == before
        await pilot.press(letter("rest"))
        await until_shown(pilot, "You have left the guide")
        assert log() > before
        assert screen.reader.strayed
        await pilot.press("enter")
        await until(pilot, lambda: not screen.query_one("#guide").display)
        await pilot.press("u")
        await until(pilot, lambda: screen.reader.leads)
        await until_shown(pilot, "Take two.")
        await follow(pilot, screen)
        await follow(pilot, screen)
        assert screen.reader.page == 2

    on_screen(lobby, Wish(order_of(game, "first")), script)


def test_the_key_that_reads_on_never_leaves_the_guide(lobby: LocalLobby, game: Path) -> None:
    async def script(pilot: Pilot[None], screen: GuidedTableScreen) -> None:
        await follow(pilot, screen)
        question = screen.desk.question
        assert question is not None
        question.cursor = next(at for at, row in enumerate(question.rows) if row.option.key == "rest")
        before = len(screen.desk.sight.view.log)
        for _ in range(3):
            await pilot.press("enter")
            await until_shown(pilot, "The guide asks for something")
        assert len(screen.desk.sight.view.log) == before
        assert screen.reader.leads and screen.reader.warned is None

    on_screen(lobby, Wish(order_of(game, "first")), script)


def test_while_things_are_shown_the_guide_asks_for_nothing(lobby: LocalLobby, game: Path) -> None:
    async def script(pilot: Pilot[None], screen: GuidedTableScreen) -> None:
        await follow(pilot, screen)
        assert screen.instruction.keys
        screen.desk.scene = screen.desk.sight.view
        assert screen.instruction == Pressing((), "")
        assert told(screen.reader, screen.desk)[0] == "Watch what happens now."
        screen.desk.scene = None

    on_screen(lobby, Wish(order_of(game, "first")), script)


def test_pages_are_read_forth_and_back(lobby: LocalLobby, game: Path) -> None:
    async def script(pilot: Pilot[None], screen: GuidedTableScreen) -> None:
        assert "▸ Enter: read on" in pane(pilot.app)  # type: ignore[arg-type]
        await pilot.press("space", "pageup", "enter", "pageup")
        await until(pilot, lambda: screen.reader.page == 0)
        await until_shown(pilot, "Seven stones", "z undoes")

    on_screen(lobby, Wish(order_of(game, "first")), script, 'table.undo = "z"')


def test_a_guide_names_the_keys_of_the_player(lobby: LocalLobby, game: Path) -> None:
    async def script(pilot: Pilot[None], screen: GuidedTableScreen) -> None:
        assert screen.instruction.keys == ("f7",)
        await pilot.press("f7")
        await until(pilot, lambda: screen.reader.page == 1)

    on_screen(lobby, Wish(order_of(game, "first")), script, 'guide.on = "F7"')


def test_a_guided_game_is_resumed_in_the_middle(lobby: LocalLobby, game: Path) -> None:
    async def script(pilot: Pilot[None], screen: GuidedTableScreen) -> None:
        await follow(pilot, screen)
        await follow(pilot, screen)
        assert screen.reader.now is not None
        assert screen.reader.now.given == 1

    on_screen(lobby, Wish(order_of(game, "first")), script)
    (stored,) = lobby.store.all()
    assert load_record(stored.path).guide == "first"

    async def again(pilot: Pilot[None], screen: GuidedTableScreen) -> None:
        assert screen.reader.page == 1
        await follow(pilot, screen)
        assert screen.reader.page == 2

    on_screen(lobby, Wish(resume=stored.path), again)
    (kept,) = asyncio.run(lobby.kept())
    assert kept.summary is not None
    assert kept.summary.guide == "first"


def resumed(lobby: LocalLobby) -> Sitting:
    async def main() -> Sitting:
        (kept,) = await lobby.kept()
        return await sit_down(await lobby.resume(kept))

    return asyncio.run(main())


@pytest.mark.parametrize(
    "changed",
    [GOOD.replace("take > two", "dance"), GOOD.replace("seed = 7", "seed = 8"), "nonsense", None],
    ids=["not open", "another game", "not TOML", "gone"],
)
def test_a_guide_with_mistakes_does_not_break_its_game(
    lobby: LocalLobby, game: Path, changed: str | None
) -> None:
    asyncio.run(lobby.open(order_of(game, "first"))).seats[0].leave()
    if changed is None:
        (game / "first.guide").unlink()
    else:
        (game / "first.guide").write_text(changed)
    sitting = resumed(lobby)
    assert sitting.info.guide is None
    assert "without it" in " ".join(sitting.notices)
    sitting.leave()
    (stored,) = lobby.store.all()
    assert load_record(stored.path).guide == "first"


def test_a_guide_that_cannot_be_played_is_refused(lobby: LocalLobby, game: Path) -> None:
    told = {
        "frist": "Stones has no guide called frist; did you mean `first`?",
        "other": "its guides are `first`",
    }
    for name, words in told.items():
        with pytest.raises(LobbyError, match=words):
            asyncio.run(lobby.open(order_of(game, name)))
    for text in (GOOD.replace("take > two", "dance"), "nonsense", 'parts = ["x"]\n' + GOOD):
        (game / "first.guide").write_text(text)
        with pytest.raises(LobbyError, match="has mistakes; `lazaretto check"):
            asyncio.run(lobby.open(order_of(game, "first")))
    (game / "first.guide").unlink()
    with pytest.raises(LobbyError, match="it has no guides"):
        asyncio.run(lobby.open(order_of(game, "first")))


def typed(lobby: LocalLobby, game: Path, *lines: str) -> str:
    out = io.StringIO()
    with asyncio.Runner() as runner:
        sitting = runner.run(sit_down(runner.run(lobby.open(order_of(game, "first")))))
        Plain(sitting, runner, io.StringIO("".join(f"{line}\n" for line in lines)), out).play()
        sitting.leave()
    return out.getvalue()


def test_in_line_mode_a_player_is_warned_and_comes_back(lobby: LocalLobby, game: Path) -> None:
    out = typed(lobby, game, "", "take one", "take one", "undo", "take two", "anna: call", "")
    warned, left, back = (out.index(each) for each in ("another way", "You have left", "You are back"))
    assert warned < left < back
    assert "type `take > two`" in out
    assert out.index("anna takes one") > warned
    assert out.rindex("Choose the action first.") > back
