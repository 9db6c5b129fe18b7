"""Bots use nothing that their seat cannot know: not hidden cards, and not what others decided in secret."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path
from random import Random

import pytest

from lazaretto.lab.playing.bots import COMPANIONS, Bot, KeenBot
from lazaretto.lab.playing.budgets import EASY, HARD, MEDIUM, THINKER
from lazaretto.lab.playing.hints import AdvisingThinker
from lazaretto.lab.playing.lookahead_bot import ThinkerBot
from lazaretto.rules import Game, Program, load
from lazaretto.rules.run.secrets.suspicion import Suspicion
from tests.soak import TIMES, longer, soak

BOTS: dict[str, Callable[[int], Bot]] = {
    **COMPANIONS,
    "easy": lambda seed: ThinkerBot(seed, EASY),
    "medium": lambda seed: ThinkerBot(seed, MEDIUM),
    "thinker": lambda seed: ThinkerBot(seed, replace(THINKER, width=3)),
    "hard": lambda seed: ThinkerBot(seed, replace(HARD, width=2, final=3, rounds=(1, 2), horizon=2)),
    "advising": lambda seed: AdvisingThinker(seed, replace(THINKER, width=2)),
}
"""Every bot and level, some with a smaller budget: more of the same would know no more."""

SECRETIVE: dict[str, dict[str, str]] = {
    "pandemic": {"hands": "private"},
    "bio_terrorist": {"terrorist_seat": "1"},
    "cold_war": {},
    "iberia": {"hands": "private"},
    "the_cure": {},
}
"""Games with secrets."""

LONG = ("iberia", "the_cure")
"""Games that take long, for little more than the others show."""

TWO = 2
"""How many bots plan in each position, in turn; in the long run all of them."""

SLOW = ("bio_terrorist",)
"""Games in which only one plans there: it first works out where somebody may hide."""

ENOUGH = 2
"""How many pairs of positions are compared after secret decisions."""

PLAYERS = ("anna", "ben", "carl")


def loaded(name: str) -> Program:
    program = load(Path("scenarios") / name).program
    assert program is not None
    return program


def choice_of(bot: Bot, game: Game) -> tuple[int, str]:
    """Return what a bot chooses in a copy of a game."""
    copy = game.fork()
    bot.play(copy)
    return copy.record().choices[-1]


def positions(program: Program, options: dict[str, str], seed: int) -> Iterator[Game]:
    """Yield positions of a game of quick bots in which there is something to choose."""
    game, bot = program.start(seed=seed, players=PLAYERS, options=options), KeenBot(seed)
    for step in range(40):
        bot.play(game)
        if game.seat is None:
            return
        if step % 20 == (7 * seed) % 20 and len(game.answers(game.seat, 2)) > 1:
            yield game.fork()


@longer
@pytest.mark.parametrize(
    "name", [pytest.param(each, marks=[soak] if each in LONG else []) for each in SECRETIVE]
)
def test_plans_stay_the_same_when_what_is_hidden_is_dealt_anew(name: str) -> None:
    program = loaded(name)
    differed = met = 0
    plans = len(BOTS) if TIMES > 1 else 1 if name in SLOW else TWO
    kinds = cycle([*BOTS][list(SECRETIVE).index(name) :] + [*BOTS][: list(SECRETIVE).index(name)])
    for seed in range(TIMES):
        for game in positions(program, SECRETIVE[name], seed):
            seat = game.seat
            assert seat is not None
            game.begin_here()  # the other game has no past either
            other = game.imagine(seat, seed=99 + seed)
            differed += other.snapshot() != game.snapshot()
            for kind in islice(kinds, plans):
                met += 1
                bot = BOTS[kind]
                assert choice_of(bot(seed), game) == choice_of(bot(seed), other), kind
    assert differed and met


# --- what somebody has decided in secret -------------------------------------------------------

LONE = 0
"""The seat of the Bio-Terrorist."""


def in_secret(game: Game, chance: Random, most: int = 12) -> Game:
    """Return the game after some random secret decisions, up to an open one."""
    after = game.fork()
    for _ in range(most):
        if after.seat != LONE:
            break
        after.answer(after.sample(chance.randrange))
    return after


def silently(game: Game) -> Game:
    """Return the game after the secret turn is ended at once."""
    after = game.fork()
    while after.seat == LONE:
        after.choose("end_turn")
    return after


def alike(one: Game, other: Game) -> bool:
    """Whether the others see the same in both games."""
    return one.seat == other.seat and all(
        one.view(seat) == other.view(seat) and one.log(seat) == other.log(seat) for seat in (1, 2)
    )


def hunt(program: Program, seed: int) -> Game:
    """Return a game in which the first player moves in secret."""
    return program.start(seed=seed, players=PLAYERS, options={"terrorist_seat": str(LONE + 1)})


def twins(one: Game, seed: int, steps: int) -> Iterator[tuple[Game, Game]]:
    """Yield pairs of games that go on from one, and differ only in what somebody has done in secret."""
    chance = Random(seed)
    other = one.fork()
    for _ in range(steps):
        if one.seat is None or other.seat is None:
            return
        if one.seat == LONE:
            tries = ((in_secret(one, chance), in_secret(other, chance)) for _ in range(30))
            pair = next((each for each in tries if alike(*each)), None)
            one, other = pair or (silently(one), silently(other))
            if not alike(one, other):
                return
            yield one, other
            continue
        answer = one.sample(chance.randrange)
        if one.seat is None or answer not in other.answers(one.seat, 300):
            return
        one.answer(answer)
        other.answer(answer)
        if not alike(one, other):
            return


@longer
def test_plans_do_not_depend_on_what_others_have_decided_in_secret() -> None:
    program = loaded("bio_terrorist")
    differed = 0
    for seed in range(TIMES):
        for one, other in twins(hunt(program, seed), seed, 40 if TIMES > 1 else 8):
            seat = one.seat
            if seat is None or one.snapshot() == other.snapshot():
                continue
            differed += 1
            mine, yours = one.suspicion(seat, seed=seed), other.suspicion(seat, seed=seed)
            assert mine.worlds == yours.worlds
            for kind in ("easy", "medium", "thinker", "advising") if TIMES > 1 else ("easy",):
                assert choice_of(BOTS[kind](seed), one) == choice_of(BOTS[kind](seed), other), kind
            if TIMES == 1 and differed == ENOUGH:
                break
    assert differed


# --- what is known after all -------------------------------------------------------------------


def test_a_seat_knows_where_somebody_was_who_gave_himself_away() -> None:
    """He infects a city locally: after that he is there, or not farther away than he may go."""
    program = loaded("bio_terrorist")
    game = program.start(seed=5, players=PLAYERS, options={"terrorist_seat": "1"})
    game.choose("begin > Lima")
    suspicion: Suspicion | None = None
    while game.seat != LONE:
        seat = game.seat
        assert seat is not None
        suspicion = game.suspicion(1, suspicion)
        keys = [option.key for option in game.decision.options] if game.decision is not None else []
        game.choose("pass" if "pass" in keys else keys[0])
    at_first = len(suspicion.worlds) if suspicion is not None else 0
    assert at_first > 20
    game.choose("infect_here")
    game.choose("end_turn")
    suspicion = game.suspicion(1, suspicion)
    assert len(suspicion.worlds) <= 12
    true = tuple(game.cell(cell) for cell in suspicion.cells)
    assert suspicion.worlds[true] > 0
    assert suspicion.rebuilt == 0


def test_all_imagined_games_fit_what_the_seat_sees() -> None:
    program = loaded("bio_terrorist")
    for seed in range(TIMES):
        for one, _ in twins(hunt(program, seed), seed, 25 if TIMES > 1 else 6):
            suspicion = one.suspicion(1, seed=seed)
            for number in range(2):
                imagined = one.imagine(1, number, believed=suspicion.drawn(number))
                assert imagined.view(1) == one.view(1)
                assert imagined.log(1) == one.log(1)
