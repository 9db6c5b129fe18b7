"""The host keeps an estimate beside its record, shows how far it is, and finds the turning points."""

import asyncio
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import pytest

from lazaretto.host.lobby.lobby_protocol import Lobby
from lazaretto.host.lobby.local_lobby import LocalLobby
from lazaretto.host.lobby.native_engine import NativeEngine
from lazaretto.host.records.record_store import Store
from lazaretto.host.table.win_chance_over_game import ENDING, Chances, ChanceWork, turning_points
from lazaretto.rules import Game, Program, load
from tests.host.seams import Seam

DATA = Path(__file__).resolve().parents[1] / "data"


class Steady:
    """An estimate that is done in three steps: the chance grows with each choice."""

    made: list[int] = []  # noqa: RUF012

    def __init__(self, positions: Sequence[Game], seat: int, seed: int) -> None:
        self._count = len(positions)
        self.playouts = self.won = 0
        self.made.append(seat)

    @property
    def share(self) -> float:
        return min(1.0, self.playouts / 2)

    @property
    def done(self) -> bool:
        return self.playouts >= 3

    def work(self, stopped: Callable[[], bool]) -> None:
        self.playouts += 1

    def chances(self) -> tuple[float, ...]:
        return tuple(number / self._count for number in range(self._count))


@pytest.fixture
def store(tmp_path: Path) -> Store:
    program = load(DATA / "stones").program
    assert program is not None
    game = program.start(seed=2, players=("anna", "ben"))
    store = Store(tmp_path / "records")
    store.save("open", game.record())
    game.wander(Random(2).randrange)
    store.save("over", game.record())
    return store


def lobby_of(store: Store, seam: Seam, estimator: type[Steady] | None = Steady) -> Lobby:
    return seam(LocalLobby([DATA], store, {}, store.folder / "settings.toml", estimator=estimator))


async def all_chances(lobby: Lobby, path: Path) -> list[Chances]:
    replay = (await lobby.replay(await lobby.find(path))).replay
    found = [await replay.chances()]
    while not found[-1].done:
        found.append(await replay.chances())
    return found


def test_an_estimate_gets_better_is_kept_and_forgotten_with_its_record(store: Store, seam: Seam) -> None:
    lobby, path = lobby_of(store, seam), store.path("over")
    Steady.made.clear()
    first = asyncio.run(all_chances(lobby, path))
    assert [chances.playouts for chances in first] == [0, 1, 2, 3]
    assert [chances.share for chances in first] == [0.0, 0.5, 1.0, 1.0]
    assert len(first[-1].values) == len(
        asyncio.run(lobby.replay(asyncio.run(lobby.find(path)))).replay.info.turns
    )
    kept = path.with_suffix(ENDING)
    assert asyncio.run(all_chances(lobby, path))[-1].playouts == 3
    assert Steady.made == [0]
    for damage in (
        b"",
        b"[]",
        b"{",
        b"\xff",
        json.dumps(json.loads(kept.read_text()) | {"of": "x"}).encode(),
    ):
        kept.write_bytes(damage)
        assert len(asyncio.run(all_chances(lobby, path))) == 4
    asyncio.run(lobby.rename(asyncio.run(lobby.find(path)), "other"))
    assert not kept.exists()


class Prepared(NativeEngine):
    """An engine that only notes what it is asked to prepare."""

    def __init__(self) -> None:
        self.programs: list[Program] = []

    def prepare(self, program: Program, later: float = 0.0) -> None:
        self.programs.append(program)


def test_native_code_is_prepared_before_the_first_estimate(store: Store) -> None:
    program, record = load(DATA / "stones").program, store.load("over")
    assert program is not None
    native = Prepared()
    work = ChanceWork(program, record, Steady, native=native)
    assert native.programs == []
    work.go_on()
    work.go_on()
    assert native.programs == [program]


def test_nothing_is_estimated_before_the_end_or_where_nobody_does(store: Store, seam: Seam) -> None:
    nothing = [Chances(done=True)]
    assert asyncio.run(all_chances(lobby_of(store, seam), store.path("open"))) == nothing
    assert asyncio.run(all_chances(lobby_of(store, seam, None), store.path("over"))) == nothing


def test_turning_points_are_the_largest_moves_in_the_order_of_the_game() -> None:
    values = (0.1, 0.5, 0.52, 0.3, 0.9, 0.88, 0.1)
    assert [point.at for point in turning_points(values, most=3)] == [1, 4, 6]
    assert [point.at for point in turning_points(values)] == [1, 3, 4, 6]
    assert turning_points(()) == turning_points((0.5,)) == turning_points((0.5, 0.5)) == ()


def test_what_the_next_choice_takes_back_is_no_turning_point() -> None:
    assert turning_points((0.5, 0.63, 0.51, 0.5)) == ()
    assert [point.at for point in turning_points((0.5, 0.63, 0.55, 0.2))] == [1, 2, 3]
