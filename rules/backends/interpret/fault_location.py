"""Where in the text a fault arose: read off the nodes that were being worked on, from the traceback."""

from dataclasses import dataclass
from itertools import pairwise
from types import TracebackType
from typing import Any

from grammar.source import Span
from rules.lower.ir import Function

_PACKAGE = __name__.rpartition(".")[0] + "."


@dataclass(slots=True)
class _Called:
    """A call that was under way, and the place of the innermost node that it was working on."""

    function: Function
    span: Span


def place(fault: BaseException) -> str:
    """The place of the innermost node that has one; in an endless recursion, of the call that closes it."""
    calls = _calls(fault.__traceback__)
    if not calls:
        return ""
    found = calls[-1]
    if isinstance(fault, RecursionError):
        found = _closing(calls) or found
    return f"{found.span.file}:{found.span.line}:{found.span.column}"


def _calls(trace: TracebackType | None) -> list[_Called]:
    """The calls of lowered functions that were under way, the innermost last."""
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
    """The first call that leads to a function which is already under way."""
    met: set[int] = set()
    for caller, callee in pairwise(calls):
        met.add(id(caller.function))
        if id(callee.function) in met:
            return caller
    return None
