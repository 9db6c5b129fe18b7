"""Lowers statements that cannot wait for an answer.

`_move_supply` lowers moves of counted pieces between a stock, holders and the box.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from lazaretto.rules.check.effects import acts
from lazaretto.rules.lower import ir
from lazaretto.rules.lower.bounds import at_most, longest
from lazaretto.rules.lower.builders import at, checked, local, plus, sort_of, when
from lazaretto.rules.lower.context import Context
from lazaretto.rules.lower.expressions import ExpressionLowering
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import Kind, KindType, NumberType, PileType, Track, Variable, item_of
from lazaretto.rules.run.limits import MOST


def _move_supply(code: ExpressionLowering, node: tree.MoveSupply) -> ir.Block:
    """Lower the move itself, without its watchers."""
    before, node = _evaluated_once(code, node)
    source = _holder_index(code, node, node.source)
    target = _holder_index(code, node, node.target)
    if node.amount is None:
        amount: ir.Expression = ir.Cell(_holder_index(code, node, node.source), ir.Sort.NUMBER)
    else:
        amount = code.lower(node.amount)
        if not acts(node.amount) and not isinstance(amount, ir.Const | ir.Local):
            before.append(ir.Let(_moved(), amount))
            amount = _moved()
    owner: ir.Expression = ir.Const(0)
    shortages = _shortages(code, node)
    if shortages and node.supply.thing is not None:
        owner = code.lower(node.supply.thing)
    return [*before, ir.MoveCounted(source, target, amount, shortages, owner)]


def _shortages(code: ExpressionLowering, node: tree.MoveSupply) -> tuple[ir.Ref, ...]:
    """Return the outcomes to call if the stock has too few."""
    if node.source is not None:
        return ()
    outcomes = code.context.numbering.outcomes
    return tuple(
        ir.Ref(ir.Role.SHORTAGE, number)
        for outcome, number in outcomes.items()
        if outcome.supply is node.supply.supply
    )


def _evaluated_once(code: ExpressionLowering, node: tree.MoveSupply) -> tuple[ir.Block, tree.MoveSupply]:
    """Evaluate the operands with effects before the move, because it uses them more than once."""
    made: ir.Block = []

    def once(name: str, part: tree.Expression) -> tree.Expression:
        if not acts(part):
            return part
        made.append(ir.Let(ir.Local(name, sort_of(part.type)), code.lower(part)))
        return tree.LocalValue(tree.Local(name, part.type, part.span), part.type, part.span)

    supply, source, target = node.supply, node.source, node.target
    if supply.thing is not None:
        supply = replace(supply, thing=once("thing", supply.thing))
    source = once("source", source) if source is not None else None
    target = once("target", target) if target is not None else None
    return made, replace(node, supply=supply, source=source, target=target)


def _holder_index(
    code: ExpressionLowering, node: tree.MoveSupply, holder: tree.Expression | None
) -> ir.Expression:
    supply = node.supply
    if holder is None:
        return code.stock_index(supply.supply, supply.thing)
    if isinstance(holder, tree.BoxValue):
        return code.box_index(supply.supply, supply.thing)
    assert isinstance(holder.type, KindType)
    return code.count_index(supply.supply, supply.thing, holder, holder.type.kind)


def _moved() -> ir.Local:
    return ir.Local("moved", ir.Sort.NUMBER)


_WORDS: dict[str, ir.FinishWord] = {each: each for each in ("win", "lose", "draw")}


class StatementLowering(ExpressionLowering):
    """Lowers statements; the subclass for segments defines how to leave a rule or a loop there."""

    def __init__(self, context: Context, slots: dict[str, int] | None = None) -> None:
        super().__init__(context, slots)
        self.watchers = context.watchers

    # --- exits ----------------------------------------------------------------------------------

    def leave(self, value: ir.Expression | None) -> ir.Statement:
        """Leave the procedure."""
        return ir.Return(value)

    def stop(self) -> ir.Statement:
        """Leave the innermost loop."""
        return ir.Break()

    # --- statements ----------------------------------------------------------------------------

    def block(self, body: Sequence[tree.Statement]) -> ir.Block:
        """Lower a block."""
        return [made for each in body for made in self.statement(each)]

    def statement(self, node: tree.Statement) -> ir.Block:
        """Lower a statement."""
        return [at(each, node.span) for each in (*self.unveiling(node), *self._statement(node))]

    def unveiling(self, node: tree.Statement) -> ir.Block:
        """Return what comes before a statement by which players learn a secret, because the game may end."""
        return [ir.Barrier()] if self.context.secret_endings.decides(node) else []

    def let(self, target: tree.Local, value: ir.Expression) -> ir.Statement:
        """Assign a value to a local."""
        return ir.Let(self.variable(target), value)

    def looped(self, many: tree.Expression) -> ir.Expression:
        """Lower a list, fixed to its value at the start of a loop."""
        found = self.lower(many)
        return ir.Frozen(found, length=at_most(many)) if isinstance(many.type, PileType) else found

    def finish(self, word: str, text: tree.Template, players: tree.Expression | None) -> ir.Statement:
        """Make players win, lose or draw."""
        ending = self.context.world.procedures.get("ending")
        last = None
        if ending is not None:
            last = ir.Ref(ir.Role.PROCEDURE, self.context.numbering.procedures[ending])
        whom = self.lower(players) if players is not None else None
        return ir.Finish(_WORDS[word], self.said(text), whom, last)

    def _statement(self, node: tree.Statement) -> ir.Block:
        match node:
            case tree.SetLocal():
                return [self.let(node.local, self.stored(node.value))]
            case tree.Run(call):
                return [ir.Evaluate(self.lower(call))]
            case tree.Return():
                return [self.leave(self.stored(node.value) if node.value is not None else None)]
            case tree.Stop():
                return [self.stop()]
            case tree.If():
                return self._if(node.branches, node.otherwise)
            case tree.ForEach():
                return [self._for_each(node)]
            case tree.Repeat():
                return [self._repeat(node)]
            case tree.NoUndo():
                return [ir.Barrier()]
            case tree.Once():
                key = ir.TupleOf(tuple(self.stored(each) for each in node.keys))
                done = ir.Apply("marked", (ir.Const(node.marks.offset), key), ir.Sort.FLAG)
                return [when(done, self.leave(None))]
            case tree.Say():
                words = self.words(node.text)
                return [ir.Log(words, self.lower(node.players) if node.players is not None else None)]
            case tree.Forbidden():
                return self._forbidden(node.procedure, node.arguments)
            case tree.Finish():
                return [self.finish(node.word, node.text, node.players)]
            case tree.Needs():
                return []
            case _ if isinstance(node, tree.Question | tree.Together):
                raise AssertionError("a question is not plain")
            case _:
                return self._write(node)

    def _write(self, node: "Write") -> ir.Block:
        """Lower a statement that writes to the state."""
        match node:
            case tree.SetVariable():
                return self._set(node.target, node.value)
            case tree.MoveSupply():
                return [*_move_supply(self, node), *self.watchers.after([node.supply.supply])]
            case tree.MovePieces():
                return [self._move_pieces(node), *self.watchers.after([None])]
            case tree.Shuffle(pile):
                return self._mixed("shuffle", pile)
            case tree.Spread():
                return self._mixed("spread", node.pile, self.lower(node.pieces))
            case tree.Roll():
                return self._roll(node)
            case tree.Show():
                base = ir.Const(_piece_kind(node.pieces).root.piece_base)
                shown = self.lower(node.pieces) if node.many else ir.TupleOf((self.lower(node.pieces),))
                return [ir.Perform("show", (base, shown, self.lower(node.players)))]
            case tree.MoveMarker():
                return self._move_marker(node.track, node.by)
            case tree.Enter(phase):
                return self._enter(phase)
            case tree.CountUse():
                return [ir.Add(self.variable_index(node.counter, node.player), ir.Const(1))]
            case _:
                assert_never(node)

    # --- control -------------------------------------------------------------------------------

    def _if(self, branches: Sequence[tuple[tree.Expression, tree.Block]], otherwise: tree.Block) -> ir.Block:
        rest = self.block(otherwise)
        for condition, body in reversed(branches):
            rest = [ir.If(self.lower(condition), self.block(body), rest)]
        return rest

    def _for_each(self, node: tree.ForEach) -> ir.Statement:
        inner = self.block(node.body)
        if node.where is not None:
            inner = [when(self.lower(node.where), *inner)]
        most = longest(node.set)
        pays = bool(node.body) or most is None or most > _BRIEF
        return ir.ForEach(local(node.variable), self.looped(node.set), inner, most, pays)

    def _repeat(self, node: tree.Repeat) -> ir.Statement:
        body = self.block(node.body)
        if node.times is not None:
            numbers = ir.Range(ir.Const(0), self.lower(node.times))
            return ir.ForEach(local(node.counter), numbers, body, pays=True)
        test = self.lower(node.condition) if node.condition is not None else ir.Const(True)
        return ir.While(test, body)

    def _forbidden(self, procedure: tree.Procedure, arguments: tuple[tree.Expression, ...]) -> ir.Block:
        """Leave and log the reason if the procedure is forbidden."""
        reason = ir.Let(_reason(), self.may(procedure, arguments))
        told = ir.LogPrevented(_reason())
        return [reason, when(ir.IsNone(_reason(), negated=True), told, self.leave(None))]

    # --- writes --------------------------------------------------------------------------------

    def _set(self, target: tree.VariableValue, value: tree.Expression) -> ir.Block:
        variable = target.variable
        stored = self.stored(value)
        kind = variable.type
        if isinstance(kind, NumberType) and kind.low is not None and kind.high is not None:
            limits = (self.lower(value), ir.Const(kind.low), ir.Const(kind.high), ir.Const(variable.name))
            stored = ir.Apply("within", limits, ir.Sort.NUMBER)
        index = self.variable_index(variable, target.thing)
        return [ir.Store(index, stored), *self.watchers.after([variable])]

    def _mixed(self, name: ir.ActionName, pile: tree.PileValue, *pieces: ir.Expression) -> ir.Block:
        base = ir.Const(pile.pile.kind.root.piece_base)
        stream = self.context.stream(pile.pile.full_name)
        perform = ir.Perform(name, (base, *pieces, self.pile_index(pile), stream))
        return [perform, *self.watchers.after([None])]

    def _move_pieces(self, node: tree.MovePieces) -> ir.Statement:
        kind = _piece_kind(node.pieces)
        base = ir.Const(kind.root.piece_base)
        pile = self.pile_index(node.pile, kind)
        on_top = ir.Const(node.end == "top")
        if node.many and isinstance(node.pieces, tree.PileValue):
            return ir.Perform("pour", (base, self.pile_index(node.pieces), pile, on_top))
        pieces = self.lower(node.pieces)
        if not node.many:
            return ir.Perform("move", (base, pieces, pile, on_top))
        ends = (ir.Const(True),) if isinstance(node.pieces, tree.EndOf) else ()
        return ir.Perform("move_all", (base, pieces, pile, on_top, *ends))

    def _roll(self, node: tree.Roll) -> ir.Block:
        variable, piece = node.variable, node.variable.face_of
        assert variable.faces is not None and piece is not None
        first = variable.offset - (variable.owner.first if variable.owner else 0)
        stream = self.context.stream(f"roll {variable.full_name}")
        faces = ir.Frozen(self.lower(variable.faces), length=at_most(variable.faces))
        rolled = ir.Apply("pick", (stream, faces), sort_of(variable.type))
        pieces = self.looped(node.pieces) if node.many else ir.TupleOf((self.lower(node.pieces),))
        store = ir.Store(plus(ir.Const(first), local(piece)), rolled)
        most = longest(node.pieces) if node.many else 1
        loop = ir.ForEach(local(piece), pieces, [store], most, pays=True)
        return [loop, *self.watchers.after([variable])]

    def _move_marker(self, track: Track, by: tree.Expression) -> ir.Block:
        here = ir.Cell(ir.Const(track.offset), ir.Sort.NUMBER)
        last = ir.Const(len(track.spaces) - 1)
        there = plus(here, self.lower(by))
        if self.context.bounds.largest(by) + len(track.spaces) > MOST:
            there = checked(there)
        moved = ir.Apply("min", (there, last), ir.Sort.NUMBER)
        kept = ir.Apply("max", (ir.Const(0), moved), ir.Sort.NUMBER)
        return [ir.Store(ir.Const(track.offset), kept), *self.watchers.after([track])]

    def _enter(self, phase: tree.Procedure) -> ir.Block:
        """Start a phase: reset its variables to their initial values."""
        made = [self._reset(variable) for variable in phase.lifetimes]
        if phase.name == "turn":
            made.append(ir.CountTurn())
        return [*made, *self.watchers.after(phase.lifetimes)]

    def _reset(self, variable: Variable) -> ir.Statement:
        count = variable.owner.count if variable.owner is not None else 1
        if count == 1:
            return ir.Store(ir.Const(variable.offset), ir.Const(variable.defaults[0]))
        defaults = variable.defaults if len(variable.defaults) == count else variable.defaults * count
        table = self.context.constants.name("START", tuple(defaults))
        return ir.Reset(variable.offset, count, table)


Write = (
    tree.SetVariable
    | tree.MoveSupply
    | tree.MovePieces
    | tree.Shuffle
    | tree.Spread
    | tree.Roll
    | tree.Show
    | tree.MoveMarker
    | tree.Enter
    | tree.CountUse
)
_BRIEF = 8
"""A loop without effects over at most this many members costs no fuel."""


def _reason() -> ir.Local:
    return ir.Local("reason", ir.Sort.WORDS)


def _piece_kind(pieces: tree.Expression) -> Kind:
    kind = item_of(pieces.type) or pieces.type
    assert isinstance(kind, KindType)
    return kind.kind
