"""Numbers the rules of a game; functions and tables refer to rules by these numbers."""

from lazaretto.rules.check.symbol_table import World
from lazaretto.rules.model import tree
from lazaretto.rules.run.messages import NOTHING_THERE


class Numbering:
    """Numbers every rule of a game; the same world gives the same numbers."""

    def __init__(self, world: World) -> None:
        self.procedures: dict[tree.Procedure, int] = {}
        for procedure in world.all_procedures():
            self.procedures.setdefault(procedure, len(self.procedures))
        self.values = {each: number for number, each in enumerate(world.values.values())}
        self.outcomes = {each: number for number, each in enumerate(world.outcomes)}
        self.actions = {each: number for number, each in enumerate(world.actions)}
        self.menus = {each: number for number, each in enumerate(world.menus.values())}
        self.nothing = len(world.templates)
        """The number of the text for a choice without candidates; it follows all others."""


NOTHING = str(NOTHING_THERE())
"""The text for a choice without candidates, if its author gave no reason."""
