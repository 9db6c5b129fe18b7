"""Checks statements about pieces: supplies, piles, dice, tracks."""

from lazaretto.grammar import nodes
from lazaretto.grammar.source import Span
from lazaretto.rules.check.expressions import Expressions
from lazaretto.rules.check.narrowing import written
from lazaretto.rules.check.scope import Scope
from lazaretto.rules.check.symbol_table import World
from lazaretto.rules.errors import checker_diagnostics as messages
from lazaretto.rules.model import tree
from lazaretto.rules.model.types import (
    BROKEN,
    NUMBER,
    KindType,
    ManyType,
    OptionalType,
    item_of,
)


class Moving:
    """Checks statements that move, shuffle, roll and show pieces."""

    def __init__(self, world: World, expressions: Expressions) -> None:
        self.world = world
        self.expressions = expressions

    def _holder(
        self, node: nodes.Expression, supply: tree.SupplyValue, scope: Scope
    ) -> tree.Expression | None:
        if isinstance(node, nodes.Name) and node.text == "box" and scope.find("box") is None:
            return tree.BoxValue(ManyType(None), node.span)
        found = self.expressions.check(node, scope)
        if found is None or self.expressions.holder(supply, found, node) is None:
            return None
        return found

    def _move_supply(self, node: nodes.MoveSupply, scope: Scope) -> tree.Statement | None:
        supply = self.expressions.supply(node.supply, scope)
        amount = self.expressions.check(node.amount, scope, NUMBER) if node.amount is not None else None
        if supply is None or (node.amount is not None and amount is None):
            return None
        source = self._holder(node.source, supply, scope) if node.source is not None else None
        target = self._holder(node.target, supply, scope) if node.target is not None else None
        if (node.source is not None and source is None) or (node.target is not None and target is None):
            return None
        return tree.MoveSupply(amount, supply, source, target, node.span)

    def _pieces(self, node: nodes.Expression, scope: Scope) -> tuple[tree.Expression, bool, KindType] | None:
        """Check a piece or a list of pieces."""
        found = self.expressions.check(node, scope)
        if found is None:
            return None
        if isinstance(found.type, OptionalType):
            self.world.report(messages.optional(written(node), node.span))
            return None
        item = item_of(found.type)
        kind = item if item is not None else found.type
        if not isinstance(kind, KindType) or not kind.kind.root.piece:
            self.world.report(messages.wrong_type(found.type, "piece", node.span))
            return None
        return found, item is not None, kind

    def _true_pile(self, node: nodes.Expression, scope: Scope) -> tree.PileValue | None:
        pile = self.expressions.pile(node, scope)
        if isinstance(pile, tree.BoxValue):
            self.world.report(messages.wrong_type("box", "pile", node.span))
            return None
        return pile

    def _fits_pile(self, kind: KindType, pile: tree.PileValue | tree.BoxValue, span: Span) -> bool:
        if isinstance(pile, tree.BoxValue) or kind.kind.descends_from(pile.pile.kind):
            return True
        self.world.report(messages.wrong_type(kind, pile.pile.kind.name, span))
        return False

    def _move_pieces(self, node: nodes.MovePieces, scope: Scope) -> tree.Statement | None:
        found = self._whole(node.pieces, scope) if node.whole else self._pieces(node.pieces, scope)
        pile = self.expressions.pile(node.pile, scope)
        if found is None or pile is None or not self._fits_pile(found[2], pile, node.pieces.span):
            return None
        return tree.MovePieces(found[0], found[1], node.end, pile, node.span)

    def _whole(self, node: nodes.Expression, scope: Scope) -> tuple[tree.Expression, bool, KindType] | None:
        """Return all pieces of a pile."""
        pile = self._true_pile(node, scope)
        return (pile, True, KindType(pile.pile.kind)) if pile is not None else None

    def _spread(self, node: nodes.Spread, scope: Scope) -> tree.Statement | None:
        found = self._pieces(node.pieces, scope)
        pile = self._true_pile(node.pile, scope)
        if found is None or pile is None or not self._fits_pile(found[2], pile, node.pieces.span):
            return None
        pieces, many, kind = found
        listed = pieces if many else tree.ListOf((pieces,), ManyType(kind), node.span)
        return tree.Spread(listed, pile, node.span)

    def _roll(self, node: nodes.Roll, scope: Scope) -> tree.Statement | None:
        found = self._pieces(node.pieces, scope)
        if found is None:
            return None
        pieces, many, kind = found
        for kin in kind.kind.lineage():
            for variable in kin.variables.values():
                if variable.faces is not None:
                    variable.constant = False
                    item = scope.frame.local("die", kind, node.span)
                    return tree.Roll(pieces, many, variable, item, node.span)
        broken = any(each.type == BROKEN for kin in kind.kind.lineage() for each in kin.variables.values())
        if not broken and not self.world.has_gap(kind.kind):
            self.world.report(messages.no_face(kind.kind.name, node.pieces.span))
        return None

    def _show(self, node: nodes.Show, scope: Scope) -> tree.Statement | None:
        found = self._pieces(node.pieces, scope)
        players = self.expressions.players(node.players, scope)
        if found is None or players is None:
            return None
        return tree.Show(found[0], found[1], players, node.span)

    def _advance(self, node: nodes.Advance, scope: Scope) -> tree.Statement | None:
        track = self.world.tracks.get(node.track.text)
        if track is None:
            self.world.unknown(node.track, self.world.tracks, "track")
            return None
        self.world.uses.append((node.track, track))
        by: tree.Expression | None = tree.Constant(1, NUMBER, node.span)
        if node.by is not None:
            by = self.expressions.check(node.by, scope, NUMBER)
        if by is None:
            return None
        if node.backwards:
            by = tree.Operation("neg", (by,), NUMBER, node.span)
        return tree.MoveMarker(track, by, node.span)
