"""Measures hints: how soon the first one is there, how soon the last, and whether that is the bot's move.

Usage: python benchmarks/hints.py [--positions N] [--games NAME ...] [--seed S] [--json]

Positions come from games that a `keen` bot plays; those with a single answer are left out. A client of a seat
asks for the hints. Processor time is told beside the time that passes: a busy machine is slow.
"""

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles

HOUSE = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(HOUSE))

from lazaretto.host import LocalTable, Store, open_table  # noqa: E402
from lazaretto.host.records.autosaved_game import seat_seed  # noqa: E402
from lazaretto.lab.playing.bots import COMPANIONS, KeenBot  # noqa: E402
from lazaretto.rules import Game, Program, load  # noqa: E402
from lazaretto.rules.run.planning.hint_types import Hint  # noqa: E402
from lazaretto.rules.run.records.choice_history import STEP  # noqa: E402

GAMES = ("pandemic", "bio_terrorist", "iberia", "the_cure", "cold_war")
PLAYERS = ("anna", "ben", "carl")
APART = 4
"""How many answers lie between two positions of a game."""
IN_ONE = 10
"""How many positions come from one game."""


@dataclass(frozen=True, slots=True)
class Measured:
    """The hints in one position."""

    first: float
    first_cpu: float
    last: float
    last_cpu: float
    same: bool
    """Whether the last hint is the move of the bot."""
    reasons: int


def positions(program: Program, wanted: int, seed: int) -> Iterator[Game]:
    """Yield positions in which there is something to choose."""
    found = 0
    while found < wanted:
        game, bot = program.start(seed=seed, players=PLAYERS), KeenBot(seed)
        for number in range(IN_ONE * APART * 3):
            if game.seat is None or found >= wanted:
                break
            if number % APART == 0 and len(game.answers(game.seat, 2)) > 1:
                yield game.fork()
                found += 1
            bot.play(game)
        seed += 1


def measured(program: Program, game: Game, folder: Path) -> Measured:
    """Ask for hints in a position, and let the bot play there."""
    bot, seat = game.fork(), game.seat
    assert seat is not None
    COMPANIONS["thinker"](seat_seed(bot, seat)).play(bot)
    made = bot.record().choices[-1][1].split(STEP)
    table = open_table(program, game, Store(folder), (), COMPANIONS)
    return asyncio.run(_asked(LocalTable(table), seat, made))


async def _asked(table: LocalTable, number: int, made: Sequence[str]) -> Measured:
    seat = table.seats[number]
    await seat.join(lambda _update: None)
    start, cpu = time.perf_counter(), time.process_time()
    hint = await seat.hint()
    first = time.perf_counter() - start, time.process_time() - cpu
    while not hint.final:
        hint = await seat.hint(hint.number)
    last = time.perf_counter() - start, time.process_time() - cpu
    seat.leave()
    return Measured(*first, *last, _is_last_step(hint, made), len(hint.reasons))


def _is_last_step(hint: Hint, made: Sequence[str]) -> bool:
    """Whether the first step of a hint is the last step that the bot's record has."""
    return hint.moves[0].key.split(STEP)[0] == made[-1]


def told(found: Sequence[Measured]) -> dict[str, float]:
    """Return the times in seconds, and how often the last hint was the bot's move."""

    def at(values: list[float]) -> tuple[float, float, float]:
        most = quantiles(values, n=20)[-1] if len(values) > 1 else values[0]
        return median(values), most, max(values)

    result: dict[str, float] = {"positions": len(found), "bot's move": sum(each.same for each in found)}
    result["with reasons"] = sum(each.reasons > 0 for each in found)
    for name in ("first", "first_cpu", "last", "last_cpu"):
        middle, most, worst = at([getattr(each, name) for each in found])
        result |= {f"{name} median": middle, f"{name} 95 %": most, f"{name} worst": worst}
    return result


def main() -> None:
    """Measure all games."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--positions", type=int, default=200, help="in all games together")
    parser.add_argument("--games", nargs="+", default=GAMES)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    each = max(1, given.positions // len(given.games))
    every: list[Measured] = []
    results: dict[str, dict[str, float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for name in given.games:
            program = load(HOUSE / "scenarios" / name).program
            assert program is not None
            found = [measured(program, game, Path(folder)) for game in positions(program, each, given.seed)]
            results[name] = told(found)
            every += found
    results["all"] = told(every)
    if given.json:
        print(json.dumps(results))
        return
    for name, result in results.items():
        print(name)
        for what, number in result.items():
            print(f"  {what:20} {number:.3f}" if isinstance(number, float) else f"  {what:20} {number}")


if __name__ == "__main__":
    main()
