"""Computes the indexes of variables, piles and counts in the state."""

from abc import ABC, abstractmethod

from lazaretto.rules.lower import ir
from lazaretto.rules.lower.bounds import at_most
from lazaretto.rules.lower.builders import plus, times
from lazaretto.rules.lower.context import Context
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import Kind, Pile, Supply, Variable
from lazaretto.rules.model.types import ManyType, PileType


class Addresses(ABC):
    """Computes indexes into the lists of the state; the subclass lowers expressions."""

    def __init__(self, context: Context) -> None:
        self.context = context

    @abstractmethod
    def lower(self, node: tree.Expression) -> ir.Expression:
        """Lower an expression."""

    def stored(self, node: tree.Expression) -> ir.Expression:
        """Lower a value for storage: lists are frozen."""
        if isinstance(node.type, ManyType | PileType) and not isinstance(node, tree.Constant):
            return ir.Frozen(self.lower(node), length=at_most(node))
        return self.lower(node)

    def variable_index(self, variable: Variable, thing: tree.Expression | None) -> ir.Expression:
        """Return the cell of a variable."""
        if thing is None or variable.owner is None:
            return ir.Const(variable.offset)
        return plus(ir.Const(variable.offset - variable.owner.first), self.lower(thing))

    def pile_index(self, pile: tree.PileValue | tree.BoxValue, kind: Kind | None = None) -> ir.Expression:
        """Return the number of a pile; the box of pieces needs their kind."""
        if isinstance(pile, tree.BoxValue):
            assert kind is not None
            return ir.Const(self.context.layout.boxes[kind.root])
        return self.pile_number(pile.pile, pile.thing)

    def pile_number(self, pile: Pile, thing: tree.Expression | None) -> ir.Expression:
        """Return the number of a pile by its owner."""
        if thing is None or pile.owner is None:
            return ir.Const(pile.first)
        return plus(ir.Const(pile.first - pile.owner.first), self.lower(thing))

    def stock_index(self, supply: Supply, thing: tree.Expression | None) -> ir.Expression:
        """Return the cell that counts what is left of a supply."""
        return self._owned(supply.stock, supply, thing, 1)

    def box_index(self, supply: Supply, thing: tree.Expression | None) -> ir.Expression:
        """Return the cell that counts what was removed from the game."""
        return self._owned(supply.box, supply, thing, 1)

    def first_count_index(self, supply: Supply, thing: tree.Expression | None, kind: Kind) -> ir.Expression:
        """Return the cell that counts a supply on the first member of a root kind."""
        root = kind.root
        return self._owned(supply.holders[root], supply, thing, root.count)

    def count_index(
        self, supply: Supply, thing: tree.Expression | None, holder: tree.Expression, kind: Kind
    ) -> ir.Expression:
        """Return the cell that counts a supply on a holder."""
        return plus(self.first_count_index(supply, thing, kind), self.lower(holder))

    def _owned(self, start: int, supply: Supply, thing: tree.Expression | None, step: int) -> ir.Expression:
        if thing is None or supply.owner is None:
            return ir.Const(start)
        return plus(ir.Const(start - supply.owner.first * step), times(self.lower(thing), step))
