"""Measures a game with a hidden opponent: which side wins, and what the others know about the hidden one.

Usage: python benchmarks/hidden_opponent.py [SCENARIO] [--players N ...] [--games N] [--base SEED]
       [--engine NAME] [--level NAME] [--blind] [--results FILE.csv]

One seat plays against all others. With --blind, bots imagine hidden variables without any suspicion, as if
they had not watched the game. Every game is a line of the results: how it ended, and what the seat after the
lone one believed at the start of each of its turns (the weight of the true values, and the number of possible
worlds). Games that are there already are not played again, so a run that was interrupted goes on where it
stopped; without missing games, the command only prints the table.
"""

import argparse
import csv
import sys
import time
from collections.abc import Sequence
from pathlib import Path

HOUSE = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(HOUSE))

from lazaretto.lab.game_rows import names_for, seed_of  # noqa: E402
from lazaretto.lab.intervals import wilson  # noqa: E402
from lazaretto.lab.playing.budgets import budget_named  # noqa: E402
from lazaretto.lab.playing.lookahead_bot import Suspicions, ThinkerBot  # noqa: E402
from lazaretto.rules import Game, Program, load  # noqa: E402
from lazaretto.rules.engine.native_plans import search_natively  # noqa: E402
from lazaretto.rules.run.planning.plan_search_protocol import Budget  # noqa: E402

RESULTS = HOUSE / "benchmarks" / "results" / "hidden.csv"
BASE = 20_261_117
"""The seed from which those of all games follow."""
MOST = 20_000
"""The maximum number of decisions of a game."""


class _Blind(Suspicions):
    """Suspects nothing."""

    def imagine(self, game: Game, seat: int, seed: int) -> Game:
        """Return a determinisation with any hidden variables."""
        return game.imagine(seat, seed)


class _Watcher(ThinkerBot):
    """A bot that may be blind, and that tells what it believes."""

    def __init__(self, seed: int, budget: Budget, blind: bool) -> None:
        super().__init__(seed, budget)
        if blind:
            self._suspicions = _Blind(seed)

    def believed(self, game: Game, seat: int) -> tuple[float, int] | None:
        """Return the weight of the true values, and the number of worlds; None if the seat sees all."""
        if isinstance(self._suspicions, _Blind):
            return None
        own = game.suspicion(seat, self._suspicions.of(seat))
        if not own.worlds:
            return None
        true = tuple(game.cell(cell) for cell in own.cells)
        return own.worlds.get(true, 0.0), len(own.worlds)


Row = dict[str, str]
"""A line of the results."""


def play(program: Program, seed: int, players: int, level: str, blind: bool) -> dict[str, object]:
    """Play one game; return how it ended."""
    game = program.start(seed=seed, players=names_for(players))
    bot = _Watcher(seed, budget_named(level), blind)
    (lone,) = {*range(players)}.difference(game.team)
    other, turn = (lone + 1) % players, -1
    true: list[tuple[float, int]] = []
    began = time.process_time()
    for _ in range(MOST):
        if game.seat is None:
            break
        if game.seat == other and game.turns != turn:
            turn = game.turns
            found = bot.believed(game, other)
            true += () if found is None else (found,)
        bot.play(game)
    outcome = game.outcome
    assert outcome is not None
    done = [key.split(" ")[0] for _, key in game.record().choices]
    return {
        "scenario": program.name,
        "level": level,
        "blind": int(blind),
        "players": players,
        "seed": seed,
        "lone": outcome.results[lone],
        "others": outcome.results[other],
        "reason": outcome.reason,
        "turns": game.turns,
        "captures": done.count("capture"),
        "believed": round(sum(each for each, _ in true) / len(true), 3) if true else "",
        "worlds": round(sum(each for _, each in true) / len(true), 1) if true else "",
        "seconds": round(time.process_time() - began, 2),
    }


def read(file: Path) -> list[Row]:
    """Return all games that were played before."""
    if not file.exists():
        return []
    with file.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def keep(file: Path, row: dict[str, object]) -> None:
    """Write down what came of a game."""
    new = not file.exists()
    with file.open("a", newline="", encoding="utf-8") as lines:
        writer = csv.DictWriter(lines, row, lineterminator="\n")
        if new:
            writer.writeheader()
        writer.writerow(row)


def line(players: int, rows: Sequence[Row]) -> str:
    """Return what the games of one table size add up to, as a row of a table."""
    cells = [str(players), str(len(rows))]
    for side in ("lone", "others"):
        wins = sum(row[side] == "won" for row in rows)
        found = wilson(wins, len(rows))
        cells.append(f"{wins} = {found.value:.0%} [{100 * found.low:.0f}, {100 * found.high:.0f}]")
    for name in ("turns", "captures", "believed", "worlds", "seconds"):
        values = [float(row[name]) for row in rows if row[name] != ""]
        cells.append(f"{sum(values) / len(values):.2f}" if values else "")
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Play what is missing, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("scenario", nargs="?", default="bio_terrorist")
    parser.add_argument("--players", type=int, nargs="+", default=[3, 4, 5])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--base", type=int, default=BASE)
    parser.add_argument("--engine", choices=("python", "wasm", "cc"), default="cc")
    parser.add_argument("--level", default="thinker")
    parser.add_argument("--blind", action="store_true")
    parser.add_argument("--results", type=Path, default=RESULTS)
    given = parser.parse_args()
    wanted = [
        (players, seed_of(given.base + players, number))
        for number in range(given.games)
        for players in given.players
    ]
    own = {"scenario": given.scenario, "level": given.level, "blind": str(int(given.blind))}

    def known() -> dict[tuple[int, int], Row]:
        rows = (each for each in read(given.results) if own.items() <= each.items())
        return {(int(row["players"]), int(row["seed"])): row for row in rows}

    before = known()
    missing = [each for each in wanted if each not in before]
    if missing:
        program = load(HOUSE / "scenarios" / given.scenario).program
        assert program is not None
        if given.engine != "python":
            search_natively(program, given.engine)
        for players, seed in missing:
            keep(given.results, play(program, seed, players, given.level, given.blind))
    print("| players | games | lone wins | others win | turns | captures | believed | worlds | CPU s |")
    print("|---|---|---|---|---|---|---|---|---|")
    after = known()
    for players in given.players:
        print(line(players, [after[each] for each in wanted if each[0] == players and each in after]))


if __name__ == "__main__":
    main()
