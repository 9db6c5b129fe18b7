"""A short run of each harness, and proof that each finds what it looks for."""

import json
import sys
from pathlib import Path
from random import Random

import pytest

from lazaretto.host import Store, load_record
from lazaretto.rules import Game, Record, load
from lazaretto.rules.link.find_scenarios import built_in
from tests.hostile import games, lost_workers, many_loads, server_kills, texts
from tests.hostile.pieces import Tally
from tests.soak import TIMES, longer, soak

pytestmark = longer

STONES = Path(__file__).resolve().parents[1] / "data" / "stones"


def test_random_games_keep_their_laws(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    summary = tmp_path / "games.json"
    assert games.main(["--games", str(25 * TIMES), "--json", str(summary)], size=25) == 0
    said = json.loads(summary.read_text())
    assert json.loads(capsys.readouterr().out) == said
    assert sum(said["games"].values()) == 25 * TIMES
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
    assert texts.main(["--count", str(100 * TIMES), "--json", str(summary)]) == 0
    said = json.loads(summary.read_text())
    assert sum(sum(said[sort].values()) for sort in texts.SORTS) == 100 * TIMES
    assert said["record"]["read"] and said["kept game"]["opened"]


def test_a_crash_behind_a_sentence_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lazaretto.host.lobby.local_lobby.replay", lambda *_, **__: 1 / 0)
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
    assert {count.partition(",")[0] for count in total.counts["kills"]} == {"app", "line mode"}
    assert sum(total.counts["kills"].values()) == 4 * TIMES


class Amnesiac:
    """A program in memory that gives a game its choices, but keeps only those that somebody waits for."""

    def __init__(self, folder: Path, forgets: bool) -> None:
        self._store = Store(folder / "records")
        self._forgets = forgets
        """Whether a kill also loses what was kept."""
        self._shown: Record

    def _begin(self) -> Record:
        program = load(built_in() / "pandemic").program
        assert program is not None
        return program.start(seed=1, players=("anna", "ben")).record()

    def start(self, *command: str) -> None:
        if "--resume" not in command:
            self._store.save("game", self._begin())

    def read(self, wanted: object) -> bool:
        return True

    def send(self, game: Game, chance: Random, wait: bool) -> None:
        game.choose(game.key(game.sample(chance.randrange, game.seat)))
        self._shown = game.record()
        if wait:
            self._store.save("game", self._shown)

    def linger(self, seconds: float) -> None:
        pass

    def kill(self) -> None:
        if self._forgets:
            self._store.path("game").unlink()
            self._store = Store(self._store.folder)
            self._store.save("game", self._begin())

    def contradicts(self, kept: object) -> bool:
        return load_record(self._store.path("game")).choices != self._shown.choices

    def close(self) -> None:
        pass


@pytest.mark.skipif(sys.platform == "win32", reason="it has no such terminals")
@pytest.mark.parametrize(("forgets", "told"), [(True, "has become"), (False, "shown before it was kept")])
def test_a_lost_choice_is_found(tmp_path: Path, forgets: bool, told: str) -> None:
    from tests.hostile import kills  # noqa: PLC0415

    match = kills.Match(Amnesiac(tmp_path, forgets), "pandemic", tmp_path, Random(3))
    with pytest.raises(AssertionError, match=told):
        for _ in range(20):
            match.kill()


@soak
def test_kills_of_a_server_lose_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_kills, "TABLES", 3)
    summary = tmp_path / "kills.json"
    assert server_kills.main(["--kills", "5", "--json", str(summary)]) == 0
    assert json.loads(summary.read_text())["problems"] == 0


@soak
def test_everybody_goes_on_after_workers_of_a_server_are_stopped_and_killed(tmp_path: Path) -> None:
    summary = tmp_path / "losses.json"
    assert lost_workers.main(["--losses", "4", "--json", str(summary)]) == 0
    assert json.loads(summary.read_text())["problems"] == 0


@soak
def test_a_flood_of_loads_holds_nobody_up(tmp_path: Path) -> None:
    summary = tmp_path / "loads.json"
    assert many_loads.main(["--loads", "64", "--json", str(summary)]) == 0
    assert json.loads(summary.read_text())["problems"] == 0
