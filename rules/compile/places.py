"""Where things lie in the state, and what is kept there."""

import ast
from abc import ABC, abstractmethod

from rules.compile import python as py
from rules.compile.bounds import may_grow
from rules.compile.emitter import Emitter
from rules.model import tree
from rules.model.entities import Kind, Pile, Supply, Variable
from rules.model.types import ManyType, PileType


class Places(ABC):
    """Finds places in the lists of the state; the Python of an expression is told by the subclass."""

    def __init__(self, emitter: Emitter) -> None:
        self.emitter = emitter

    @abstractmethod
    def emit(self, node: tree.Expression) -> ast.expr:
        """The Python of an expression."""

    def stored(self, node: tree.Expression) -> ast.expr:
        """A value as it is kept: lists as tuples."""
        if isinstance(node.type, ManyType | PileType) and not isinstance(node, tree.Constant):
            return py.call("tuple", self.emit(node))
        if may_grow(node):
            return py.call("number", self.emit(node))
        return self.emit(node)

    def variable_index(self, variable: Variable, thing: tree.Expression | None) -> ast.expr:
        """Where a variable lies in the list of values."""
        if thing is None or variable.owner is None:
            return py.const(variable.offset)
        return py.plus(py.const(variable.offset - variable.owner.first), self.emit(thing))

    def pile_index(self, pile: tree.PileValue | tree.BoxValue, kind: Kind | None = None) -> ast.expr:
        """The number of a pile."""
        if isinstance(pile, tree.BoxValue):
            assert kind is not None
            return py.const(self.emitter.layout.boxes[kind.root])
        return self._pile_at(pile.pile, pile.thing)

    def _pile_at(self, pile: Pile, thing: tree.Expression | None) -> ast.expr:
        if thing is None or pile.owner is None:
            return py.const(pile.first)
        return py.plus(py.const(pile.first - pile.owner.first), self.emit(thing))

    def _owned(self, start: int, supply: Supply, thing: tree.Expression | None, step: int) -> ast.expr:
        if thing is None or supply.owner is None:
            return py.const(start)
        return py.plus(py.const(start - supply.owner.first * step), py.times(self.emit(thing), step))

    def stock_index(self, supply: Supply, thing: tree.Expression | None) -> ast.expr:
        """Where the stock of a supply is counted."""
        return self._owned(supply.stock, supply, thing, 1)

    def box_index(self, supply: Supply, thing: tree.Expression | None) -> ast.expr:
        """Where what left the game is counted."""
        return self._owned(supply.box, supply, thing, 1)

    def count_index(
        self, supply: Supply, thing: tree.Expression | None, holder: tree.Expression, kind: Kind
    ) -> ast.expr:
        """Where a supply's pieces on a holder are counted."""
        root = kind.root
        return py.plus(self._owned(supply.holders[root], supply, thing, root.count), self.emit(holder))
