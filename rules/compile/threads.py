"""Segments that follow each other without a question between them become one.

A segment that only says where to go on costs as much as one that does something. So jumps are followed here,
on the finished Python: what a segment jumps to is written into it, as long as that stays short and goes round
in no circle; what is there in any case, because an answer leads to it, is called unless it is very short. A
rule that is called last in a procedure takes the place of the procedure's frame.
"""

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from grammar.source import Span
from rules.compile import python as py

_ROOM = 200
"""How many parts of Python's tree a segment may have."""
_SMALL = 80
"""How many parts of a segment that is there in any case are written in once more; a larger one is called."""


@dataclass(frozen=True, slots=True)
class Resumable:
    """A procedure made of segments: its first one, the size of its frame, whether that may go early."""

    entry: int
    size: int
    brief: bool
    blocks: Sequence[list[ast.stmt]]
    span: Span
    question: tuple[int, int] | None = None
    """Where it begins with a question: the segment after it, and the question's number."""

    def functions(self) -> list[ast.FunctionDef]:
        """A function for each segment, as it was cut."""
        return [_segment(self.entry + index, body, self.span) for index, body in enumerate(self.blocks)]


def _segment(number: int, body: Sequence[ast.stmt], span: Span) -> ast.FunctionDef:
    return py.function(f"seg_{number}", ["s", "f"], body, span)


def thread(procedures: Mapping[int, Resumable]) -> list[ast.FunctionDef]:
    """The segments that are left."""
    threads = _Threads(procedures)
    return [_segment(number, body, threads.owners[number].span) for number, body in threads.run().items()]


def question(blocks: Sequence[list[ast.stmt]]) -> tuple[int, int] | None:
    """The segment to go on with and the question, for a procedure that asks before it does anything."""
    match blocks[0]:
        case [
            *paid,
            ast.Assign(value=ast.Constant(int(after))),
            ast.Assign([ast.Attribute(attr="ask")], ast.Constant(int(number))),
            ast.Return(),
        ] if len(paid) == _PAID:
            return after, number
        case _:
            return None


_PAID = 2
"""How many statements there are about paying at the beginning of a procedure."""


class _Threads:
    def __init__(self, procedures: Mapping[int, Resumable]) -> None:
        self.procedures = procedures
        self.blocks: dict[int, list[ast.stmt]] = {}
        self.owners: dict[int, Resumable] = {}
        for each in procedures.values():
            for index, body in enumerate(each.blocks):
                self.blocks[each.entry + index] = body
                self.owners[each.entry + index] = each
        self.sizes = {number: _size(body) for number, body in self.blocks.items()}
        self.round = _round(procedures)
        self.answered = {number for body in self.blocks.values() for number in _answered(body)}
        """The segments that come after an answer, and so are there in any case."""
        self.done: dict[int, list[ast.stmt]] = {}

    def run(self) -> dict[int, list[ast.stmt]]:
        """Every segment that somebody goes to, each as long as it can be."""
        waiting = [each.entry for each in self.procedures.values()]
        waiting += [each.question[0] for each in self.procedures.values() if each.question is not None]
        while waiting:
            number = waiting.pop()
            if number in self.done:
                continue
            body = self._followed(self.blocks[number], {number}, [_ROOM - self.sizes[number]])
            self.done[number] = body
            waiting += [each for each in targets(body) if each not in self.done]
        for number, body in self.done.items():
            self._calls(body, self.owners[number])
        return self.done

    def _followed(self, body: Sequence[ast.stmt], way: set[int], room: list[int]) -> list[ast.stmt]:
        """A copy of a block in which jumps are followed."""
        found: list[ast.stmt] = []
        for index, each in enumerate(body):
            target = _jump(body, index)
            if target is not None and target not in way:
                if target in self.answered and self.sizes[target] > _SMALL:
                    call = ast.Expr(py.call(f"seg_{target}", py.name("s"), py.name("f")))
                    return [*found, py.copied(each), py.like(call, each), py.copied(body[index + 1])]
                if self.sizes[target] <= room[0]:
                    room[0] -= self.sizes[target]
                    return [*found, *self._followed(self.blocks[target], way | {target}, room)]
            if isinstance(each, ast.If):
                body_of = self._followed(each.body, way, room)
                made = ast.If(py.copied(each.test), body_of, self._followed(each.orelse, way, room))
                found.append(py.at(each, made))
            else:
                found.append(py.copied(each))
        return found

    # --- calls ---------------------------------------------------------------------------------

    def _calls(self, body: list[ast.stmt], owner: Resumable) -> None:
        """Frames are laid down at once, and a frame that has nothing left to do is taken away before."""
        for each in body:
            if isinstance(each, ast.If):
                self._calls(each.body, owner)
                self._calls(each.orelse, owner)
        for index, each in enumerate(body):
            match each:
                case ast.Expr(ast.Call(ast.Name("enter") | ast.Subscript(ast.Name("deeds")))):
                    target = _target(body[index - 1])
                    if owner.brief and target is not None and self._leaves(target):
                        body[index - 1] = _popped(each)
                    body[index : index + 1] = self._pushed(each)
                case _:
                    pass

    def _leaves(self, number: int) -> bool:
        """Whether a segment does nothing but leave, perhaps after some jumps."""
        way: set[int] = set()
        while number not in way:
            way.add(number)
            body = self.blocks[number]
            match body:
                case [ast.Expr(ast.Call(ast.Attribute(attr="pop"))), ast.Return()]:
                    return True
                case [first, ast.Return(), *_] if (target := _target(first)) is not None:
                    number = target
                case _:
                    return False
        return False

    def _pushed(self, node: ast.Expr) -> list[ast.stmt]:
        """The frame of a procedure, laid down without asking the machine; not for one that may go round."""
        match node.value:
            case ast.Call(ast.Name("enter"), [_, ast.Constant(int(number)), *arguments]):
                if number in self.round:
                    return [node]
                called = self.procedures[number]
                first, asked = called.question or (called.entry, None)
                rest = [py.const(None) for _ in range(called.size - 1 - len(arguments))]
                frame = ast.List([py.const(first), *arguments, *rest], ast.Load())
                stack = ast.Attribute(py.field("s", "stack"), "append", ast.Load())
                made: list[ast.stmt] = [
                    py.assign(py.store("frame"), frame),
                    ast.Expr(ast.Call(stack, [py.name("frame")], [])),
                ]
                if asked is not None:
                    ask = ast.Attribute(py.name("s"), "ask", ast.Store())
                    made.append(py.assign(ask, py.const(asked)))
                else:
                    made.append(ast.Expr(py.call(f"seg_{first}", py.name("s"), py.name("frame"))))
                return [py.like(each, node) for each in made]
            case _:
                return [node]


def _popped(node: ast.AST) -> ast.stmt:
    stack = ast.Attribute(py.field("s", "stack"), "pop", ast.Load())
    return py.like(ast.Expr(ast.Call(stack, [], [])), node)


def _target(node: ast.stmt) -> int | None:
    """Where to go on, as a statement says it."""
    match node:
        case ast.Assign(
            [ast.Subscript(ast.Name("f"), ast.Constant(0), ast.Store())], ast.Constant(int(number))
        ):
            return number
        case _:
            return None


def _jump(body: Sequence[ast.stmt], index: int) -> int | None:
    """The segment that a block goes to from here, without anything between."""
    if index + 1 < len(body) and isinstance(body[index + 1], ast.Return):
        return _target(body[index])
    return None


def _statements(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    for each in body:
        yield each
        if isinstance(each, ast.If):
            yield from _statements(each.body)
            yield from _statements(each.orelse)


def targets(body: Sequence[ast.stmt]) -> list[int]:
    """The segments with which statements say to go on."""
    found = [_target(each) for each in _statements(body)]
    return [each for each in found if each is not None]


def _answered(body: Sequence[ast.stmt]) -> Iterator[int]:
    """The segments with which to go on after an answer or a call."""
    for index, each in enumerate(body):
        target = _target(each)
        if target is not None and _jump(body, index) is None:
            yield target
        if isinstance(each, ast.If):
            yield from _answered(each.body)
            yield from _answered(each.orelse)


def _size(body: Sequence[ast.stmt]) -> int:
    return sum(1 for statement in body for _ in py.parts(statement))


def _round(procedures: Mapping[int, Resumable]) -> set[int]:
    """The procedures that may come to call themselves."""
    calls: dict[int, set[int]] = {}
    for number, each in procedures.items():
        calls[number] = set()
        for body in each.blocks:
            for statement in _statements(body):
                match statement:
                    case ast.Expr(ast.Call(ast.Name("enter"), [_, ast.Constant(int(called)), *_])):
                        calls[number].add(called)
                    case _:
                        pass
    return {number for number in calls if number in reached(number, calls)}


Point = TypeVar("Point")


def reached(start: Point, after: Mapping[Point, Iterable[Point]]) -> set[Point]:
    """All that may come after something, as far as it goes."""
    found: set[Point] = set()
    waiting = [*after[start]]
    while waiting:
        each = waiting.pop()
        if each not in found:
            found.add(each)
            waiting += after[each]
    return found
