"""Prints the lowered form for people: `lazaretto explain --lowered`, and test failures.

First expressions, from `_shown` on, then functions and their statements, from `printed` on.
"""

import re
from collections.abc import Iterable, Iterator
from typing import assert_never

from lazaretto.rules.lower import ir

_Plain = (
    ir.Const
    | ir.Local
    | ir.Slot
    | ir.Players
    | ir.Veiled
    | ir.Returned
    | ir.Cell
    | ir.Cells
    | ir.PileAt
    | ir.PileOf
    | ir.PilesOf
    | ir.Table
    | ir.Item
)
_Condition = ir.Compare | ir.IsNone | ir.Between | ir.Not | ir.And | ir.Or | ir.IfElse
_Many = (
    ir.SumOf
    | ir.Extreme
    | ir.Best
    | ir.Sorted
    | ir.Length
    | ir.NotEmpty
    | ir.Frozen
    | ir.Unique
    | ir.Picked
    | ir.Joined
    | ir.NewList
    | ir.Range
    | ir.Charged
)


def _shown(node: ir.Expression) -> str:
    """Print an expression."""
    match node:
        case ir.Compute():
            return f"({_shown(node.left)} {node.operator} {_shown(node.right)})"
        case ir.Negative():
            return f"-{_shown(node.operand)}"
        case ir.TupleOf():
            return arguments(node.items)
        case ir.Words():
            return f"words {node.template}{arguments(node.gaps) if node.gaps else ''}"
        case ir.Call():
            return f"{_called(node.function)}{arguments(node.arguments)}"
        case ir.Apply():
            return f"{node.name}{arguments(node.arguments)}"
        case ir.Condition():
            return f"({node.variable.name}: {_shown(node.body)})"
        case ir.Select():
            return f"[{_search(node)}]"
        case ir.AnyOf(select):
            return f"any({_search(select)})"
        case ir.AllOf(select):
            return f"all({_search(select)})"
        case ir.FirstOf(select):
            return f"first({_search(select)})"
        case ir.MayHoldHidden(question):
            return f"may_hold_hidden({question})"
        case ir.Compare() | ir.IsNone() | ir.Between() | ir.Not() | ir.And() | ir.Or() | ir.IfElse():
            return _condition(node)
        case (
            ir.SumOf()
            | ir.Extreme()
            | ir.Best()
            | ir.Sorted()
            | ir.Length()
            | ir.NotEmpty()
            | ir.Frozen()
            | ir.Unique()
            | ir.Picked()
            | ir.Joined()
            | ir.NewList()
            | ir.Range()
            | ir.Charged()
        ):
            return _many(node)
        case _:
            return _plain(node)


def _called(ref: ir.Ref) -> str:
    """Print a function reference: its role and number."""
    step = f".{ref.step}" if ref.step else ""
    return f"{ref.role.value} {ref.number}{step}"


def arguments(nodes: Iterable[ir.Expression]) -> str:
    """Print expressions, separated by commas."""
    return f"({_joined(map(_shown, nodes))})"


def _joined(texts: Iterable[str]) -> str:
    """Join texts with commas."""
    return ", ".join(texts)


def _plain(node: _Plain) -> str:
    match node:
        case ir.Const(value):
            return "none" if value is None else str(value).lower() if isinstance(value, bool) else repr(value)
        case ir.Local(name) | ir.Table(name):
            return name
        case ir.Slot(number):
            return f"frame[{number}]"
        case ir.Players():
            return "players"
        case ir.Veiled():
            return "veiled"
        case ir.Returned():
            return "returned"
        case ir.Cell():
            return f"cell[{_shown(node.index)}]"
        case ir.Cells():
            return f"cells[{_shown(node.first)}, {_shown(node.count)}]"
        case ir.PileAt():
            return f"pile[{_shown(node.index)}]"
        case ir.PileOf():
            return f"pile_of[{_shown(node.piece)}]"
        case ir.PilesOf(low, many):
            return f"piles_of[{low}, {many}]"
        case ir.Item():
            return f"{_shown(node.many)}[{_shown(node.index)}]"
        case _:
            assert_never(node)


def _condition(node: _Condition) -> str:
    match node:
        case ir.Compare():
            return f"{_shown(node.left)} {node.operator} {_shown(node.right)}"
        case ir.IsNone():
            return f"{_shown(node.operand)} is {'not ' if node.negated else ''}none"
        case ir.Between():
            return f"{_shown(node.low)} <= {_shown(node.value)} < {_shown(node.high)}"
        case ir.Not():
            return f"not ({_shown(node.operand)})"
        case ir.And():
            return "(" + " and ".join(map(_shown, node.operands)) + ")" if node.operands else "true"
        case ir.Or():
            return "(" + " or ".join(map(_shown, node.operands)) + ")"
        case ir.IfElse():
            return f"({_shown(node.then)} if {_shown(node.test)} else {_shown(node.otherwise)})"
        case _:
            assert_never(node)


def _search(node: ir.Select) -> str:
    """Print a selection: a result for each member that passes the tests."""
    where = " if " + " and ".join(map(_shown, node.tests)) if node.tests else ""
    return f"{_shown(node.result)} for {node.variable.name} in {_shown(node.many)}{where}"


def _many(node: _Many) -> str:
    match node:
        case ir.SumOf():
            return f"sum({_shown(node.many)})"
        case ir.Extreme():
            return f"{node.word}({_shown(node.many)}, or 0)"
        case ir.Best():
            return f"{node.word}({_shown(node.many)} by {node.variable.name}: {_shown(node.key)})"
        case ir.Sorted():
            return f"sorted({_shown(node.many)} by {node.variable.name}: {_shown(node.key)})"
        case ir.Length():
            return f"length({_shown(node.many)})"
        case ir.NotEmpty():
            return f"not_empty({_shown(node.many)})"
        case ir.Frozen():
            return f"frozen({_shown(node.many)})"
        case ir.Unique():
            return f"unique({_shown(node.many)})"
        case ir.Picked():
            return f"picked({_shown(node.many)} by {_shown(node.by)})"
        case ir.Joined():
            return f"joined{arguments(node.lists)}"
        case ir.NewList():
            return "[]"
        case ir.Range():
            return f"range({_shown(node.low)}, {_shown(node.high)})"
        case ir.Charged():
            each = "each" if node.share == 1 else f"for {node.share}"
            return f"charged({_shown(node.many)}, {node.each} {each})"
        case _:
            assert_never(node)


_STEP = "    "


def printed(lowered: ir.Lowered, name: str) -> list[str]:
    """Return every function that comes from a rule of this name or is woven into it, each as one text."""
    frames = {each.entry: each for each in lowered.resumables.values()}
    found: list[str] = []
    for function in lowered.functions.values():
        if name not in (function.title, _rule(function.title)):
            continue
        resumable = frames.get(function.ref.number) if function.ref.role is ir.Role.SEGMENT else None
        if resumable is not None:
            found.append(_frame(resumable, function.title))
        found.append(print_function(function))
    return found


def _rule(title: str) -> str:
    """Return the rule that a title belongs to: `before build (docks, line 3)` belongs to `build`."""
    found = _TITLE.fullmatch(title)
    return found[1] if found is not None else title


_TITLE = re.compile(r"(?:action |before |after |instead of )?(\w+)(?: as written| \(.*\))?")


def print_function(function: ir.Function) -> str:
    """Print a function: role, parameters, source position, cost for its caller, statements."""
    names = _joined(parameter.name for parameter in function.parameters)
    head = f"{_called(function.ref)}({names})  # {function.title}, {_place(function)}"
    if function.ref.role is not ir.Role.SEGMENT:
        head += f", costs {function.cost}"
    return "\n".join((head, *_block(function.body, _STEP)))


def _place(function: ir.Function) -> str:
    return f"{function.span.file}:{function.span.line}"


def _frame(resumable: ir.Resumable, title: str) -> str:
    """Print the slots of a procedure's frame."""
    slots = _joined(f"{number} {slot.name}" for number, slot in enumerate(resumable.slots))
    words = f"procedure {resumable.procedure}  # {title}, frame: {slots}"
    if resumable.question is not None:
        after, question = resumable.question
        words += f"; begins with question {question}, then segment {after}"
    return words


def _block(body: ir.Block, indent: str) -> Iterator[str]:
    if not body:
        yield f"{indent}nothing"
    for each in body:
        yield from _statement(each, indent)


def _under(head: str, body: ir.Block, indent: str) -> Iterator[str]:
    yield f"{indent}{head}:"
    yield from _block(body, indent + _STEP)


def _statement(node: ir.Statement, indent: str) -> Iterable[str]:
    match node:
        case ir.If():
            return _if(node.test, node.then, node.otherwise, indent)
        case ir.ForEach():
            return _under(f"for {_shown(node.target)} in {_shown(node.many)}", node.body, indent)
        case ir.While():
            return _under(f"while {_shown(node.test)}", node.body, indent)
        case ir.Leave():
            return _leave(node.value, node.returns, node.after, indent)
        case _:
            return (f"{indent}{_line(node)}",)


def _if(test: ir.Expression, then: ir.Block, otherwise: ir.Block, indent: str) -> Iterator[str]:
    yield from _under(f"if {_shown(test)}", then, indent)
    if otherwise:
        yield from _under("else", otherwise, indent)


def _leave(value: ir.Expression | None, returns: bool, after: ir.Block, indent: str) -> Iterator[str]:
    given = f" with {_shown(value) if value is not None else 'none'}" if returns else ""
    if after:
        yield from _under(f"leave{given}, then", after, indent)
    else:
        yield f"{indent}leave{given}"


_Simple = (
    ir.Let
    | ir.Store
    | ir.Add
    | ir.Reset
    | ir.AddToSlot
    | ir.Pay
    | ir.Break
    | ir.Continue
    | ir.Return
    | ir.Evaluate
    | ir.Append
    | ir.SortEntries
    | ir.MoveCounted
    | ir.Perform
    | ir.Log
    | ir.LogPrevented
    | ir.Barrier
    | ir.CountTurn
    | ir.CheckOutcome
    | ir.Finish
    | ir.KeepCandidates
    | ir.AnswerAlone
    | ir.Settle
    | ir.Goto
    | ir.Enter
    | ir.Act
    | ir.Ask
)
"""Statements on one line."""


def _line(node: _Simple) -> str:
    match node:
        case ir.Let():
            return f"{_shown(node.target)} = {_shown(node.value)}"
        case ir.Store():
            return f"cell[{_shown(node.index)}] = {_shown(node.value)}"
        case ir.Add():
            return f"cell[{_shown(node.index)}] += {_shown(node.value)}"
        case ir.Reset(first, count, table):
            return f"cells[{first}, {count}] = {table}"
        case ir.AddToSlot(slot, number):
            return f"frame[{slot}] += {number}"
        case ir.Pay(units):
            return f"pay {units}"
        case ir.Break():
            return "break"
        case ir.Continue():
            return "continue"
        case ir.Return():
            return f"return {_shown(node.value)}" if node.value is not None else "return"
        case ir.Evaluate():
            return _shown(node.value)
        case ir.Append():
            return f"append {_shown(node.value)} to {node.target.name}"
        case ir.SortEntries(target):
            return f"sort {target.name}"
        case _:
            return _effect(node)


_Effect = (
    ir.MoveCounted
    | ir.Perform
    | ir.Log
    | ir.LogPrevented
    | ir.Barrier
    | ir.CountTurn
    | ir.CheckOutcome
    | ir.Finish
    | ir.KeepCandidates
    | ir.AnswerAlone
    | ir.Settle
    | ir.Goto
    | ir.Enter
    | ir.Act
    | ir.Ask
)


def _effect(node: _Effect) -> str:
    match node:
        case ir.MoveCounted():
            words = (
                f"move {_shown(node.amount)} from cell[{_shown(node.source)}] to cell[{_shown(node.target)}]"
            )
            rules = _joined(f"{_called(shortage)}({_shown(node.owner)})" for shortage in node.shortages)
            return f"{words}, or else {rules}" if rules else words
        case ir.Perform():
            return f"{node.name}{arguments(node.arguments)}"
        case ir.Log():
            return f"log {_shown(node.words)}" + (
                f" for {_shown(node.readers)}" if node.readers is not None else ""
            )
        case ir.LogPrevented():
            return f"log prevented {_shown(node.words)}"
        case ir.Barrier():
            return "barrier"
        case ir.CountTurn():
            return "count a turn"
        case ir.CheckOutcome(outcome):
            return f"check outcome {outcome}"
        case ir.Finish():
            whom = f" for {_shown(node.players)}" if node.players is not None else ""
            return f"{node.word}{whom} {_shown(node.words)}" + (
                f", then {_called(node.ending)}" if node.ending is not None else ""
            )
        case ir.KeepCandidates(value):
            return f"keep candidates {value.name}"
        case ir.AnswerAlone():
            seat = f" for {_shown(node.seat)}" if node.seat is not None else ""
            return f"answer question {node.question} alone with {_shown(node.answer)}{seat}"
        case ir.Settle():
            return "settle"
        case _:
            return _terminator(node)


def _terminator(node: ir.Goto | ir.Enter | ir.Act | ir.Ask) -> str:
    match node:
        case ir.Goto(segment):
            return f"go to segment {segment}"
        case ir.Enter():
            words = "enter recursive procedure" if node.recursive else "enter procedure"
            return f"{words} {node.procedure}{arguments(node.arguments)}, {_then(node.then, node.tail)}"
        case ir.Act():
            return f"act {_shown(node.entry)}, {_then(node.then, node.tail)}"
        case ir.Ask(question, then):
            return f"ask question {question}, then segment {then}"
        case _:
            assert_never(node)


def _then(segment: int, tail: bool) -> str:
    return "and leave" if tail else f"then segment {segment}"
