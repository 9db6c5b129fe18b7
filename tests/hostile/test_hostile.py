"""A short run of each harness, and proof that each finds what it looks for."""

import json
import sys
from pathlib import Path
from random import Random

import pytest

from host import Store
from rules import Game, load
from tests.hostile import games, texts
from tests.hostile.pieces import Tally
from tests.soak import TIMES, longer

pytestmark = longer

STONES = Path(__file__).resolve().parents[1] / "data" / "stones"


def test_random_games_keep_their_laws(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    summary = tmp_path / "games.json"
    assert games.main(["--games", str(50 * TIMES), "--json", str(summary)], size=50) == 0
    said = json.loads(summary.read_text())
    assert json.loads(capsys.readouterr().out) == said
    assert sum(said["games"].values()) == 50 * TIMES
    assert sum(said["replayed"].values()) > 0


def test_a_game_that_breaks_a_law_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    program = load(STONES).program
    assert program is not None
    for broken, told in (
        ({"broken": lambda _: ("a law",)}, "a law"),
        ({"wander": lambda *_: 1 / 0}, "ZeroDivisionError"),
        ({"wander": lambda *_: 0}, "no end"),
    ):
        tally = Tally()
        with monkeypatch.context() as patch:
            for name, instead in broken.items():
                patch.setattr(Game, name, instead)
            games.play(program, 1, 0, tally)
        assert tally.problems == 1
        assert told in tally.examples[0]


def test_broken_texts_and_records_have_an_answer(tmp_path: Path) -> None:
    summary = tmp_path / "texts.json"
    assert texts.main(["--count", str(150 * TIMES), "--json", str(summary)]) == 0
    said = json.loads(summary.read_text())
    assert sum(sum(said[sort].values()) for sort in texts.SORTS) == 150 * TIMES
    assert said["record"]["read"] and said["kept game"]["opened"]


def test_a_crash_behind_a_sentence_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("host.local_lobby.replay", lambda *_, **__: 1 / 0)
    monkeypatch.setattr(texts, "SORTS", {"kept game": texts.SORTS["kept game"]})
    monkeypatch.setattr(texts, "broken_record", lambda text, _: text.encode())
    tally = texts.piece(1, range(2))
    assert tally.problems == 2
    assert "unexpected ZeroDivisionError" in tally.examples[0]


@pytest.mark.skipif(sys.platform == "win32", reason="it has no such terminals")
def test_kills_lose_nothing(own_data: Path) -> None:
    from tests.hostile import kills  # noqa: PLC0415

    total = Tally()
    piece = 2 * kills.playable().index("pandemic")
    for first in (piece * kills.SIZE, (piece + 1) * kills.SIZE):
        total.add(kills.piece(5, range(first, first + 2 * TIMES)))
    assert total.examples == []
    assert {each.partition(",")[0] for each in total.counts["kills"]} == {"app", "line mode"}
    assert sum(total.counts["kills"].values()) == 4 * TIMES


@pytest.mark.skipif(sys.platform == "win32", reason="it has no such terminals")
def test_a_lost_choice_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A program in memory that shows choices which it does not write."""
    from tests.hostile import kills  # noqa: PLC0415

    class Forgetful:
        def start(self, *command: str) -> None:
            if "--resume" not in command:
                game = match._rules.start(seed=1, players=("anna", "ben"))
                Store(tmp_path / "records").save("game", game.record())

        def read(self, wanted: object) -> bool:
            return True

        def send(self, game: Game, chance: Random, wait: bool) -> None:
            game.choose(game.key(game.sample(chance.randrange, game.seat)))
            if wait:
                Store(tmp_path / "records").save("game", game.record())

        def linger(self, seconds: float) -> None:
            pass

        def kill(self) -> None:
            path = tmp_path / "records" / "game.toml"
            path.unlink()
            Store(path.parent).save("game", match._rules.start(seed=1, players=("anna", "ben")).record())

        def close(self) -> None:
            pass

    match = kills.Match(Forgetful(), "pandemic", tmp_path, Random(3))
    with pytest.raises(AssertionError, match="has become"):
        for _ in range(20):
            match.kill()
