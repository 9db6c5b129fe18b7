"""Merges segments that follow each other without waiting.

A segment that only jumps costs as much to run as one that does something. So this pass threads jumps: it
merges the target into the segment, as long as the result stays short and is not a cycle. A target that must
exist anyway, because an answer or a call resumes there, is called instead, unless it is very short.
"""

from collections.abc import Iterator

from lazaretto.rules.lower import ir
from lazaretto.rules.lower.ir.walk import statements, walk

_ROOM = 100
"""The maximum size of a merged segment in nodes."""
_SMALL = 50
"""The maximum size of a segment that is copied although it must exist anyway, in nodes."""


def merge_segments(lowered: ir.Lowered) -> dict[int, ir.Block]:
    """Return the segments that are still entered, with merged targets; they share nodes with `lowered`."""
    return _Merger(lowered).run()


class _Merger:
    def __init__(self, lowered: ir.Lowered) -> None:
        self._resumables = lowered.resumables.values()
        self._blocks = {
            ref.number: function.body
            for ref, function in lowered.functions.items()
            if ref.role is ir.Role.SEGMENT
        }
        self._sizes = {number: sum(1 for _ in walk(body)) for number, body in self._blocks.items()}
        self._resumed = {number for body in self._blocks.values() for number in _resumed(body)}
        """The segments that must exist because the machine resumes there."""

    def run(self) -> dict[int, ir.Block]:
        found: dict[int, ir.Block] = {}
        waiting = [resumable.entry for resumable in self._resumables]
        waiting += [resumable.question[0] for resumable in self._resumables if resumable.question is not None]
        while waiting:
            number = waiting.pop()
            if number not in found:
                room = [_ROOM - self._sizes[number]]
                body = found[number] = self._followed(self._blocks[number], {number}, room)
                waiting += _needed(body)
        return found

    def _followed(self, body: ir.Block, way: set[int], room: list[int]) -> ir.Block:
        """Return a block with threaded jumps; `room` is what is left for the whole segment."""
        found: ir.Block = []
        for statement in body:
            match statement:
                case ir.Goto(target) if target not in way:
                    found += self._instead(statement, way, room)
                case ir.If(_, then, otherwise, span):
                    then = self._followed(then, way, room)
                    found.append(ir.If(statement.test, then, self._followed(otherwise, way, room), span))
                case _:
                    found.append(statement)
        return found

    def _instead(self, jump: ir.Goto, way: set[int], room: list[int]) -> ir.Block:
        """Return the replacement of a jump."""
        target = jump.segment
        size = self._sizes[target]
        if target in self._resumed and size > _SMALL:
            run = ir.Call(ir.Ref(ir.Role.SEGMENT, target), ())
            return [ir.Evaluate(run, jump.span), ir.Return(None, jump.span)]
        if size > room[0]:
            return [jump]
        room[0] -= size
        return self._followed(self._blocks[target], way | {target}, room)


def _resumed(body: ir.Block) -> Iterator[int]:
    """Yield the segments where the machine resumes after an answer or a call."""
    for statement in statements(body):
        match statement:
            case ir.Ask(then=then) | ir.Enter(then=then, tail=False) | ir.Act(then=then, tail=False):
                yield then
            case _:
                pass


def _needed(body: ir.Block) -> Iterator[int]:
    """Yield the targets of a merged segment."""
    yield from _resumed(body)
    for statement in statements(body):
        match statement:
            case ir.Goto(segment) | ir.Evaluate(ir.Call(ir.Ref(ir.Role.SEGMENT, segment))):
                yield segment
            case _:
                pass


__all__ = ["merge_segments"]
