"""Simulations on a Dask cluster of two workers count the same as here, also if a worker is killed."""

import importlib.util
import os
import signal
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from lazaretto.lab.game_rows import GameRow
from lazaretto.lab.playing_processes import Cluster, MissingDaskError, OtherVersionError, ProgramSource
from lazaretto.lab.report import Report
from lazaretto.lab.simulate import Means, simulate
from lazaretto.rules import Program, load
from lazaretto.rules.version_and_extras import how_to_install
from lazaretto.tui.__main__ import main
from tests.interpreter import interpreter

pytestmark = interpreter

DATA = Path(__file__).resolve().parents[1] / "data"
NOT_COMPARED = ("engine", "fallback", "seconds", "compiling", "games_per_second")
HAS_DASK = importlib.util.find_spec("distributed") is not None


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The address of a cluster of two workers, each a process."""
    if not HAS_DASK:
        assert "NEED_DASK" not in os.environ, "Dask is not installed"
        pytest.skip("Dask is not installed: `make test-cluster` runs this")
    from distributed import LocalCluster  # noqa: PLC0415

    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    ) as cluster:
        yield cluster.scheduler_address


@pytest.fixture
def cluster(address: str) -> Iterator[Cluster]:
    found = Cluster(address)
    yield found
    found.close()


@pytest.fixture(autouse=True)
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lazaretto.lab.series.TRIED", 0.0)
    monkeypatch.setattr("lazaretto.lab.batches.WORTH_PROCESSES", 0.0)
    monkeypatch.setattr("lazaretto.lab.batches.SHORTEST", 0.001)
    monkeypatch.setattr("lazaretto.lab.batches.USUAL", 0.002)


def program_of(name: str) -> Program:
    program = load(DATA / name).program
    assert program is not None
    return program


def played(
    program: Program, means: Means, games: int = 200, bots: str = "random"
) -> tuple[dict[str, object], list[GameRow]]:
    rows: list[GameRow] = []
    report = simulate(program, games, 1, 3, bots=bots, looked_at=10, means=replace(means, keep=rows))
    return {key: value for key, value in report.data().items() if key not in NOT_COMPARED}, rows


@pytest.mark.parametrize("engine", ["python", "wasm"])
def test_a_cluster_counts_the_same(cluster: Cluster, engine: str) -> None:
    program = program_of("auction")
    hired = Means("wasm" if engine == "wasm" else "python", hire=cluster.hire)
    assert played(program, hired) == played(program, Means("python"))
    assert cluster.size == 2


def test_bots_that_think_play_on_a_cluster(cluster: Cluster) -> None:
    program = program_of("stones")
    alone = played(program, Means("python"), 12, "easy,medium,random")
    assert played(program, Means("python", hire=cluster.hire), 12, "easy,medium,random") == alone


def test_a_scenario_that_the_workers_do_not_have_is_sent(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program = program_of("stones")
    alone = played(program, Means("python"))

    def elsewhere(program: Program, backend: str) -> ProgramSource:
        return ProgramSource(tmp_path / "away", frozenset(), (), backend, program.digest)

    monkeypatch.setattr(ProgramSource, "of", staticmethod(elsewhere))
    assert played(program, Means("python", hire=cluster.hire)) == alone


def test_a_killed_worker_loses_nothing(cluster: Cluster) -> None:
    program = program_of("auction")
    alone = played(program, Means("python"))
    pids = [int(str(each)) for each in cluster.run(os.getpid).values()]
    killed = threading.Event()

    def kill(done: int, _: Report) -> None:
        if done > 20 and not killed.is_set():
            killed.set()
            os.kill(pids[0], signal.SIGKILL)

    assert played(program, Means("python", hire=cluster.hire, progress=kill)) == alone
    assert killed.is_set()
    assert pids[0] not in cluster.run(os.getpid).values()


def test_workers_with_other_code_are_refused(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["lazaretto.lab.simulate"], "code_digest", lambda: "another")
    with pytest.raises(OtherVersionError):
        played(program_of("stones"), Means("python", hire=cluster.hire))


def test_the_command_plays_on_a_cluster(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["simulate", str(DATA / "stones"), "--games", "300", "--players", "3", "--engine", "python"]
    found = []
    for more in ([], ["--cluster", address]):
        assert main([*arguments, *more]) == 0
        found.append(capsys.readouterr().out.splitlines()[:-1])
    assert found[0] == found[1]


def test_a_cluster_that_is_not_there_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = ["simulate", str(DATA / "stones"), "--games", "3", "--cluster", "tcp://127.0.0.1:9"]
    monkeypatch.setattr("lazaretto.lab.playing_processes.PATIENCE", 1)
    assert main(arguments) == 1
    told = capsys.readouterr().err
    assert ("no cluster with workers answers" if HAS_DASK else how_to_install("cluster")) in told
    assert main([*arguments, "--jobs", "2"]) == 2
    assert "do not go together" in capsys.readouterr().err


@pytest.mark.skipif(HAS_DASK, reason="Dask is installed")
def test_without_dask_there_is_no_cluster() -> None:
    with pytest.raises(MissingDaskError):
        Cluster("tcp://127.0.0.1:9")
