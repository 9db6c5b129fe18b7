"""The numbers of rules: by them functions refer to each other, and tables to functions."""

from rules.check.symbol_table import World
from rules.model import tree
from rules.run.messages import NOTHING_THERE


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
        """The number of the text that stands where a choice has no candidates; it follows all others."""


NOTHING = str(NOTHING_THERE())
"""What is said where a choice has no candidates and its author gave no reason."""
