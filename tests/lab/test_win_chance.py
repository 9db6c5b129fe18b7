"""The chance to win is estimated from playouts: bounded, repeatable, right where it is certain."""

from itertools import chain, repeat
from pathlib import Path
from random import Random

import pytest

from lazaretto.host.records.rerun_record import begin, follow
from lazaretto.lab.playing import finished_game_chances
from lazaretto.lab.playing.bots import PlayoutBot
from lazaretto.lab.playing.finished_game_chances import SMALLEST, WinChance, fit
from lazaretto.lab.training.estimate_win_chances import steadied
from lazaretto.rules import Game, Program, load

DATA = Path(__file__).resolve().parents[1] / "data"


@pytest.fixture(scope="module")
def stones() -> Program:
    found = load(DATA / "stones").program
    assert found is not None
    return found


def positions(program: Program, seed: int) -> list[Game]:
    game = program.start(seed=seed, players=("anna", "ben"))
    game.wander(Random(seed).randrange)
    record = game.record()
    again = begin(program, record)
    found = [again.fork()]
    for number in range(1, len(record.choices) + 1):
        follow(again, record, number)
        found.append(again.fork())
    return found


def test_every_position_has_a_chance_and_the_end_its_result(
    stones: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(finished_game_chances, "ROUNDS", 5)
    games = positions(stones, 3)
    before = [game.snapshot() for game in games]
    estimate = WinChance(games, 0, 5)
    assert (estimate.playouts, estimate.share, estimate.done) == (0, 0.0, False)
    while not estimate.done:
        had = estimate.playouts
        estimate.work(chain([False] * 5, repeat(True)).__next__)
        assert estimate.playouts >= had
    assert estimate.share == 1.0
    chances = estimate.chances()
    outcome = games[-1].outcome
    assert outcome is not None and len(chances) == len(games)
    assert chances[-1] == float(outcome.results[0] == "won")
    assert all(SMALLEST <= chance <= 1 - SMALLEST for chance in chances[:-1])
    assert [game.snapshot() for game in games] == before
    again = WinChance(games, 0, 5)
    again.work(lambda: again.done)
    assert again.chances() == chances and again.won == estimate.won


def test_a_curve_follows_the_score_and_stays_flat_without_one() -> None:
    games = [([(float(score), 1.0)], score > 50) for score in range(0, 101, 5)]
    curve = fit(games)
    assert curve.at(90, 1) > 0.8 > 0.5 > 0.2 > curve.at(10, 1)
    assert curve.at(90, 1) > curve.at(60, 1) > curve.at(40, 1)
    flat = fit([([(0.0, 1.0), (0.0, 2.0)], False)] * 10)
    assert flat.at(0, 1) == pytest.approx(flat.at(0, 2), abs=0.02)
    assert 0 < flat.at(0, 1) < 0.1
    assert fit([]).at(3, 4) == 0.5


def test_the_bot_prefers_what_scores_and_ends_every_game(stones: Program) -> None:
    for seed in range(3):
        game = stones.start(seed=seed, players=("anna", "ben"))
        bot = PlayoutBot(seed)
        for _ in range(200):
            if game.seat is None:
                break
            bot.play(game)
        assert game.outcome is not None


def test_positions_within_turns_that_mislead_do_not_count() -> None:
    turns = [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4]
    misled = [0.10, 0.22, 0.22, 0.12, 0.22, 0.22, 0.05, 0.22, 0.22, 0.04, 0.22]
    assert steadied(misled, turns) == [0.10] * 3 + [0.12] * 3 + [0.05] * 3 + [0.04] * 2
    sound = [0.10, 0.15, 0.20, 0.18, 0.30, 0.30, 0.33, 0.30, 0.28, 0.40, 0.50]
    assert steadied(sound, turns) == sound
    assert steadied(misled[:6], turns[:6]) == misled[:6], "one end of a turn says nothing"
