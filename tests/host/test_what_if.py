"""A saved game can be played on from any point, as a game of its own; nothing that is secret is told."""

import asyncio
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from lazaretto.host.lobby.lobby_protocol import KeptGame, Lobby, LobbyError
from lazaretto.host.lobby.local_lobby import LocalLobby
from lazaretto.host.records.record_store import Store, load_record
from lazaretto.host.records.rerun_record import replay
from lazaretto.host.table.seat_client import sit_down
from lazaretto.rules import Game, Program, load
from tests.host.seams import Seam

DATA = Path(__file__).resolve().parents[1] / "data"


def program_of(name: str) -> Program:
    found = load(DATA / name).program
    assert found is not None
    return found


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "records")


@pytest.fixture
def lobby(store: Store, seam: Seam, tmp_path: Path) -> Lobby:
    return seam(LocalLobby([DATA], store, {}, tmp_path / "settings.toml"))


def kept_as(store: Store, lobby: Lobby, name: str, game: Game, **others: object) -> KeptGame:
    store.save(name, replace(game.record(), **others))  # type: ignore[arg-type]
    return asyncio.run(lobby.find(store.path(name)))


def game_of(program: Program, decisions: int = 10_000) -> Game:
    game = program.start(seed=2, players=("anna", "ben"))
    game.wander(Random(2).randrange, decisions)
    return game


@pytest.mark.parametrize("seed", [None, 9])
def test_one_plays_on_from_any_point_and_the_saved_game_stays(
    store: Store, lobby: Lobby, seed: int | None
) -> None:
    program = program_of("fugitive")
    old = kept_as(store, lobby, "old", game_of(program), campaign="hunts", number=3)
    before = old.path.read_bytes()

    async def main() -> str:
        sitting = await sit_down(await lobby.what_if(old, 4, seed))
        assert sitting.info.resumed and "old stays as it is" in sitting.notices[0]
        asked = next(seat for seat in sitting.seats if (found := seat.look().view.decision) and found.options)
        decision = asked.look().view.decision
        assert decision is not None
        await asked.choose(next(option.key for option in decision.options if option.why_not is None))
        sitting.leave()
        return sitting.name

    name = asyncio.run(main())
    assert name != "old" and old.path.read_bytes() == before
    record = load_record(store.path(name))
    assert record.choices[:4] == load_record(old.path).choices[:4] and len(record.choices) == 5
    assert record.what_if is not None and (record.what_if.of, record.what_if.after) == ("old", 4)
    assert [deal.seed for deal in record.deals] == ([] if seed is None else [9])
    assert (record.campaign, record.number) == ("", 0)
    assert replay(program, record).faithful

    async def again() -> None:
        kept = await lobby.find(store.path(name))
        assert kept.summary is not None and kept.summary.what_if == "old"
        sitting = await sit_down(await lobby.resume(kept))
        assert sitting.name == name
        await sitting.seats[0].save()
        sitting.leave()

    asyncio.run(again())
    assert load_record(store.path(name)) == record


def test_what_is_secret_or_to_come_stays_unknown(store: Store, lobby: Lobby) -> None:
    hunt, heap = program_of("fugitive"), program_of("stones")
    open_hunt, open_heap = (
        kept_as(store, lobby, program.name, game_of(program, 4)) for program in (hunt, heap)
    )
    over = kept_as(store, lobby, "over", game_of(heap))
    last = len(load_record(over.path).choices)
    cases: list[tuple[KeptGame, int, int | None, str]] = [
        (open_hunt, 1, 5, "the game is not over, so its secrets are still hidden"),
        (open_heap, 1, None, "this game is not over, and the same draws would tell what comes"),
        (over, last, None, "the game is over at this point; go back to play on from there"),
        (over, last + 1, None, f"there is no choice {last + 1}; the last one is {last}"),
    ]
    for kept, at, seed, told in cases:
        with pytest.raises(LobbyError, match=told):
            asyncio.run(lobby.what_if(kept, at, seed))
    assert len(store.all()) == 3

    async def goes_on() -> None:
        (await sit_down(await lobby.what_if(open_heap, 1, 5))).leave()

    asyncio.run(goes_on())
    assert len(store.all()) == 4
