"""The leak test over thousands of positions: what is hidden is dealt anew, and every bot does the same.

Plans are searched in native code, as at tables and in simulations.
"""

from collections.abc import Callable, Iterator
from itertools import count, cycle
from random import Random

import pytest

from lab.bots import Bot, KeenBot, RandomBot
from lab.budgets import HARD
from lab.hints import AdvisingThinker
from lab.lookahead_bot import ThinkerBot
from lab.playout_bot import PlayoutBot
from rules import Game
from rules.backends.native.native_search import NativeSearch
from rules.run.game_setup import bare
from rules.run.hint_types import Hint
from tests.lab.test_honesty import BOTS, choice_of
from tests.rules.backends.native.native_twin import LARGE, twin
from tests.soak import TIMES, soak

GAMES = (*LARGE, "virulent_strain", "strain_and_mutation", "strain_and_terrorist")
"""Every shipped game: each has at least a deck that nobody sees."""

SECRETS = {"hands": "private", "terrorist_seat": "1"}
"""Options that make more of it secret, where a game has them."""

PIECES = 4
"""How many tests share the positions of a game."""

POSITIONS = 50 * TIMES
"""How many positions each of them looks at."""

APART = 6
"""A position follows after so many decisions of quick bots, on average."""

NAMES = ("anna", "ben", "carl", "dora")

Told = tuple[object, ...]
"""What a bot does and says."""


class ImaginedPlayouts:
    """The quick bot of playouts, in a determinisation: it never plays another game."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def told(self, game: Game, seat: int) -> Told:
        """What it chooses there."""
        world = game.imagine(seat, self._seed)
        PlayoutBot(self._seed, tried=8).play(world)
        return (world.record().choices[-1],)


def chosen_by(made: Callable[[int], Bot]) -> Callable[[int, Game], Told]:
    """What a bot chooses, and the words of one that tells them."""

    def told(seed: int, game: Game) -> Told:
        bot, seat = made(seed), game.seat
        assert seat is not None
        found = choice_of(bot, game)
        if not isinstance(bot, AdvisingThinker) or not game.offers:
            return (found,)
        said: tuple[Hint, ...] = bot.remark(game, seat), bot.request(game, seat)
        return (found, *said)

    return told


def played_out(seed: int, game: Game) -> Told:
    assert game.seat is not None
    return ImaginedPlayouts(seed).told(game, game.seat)


KINDS: dict[str, Callable[[int, Game], Told]] = {
    **{name: chosen_by(made) for name, made in BOTS.items()},
    "playout": played_out,
}
"""Every bot and level, alone and as a companion, and the quick bot of playouts."""


def positions(name: str, piece: int) -> Iterator[tuple[Game, int]]:
    """Yield positions of games of quick bots, and a number for each."""
    machine = twin(name).machine
    known = {each.name for each in machine.tables.variables if each.option}
    options = {option: value for option, value in SECRETS.items() if option in known}
    least, most = machine.tables.players
    for seed in count(piece * 100_000):
        chance = Random(seed)
        players = NAMES[: chance.randint(least, min(most, len(NAMES)))]
        game = bare(machine, seed, players, options).begin()
        bot = (RandomBot if seed % 3 == 0 else KeenBot)(seed)
        for step in count():
            if game.seat is None:
                break
            if chance.randrange(APART) == 0 and len(game.answers(game.seat, 2)) > 1:
                yield game.fork(), 1_000 * seed + step
            bot.play(game)


@soak
@pytest.mark.parametrize("piece", range(PIECES))
@pytest.mark.parametrize("name", GAMES)
def test_no_bot_looks_at_what_is_hidden(name: str, piece: int) -> None:
    native = twin(name)
    native.machine.plan_search = NativeSearch(native.runner)
    kinds = cycle(KINDS)
    differed = 0
    for (game, number), kind in zip(positions(name, piece), kinds, strict=False):
        seat = game.seat
        assert seat is not None
        game.begin_here()  # the other game has no past either
        other = game.imagine(seat, 99 + number)
        differed += other.snapshot() != game.snapshot()
        assert KINDS[kind](number, game) == KINDS[kind](number, other), (kind, number)
        if differed >= POSITIONS:
            break
    native.machine.plan_search = None
    assert differed >= POSITIONS


@soak
@pytest.mark.parametrize("name", GAMES)
def test_a_bot_with_its_whole_budget_does_not_either(name: str) -> None:
    native = twin(name)
    native.machine.plan_search = NativeSearch(native.runner)
    for (game, number), _ in zip(positions(name, PIECES), range(2 * TIMES), strict=False):
        seat = game.seat
        assert seat is not None
        game.begin_here()
        other = game.imagine(seat, 99 + number)
        bots = ThinkerBot(number, HARD), ThinkerBot(number, HARD)
        assert bots[0].plan(game, seat) == bots[1].plan(other, seat), number
    native.machine.plan_search = None
