"""Finds the tail calls of resumable procedures, and the functions and procedures that may call themselves.

A frame that has nothing left to do is popped before its last call. So a chain of tail calls needs no depth,
and the stack at every decision is the same in all back ends. Where functions may call themselves, a fault
ends them when too many calls are nested.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

from lazaretto.rules.lower import ir
from lazaretto.rules.lower.ir.function_roles import Ref
from lazaretto.rules.lower.ir.program import Function
from lazaretto.rules.lower.ir.walk import Calls, all_calls

Blocks = Mapping[int, ir.Block]
"""The segments by number."""


def first_question(entry: ir.Block) -> tuple[int, int] | None:
    """If a procedure asks before it does anything, return the segment after the question and its number."""
    match entry:
        case [ir.Ask(question, then)]:
            return then, question
        case _:
            return None


def mark_calls(resumables: Iterable[ir.Resumable], blocks: Blocks) -> set[int]:
    """Set `tail` and `recursive` on all calls; return the procedures that may recurse."""
    owned = {
        each.procedure: [blocks[number] for number in range(each.entry, each.entry + each.count)]
        for each in resumables
    }
    calls = {
        procedure: {
            call.procedure for block in segments for call in _calls(block) if isinstance(call, ir.Enter)
        }
        for procedure, segments in owned.items()
    }
    recursive = {each for each in calls if each in _reached(each, calls)}
    for resumable in resumables:
        for block in owned[resumable.procedure]:
            for call in _calls(block):
                call.tail = resumable.brief and _leaves(call.then, blocks)
                if isinstance(call, ir.Enter):
                    call.recursive = call.procedure in recursive
    return recursive


def _calls(block: ir.Block) -> Iterator[ir.Enter | ir.Act]:
    """Yield all calls of a segment; loops inside a segment contain none."""
    for statement in block:
        match statement:
            case ir.Enter() | ir.Act():
                yield statement
            case ir.If(_, then, otherwise):
                yield from _calls(then)
                yield from _calls(otherwise)
            case _:
                pass


def _leaves(number: int, blocks: Blocks) -> bool:
    """Whether a segment only leaves, possibly after some jumps."""
    way: set[int] = set()
    while number not in way:
        way.add(number)
        match blocks[number]:
            case [ir.Leave(returns=False, after=[])]:
                return True
            case [ir.Goto(target)]:
                number = target
            case _:
                return False
    return False


Point = TypeVar("Point")


def _reached(start: Point, after: Mapping[Point, Iterable[Point]]) -> set[Point]:
    """Return all successors, direct and indirect."""
    found: set[Point] = set()
    waiting = [*after[start]]
    while waiting:
        each = waiting.pop()
        if each not in found:
            found.add(each)
            waiting += after[each]
    return found


def mark_recursive(functions: Mapping[Ref, Function], calls: Calls | None = None) -> None:
    """Mark the functions from which they themselves can be reached; `calls` is what they call, if known."""
    calls = all_calls(functions) if calls is None else calls
    for ref in _in_cycles({ref: dict.fromkeys(call) for ref, call in calls.items()}):
        functions[ref].recursive = True


def _in_cycles(calls: Mapping[Ref, Iterable[Ref]]) -> frozenset[Ref]:
    """Return the nodes of a graph from which they themselves can be reached."""
    order: list[Ref] = []
    met: set[Ref] = set()
    back: dict[Ref, list[Ref]] = {}
    for start in calls:
        stack = [(start, False)]
        while stack:
            ref, done = stack.pop()
            if done:
                order.append(ref)
            elif ref not in met:
                met.add(ref)
                stack.append((ref, True))
                for callee in calls.get(ref, ()):
                    back.setdefault(callee, []).append(ref)
                    stack.append((callee, False))
    refs: set[Ref] = set()
    placed: set[Ref] = set()
    for start in reversed(order):
        if start in placed:
            continue
        placed.add(start)
        group, waiting = [start], [start]
        while waiting:
            for caller in back.get(waiting.pop(), ()):
                if caller not in placed:
                    placed.add(caller)
                    group.append(caller)
                    waiting.append(caller)
        if len(group) > 1 or start in calls.get(start, ()):
            refs.update(group)
    return frozenset(refs)
