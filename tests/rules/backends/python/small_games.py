"""Lowered games built by hand, and a small machine that runs their Python code."""

from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

from lazaretto.grammar.source import Span
from lazaretto.rules.backends.python.compiled_code import PythonBackend, PythonCode
from lazaretto.rules.lower import ir

SPAN = Span("test.rules", 1, 1, 1, 1)
NUMBER = ir.Sort.NUMBER


def say(number: int, *gaps: ir.Expression) -> ir.Log:
    """Log a line; tests read the effects from the log."""
    return ir.Log(ir.Words(number, gaps))


def slot(number: int) -> ir.Slot:
    return ir.Slot(number, NUMBER)


def leave() -> ir.Leave:
    return ir.Leave(None, False, [])


def resumable(
    number: int, entry: int, blocks: Sequence[ir.Block], size: int = 3, **rest: Any
) -> ir.Resumable:
    """Build a procedure of some segments with a given frame size."""
    slots = tuple(ir.FrameSlot(f"slot {each}", NUMBER) for each in range(size))
    facts: dict[str, Any] = {"brief": True, "recursive": False, "question": None} | rest
    return ir.Resumable(number, entry, len(blocks), slots, 0, span=SPAN, **facts)


def game(
    procedures: dict[ir.Resumable, Sequence[ir.Block]],
    functions: Sequence[ir.Function] = (),
    **constants: object,
) -> ir.Lowered:
    """Build a game of some procedures."""
    found = {function.ref: function for function in functions}
    for each, blocks in procedures.items():
        for index, body in enumerate(blocks):
            ref = ir.Ref(ir.Role.SEGMENT, each.entry + index)
            found[ref] = ir.Function(ref, "", (), body, SPAN)
    resumables = {procedure.procedure: procedure for procedure in procedures}
    return ir.Lowered(found, resumables, constants, (), frozenset(), 100)


def state(**fields: Any) -> Any:
    """Return a state with everything that code reads and writes."""
    known: dict[str, Any] = {"stack": [], "ret": None, "ask": None, "fuel": 1000, "log": None}
    known |= {"v": [10, 20, 30], "p": [[1, 2], []], "w": [0, 0, 0], "players": 2, "forced": []}
    return SimpleNamespace(**(known | fields))


def loaded(code: PythonCode, procedures: dict[int, ir.Resumable] | None = None) -> PythonBackend:
    """Return code ready to call, with a machine that can only enter procedures."""

    def enter(s: Any, number: int, *arguments: Any) -> None:
        called = (procedures or {})[number]
        s.stack.append([called.entry, *arguments, *[None] * (len(called.slots) - 1 - len(arguments))])

    def nothing(*_: Any) -> None:
        raise AssertionError("no game here needs this")

    services: Any = SimpleNamespace(enter=enter, settle=nothing, hidden=nothing, actions=[])
    return code.load(services)


def played(
    lowered: ir.Lowered, compiler: Callable[[ir.Lowered], PythonCode]
) -> tuple[list[Any], int, list[tuple[Any, ...]]]:
    """Run procedure 0; return its effects, the number of segments run, and the stack at each question."""
    backend = loaded(compiler(lowered), dict(lowered.resumables))
    s = state()
    first = lowered.resumables[0]
    s.stack.append([first.entry, *[None] * (len(first.slots) - 1)])
    segments, stacks = 0, []
    while s.stack:
        frame = s.stack[-1]
        segment = backend.segment(frame[0])
        assert segment is not None
        segment(s, frame)
        segments += 1
        if s.ask is not None:
            s.log = (s.log, None, "asks", s.ask)
            stacks.append(tuple(map(tuple, s.stack)))
            s.ask = None
    return [line[3:] for line in lines(s.log)], segments, stacks


def lines(log: Any) -> list[Any]:
    """Return the lines of a log, oldest first."""
    found = []
    while log is not None:
        found.append(log)
        log = log[0]
    return found[::-1]
