"""Finds the functions that may call themselves: a fault ends them when too many calls are nested."""

from collections.abc import Iterable, Mapping

from lazaretto.rules.lower.ir.function_roles import Ref
from lazaretto.rules.lower.ir.program import Function
from lazaretto.rules.lower.ir.walk import Calls, all_calls


def mark_recursive(functions: Mapping[Ref, Function], calls: Calls | None = None) -> None:
    """Mark the functions from which they themselves can be reached; `calls` is what they call, if known."""
    calls = all_calls(functions) if calls is None else calls
    for ref in _in_cycles({ref: dict.fromkeys(each) for ref, each in calls.items()}):
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
                for each in calls.get(ref, ()):
                    back.setdefault(each, []).append(ref)
                    stack.append((each, False))
    found: set[Ref] = set()
    placed: set[Ref] = set()
    for start in reversed(order):
        if start in placed:
            continue
        placed.add(start)
        group, waiting = [start], [start]
        while waiting:
            for each in back.get(waiting.pop(), ()):
                if each not in placed:
                    placed.add(each)
                    group.append(each)
                    waiting.append(each)
        if len(group) > 1 or start in calls.get(start, ()):
            found.update(group)
    return frozenset(found)
