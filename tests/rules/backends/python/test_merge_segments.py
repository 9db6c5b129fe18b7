"""Merging segments changes nothing but the number of segments that run."""

from collections.abc import Callable
from typing import Any

import pytest

from lazaretto.rules.backends.python.compile_passes import compile_plain, compile_python
from lazaretto.rules.backends.python.compiled_code import PythonCode
from lazaretto.rules.backends.python.merge_segments import merge_segments
from lazaretto.rules.lower import ir
from lazaretto.rules.lower.ir.walk import walk
from tests.rules.backends.python.small_games import game, leave, played, resumable, say, slot

Compiler = Callable[[ir.Lowered], PythonCode]


def less(number: int, most: int) -> ir.Expression:
    return ir.Compare("<", slot(number), ir.Const(most))


def loop() -> ir.Lowered:
    """Counts to 3 and skips 2."""
    two = ir.Compare("=", slot(1), ir.Const(2))
    blocks: list[ir.Block] = [
        [ir.Let(slot(1), ir.Const(0)), ir.Goto(1)],
        [
            ir.If(ir.Not(less(1, 3)), [ir.Goto(2)], []),
            ir.AddToSlot(1, 1),
            ir.If(two, [ir.Goto(1)], []),
            say(7, slot(1)),
            ir.Goto(1),
        ],
        [say(8), ir.Goto(3)],
        [leave()],
    ]
    return game({resumable(0, 0, blocks): blocks})


def call(tail: bool, recursive: bool = False, asks_first: bool = False) -> ir.Lowered:
    """Calls a procedure that asks; `tail`: pops its frame before."""
    entered = ir.Enter(1, (ir.Const(7),), 1, tail, recursive)
    blocks: list[ir.Block] = [[say(1), entered], [leave()]]
    asking: list[ir.Block] = [[ir.Ask(5, 11)], [say(2, slot(1)), leave()]]
    called = resumable(1, 10, asking, question=(11, 5) if asks_first else None, recursive=recursive)
    return game({resumable(0, 0, blocks): blocks, called: asking})


def shared(size: int, asked: bool) -> ir.Lowered:
    """A segment of some size that follows a question, and is also reached without one."""
    told: ir.Block = [say(20 + each, ir.Const(each)) for each in range(size)]
    first = ir.Const(None if asked else 3)
    question: ir.Block = [ir.Let(slot(1), ir.Const(1)), ir.Ask(5, 1)]
    blocks: list[ir.Block] = [
        [ir.Let(slot(1), first), ir.Goto(2)],
        [*told, leave()],
        [ir.If(ir.IsNone(slot(1)), question, []), ir.Goto(1)],
    ]
    return game({resumable(0, 0, blocks): blocks})


GAMES: dict[str, Callable[[], ir.Lowered]] = {
    "a loop": loop,
    "a call": lambda: call(False),
    "a tail call": lambda: call(True),
    "a recursive call": lambda: call(False, True),
    "a call of a procedure that begins with a question": lambda: call(False, False, True),
    "a short segment after a question": lambda: shared(1, True),
    "a long segment after a question": lambda: shared(30, True),
    "a long segment without the question": lambda: shared(30, False),
}


@pytest.mark.parametrize("name", GAMES)
def test_merged_segments_do_the_same(name: str) -> None:
    before, many, stacks = played(GAMES[name](), compile_plain)
    after, few, same = played(GAMES[name](), compile_python)
    assert before == after and before
    assert stacks == same, "every frame waits with the same segment"
    assert few <= many


def test_a_loop_takes_fewer_segments() -> None:
    done, many, _ = played(loop(), compile_plain)
    assert done == [(7, 1), (7, 3), (8,)]
    assert played(loop(), compile_python)[1] < many


@pytest.mark.parametrize(("tail", "frames"), [(True, 1), (False, 2)])
def test_a_tail_call_pops_the_frame_of_its_caller(tail: bool, frames: int) -> None:
    for compiler in (compile_plain, compile_python):
        (stack,) = played(call(tail), compiler)[2]
        assert len(stack) == frames


def _copies(lowered: ir.Lowered, template: int) -> int:
    merged = merge_segments(lowered).values()
    return sum(
        isinstance(words, ir.Words) and words.template == template for body in merged for words in walk(body)
    )


def test_a_long_segment_after_a_question_exists_once() -> None:
    assert _copies(shared(30, True), 20) == 1
    assert _copies(shared(1, True), 20) > 1, "a short one is copied"


def test_a_segment_that_nobody_enters_is_left_out() -> None:
    assert set(merge_segments(loop())) == {0, 1}


def test_jumps_in_a_circle_end() -> None:
    blocks: list[ir.Block] = [
        [ir.Goto(1)],
        [ir.If(less(1, 3), [ir.AddToSlot(1, 1), ir.Goto(0)], []), leave()],
    ]
    blocks[0].insert(0, say(1))
    start: list[ir.Block] = [[ir.Let(slot(1), ir.Const(0)), ir.Goto(0)]]
    lowered = game({resumable(0, 0, blocks): blocks, resumable(1, 50, start): start})
    merged: dict[int, Any] = merge_segments(lowered)
    assert set(merged) == {0, 50}
    assert sum(isinstance(each, ir.Goto) for each in walk(merged[0])) == 1
