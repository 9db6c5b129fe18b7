"""Lowers a question that several players answer at the same time.

The frame holds the asked seats and a list of their answers, each `none` or a tuple of one value. The variable
of the loop is the seat whose question is pending; the machine may turn to another one of them.
"""

from typing import TYPE_CHECKING

from lazaretto.rules.lower import ir
from lazaretto.rules.lower.bounds import at_most
from lazaretto.rules.lower.builders import at, when
from lazaretto.rules.lower.question_sites import Asked
from lazaretto.rules.lower.sorts import sort_of
from lazaretto.rules.model import tree

if TYPE_CHECKING:
    from lazaretto.rules.lower.segments import Segments

_LIST, _NUMBER, _MEMBER = ir.Sort.LIST, ir.Sort.NUMBER, ir.Sort.MEMBER


def lower_together(code: "Segments", node: tree.Together) -> None:
    """Lower the question, then a loop over those who have answered it."""
    seats, given = ir.Slot(code.slot("seats", _LIST), _LIST), ir.Slot(code.slot("given", _LIST), _LIST)
    player = ir.Slot(code.slot_of(node.variable, _MEMBER), _MEMBER)
    result = node.question.result
    answer = ir.Slot(code.slot_of(result, sort_of(result.type)), sort_of(result.type))
    head, answered, reveal, after = code.new(), code.new(), code.new(), code.new()
    listed = ir.Frozen(code.lower(node.seats), length=at_most(node.seats))
    code.add(at(ir.Let(seats, listed), node.span))
    code.add(ir.Let(given, ir.Apply("unanswered", (seats,), _LIST)), code.jump(head))
    code.turn_to(head)
    code.add(ir.Let(player, ir.Apply("waiting", (seats, given), _MEMBER)))
    code.add(when(ir.IsNone(player), code.jump(reveal)))
    number = len(code.asked)
    slots = (seats.number, given.number)
    code.asked.append(
        Asked(number, node.question, code.procedure, code.slots, answer.number, player.number, slots)
    )
    code.add(ir.Ask(number, code.first + answered))
    code.turn_to(answered)
    code.add(ir.Let(given, ir.Apply("answered", (seats, given, player, answer), _LIST)), code.jump(head))
    code.turn_to(reveal)
    index = ir.Slot(code.slot("index", _NUMBER), _NUMBER)
    each = code.new()
    code.add(ir.Barrier(), ir.Let(index, ir.Const(0)), code.jump(each))
    code.turn_to(each)
    code.add(when(ir.Compare(">=", index, ir.Length(seats)), code.jump(after)))
    code.add(ir.Let(player, ir.Item(seats, index, _MEMBER)))
    code.add(ir.Let(answer, ir.Item(ir.Item(given, index, _LIST), ir.Const(0), answer.sort)))
    code.add(ir.AddToSlot(index.number, 1))
    code.body(node.body, each, after)
