"""The benchmark of bots counts pairs, and goes on where it stopped."""

from pathlib import Path

import pytest

from benchmarks import bots
from benchmarks.bots import Result, mcnemar, played, read, told, wilson


def result(bot: str, seed: int, won: int) -> Result:
    return Result("small/2", bot, seed, won, 10, 1.5, "because")


def test_intervals() -> None:
    assert [round(each, 3) for each in wilson(5, 10)] == [0.237, 0.763]
    assert wilson(0, 10)[0] == 0
    assert wilson(0, 0) == (0, 1)


def test_chance_alone() -> None:
    assert mcnemar(3, 3) == 1
    assert mcnemar(5, 0) == pytest.approx(2 / 32)
    assert mcnemar(33, 8) == pytest.approx(0.0001, abs=0.00005)


def test_it_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, asked = tmp_path / "new" / "results.csv", list[tuple[str, int]]()

    def play(cell: str, bot: str, seed: int, lane: str) -> Result:
        asked.append((bot, seed))
        return result(bot, seed, int(bot == "new"))

    monkeypatch.setattr(bots, "play", play)
    wanted = [("small/2", bot, seed) for seed in range(3) for bot in ("new", "old")]
    first = list(played(file, wanted[:3], "wasm", 1))
    assert read(file) == first
    assert len(list(played(file, wanted, "wasm", 1))) == 3
    assert sorted(asked) == [(bot, seed) for bot in ("new", "old") for seed in range(3)]
    lines = list(told("small/2", ("new", "old"), read(file)))
    assert lines[1].startswith("  new: 3/3 = 100 %")
    assert lines[-1] == "  against old: 3 pairs, 3 to 0 where they differ, p 0.2500"
