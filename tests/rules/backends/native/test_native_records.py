"""A record made on one lane replays on all, and every scenario runs as native code without a fallback."""

from pathlib import Path
from random import Random

import pytest

from lazaretto.lab.simulate import simulate
from lazaretto.rules import load
from lazaretto.rules.backends.native.native_code import Lane
from lazaretto.rules.run.game_setup import bare
from lazaretto.rules.run.records.record_file import Record
from tests.docs.test_cookbook import RECIPES
from tests.rules.backends.native.lanes import LANES, installed
from tests.rules.backends.native.paired_play import ROOT, paired_scenario
from tests.soak import soak

DATA = ROOT / "tests" / "data"
FOLDERS = sorted(
    path.parent for path in (*ROOT.glob("scenarios/*/scenario.toml"), *DATA.glob("*/scenario.toml"))
)


def recorded(folder: Path, lanes: str, seed: int) -> tuple[Record, object]:
    """Play on some lanes; return the record and the last state."""
    machine = paired_scenario(folder, backend="python", lanes=lanes)
    chance = Random(seed)
    game = bare(machine, seed, ("anna", "ben"), {}).begin()
    for _ in range(60):
        if game.seat is None:
            break
        game.answer(game.sample(chance.randrange))
    return game.record(), game.snapshot()


def replayed(folder: Path, lanes: str, record: Record) -> object:
    """Choose what a record says; return the last state."""
    machine = paired_scenario(folder, backend="interpret", lanes=lanes)
    game = bare(machine, record.seed, record.players, record.options).begin()
    for seat, key in record.choices:
        game.choose(key, seat, by_name=True)
    return game.snapshot()


@pytest.mark.skipif(not installed(), reason="needs a lane")
@pytest.mark.parametrize("name", ["fugitive", pytest.param("lanterns", marks=soak)])
def test_records_replay_on_every_lane(name: str) -> None:
    for one in installed():
        for seed in range(3):
            record, end = recorded(DATA / name, one, seed)
            for other in installed():
                assert replayed(DATA / name, other, record) == end


def wholly_native(folder: Path, lane: Lane) -> None:
    program = load(folder).program
    assert program is not None
    report = simulate(program, 3, 1, program.players[1], engine=lane)
    assert (report.engine, report.fallback) == (lane, None)


@soak
@pytest.mark.parametrize("lane", LANES)
@pytest.mark.parametrize(
    "folder", [path for path in FOLDERS if path.name != "moor"], ids=lambda each: each.name
)
def test_no_scenario_falls_back(folder: Path, lane: Lane) -> None:
    wholly_native(folder, lane)


@soak
@pytest.mark.parametrize("lane", LANES)
@pytest.mark.parametrize("name", RECIPES)
def test_no_game_of_the_cookbook_falls_back(name: str, lane: Lane, tmp_path: Path) -> None:
    for file, text in RECIPES[name].items():
        (tmp_path / file).write_text(text, encoding="utf-8")
    wholly_native(tmp_path, lane)
