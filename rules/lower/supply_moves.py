"""Lowers moves of counted pieces between a stock, holders and the box."""

from dataclasses import replace

from lazaretto.rules.check.effects import acts
from lazaretto.rules.lower import ir
from lazaretto.rules.lower.expressions import Expressions
from lazaretto.rules.lower.sorts import sort_of
from lazaretto.rules.model import tree
from lazaretto.rules.model.types import KindType


def move_supply(code: Expressions, node: tree.MoveSupply) -> ir.Block:
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


def _shortages(code: Expressions, node: tree.MoveSupply) -> tuple[ir.Ref, ...]:
    """Return the outcomes to call if the stock has too few."""
    if node.source is not None:
        return ()
    outcomes = code.context.numbering.outcomes
    return tuple(
        ir.Ref(ir.Role.SHORTAGE, number)
        for outcome, number in outcomes.items()
        if outcome.supply is node.supply.supply
    )


def _evaluated_once(code: Expressions, node: tree.MoveSupply) -> tuple[ir.Block, tree.MoveSupply]:
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


def _holder_index(code: Expressions, node: tree.MoveSupply, holder: tree.Expression | None) -> ir.Expression:
    supply = node.supply
    if holder is None:
        return code.stock_index(supply.supply, supply.thing)
    if isinstance(holder, tree.BoxValue):
        return code.box_index(supply.supply, supply.thing)
    assert isinstance(holder.type, KindType)
    return code.count_index(supply.supply, supply.thing, holder, holder.type.kind)


def _moved() -> ir.Local:
    return ir.Local("moved", ir.Sort.NUMBER)
