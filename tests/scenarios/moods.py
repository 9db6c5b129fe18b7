"""Players who choose at random with preferences."""

from collections.abc import Mapping
from random import Random

from lazaretto.rules import Game, PickOne
from tests.scenarios.tables import Answer


def moody(game: Game, chance: Random, liking: Mapping[str, float]) -> None:
    """Answer at random, weighted by preferences."""
    decision = game.decision
    assert decision is not None
    if not isinstance(decision.form, PickOne):
        game.answer(game.sample(chance.randrange))
        return
    options = [option for option in decision.options if option.why_not is None]
    [chosen] = chance.choices(options, [liking.get(option.key, 1) for option in options])
    game.choose(chosen.key, chosen.seat)


def mood(liking: Mapping[str, float]) -> Answer:
    """Return a player with these preferences."""
    return lambda game, chance: moody(game, chance, liking)
