"""Finds the outcomes to check after each write, and the writes that may reveal a secret."""

from collections.abc import Iterable

from lazaretto.grammar.node_dataclass import value
from lazaretto.rules.check.effects import reads
from lazaretto.rules.check.state_layout import all_constants, all_variables
from lazaretto.rules.check.symbol_table import World
from lazaretto.rules.lower import ir
from lazaretto.rules.lower.rule_numbering import Numbering
from lazaretto.rules.lower.secret_endings import SecretEndings
from lazaretto.rules.model.entities import Pile, Supply, Track, Variable

Written = Variable | Supply | Track | None
"""What a statement writes to; None stands for any pile."""


@value
class Watchers:
    """The checks that follow a write."""

    outcomes: dict[object, list[int]]
    """For each written thing (None for any pile), the numbers of the outcomes that depend on it."""
    reveals: frozenset[object]
    """What determines who sees a secret; None stands for any pile."""
    secret: frozenset[int]
    """The numbers of the outcomes that depend on a secret."""

    def after(self, things: Iterable[Written]) -> list[ir.Statement]:
        """Return the statements that follow a write to some things.

        If the write may change who sees a secret, or if a secret decides whether it ends the game, it reveals
        something, so undo cannot go back past it.
        """
        written: list[Written] = [*things]
        numbers = {number for each in written for number in self.outcomes.get(each, ())}
        told = not self.reveals.isdisjoint(written) or not self.secret.isdisjoint(numbers)
        barrier = [ir.Barrier()] if told else []
        return [*barrier, *(ir.CheckOutcome(number) for number in sorted(numbers))]


def find_watchers(world: World, numbering: Numbering, endings: SecretEndings) -> Watchers:
    """Find what every outcome and every visibility depends on."""
    outcomes: dict[object, list[int]] = {}
    secret: set[int] = set()
    for outcome in world.outcomes:
        if outcome.condition is not None and outcome.supply is None:
            if endings.reads_secret(outcome.condition):
                secret.add(numbering.outcomes[outcome])
            for thing in {_watched(each) for each in reads(outcome.condition)}:
                outcomes.setdefault(thing, []).append(numbering.outcomes[outcome])
    holders = (*all_variables(world), *all_constants(world))
    reveals = {_watched(each) for holder in holders for each in reads(holder.seen.players)}
    return Watchers(outcomes, frozenset(reveals), frozenset(secret))


def _watched(thing: object) -> object:
    return None if isinstance(thing, Pile) else thing
