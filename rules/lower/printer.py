"""Prints the lowered form for people: `lazaretto explain --lowered`, and test failures."""

import re
from collections.abc import Iterable, Iterator
from typing import assert_never

from rules.lower import ir
from rules.lower.print_expressions import arguments, called, joined, shown

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
    names = joined(each.name for each in function.parameters)
    head = f"{called(function.ref)}({names})  # {function.title}, {_place(function)}"
    if function.ref.role is not ir.Role.SEGMENT:
        head += f", costs {function.cost}"
    return "\n".join((head, *_block(function.body, _STEP)))


def _place(function: ir.Function) -> str:
    return f"{function.span.file}:{function.span.line}"


def _frame(resumable: ir.Resumable, title: str) -> str:
    """Print the slots of a procedure's frame."""
    slots = joined(f"{number} {each.name}" for number, each in enumerate(resumable.slots))
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
        case ir.If(test, then, otherwise):
            return _if(test, then, otherwise, indent)
        case ir.ForEach(target, many, body):
            return _under(f"for {shown(target)} in {shown(many)}", body, indent)
        case ir.While(test, body):
            return _under(f"while {shown(test)}", body, indent)
        case ir.Leave(value, returns, after):
            return _leave(value, returns, after, indent)
        case _:
            return (f"{indent}{_line(node)}",)


def _if(test: ir.Expression, then: ir.Block, otherwise: ir.Block, indent: str) -> Iterator[str]:
    yield from _under(f"if {shown(test)}", then, indent)
    if otherwise:
        yield from _under("else", otherwise, indent)


def _leave(value: ir.Expression | None, returns: bool, after: ir.Block, indent: str) -> Iterator[str]:
    given = f" with {shown(value) if value is not None else 'none'}" if returns else ""
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
        case ir.Let(target, value):
            return f"{shown(target)} = {shown(value)}"
        case ir.Store(index, value):
            return f"cell[{shown(index)}] = {shown(value)}"
        case ir.Add(index, value):
            return f"cell[{shown(index)}] += {shown(value)}"
        case ir.Reset(first, count, table):
            return f"cells[{first}, {count}] = {table}"
        case ir.AddToSlot(slot, number):
            return f"frame[{slot}] += {number}"
        case ir.Pay(units, checked):
            return f"pay {units}" if checked else f"pay {units} unchecked"
        case ir.Break():
            return "break"
        case ir.Continue():
            return "continue"
        case ir.Return(result):
            return f"return {shown(result)}" if result is not None else "return"
        case ir.Evaluate(value):
            return shown(value)
        case ir.Append(target, value):
            return f"append {shown(value)} to {target.name}"
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
        case ir.MoveCounted(source, target, amount, shortages, owner):
            words = f"move {shown(amount)} from cell[{shown(source)}] to cell[{shown(target)}]"
            rules = joined(f"{called(each)}({shown(owner)})" for each in shortages)
            return f"{words}, or else {rules}" if rules else words
        case ir.Perform(name, given):
            return f"{name}{arguments(given)}"
        case ir.Log(words, readers):
            return f"log {shown(words)}" + (f" for {shown(readers)}" if readers is not None else "")
        case ir.LogPrevented(reason):
            return f"log prevented {shown(reason)}"
        case ir.Barrier():
            return "barrier"
        case ir.CountTurn():
            return "count a turn"
        case ir.CheckOutcome(outcome):
            return f"check outcome {outcome}"
        case ir.Finish(word, words, players, ending):
            whom = f" for {shown(players)}" if players is not None else ""
            return f"{word}{whom} {shown(words)}" + (f", then {called(ending)}" if ending is not None else "")
        case ir.KeepCandidates(value):
            return f"keep candidates {value.name}"
        case ir.AnswerAlone(question, answer):
            return f"answer question {question} alone with {shown(answer)}"
        case ir.Settle():
            return "settle"
        case _:
            return _terminator(node)


def _terminator(node: ir.Goto | ir.Enter | ir.Act | ir.Ask) -> str:
    match node:
        case ir.Goto(segment):
            return f"go to segment {segment}"
        case ir.Enter(procedure, given, then, tail, recursive):
            words = "enter recursive procedure" if recursive else "enter procedure"
            return f"{words} {procedure}{arguments(given)}, {_then(then, tail)}"
        case ir.Act(entry, then, tail):
            return f"act {shown(entry)}, {_then(then, tail)}"
        case ir.Ask(question, then):
            return f"ask question {question}, then segment {then}"
        case _:
            assert_never(node)


def _then(segment: int, tail: bool) -> str:
    return "and leave" if tail else f"then segment {segment}"
