"""Measures a game with a hidden opponent: which side wins, and what the others know about the hidden one.

Usage: python benchmarks/hidden.py [SCENARIO] [--players N ...] [--games N] [--first N] [--engine NAME]
       [--level NAME] [--blind] [--csv FILE]

One seat plays against all others. With --blind, bots imagine hidden variables without any suspicion, as if
they had not watched the game. For each game, the file gets the results and what the seat after the lone one
believed at the start of each of its turns: the weight of the true values, and the number of possible worlds.
"""

import argparse
import csv
import sys
import time
from collections.abc import Sequence
from math import sqrt
from pathlib import Path

HOUSE = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(HOUSE))

from lab.budgets import budget_named  # noqa: E402
from lab.lookahead_bot import ThinkerBot  # noqa: E402
from lab.simulate import names_for, seed_of  # noqa: E402
from lab.suspicions import Suspicions  # noqa: E402
from rules import Game, Program, load  # noqa: E402
from rules.native_plans import search_natively  # noqa: E402
from rules.run.plan_budget import Budget  # noqa: E402

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
        own = game.suspicion(seat, self._suspicions.of(seat))
        if not own.worlds or isinstance(self._suspicions, _Blind):
            return None
        true = tuple(game.cell(each) for each in own.cells)
        return own.worlds.get(true, 0.0), len(own.worlds)


def interval(wins: int, games: int) -> tuple[float, float]:
    """Return the 95 % interval of Wilson for a share."""
    if not games:
        return 0.0, 1.0
    z, share = 1.96, wins / games
    middle = share + z * z / (2 * games)
    spread = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return (middle - spread) / (1 + z * z / games), (middle + spread) / (1 + z * z / games)


def play(program: Program, seed: int, players: int, budget: Budget, blind: bool) -> dict[str, object]:
    """Play one game; return how it ended."""
    game = program.start(seed=seed, players=names_for(players))
    bot = _Watcher(seed, budget, blind)
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
        "seed": seed,
        "players": players,
        "blind": int(blind),
        "lone": outcome.results[lone],
        "others": outcome.results[other],
        "reason": outcome.reason,
        "turns": game.turns,
        "captures": done.count("capture"),
        "believed": round(sum(each for each, _ in true) / len(true), 3) if true else "",
        "worlds": round(sum(each for _, each in true) / len(true), 1) if true else "",
        "seconds": round(time.process_time() - began, 2),
    }


def report(rows: Sequence[dict[str, object]]) -> str:
    """Return what the games of one table size add up to."""
    words = [f"{rows[0]['players']} players, {len(rows)} games"]
    for side in ("lone", "others"):
        wins = sum(each[side] == "won" for each in rows)
        low, high = interval(wins, len(rows))
        words.append(f"{side} win {wins / len(rows):.0%} [{low:.0%}, {high:.0%}]")
    for name in ("believed", "worlds", "captures", "turns", "seconds"):
        values = [float(str(each[name])) for each in rows if each[name] != ""]
        words.append(f"{name} {sum(values) / len(values):.2f}" if values else "")
    return "; ".join(filter(None, words))


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("scenario", nargs="?", default="bio_terrorist")
    parser.add_argument("--players", type=int, nargs="+", default=[3, 4, 5])
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--engine", choices=("python", "wasm", "cc"), default="cc")
    parser.add_argument("--level", type=budget_named, default=budget_named("medium"))
    parser.add_argument("--blind", action="store_true")
    parser.add_argument("--csv", type=Path)
    given = parser.parse_args()
    program = load(HOUSE / "scenarios" / given.scenario).program
    assert program is not None
    if given.engine != "python":
        search_natively(program, given.engine)
    for players in given.players:
        rows = []
        for number in range(given.first, given.first + given.games):
            rows.append(play(program, seed_of(players, number), players, given.level, given.blind))
            if given.csv is not None:
                new = not given.csv.exists()
                with given.csv.open("a", newline="", encoding="utf-8") as file:
                    writer = csv.DictWriter(file, rows[-1])
                    if new:
                        writer.writeheader()
                    writer.writerow(rows[-1])
        print(report(rows), flush=True)


if __name__ == "__main__":
    main()
