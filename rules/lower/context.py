"""Holds what lowering a rule needs besides the rule itself."""

from lazaretto.rules.check.state_layout import Layout
from lazaretto.rules.check.symbol_table import World
from lazaretto.rules.lower import ir
from lazaretto.rules.lower.constant_tables import Constants, MapTables
from lazaretto.rules.lower.number_bounds import NumberBounds
from lazaretto.rules.lower.outcome_watchers import find_watchers
from lazaretto.rules.lower.rule_numbering import Numbering
from lazaretto.rules.lower.secret_endings import SecretEndings


class Context:
    """The world with its layout and numbers, and the tables and streams that rules have used so far."""

    def __init__(self, world: World, layout: Layout) -> None:
        self.world = world
        self.layout = layout
        self.numbering = Numbering(world)
        self.secret_endings = SecretEndings(world)
        self.watchers = find_watchers(world, self.numbering, self.secret_endings)
        self.constants = Constants()
        self.map = MapTables(world, self.constants)
        self.bounds = NumberBounds()
        self.streams: dict[str, int] = {}

    def stream(self, name: str) -> ir.Const:
        """Return the number of a named random stream; streams are numbered in the order of first use.

        A renamed thing keeps the stream of its first name, so that records draw the same cards.
        """
        if self.world.aliases:
            name = self.world.aliases.first_name(name)
        return ir.Const(self.streams.setdefault(name, len(self.streams)))
