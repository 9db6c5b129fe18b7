"""Statistics of a recorded game, as a whole and at each choice, from public information only."""

import shutil
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from lazaretto.host import Playback, course
from lazaretto.rules import Program, Record, View, load

SCENARIOS = Path(__file__).resolve().parents[2] / "scenarios"


def whole(program: Program, seed: int = 7, players: int = 2) -> Record:
    """Return a game played to its end at random."""
    game = program.start(seed=seed, players=("anna", "ben", "carl")[:players])
    game.wander(Random(seed).randrange)
    return game.record()


@pytest.fixture(scope="module", params=["pandemic", "the_cure"])
def played(request: pytest.FixtureRequest) -> tuple[Program, Record]:
    program = load(SCENARIOS / request.param).program
    assert program is not None
    return program, whole(program)


def counted(view: View) -> Iterator[tuple[str, str, int]]:
    yield from (("track", track.name, track.position) for track in view.tracks)
    yield from (("supply", supply.name, supply.left) for supply in view.supplies)
    yield from (("pile", pile.name, pile.count) for pile in view.piles)


def test_a_course_agrees_with_the_game_at_every_sample(played: tuple[Program, Record]) -> None:
    program, record = played
    found = course(program, record)
    playback = Playback(program, record)
    assert found.difference is None
    assert found.outcome == record.outcome
    assert found.choices[0] == 0
    assert found.choices[-1] == len(record.choices)
    assert list(found.turns) == sorted(set(found.turns))
    for number, choices in enumerate(found.choices):
        assert playback.go(choices) == choices
        there = {(kind, name): value for kind, name, value in counted(playback.view())}
        for series in found.series:
            assert series.values[number] == there[series.kind, series.name]
    assert all(len(each.values) == len(found.turns) for each in found.series)
    assert all(min(each.values) >= 0 and max(each.values) <= each.most for each in found.series)


def test_what_the_screen_need_not_show_is_left_out(played: tuple[Program, Record]) -> None:
    program, record = played
    found = course(program, record, to=3)
    assert all(series.looks.get("hidden") != "yes" for series in found.series)
    assert {series.kind for series in found.series} >= {"track", "pile"}


def test_every_choice_is_told_with_its_turn(played: tuple[Program, Record]) -> None:
    program, record = played
    found = course(program, record)
    assert [(chosen.player, chosen.key) for chosen in found.chosen] == [
        (record.players[seat], key) for seat, key in record.choices
    ]
    assert [chosen.number for chosen in found.chosen] == list(range(1, len(record.choices) + 1))
    assert [chosen.turn for chosen in found.chosen] == sorted(chosen.turn for chosen in found.chosen)
    assert any(chosen.lines for chosen in found.chosen)


def test_a_course_may_stop_early(program: Program) -> None:
    found = course(program, whole(program), to=2)
    assert found.choices[-1] == len(found.chosen) == 2
    assert found.outcome == ""


def test_a_long_game_does_not_make_a_long_course(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    record = whole(program)
    full = course(program, record)
    module = sys.modules[course.__module__]
    monkeypatch.setattr(module, "MOST_SAMPLES", 2)
    monkeypatch.setattr(module, "MOST_LINES", 1)
    thin = course(program, record)
    assert len(thin.turns) <= 4 < len(full.turns)
    assert (thin.turns[0], thin.turns[-1]) == (full.turns[0], full.turns[-1])
    assert set(thin.turns) <= set(full.turns)
    assert all(len(chosen.lines) <= 1 for chosen in thin.chosen)


def test_a_playback_shows_the_same_from_both_sides(played: tuple[Program, Record]) -> None:
    program, record = played
    forward, back = Playback(program, record, every=5), Playback(program, record, every=5)
    assert back.go(10_000) == back.length == len(record.choices)
    assert back.outcome is not None and back.outcome.reason == record.outcome
    seen = []
    for number in range(0, forward.length + 1, 7):
        assert forward.go(number) == number
        seen.append((number, forward.choice, forward.lines, forward.turn, forward.view(), forward.view(1)))
    for number, choice, lines, turn, view, own in reversed(seen):
        assert back.go(number) == number
        assert (back.choice, back.lines, back.turn) == (choice, lines, turn)
        assert back.view() == view
        assert back.view(1) == own
    assert back.go(-5) == 0
    assert back.choice is None


def test_a_playback_keeps_only_so_many_games(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lazaretto.host.records.local_replay.MOST_KEPT", 3)
    record = whole(program)
    playback = Playback(program, record, every=1)
    playback.go(playback.length)
    last = playback.view()
    for number in reversed(range(playback.length)):
        assert playback.go(number) == number
    playback.go(playback.length)
    assert playback.view() == last


def test_changed_rules_are_followed_to_the_difference(program: Program, stones: Path, tmp_path: Path) -> None:
    game = program.start(seed=7, players=("anna", "ben"))
    for key in ("take > one", "rest", "take > two"):
        game.choose(key)
    record = game.record()
    shutil.copytree(stones, tmp_path / "stones")
    rules = tmp_path / "stones" / "heap.rules"
    rules.write_text(rules.read_text().replace("needs left() > 5", "needs left() > 9"))
    changed = load(tmp_path / "stones").program
    assert changed is not None
    playback = Playback(changed, record)
    assert playback.changed
    assert playback.go(3) == 1
    assert playback.difference is not None
    assert (playback.difference.number, playback.difference.key) == (2, "rest")
    assert playback.go(0) == 0
    assert playback.go(3) == 1
    found = course(changed, record)
    assert found.difference == playback.difference
    assert len(found.chosen) == 1


def test_the_words_of_a_record_are_not_trusted(program: Program) -> None:
    record = replace(whole(program), outcome="Everybody is happy")
    assert course(program, record).outcome != "Everybody is happy"
