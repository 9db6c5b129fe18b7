"""Statistics count finished games once, whatever the files hold, and say how sure a share is."""

import asyncio
import json
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from datetime import datetime
from os import utime
from pathlib import Path
from random import Random

import pytest

from lazaretto.host.lobby.lobby_protocol import Lobby
from lazaretto.host.lobby.local_lobby import LocalLobby
from lazaretto.host.lobby.program_loader import Programs
from lazaretto.host.records import statistics as statistics_module
from lazaretto.host.records.record_store import Store
from lazaretto.host.records.statistics import FILE, GameFacts, PlayedGames, Role, Tally, statistics
from lazaretto.host.table import lookup_budget
from lazaretto.rules import Program, load
from lazaretto.rules.run.records.record_file import WhatIf
from lazaretto.tui.statistics_text import game_lines, heading
from tests.host.seams import Seam
from tests.soak import TIMES

DATA = Path(__file__).resolve().parents[1] / "data"


@pytest.fixture(scope="module")
def stones() -> Program:
    found = load(DATA / "stones").program
    assert found is not None
    return found


@pytest.fixture
def store(tmp_path: Path, stones: Program) -> Store:
    store = Store(tmp_path / "records")
    for seed in range(3):
        game = stones.start(seed=seed, players=("anna", "ben"), options={"start": str(5 + seed % 2)})
        if seed == 0:
            store.save("open", game.record())
        game.wander(Random(seed).randrange)
        record = replace(game.record(), bots=("", "random") if seed else ())
        store.save(f"game-{seed}", record)
        utime(store.path(f"game-{seed}"), (datetime(2026, 1, seed + 1).timestamp(),) * 2)
        store.save(f"branch-{seed}", replace(record, what_if=WhatIf("game", 1)))
        store.save(f"guided-{seed}", replace(record, guide="first"))
    store.save("edited", replace(record, choices=((0, "fly"),)))
    (store.folder / "damaged.toml").write_text("hello")
    return store


def lobby_of(store: Store, seam: Seam) -> Lobby:
    return seam(LocalLobby([DATA], store, {}, store.folder / "settings.toml"))


def test_each_finished_game_counts_once(store: Store, seam: Seam, monkeypatch: pytest.MonkeyPatch) -> None:
    found = asyncio.run(lobby_of(store, seam).statistics())
    (game,) = found.games
    assert (found.total.games, found.unknown, game.scenario) == (3, 2, "stones")
    by = {section.aspect: {one.label: one.games for one in section.tallies} for section in game.sections}
    assert by["players"] == {"2": 3}
    assert by["start"] == {"5": 2, "6": 1}
    kept = store.folder.with_name(FILE)
    assert kept.exists()
    with monkeypatch.context() as patch:
        patch.setattr(statistics_module, "replay", lambda *_: pytest.fail("a known game is not played again"))
        assert asyncio.run(lobby_of(store, seam).statistics()) == found
    for damage in ("", "[]", "{", '{"format": 1, "games": {"game-0": 3}}', '{"format": 1, "games": []}'):
        kept.write_text(damage)
        assert asyncio.run(lobby_of(store, seam).statistics()) == found
    store.delete("game-1")
    assert asyncio.run(lobby_of(store, seam).statistics()).total.games == 2


def parts(value: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The paths of all values in a value that `json` has read."""
    yield path
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inside:
        yield from parts(each, (*path, key))


def test_a_value_of_the_wrong_type_in_the_kept_facts_does_no_harm(
    tmp_path: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever somebody has written there: the game is played again, or it is shown with that text."""
    monkeypatch.setattr(statistics_module, "put", Path.write_text)
    alone, file = Store(tmp_path / "alone" / "records"), tmp_path / "alone" / FILE
    alone.save("game-1", store.load("game-1"))
    played = PlayedGames(alone, Programs([DATA]), file)
    played.all()
    data = json.loads(file.read_text())
    entry = data["games"]["game-1"]
    entry["facts"] |= {
        "roles": [{"attribute": "role", "label": "Medic", "result": "won"}],
        "goals": [{"title": "one", "documentation": "two", "reached": True}],
        "day": "2026-01-02",
    }
    wrongs = (3, ["a"], "\ud800")
    for number, path in enumerate(list(parts(entry))[1:]):
        for wrong in wrongs if TIMES > 1 else (wrongs[number % 3],):
            damaged = deepcopy(data)
            inside = damaged["games"]["game-1"]
            for key in path[:-1]:
                inside = inside[key]
            inside[path[-1]] = wrong
            file.write_text(json.dumps(damaged))
            found = statistics(*played.all())
            lines = [*heading(found), *(line for game in found.games for line in game_lines(game))]
            assert found.total.games + found.unknown == 1 and "\n".join(lines).encode()


def game(day: int, result: str, roles: tuple[Role, ...] = (), turns: int = 9, **others: str) -> GameFacts:
    when = f"2026-01-{day:02d}T12:00:00"
    return GameFacts(
        f"game-{day}",
        "toy",
        "Toy",
        when,
        2,
        0,
        {"level": "1", **others},
        (),
        1,
        turns,
        30,
        result,
        "so",
        roles,
    )


def test_streaks_fastest_wins_and_roles() -> None:
    medic, nurse = Role("role", "Medic", "won"), Role("role", "Nurse", "lost")
    facts = [
        game(1, "won", (medic,), turns=12),
        game(2, "won", (medic,), turns=7),
        game(3, "lost", (nurse,), level="2"),
        game(4, "split", (medic, nurse)),
        game(5, "won", (medic,)),
    ]
    found = statistics(facts, 1)
    (toy,) = found.games
    assert (toy.streak, toy.best_streak) == (found.streak, found.best_streak) == (1, 2)
    assert toy.fastest is not None and toy.fastest.record == "game-2"
    assert found.total == Tally("", 5, 3, 1, 1)
    roles = next(section for section in toy.sections if section.kind == "role").tallies
    assert roles == (Tally("Medic", 4, 4, 0, 0), Tally("Nurse", 2, 0, 2, 0))
    assert [section.aspect for section in toy.sections] == ["players", "level", "role"]
    assert statistics(()).games == ()


def test_a_share_has_an_interval_from_five_games_on() -> None:
    assert Tally("", 4, 4, 0, 0).interval is None
    low, high = Tally("", 5, 5, 0, 0).interval or (0, 0)
    assert 0.5 < low < 0.6 and high == 1.0
    low, high = Tally("", 100, 50, 50, 0).interval or (0, 0)
    assert 0.39 < low < 0.41 and 0.59 < high < 0.61


def test_a_record_that_takes_too_long_is_unknown(
    store: Store, seam: Seam, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lookup_budget, "AGAIN", -1.0)
    found = asyncio.run(lobby_of(store, seam).statistics())
    assert (found.total.games, found.unknown) == (0, 5)
