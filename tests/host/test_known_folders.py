"""A saved game finds its scenario again where the player has played from, and nowhere else."""

import asyncio
import shutil
from pathlib import Path

import pytest

from lazaretto.host import sit_down
from lazaretto.host.lobby.lobby_protocol import KeptGame, LobbyError, Order
from lazaretto.host.lobby.local_lobby import LocalLobby
from lazaretto.host.records.record_store import Store
from lazaretto.host.settings.folders_played_from import FILE, MOST, KnownFolders

DATA = Path(__file__).resolve().parents[1] / "data"


def lobby_of(tmp_path: Path, *paths: Path) -> LocalLobby:
    return LocalLobby(paths, Store(tmp_path / "records"), {}, tmp_path / "settings.toml")


def copied(tmp_path: Path, place: str, more: str = "") -> Path:
    """A copy of the small game in a folder that nothing leads to."""
    folder = tmp_path / place / "stones"
    shutil.copytree(DATA / "stones", folder)
    with (folder / "heap.rules").open("a") as rules:
        rules.write(more)
    return folder


async def kept(lobby: LocalLobby, folder: Path) -> KeptGame:
    """Begin a game and leave it."""
    sitting = await sit_down(await lobby.open(Order(folder, ("anna", "ben"), 7)))
    sitting.leave()
    return await lobby.find(lobby.store.path(sitting.name))


def test_a_game_goes_on_from_a_folder_that_was_played_from(tmp_path: Path) -> None:
    async def main() -> None:
        one, other = copied(tmp_path, "one"), copied(tmp_path, "other", "\n# another edition\n")
        games = [await kept(lobby_of(tmp_path), path) for path in (one, other)]
        for game in games:  # each with its own texts, although both have the same name
            later = lobby_of(tmp_path)
            assert (await later.standing(game)).player == "anna"
            sitting = await sit_down(await later.resume(game))
            assert sitting.name == game.name and not sitting.notices
            sitting.leave()
            assert (await later.replay(game)).info.name == game.name
        assert "stones" in {scenario.name for scenario in await lobby_of(tmp_path).scenarios()}
        shutil.rmtree(tmp_path / "one")
        shutil.rmtree(tmp_path / "other")
        with pytest.raises(LobbyError, match=r"The scenario stones is no longer in "):
            await lobby_of(tmp_path).resume(games[0])

    asyncio.run(main())


def test_a_record_of_a_stranger_leads_nowhere(tmp_path: Path) -> None:
    async def main() -> None:
        folder = copied(tmp_path, "one")
        game = await kept(lobby_of(tmp_path), folder)
        (tmp_path / FILE).unlink()
        text = game.path.read_text()
        for name in ("stones", str(folder), "../one/stones"):
            path = tmp_path / "records" / "strange.toml"
            lines = [each for each in text.split("\n") if not each.startswith("checksum")]
            changed = "\n".join(lines).replace('scenario = "stones"', f'scenario = "{name}"')
            path.write_text(f'checksum = "none"\nfolder = "{folder}"\n{changed}')
            lobby = lobby_of(tmp_path)
            with pytest.raises(LobbyError):
                await lobby.resume(await lobby.find(path))
            assert not (tmp_path / FILE).exists()

    asyncio.run(main())


def test_the_list_is_short_and_survives_an_editor(tmp_path: Path) -> None:
    known = KnownFolders(tmp_path)
    for number in range(MOST + 5):
        known.note("game", tmp_path / str(number), (tmp_path / "more",))
    found = known.all()
    assert len(found) == MOST and found[0].folder == (tmp_path / str(MOST + 4)).resolve()
    assert found[0].search == ((tmp_path / "more").resolve(),)
    known.note("game", found[7].folder)
    assert known.all()[0].folder == found[7].folder and len(known.all()) == MOST
    strange = '[[scenario]]\nname = 3\nfolder = "/x"\n[[scenario]]\nname = "a"\nfolder = "relative"\n'
    good = f'[[scenario]]\nname = "b"\nfolder = "{tmp_path}"\n[[scenario]]\nname = "c"\nsearch = 4\n'
    (tmp_path / FILE).write_text(strange + good)
    assert [folder.name for folder in known.all()] == ["b"]
    for text in ("scenario = 3", "[[", "\0", 'scenario = ["a"]'):
        (tmp_path / FILE).write_text(text)
        assert known.all() == ()
    (tmp_path / FILE).unlink()
    (tmp_path / FILE).mkdir()
    known.note("game", tmp_path / "x")  # cannot be written: nothing is remembered, nothing fails
    assert known.all() == ()
