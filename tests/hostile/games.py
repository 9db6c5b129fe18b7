"""Plays random games of all scenarios with random parts, options and players, and checks every one.

    python -m tests.hostile.games --games 300000 --seed 1 --jobs 2 --json games.json

During a game and at its end all invariants hold and no piece is lost. A sample of the games is written as a
record, read and replayed: the same state must come out.
"""

import sys
import time
from collections.abc import Sequence
from functools import lru_cache
from random import Random

from lazaretto.host import replay
from lazaretto.lab.game_rows import names_for
from lazaretto.lab.simulate import MOST_DECISIONS
from lazaretto.rules import ChoiceError, Game, Program, RuleError, StartError, load
from lazaretto.rules.run.records.record_file import read, write
from tests.hostile.pieces import Tally, arguments, finish, run_pieces, summary
from tests.rules.test_play import SCENARIOS, lost_pieces

SIZE = 250
"""Games of one piece; they share a scenario and its parts."""

HOPS = 3
"""How often a game is checked before its end."""

SAMPLED = 50
"""One game of so many is replayed from its record."""


@lru_cache(maxsize=8)
def program_with(number: int, switches: frozenset[str]) -> Program | None:
    return load(SCENARIOS[number], switches=switches).program


def program_for(chance: Random) -> Program:
    """Return a random scenario with random parts; parts that exclude each other are left as they are."""
    number = chance.randrange(len(SCENARIOS))
    usual = program_with(number, frozenset())
    assert usual is not None
    flipped = [switch for switch in usual.switches if chance.random() < 0.4]
    wanted = frozenset(f"-{switch.name}" if switch.default else switch.name for switch in flipped)
    return program_with(number, wanted) or usual


def options_for(program: Program, chance: Random) -> dict[str, str]:
    """Return random values for all options."""
    return {
        option.name: str(chance.randint(option.low, option.high))
        if option.kind == "number"
        else chance.choice(option.members)
        for option in program.options
    }


def fitting(program: Program, players: int, options: dict[str, str]) -> dict[str, str]:
    """Return the options, or none of them if the game cannot start with them."""
    try:
        program.start(seed=1, players=names_for(players), options=options)
    except StartError:
        return {}
    return options


def play(program: Program, seed: int, number: int, tally: Tally) -> None:
    """Play and check one game."""
    chance = Random(f"{seed}/{number}")
    players, options = chance.randint(*program.players), options_for(program, chance)
    tally.count("games", program.name)
    try:
        game = program.start(seed=chance.getrandbits(48), players=names_for(players), options=options)
        wrong = _checked(game, chance)
        if not wrong and number % SAMPLED == 0:
            wrong = _replayed(program, game)
            tally.count("replayed", program.name)
    except StartError as error:
        tally.count("not started", f"{program.name}: {error}"[:120])
        return
    except (RuleError, ChoiceError) as error:
        wrong = [str(error)]
    except Exception as error:  # whatever it is, it is counted
        wrong = [repr(error)]
    for each in wrong:
        tally.problem(program.name, f"game {number} of seed {seed}, {program.name} {options}: {each}")


def _checked(game: Game, chance: Random) -> list[str]:
    for _ in range(HOPS):
        game.wander(chance.randrange, chance.randint(1, 120))
        if wrong := [*game.broken(), *lost_pieces(game)]:
            return wrong
    game.wander(chance.randrange, MOST_DECISIONS)
    if game.outcome is None:
        return ["the game has no end"]
    return [*game.broken(), *lost_pieces(game)]


def _replayed(program: Program, game: Game) -> list[str]:
    record = game.record()
    if read(write(record), "game") != record:
        return ["the record is another one after it was read"]
    again = replay(program, record)
    if again.difference is not None:
        return [f"the record differs from {again.difference}"]
    same = again.faithful and again.game.snapshot() == game.snapshot()
    return [] if same else ["the record leads to another end"]


def piece(seed: int, numbers: range) -> Tally:
    """Play some games of one scenario."""
    tally = Tally()
    program = program_for(Random(f"{seed}/{numbers[0]}/program"))
    for number in numbers:
        play(program, seed, number, tally)
    return tally


def main(argv: Sequence[str] | None = None, size: int = SIZE) -> int:
    """Play the games and print a summary."""
    given, begun = arguments("games", 2_000, argv), time.monotonic()
    items = range(given.first, given.first + given.items)
    total = run_pieces(piece, given.seed, items, given.jobs, size)
    return finish(summary("random games", given, total, begun), given.json)


if __name__ == "__main__":
    sys.exit(main())
