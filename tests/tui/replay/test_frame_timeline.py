"""A replayed record, forward and back, always shows the game as it was, without its secrets."""

import asyncio
import shutil
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from lazaretto.host import LocalReplay, Playback
from lazaretto.host.records.replay_protocol import ReplayClient
from lazaretto.rules import Program, Record, load
from lazaretto.tui.replay.frame_timeline import Frame, Reel, Stage, Weighed, moments
from lazaretto.tui.table.view_diff import changed
from tests.soak import soak
from tests.tui.played import program_of, some, whole


class Wound:
    """A reel without an event loop around it."""

    def __init__(self, reel: Reel) -> None:
        self.reel = reel
        self.end, self.over, self.turns = reel.end, reel.over, reel.turns
        self.start_of, self.turn_from = reel.start_of, reel.turn_from

    def frame(self, number: int, seat: int | None = None) -> Frame:
        return asyncio.run(self.reel.frame(number, seat))

    def weigh(self, first: int, last: int) -> list[Weighed]:
        return asyncio.run(self.reel.weigh(first, last))


def reel_of(program: Program, record: Record) -> Wound:
    return Wound(Reel(ReplayClient(LocalReplay(program, record))))


@pytest.fixture(scope="module", params=[pytest.param("pandemic", marks=soak), "the_cure"])
def played(request: pytest.FixtureRequest) -> tuple[Program, Record]:
    program = program_of(request.param)
    return program, whole(program).record()


@pytest.fixture(scope="module")
def frames(played: tuple[Program, Record]) -> list[Frame]:
    """All frames of the game, forward from its start."""
    reel = reel_of(*played)
    return [reel.frame(at) for at in range(reel.end + 1)]


def test_every_frame_is_what_the_game_was(played: tuple[Program, Record], frames: list[Frame]) -> None:
    program, record = played
    reel = reel_of(program, record)
    assert (reel.end, reel.over, reel.reel.difference) == (len(record.choices), True, None)
    game = program.start(seed=record.seed, players=record.players, options=record.options)
    before = None
    for at in range(reel.end + 1):
        if at:
            seat, key = record.choices[at - 1]
            game.choose(key, seat, by_name=True)
        frame = frames[at]
        assert frame.view == game.view(None)
        assert (frame.at, frame.turn, frame.outcome) == (at, game.turns, game.outcome)
        assert frame.before == before
        assert frame.fresh == changed(before, frame.view)
        assert frame.player == (record.players[record.choices[at - 1][0]] if at else "")
        assert reel.turns[at] == game.turns
        before = frame.view


def test_frames_are_the_same_from_everywhere(played: tuple[Program, Record]) -> None:
    program, record = played
    reel = reel_of(program, record)
    chance = Random(1)
    straight = {at: reel.frame(at) for at in range(0, reel.end + 1, 9)}
    seen = {at: _seen(program, record, at, 1) for at in straight}
    order = [*straight] * 2
    chance.shuffle(order)
    for at in order:
        assert reel.frame(at) == straight[at]
        assert reel.frame(at, seat=1).view == seen[at]
    assert reel.frame(-3).at == 0
    assert reel.frame(10_000).at == reel.end


def _seen(program: Program, record: Record, at: int, seat: int) -> object:
    playback = Playback(program, record)
    playback.go(at)
    return playback.view(seat)


def test_a_choice_is_told_as_its_player_read_it(played: tuple[Program, Record], frames: list[Frame]) -> None:
    _, record = played
    for at, (_, key) in enumerate(record.choices, 1):
        words = frames[at].choice
        assert words
        assert len(words.split(": ")) >= (2 if ">" in key else 1)


def test_turns_are_found(played: tuple[Program, Record]) -> None:
    reel = reel_of(*played)
    second = reel.start_of(2)
    assert reel.turns[second] == 2
    assert reel.turns[second - 1] == 1
    assert reel.turn_from(0, 1) == second
    assert reel.turn_from(second, -1) == 0
    assert reel.turn_from(second + 1, -1) == second
    assert reel.turn_from(reel.end, 1) == reel.end
    assert reel.start_of(99) == reel.end
    assert reel.turn_from(0, -1) == 0


def test_a_place_can_be_typed(played: tuple[Program, Record]) -> None:
    reel = reel_of(*played)
    stage = Stage(reel.reel, reel.frame(0))

    def typed(text: str) -> int | None:
        stage.ask("jump")
        for letter in text:
            assert stage.type(letter, letter, ()) is None
        return stage.type("enter", None, ())

    def asking() -> bool:
        return bool(stage.asking)

    assert typed("12") == 12
    assert typed("t3") == typed("turn 3") == reel.start_of(3)
    assert typed("") is None
    assert not asking()
    assert typed("soon") is None
    assert asking()
    assert "type the number of a choice" in stage.said
    assert stage.type("escape", None, ()) is None
    assert not asking()


def test_moments_are_those_that_changed_most(played: tuple[Program, Record]) -> None:
    reel = reel_of(*played)
    half = reel.end // 2
    weighed = [*reel.weigh(1, half), *reel.weigh(half + 1, reel.end)]
    assert [each.at for each in weighed] == list(range(1, reel.end + 1))
    assert weighed == reel.weigh(1, reel.end)
    found = moments(weighed)
    assert 0 < len(found) < reel.end / 2
    assert [each.at for each in found] == sorted(each.at for each in found)
    least = min(each.weight for each in found)
    assert all(each.weight <= least for each in weighed if each not in found)
    assert all(each.words and each.told for each in found)


def test_where_nothing_happens_nothing_stands_out() -> None:
    assert moments(()) == moments([Weighed(1, 5, "", "")]) == ()
    assert moments([Weighed(number, 0, "", "") for number in range(9)]) == ()


def test_before_the_end_secrets_stay_secret() -> None:
    fugitive = program_of("fugitive")
    record = some(fugitive, 6, players=3).record()
    reel = reel_of(fugitive, record)
    assert not reel.over
    for at in range(reel.end + 1):
        for seat in range(3):
            assert reel.frame(at, seat) == reel.frame(at)
        assert reel.frame(at).choice == ""
        assert reel.frame(at).view.seat is None


def test_a_record_that_says_it_is_over_is_not_believed() -> None:
    fugitive = program_of("fugitive")
    record = replace(some(fugitive, 6, players=3).record(), outcome="Everybody is happy")
    assert not reel_of(fugitive, record).over


def test_a_record_of_other_rules_is_shown_up_to_the_difference(
    program: Program, stones: Path, tmp_path: Path
) -> None:
    game = program.start(seed=7, players=("anna", "ben"))
    for key in ("take > one", "rest", "take > two"):
        game.choose(key)
    shutil.copytree(stones, tmp_path / "stones")
    rules = tmp_path / "stones" / "heap.rules"
    rules.write_text(rules.read_text().replace("needs left() > 5", "needs left() > 9"))
    other = load(tmp_path / "stones").program
    assert other is not None
    reel = reel_of(other, game.record())
    assert (reel.reel.length, reel.end, reel.over, reel.reel.changed) == (3, 1, False, True)
    assert reel.reel.difference is not None
    assert reel.frame(3).at == 1
    assert reel.frame(3, seat=1).view.seat is None
