"""Finds the source position of a fault from the nodes in its traceback."""

import sys
from itertools import pairwise
from types import FrameType, TracebackType
from typing import Any

from lazaretto.grammar.node_dataclass import changing_node
from lazaretto.grammar.source import Span
from lazaretto.rules.lower.ir import Function

_PACKAGE = __name__.rpartition(".")[0] + "."


@changing_node
class _Called:
    """An active call, and the position of the innermost node that it was evaluating."""

    function: Function
    span: Span


def place(fault: BaseException) -> str:
    """Return the position of the innermost node; for endless recursion, of the call that closes the cycle."""
    calls = _calls(fault.__traceback__)
    if not calls:
        return ""
    found = calls[-1]
    if isinstance(fault, RecursionError):
        found = _closing(calls) or found
    return f"{found.span.file}:{found.span.line}:{found.span.column}"


def running() -> str:
    """Return the position of the innermost node that is being evaluated."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        if frame.f_globals.get("__name__", "").startswith(_PACKAGE):
            node: Any = frame.f_locals.get("node")
            if node is not None and node.span is not None:
                return f"{node.span.file}:{node.span.line}:{node.span.column}"
        frame = frame.f_back
    return ""


def _calls(trace: TracebackType | None) -> list[_Called]:
    """Return the active calls of lowered functions, the innermost last."""
    found: list[_Called] = []
    while trace is not None:
        frame = trace.tb_frame
        trace = trace.tb_next
        if not frame.f_globals.get("__name__", "").startswith(_PACKAGE):
            continue
        node: Any = frame.f_locals.get("node")
        if isinstance(node, Function):
            found.append(_Called(node, node.span))
        elif node is not None and node.span is not None:
            found[-1].span = node.span
    return found


def _closing(calls: list[_Called]) -> _Called | None:
    """Return the first call to a function that is already active."""
    met: set[int] = set()
    for caller, callee in pairwise(calls):
        met.add(id(caller.function))
        if id(callee.function) in met:
            return caller
    return None
