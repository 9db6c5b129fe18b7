"""Plays a record again, up to the first choice that the rules no longer take."""

from collections.abc import Callable
from dataclasses import dataclass

from rules import ChoiceError, Game, Program, Record, RuleError


@dataclass(frozen=True, slots=True)
class Difference:
    """The first choice of a record that does not fit, counted from 1, why, and which rule asked instead."""

    number: int
    player: str
    key: str
    reason: str
    place: str = ""

    def __str__(self) -> str:
        asked = f" (asked by {self.place})" if self.place else ""
        return f"choice {self.number}, {self.player}: {self.key}: {self.reason}{asked}"


@dataclass(frozen=True, slots=True)
class Replay:
    """A game as far as a record led it."""

    game: Game
    done: int
    difference: Difference | None
    changed: bool
    """Whether the scenario's texts are other than when the record was written."""
    faithful: bool
    """Whether the game ends as the record says."""


def replay(
    program: Program,
    record: Record,
    *,
    to: int | None = None,
    told: Callable[[int, str, tuple[str, ...]], None] | None = None,
) -> Replay:
    """Play the choices of a record, or the first `to`; `told` hears the number, the choice and what followed.

    Raises:
        StartError: the game cannot even be set up as the record says.
    """
    game = program.start(seed=record.seed, players=record.players, options=record.options)
    difference = None
    done = 0
    for number, (seat, key) in enumerate(record.choices[:to], 1):
        player = record.players[seat]
        try:
            lines = game.choose(key, seat)
        except (ChoiceError, RuleError) as error:
            place = error.place if isinstance(error, ChoiceError) else ""
            difference = Difference(number, player, key, str(error), place)
            break
        done = number
        if told is not None:
            told(number, f"{player}: {key}", lines)
    whole = done == len(record.choices)
    faithful = difference is None and (not whole or game.record().outcome == record.outcome)
    return Replay(game, done, difference, record.digest != program.digest, faithful)
