"""The leak test over thousands of positions: what is hidden is dealt anew, and every bot does the same.

Plans are searched in native code, as at tables and in simulations.
"""

from collections.abc import Callable, Iterator
from itertools import count, cycle, islice
from random import Random

import pytest

from lazaretto.lab.playing.bots import Bot, KeenBot, PlayoutBot, RandomBot
from lazaretto.lab.playing.budgets import HARD
from lazaretto.lab.playing.hints import AdvisingThinker
from lazaretto.lab.playing.lookahead_bot import ThinkerBot
from lazaretto.rules import Game
from lazaretto.rules.backends.native.native_search import NativeSearch
from lazaretto.rules.run.game_setup import bare
from lazaretto.rules.run.planning.hint_types import Hint
from tests.lab.test_honesty import BOTS, LONE, choice_of, twins
from tests.rules.backends.native.native_twin import LARGE, NativeTwin, twin
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
    """What the quick bot of playouts chooses in a determinisation; it never plays another game."""
    assert game.seat is not None
    world = game.imagine(game.seat, seed)
    PlayoutBot(seed, tried=8).play(world)
    return (world.record().choices[-1],)


KINDS: dict[str, Callable[[int, Game], Told]] = {
    **{name: chosen_by(made) for name, made in BOTS.items()},
    "playout": played_out,
}
"""Every bot and level, alone and as a companion, and the quick bot of playouts."""


def positions(native: NativeTwin, piece: int) -> Iterator[tuple[Game, int]]:
    """Yield positions of games of quick bots, and a number for each."""
    machine = native.machine
    known = {variable.name for variable in machine.tables.variables if variable.option}
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


@pytest.fixture
def native(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> NativeTwin:
    """Return a game whose plans are searched natively."""
    found = twin(request.getfixturevalue("name"))
    monkeypatch.setattr(found.machine, "plan_search", NativeSearch(found.runner))
    return found


@soak
@pytest.mark.parametrize("piece", range(PIECES))
@pytest.mark.parametrize("name", GAMES)
def test_no_bot_looks_at_what_is_hidden(native: NativeTwin, name: str, piece: int) -> None:
    differed = 0
    for (game, number), kind in zip(positions(native, piece), cycle(KINDS), strict=False):
        seat = game.seat
        assert seat is not None
        game.begin_here()  # the other game has no past either
        other = game.imagine(seat, 99 + number)
        differed += other.snapshot() != game.snapshot()
        assert KINDS[kind](number, game) == KINDS[kind](number, other), (kind, number)
        if differed >= POSITIONS:
            break
    assert differed >= POSITIONS


@soak
@pytest.mark.parametrize("name", GAMES)
def test_a_bot_with_its_whole_budget_does_not_either(native: NativeTwin, name: str) -> None:
    for game, number in islice(positions(native, PIECES), 2 * TIMES):
        seat = game.seat
        assert seat is not None
        game.begin_here()
        other = game.imagine(seat, 99 + number)
        assert ThinkerBot(number, HARD).plan(game, seat) == ThinkerBot(number, HARD).plan(other, seat), number


@soak
@pytest.mark.parametrize("name", ["bio_terrorist", "strain_and_terrorist"])
def test_no_bot_knows_what_somebody_has_decided_in_secret(native: NativeTwin, name: str) -> None:
    """Those who suspect something follow the whole game, and find the same in both."""
    kinds, differed = cycle(("easy", "medium", "hard", "advising")), 0
    for seed in range(4 * TIMES):
        start = bare(native.machine, seed, NAMES[:3], {"terrorist_seat": str(LONE + 1)}).begin()
        for one, other in twins(start, seed, 60):
            if one.seat is None or one.snapshot() == other.snapshot():
                continue
            differed += 1
            kind = next(kinds)
            assert KINDS[kind](seed, one) == KINDS[kind](seed, other), (kind, seed)
    assert differed > TIMES
