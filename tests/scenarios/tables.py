"""Starts the games that the scenario tests play, and holds the checks that they share."""

import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from random import Random

from hypothesis import HealthCheck, Phase, settings

from lazaretto.lab import names_for
from lazaretto.rules import ChoiceError, Game, Program, load
from lazaretto.rules.run.records.record_file import read, write
from lazaretto.rules.tools.scenario_tests import run
from tests.one_at_a_time import one_at_a_time
from tests.soak import TIMES

SCENARIOS = Path(__file__).resolve().parents[2] / "scenarios"
NAMES = names_for(5)

Answer = Callable[[Game, Random], None]
"""Gives one answer, at random or not."""

Mutant = tuple[str, str, str, set[str]]
"""A module, a passage of it, its replacement, and tests that must fail with it."""

steady = settings(
    max_examples=6 * TIMES,
    deadline=None,
    derandomize=TIMES == 1,
    suppress_health_check=[HealthCheck.too_slow],
    phases=(Phase.explicit, Phase.generate),
)
"""Settings that use the same examples in every run of `make test`."""


@cache
def program(name: str, *switches: str) -> Program:
    """Return a game with some of its optional parts switched on, or off with a leading `-`.

    One process of a run compiles it, while others that need it wait; then they read what it has cached.
    """
    with one_at_a_time(Path(os.environ["XDG_CACHE_HOME"]) / "_".join((name, *switches))):
        loaded = load(SCENARIOS / name, switches=frozenset(switches))
    assert loaded.program is not None, loaded.diagnostics
    return loaded.program


def start(name: str, seed: int, players: int, *switches: str, **options: object) -> Game:
    """Start a new game for this number of players."""
    agreed = {option: str(value) for option, value in options.items()}
    return program(name, *switches).start(seed=seed, players=NAMES[:players], options=agreed)


def anyhow(game: Game, chance: Random) -> None:
    """Give a random open answer."""
    game.answer(game.sample(chance.randrange))


def steps(game: Game, seed: int, answer: Answer = anyhow) -> Iterator[Game]:
    """Yield a game before each of its decisions, and at its end."""
    chance = Random(seed)
    while game.seat is not None:
        yield game
        answer(game, chance)
    yield game


def undoing(game: Game) -> str | None:
    """Return the reason why the last choice cannot be undone, or None."""
    try:
        game.fork().undo()
    except ChoiceError as refusal:
        return str(refusal)
    return None


def assert_replays(made: Program, game: Game) -> None:
    """Check that the record of a game leads to the same end again."""
    record = read(write(game.record()), "record")
    again = made.start(seed=record.seed, players=record.players, options=record.options)
    for seat, key in record.choices:
        again.choose(key, seat, by_name=True)
    assert again.snapshot() == game.snapshot()
    assert again.record() == record


def noticed(folder: Path, name: str, mutants: Iterable[Mutant], switches: Iterable[str] = ()) -> set[str]:
    """Return the tests of a game that fail with all these mutations; the expected ones must be among them.

    The mutated copy is created in the folder. A module of a used layer has the layer's name as a prefix.
    """
    game, expected = folder / name, set[str]()
    shutil.copytree(SCENARIOS / name, game)
    for module, old, new, failing in mutants:
        file = game / f"{module}.rules"
        if "/" in module:
            layer = module.partition("/")[0]
            shutil.copytree(SCENARIOS / layer, folder / layer, dirs_exist_ok=True)
            file = folder / f"{module}.rules"
        text = file.read_text(encoding="utf-8")
        assert text.count(old) == 1, old
        file.write_text(text.replace(old, new), encoding="utf-8")
        expected |= failing
    tested = run(game, modes=("plain",), switches=frozenset(switches), search=[SCENARIOS])
    assert tested.diagnostics == ()
    failed = {result.name for result in tested.results if result.failure is not None}
    assert expected <= failed
    return failed
