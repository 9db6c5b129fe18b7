"""Simulations give the same results in any number of processes, and lose nothing if one is killed."""

import os
import signal
import sys
from concurrent.futures import Future
from pathlib import Path
from subprocess import PIPE, Popen, TimeoutExpired

import pytest

from lazaretto.lab import seed_of
from lazaretto.lab.batches import LostError, Pace, check_points, played_by
from lazaretto.lab.game_rows import Batch, GameRow, names_for
from lazaretto.lab.playing_processes import Pool, ProgramSource, Task, play_task
from lazaretto.lab.series import Setting
from lazaretto.lab.simulate import Means, simulate
from lazaretto.rules import Program, load
from lazaretto.rules.backends.native.load_machine_code import has_wasmtime
from lazaretto.rules.engine.engine_names import Engine
from lazaretto.rules.run.compiled_game import CompiledGame
from tests.interpreter import interpreter
from tests.patience import PATIENCE

pytestmark = interpreter

DATA = Path(__file__).resolve().parents[1] / "data"
NOT_COMPARED = ("engine", "fallback", "seconds", "compiling", "games_per_second")
needs_wasm = pytest.mark.skipif(not has_wasmtime(), reason="needs wasmtime")


def program_of(name: str) -> Program:
    program = load(DATA / name).program
    assert program is not None
    return program


def task_of(program: Program, engine: Engine = "python", seed: int = 1) -> Task:
    setting = Setting(seed, names_for(3), (), ("random",) * 3, 3_000)
    return Task(ProgramSource.of(program, "python"), setting, engine)


def played(
    program: Program, means: Means, games: int = 60, until: float | None = None, bots: str = "random"
) -> tuple[dict[str, object], list[GameRow]]:
    rows: list[GameRow] = []
    kept = Means(means.engine, means.backend, means.jobs, means.hire, keep=rows)
    report = simulate(program, games, 1, 3, bots=bots, until=until, means=kept)
    return {key: value for key, value in report.data().items() if key not in NOT_COMPARED}, rows


class Inline:
    """A crew that plays at once, in this process, and is killed now and then."""

    def __init__(self, task: Task, tables: CompiledGame | None = None, kills: int = 0) -> None:
        self._task = task
        self._kills = kills
        self.age = 0
        self.size = 2
        self.lost: tuple[type[BaseException], ...] = (LostError,)
        self.batches: list[tuple[int, int]] = []

    def submit(self, first: int, count: int) -> "Future[Batch]":
        self.batches.append((first, count))
        future: Future[Batch] = Future()
        if self._kills and len(self.batches) % 2:
            self._kills -= 1
            future.set_exception(LostError())
        else:
            future.set_result(play_task(self._task, first, count))
        return future

    def renew(self, age: int) -> None:
        self.age += 1


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lazaretto.lab.batches.WORTH_PROCESSES", 0.0)
    monkeypatch.setattr("lazaretto.lab.series.TRIED", 0.0)
    monkeypatch.setattr("lazaretto.lab.batches.SHORTEST", 0.001)
    monkeypatch.setattr("lazaretto.lab.batches.USUAL", 0.002)


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("engine", ["python", pytest.param("wasm", marks=needs_wasm)])
def test_two_processes_count_the_same_as_one(engine: Engine) -> None:
    program = program_of("auction")
    alone = played(program, Means("python"))
    assert played(program, Means(engine, jobs=2)) == alone


@pytest.mark.usefixtures("at_once")
def test_other_programs_of_processes_are_not_mixed_up() -> None:
    for seed in (1, 2, 1):
        batch = play_task(task_of(program_of("stones"), seed=seed), 0, 3)
        assert [row.seed for row in batch.rows] == [seed_of(seed, number) for number in range(3)]


@pytest.mark.usefixtures("at_once")
def test_a_killed_batch_is_played_again() -> None:
    program = program_of("stones")
    crews: list[Inline] = []

    def hire(task: Task, tables: CompiledGame) -> Inline:
        crews.append(Inline(task, kills=3))
        return crews[-1]

    assert played(program, Means("python", hire=hire)) == played(program, Means("python"))
    assert crews[0].age == 3


def test_a_batch_that_is_killed_again_and_again_is_given_up() -> None:
    crew = Inline(task_of(program_of("stones")), kills=99)
    crew.batches.append((0, 0))

    def submit(first: int, count: int) -> "Future[Batch]":
        future: Future[Batch] = Future()
        future.set_exception(LostError())
        return future

    crew.submit = submit  # type: ignore[method-assign]
    with pytest.raises(LostError):
        list(played_by(crew, 0, iter((5,)), Pace(1.0)))


def test_a_killed_process_is_replaced() -> None:
    pool = Pool(1)
    crew = pool.hire(task_of(program_of("stones")))
    try:
        before = list(played_by(crew, 0, iter((3,)), Pace(0.1)))
        assert pool._executor is not None
        (pid,) = pool._executor._processes
        os.kill(pid, signal.SIGKILL)
        after = list(played_by(crew, 0, iter((3,)), Pace(0.1)))
        assert [row for batch in after for row in batch.rows] == [
            row for batch in before for row in batch.rows
        ]
        assert crew.age == 1
    finally:
        pool.close()


@pytest.mark.usefixtures("at_once")
def test_a_simulation_stops_at_the_same_game_in_any_number_of_processes() -> None:
    program = program_of("stones")
    alone, rows = played(program, Means("python"), games=5_000, until=0.04)
    hired, others = played(program, Means("python", hire=Inline), games=5_000, until=0.04)
    assert alone == hired and rows == others
    assert len(rows) in list(check_points(100, 5_000)) and len(rows) < 5_000
    report = simulate(program, len(rows), 1, 3)
    assert report.half_width <= 0.04
    earlier = max(point for point in check_points(100, 5_000) if point < len(rows))
    assert simulate(program, earlier, 1, 3).half_width > 0.04


def test_batches_take_long_enough_and_end_at_every_cut() -> None:
    crew = Inline(task_of(program_of("stones")))
    assert Pace(0.01).count(10_000, 2) * 0.01 >= 0.2
    assert Pace(7.0).count(10_000, 2) == 1
    batches = list(played_by(crew, 3, iter((10, 40)), Pace(0.02)))
    assert batches[0].first == 3
    assert {10, 40} <= {batch.first + batch.count for batch in batches}
    assert sum(batch.count for batch in batches) == 37


def test_seats_may_have_different_bots() -> None:
    program = program_of("stones")
    mixed, _ = played(program, Means("python"), games=30, bots="keen,random,random")
    again, _ = played(program, Means("python"), games=30, bots="keen,random,random")
    assert mixed == again
    assert mixed["wins"] != 0 or mixed["splits"]
    report = simulate(program, 3, 1, 3, bots="keen,random,random", engine="wasm")
    assert report.fallback == "bots of different kinds play in Python"


STARTS_POOL = """
import os, signal, sys
from lazaretto.lab.playing_processes import Pool
from lazaretto.lab.training.parallel_self_play import processes

if __name__ == "__main__":
    with processes(2) if sys.argv[1] == "train" else Pool(2)._new() as pool:
        print(pool.submit(os.getpid).result(), flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("command", ["simulate", "train"])
def test_helping_processes_end_with_the_one_that_started_them(command: str, tmp_path: Path) -> None:
    """They hold its output: a pipe ends when the last of them has ended."""
    script = tmp_path / "starts_pool.py"
    script.write_text(STARTS_POOL)
    words = [sys.executable, str(script), command]
    house = {**os.environ, "PYTHONPATH": str(DATA.parents[1])}
    with Popen(words, stdout=PIPE, stderr=PIPE, text=True, env=house, start_new_session=True) as process:
        try:
            helper, _ = process.communicate(timeout=PATIENCE)
        except TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            pytest.fail("they go on without end")
    assert int(helper) != process.pid and process.returncode == -signal.SIGKILL
