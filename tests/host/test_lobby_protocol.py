"""The lobby finds, loads, opens and resumes games, and reports every problem as a sentence."""

import asyncio
import shutil
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from lazaretto.grammar import lalr_stack, parser
from lazaretto.grammar.source import Source
from lazaretto.host.lobby import local_lobby
from lazaretto.host.lobby.lobby_protocol import KeptGame, Lobby, LobbyError, Order, ScenarioInfo
from lazaretto.host.lobby.local_lobby import LocalLobby
from lazaretto.host.lobby.program_loader import Faults, Programs
from lazaretto.host.records.autosaved_game import Bots
from lazaretto.host.records.record_store import Store, load_record
from lazaretto.host.records.replay_protocol import ReplayClient
from lazaretto.host.settings.folders_played_from import FILE
from lazaretto.host.settings.player_names import wrong_with
from lazaretto.host.settings.user_settings import Settings, read_settings
from lazaretto.host.table.seat_client import sit_down
from lazaretto.host.table.stop_settings import NEXT, Stops
from lazaretto.lab.playing.bots import COMPANIONS
from tests.host.seams import Seam

Made = Callable[..., Lobby]


@pytest.fixture
def games(stones: Path, tmp_path: Path) -> Path:
    """A folder with a scenario that may be changed."""
    shutil.copytree(stones, tmp_path / "games" / "stones")
    shutil.copytree(stones.parent / "fugitive", tmp_path / "games" / "fugitive")
    return tmp_path / "games"


@pytest.fixture
def made(games: Path, tmp_path: Path, seam: Seam) -> Made:
    def made(bots: Bots = COMPANIONS) -> Lobby:
        records = Store(tmp_path / "records")
        return seam(LocalLobby([games], records, bots, tmp_path / "settings.toml"))

    return made


def order(games: Path, scenario: str = "stones", **others: object) -> Order:
    return replace(Order(games / scenario, ("anna", "ben"), 7), **others)  # type: ignore[arg-type]


async def open_and_leave(lobby: Lobby, games: Path) -> None:
    (await sit_down(await lobby.open(order(games)))).leave()


def spoil(games: Path) -> None:
    rules = games / "stones" / "heap.rules"
    rules.write_text(rules.read_text().replace("advance clock", "advance clocks"))


def one(lobby: Lobby) -> KeptGame:
    (found,) = asyncio.run(lobby.kept())
    return found


def test_it_finds_scenarios(made: Made) -> None:
    names = [scenario.name for scenario in asyncio.run(made().scenarios())]
    assert names[-2:] == ["fugitive", "stones"]


def test_a_program_stays_at_hand_until_it_is_wanted_again(made: Made, games: Path) -> None:
    async def main() -> None:
        lobby = made()
        first = await lobby.load(games / "stones")
        assert isinstance(first, ScenarioInfo)
        assert (first.title, first.players, first.options[0].name) == ("Stones", (1, 4), "start")
        hurried = await lobby.load(games / "stones", frozenset({"hurry"}))
        assert isinstance(hurried, ScenarioInfo)
        assert hurried.digest != first.digest
        spoil(games)
        assert await lobby.load(games / "stones") == first
        again = await lobby.load(games / "stones", again=True)
        assert isinstance(again, Faults)
        assert again.messages == ("there is no track called `clocks`",)
        assert f"{games / 'stones' / 'heap.rules'}:" in again.text
        assert "^^^^^^" in again.text

    asyncio.run(main())


def test_only_a_few_programs_are_kept(games: Path) -> None:
    programs = Programs([games])
    first = programs.load(games / "stones")
    assert programs.load(games / "stones") is first
    for number in range(4):
        shutil.copytree(games / "stones", games / f"more{number}")
        programs.load(games / f"more{number}")
    assert programs.load(games / "stones") is not first


def test_two_that_ask_at_once_get_the_same(games: Path) -> None:
    async def main() -> None:
        programs = Programs([games])
        asked = [asyncio.to_thread(programs.load, games / "stones") for _ in range(2)]
        one, other = await asyncio.gather(*asked)
        assert one is other

    asyncio.run(main())


def test_two_threads_may_read_at_once(games: Path) -> None:
    lalr_stack._made.cache_clear()
    texts = [
        path.read_text() for path in (games / "stones" / "heap.rules", games / "fugitive" / "hunt.rules")
    ]
    gate = threading.Barrier(4)
    wrong: list[object] = []

    def read(text: str) -> None:
        gate.wait()
        try:
            wrong.extend(parser.parse(Source("text", text), "text")[1])
        except Exception as error:
            wrong.append(error)

    threads = [threading.Thread(target=read, args=(text,)) for text in texts * 2]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_a_new_game_is_opened_as_ordered(made: Made, games: Path) -> None:
    async def main() -> None:
        lobby = made()
        wanted = order(games, options={"start": "5"}, switches=frozenset({"hurry"}), bots=("random", ""))
        sitting = await sit_down(await lobby.open(wanted))
        record = load_record(Path(sitting.info.place))
        assert (record.players, record.seed, record.switches) == (("anna", "ben"), 7, ("hurry",))
        assert (record.options, record.bots) == ({"start": "5"}, ("random", ""))
        assert [seat.name for seat in sitting.seats] == ["ben"]
        decision = sitting.seats[0].look().view.decision
        assert decision is not None
        assert decision.player == "anna", "the bot waits until ben has seen the table"
        await sitting.seats[0].stops(Stops(until=NEXT))
        decision = sitting.seats[0].look().view.decision
        assert decision is not None
        assert decision.player == "ben", "the bot has played by now"
        assert sitting.title == "Stones"
        assert sitting.rulebook

    asyncio.run(main())


@pytest.mark.parametrize(
    ("others", "told"),
    [
        ({"players": ("anna", "Anna")}, "two are called"),
        ({"players": ("anna", " ")}, "a name of their own"),
        ({"players": ("anna", "b:n")}, "none of"),
        ({"players": ("anna", "b" * 31)}, "at most 30"),
        ({"players": tuple("abcdefg")}, "1 to 4 players"),
        ({"bots": ("random", "random")}, "needs a person"),
        ({"bots": ("", "clever")}, "no bot `clever`, only random"),
        ({"options": {"strat": "3"}}, "did you mean `start`"),
        ({"options": {"start": "99"}}, "from 3 to 9"),
        ({"switches": frozenset({"harry"})}, "cannot be played"),
    ],
)
def test_what_cannot_be_opened_is_told(made: Made, games: Path, others: dict[str, object], told: str) -> None:
    lobby = made()
    with pytest.raises(LobbyError, match=told):
        asyncio.run(lobby.open(order(games, **others)))  # type: ignore[arg-type]
    assert asyncio.run(lobby.kept()) == ()


def test_a_game_is_taken_up_where_it_stands(made: Made, games: Path) -> None:
    async def main() -> None:
        lobby = made()
        sitting = await sit_down(await lobby.open(order(games, bots=("", "random"))))
        await sitting.seats[0].choose("take > two")
        kept = (await lobby.kept())[0]
        standing = await lobby.standing(kept)
        assert (standing.player, standing.outcome, standing.notice) == ("anna", "", "")
        assert standing.turn == 3
        assert standing.view.seat is None
        assert await lobby.standing(kept) == standing
        sitting.leave()
        again = await sit_down(await made().resume(kept))
        assert again.info.resumed and load_record(kept.path).choices
        assert (again.name, again.notices) == (sitting.name, ())
        assert again.seats[0].look().view == sitting.seats[0].look().view

    asyncio.run(main())


def test_only_what_everybody_sees_is_told_of_a_kept_game(made: Made, games: Path) -> None:
    async def main() -> None:
        lobby = made()
        sitting = await sit_down(await lobby.open(order(games, "fugitive")))
        secret = [seat.look().view for seat in sitting.seats]
        standing = await lobby.standing((await lobby.kept())[0])
        assert standing.view not in secret
        assert standing.view.seat is None
        assert standing.view.decision is None or standing.view.decision.options == ()

    asyncio.run(main())


def test_changed_rules_go_on_under_another_name(made: Made, games: Path) -> None:
    async def main() -> None:
        lobby = made()
        sitting = await sit_down(await lobby.open(order(games)))
        rules = games / "stones" / "heap.rules"
        rules.write_text(rules.read_text().replace("needs left() > 5", "needs left() > 8"))
        sitting.leave()
        kept = (await lobby.kept())[0]
        again = await sit_down(await lobby.resume(kept))
        assert again.name != sitting.name
        assert "The scenario has changed" in again.notices[0]
        assert len(await lobby.kept()) == 1, "nothing is written before somebody chooses"

    asyncio.run(main())


def test_a_bot_that_is_gone_leaves_its_seat(made: Made, games: Path) -> None:
    async def main() -> None:
        (await sit_down(await made().open(order(games, bots=("", "random"))))).leave()
        lobby = made({})
        again = await sit_down(await lobby.resume((await lobby.kept())[0]))
        assert [seat.name for seat in again.seats] == ["anna", "ben"]
        assert "no bot `random` any more" in again.notices[0]

    asyncio.run(main())


def test_a_game_without_its_scenario_is_told(made: Made, games: Path) -> None:
    lobby = made()
    asyncio.run(open_and_leave(lobby, games))
    kept = one(lobby)
    spoil(games)
    fresh = made()
    for ask in (fresh.standing, fresh.resume):
        with pytest.raises(LobbyError, match="stones cannot be played: there is no track"):
            asyncio.run(ask(kept))
    shutil.rmtree(games / "stones")
    for ask in (fresh.standing, fresh.resume):
        with pytest.raises(LobbyError, match=r"The scenario stones is no longer in "):
            asyncio.run(ask(kept))
    (games.parent / FILE).unlink()
    with pytest.raises(LobbyError, match="There is no scenario stones here"):
        asyncio.run(fresh.resume(kept))


def test_a_damaged_game_stays_in_the_list(made: Made, games: Path) -> None:
    lobby = made()
    asyncio.run(lobby.open(order(games)))
    path = one(lobby).path
    path.write_text(path.read_text()[:120])
    kept = one(lobby)
    assert kept.summary is None
    assert "the file is incomplete" in kept.problem
    for ask in (lobby.standing, lobby.resume):
        with pytest.raises(LobbyError, match="the file is incomplete"):
            asyncio.run(ask(kept))
    assert path.exists()


def test_games_are_found_renamed_and_deleted(made: Made, games: Path, tmp_path: Path) -> None:
    async def main() -> None:
        lobby = made()
        (await sit_down(await lobby.open(order(games)))).leave()
        kept = (await lobby.kept())[0]
        for name in ("", "a/b", "..", "a.b", "x" * 81):
            with pytest.raises(LobbyError, match="use at most 80 letters, digits, - and _ in a name"):
                await lobby.rename(kept, name)
        await lobby.rename(kept, "sunday")
        assert (await lobby.find(Path("sunday"))).summary == kept.summary
        assert (await lobby.find(kept.path.with_name("sunday.toml"))).name == "sunday"
        with pytest.raises(LobbyError):
            await lobby.find(Path("monday"))
        (await sit_down(await lobby.open(order(games)))).leave()
        other = next(game for game in await lobby.kept() if game.name != "sunday")
        with pytest.raises(LobbyError, match="already"):
            await lobby.rename(other, "sunday")
        await lobby.delete(other)
        assert [game.name for game in await lobby.kept()] == ["sunday"]
        with pytest.raises(LobbyError, match="cannot be deleted"):
            await lobby.delete(other)

    asyncio.run(main())


def test_who_stops_waiting_stops_the_work(made: Made, games: Path) -> None:
    async def main() -> None:
        lobby = made()
        await lobby.open(order(games))
        kept = (await lobby.kept())[0]
        waiting = asyncio.ensure_future(lobby.standing(kept))
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert (await lobby.standing(kept)).player == "anna"

    asyncio.run(main())


def test_a_scenario_can_be_looked_at_before_it_is_played(made: Made, games: Path) -> None:
    async def main() -> None:
        lobby = made()
        assert (await lobby.preview(games / "fugitive")).view.kinds
        assert await lobby.kept() == ()
        spoil(games)
        with pytest.raises(LobbyError):
            await lobby.preview(games / "stones")

    asyncio.run(main())


def test_settings_are_kept(made: Made, tmp_path: Path) -> None:
    asyncio.run(made().keep(Settings(theme="light")))
    assert read_settings(tmp_path / "settings.toml")[0].theme == "light"


def test_the_newest_settings_stay_when_an_older_write_comes_last(
    games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        waiting: list[Callable[[], None]] = []

        async def held(write: Callable[[], None]) -> None:
            waiting.append(write)

        monkeypatch.setattr(local_lobby, "written", held)
        lobby = LocalLobby([games], Store(tmp_path / "records"), settings=tmp_path / "settings.toml")
        await lobby.keep(Settings(theme="dark"))
        await lobby.keep(Settings(theme="light"))
        for write in reversed(waiting):
            write()

    asyncio.run(main())
    assert read_settings(tmp_path / "settings.toml")[0].theme == "light"


@pytest.mark.parametrize("names", [("anna",), ("Åsa", "Jean-Luc", "o'Brien", "李")])
def test_good_names(names: tuple[str, ...]) -> None:
    assert wrong_with(names) == ""


def test_where_a_game_stands_is_remembered(games: Path, tmp_path: Path) -> None:
    async def main() -> None:
        lobby = LocalLobby([games], Store(tmp_path / "records"), COMPANIONS, tmp_path / "settings.toml")
        await lobby.open(order(games))
        kept = (await lobby.kept())[0]
        assert await lobby.standing(kept) is await lobby.standing(kept)

    asyncio.run(main())


def test_a_kept_game_is_looked_at_again(made: Made, games: Path) -> None:
    async def main() -> None:
        lobby = made()
        sitting = await sit_down(await lobby.open(order(games, options={"start": "3"})))
        for seat, key in zip(sitting.seats, ("take > two", "take"), strict=True):
            await seat.choose(key)
        showing = await lobby.replay((await lobby.kept())[0])
        assert (showing.info.title, showing.info.name) == ("Stones", sitting.name)
        client = ReplayClient(showing.replay)
        assert (client.info.length, client.info.over, client.info.turns[0]) == (2, True, 1)
        shown = await client.shown(1, 1)
        assert shown.choice is not None and shown.before is not None
        assert (shown.choice.player, shown.choice.label, shown.choice.steps) == (
            "anna",
            "Take stones",
            ("two",),
        )
        assert (shown.view.seat, len(shown.view.log)) == (1, len(shown.before.log) + 1)
        assert (await client.shown(2, 1)).view == sitting.seats[1].look().view
        assert [len(view.log) for view in await client.public(0, 2)] == [1, 2, 2]

    asyncio.run(main())
