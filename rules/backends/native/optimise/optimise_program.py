"""Optimises whole flat programs."""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import replace

from lazaretto.rules.backends.native.flat.nodes import Call
from lazaretto.rules.backends.native.flat.program import FlatProgram, Function
from lazaretto.rules.backends.native.flat.walk import nodes_of
from lazaretto.rules.backends.native.optimise.inline_calls import ONCE, SMALL, TINY, Body, Inliner, body_of


def optimise_program(program: FlatProgram, apart: Container[str] = (), small: int = SMALL) -> FlatProgram:
    """Return a program that does the same: calls are replaced, constants folded, unused functions dropped.

    Calls of functions that are kept apart stay calls, and most of those that have more than `small` nodes.
    """
    roots = frozenset(_roots(program))
    nodes, calls = _used(program, roots)
    counts = Counter(each for called in calls.values() for each in called)
    bodies: dict[str, Body] = {}
    functions: dict[str, Function] = {}
    left: dict[str, list[str]] = {}
    none, some = range(0), range(TINY + 1, small + 1)
    for name in _inner_first(calls):
        function = program.functions[name]
        inliner = Inliner(bodies, nodes[name], some if function.small else none)
        functions[name] = function.with_body(inliner.steps(function.body))
        left[name] = inliner.calls
        if counts[name] and name not in calls[name] and name not in apart:
            body = body_of(functions[name], ONCE if counts[name] == 1 and name not in roots else small)
            if body is not None:
                bodies[name] = body
    reached = _reachable(roots, left)
    return replace(program, functions={name: each for name, each in functions.items() if name in reached})


def _used(program: FlatProgram, roots: Iterable[str]) -> tuple[dict[str, int], dict[str, list[str]]]:
    """Return the functions that can be reached: how many nodes each one has, and what it calls."""
    sizes: dict[str, int] = {}
    calls: dict[str, list[str]] = {}
    waiting = [*roots]
    while waiting:
        name = waiting.pop()
        if name not in calls and name in program.functions:
            nodes = nodes_of(program.functions[name].body)
            sizes[name] = len(nodes)
            calls[name] = [each.function for each in nodes if type(each) is Call]
            waiting += calls[name]
    return sizes, {name: calls[name] for name in program.functions if name in calls}


def _roots(program: FlatProgram) -> Iterator[str]:
    """Yield what is called from outside, or by its index."""
    yield from program.exports
    for table in program.tables.values():
        yield from (each for each in table.functions if each is not None)


def _inner_first(calls: Mapping[str, list[str]]) -> Iterator[str]:
    """Yield all functions, after those that they call where that is possible."""
    seen: set[str] = set()
    for start in calls:
        if start in seen:
            continue
        seen.add(start)
        waiting = [(start, iter(calls[start]))]
        while waiting:
            name, rest = waiting[-1]
            for each in rest:
                if each in calls and each not in seen:
                    seen.add(each)
                    waiting.append((each, iter(calls[each])))
                    break
            else:
                waiting.pop()
                yield name


def _reachable(roots: Iterable[str], calls: Mapping[str, list[str]]) -> set[str]:
    seen: set[str] = set()
    waiting = list(roots)
    while waiting:
        name = waiting.pop()
        if name not in seen and name in calls:
            seen.add(name)
            waiting += calls[name]
    return seen
