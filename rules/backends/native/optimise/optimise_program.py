"""Optimises whole flat programs."""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import replace

from rules.backends.native.flat.nodes import Call
from rules.backends.native.flat.program import FlatProgram, Function
from rules.backends.native.flat.walk import Node, nodes_of
from rules.backends.native.optimise.inline_calls import Body, Inliner, body_of


def optimise_program(program: FlatProgram, apart: Container[str] = ()) -> FlatProgram:
    """Return a program that does the same: calls are replaced, constants folded, unused functions dropped.

    Calls of functions that are kept apart stay calls.
    """
    nodes = {name: nodes_of(each.body) for name, each in program.functions.items()}
    calls = {name: _called(each) for name, each in nodes.items()}
    counts = Counter(each for called in calls.values() for each in called)
    roots = frozenset(_roots(program))
    bodies: dict[str, Body] = {}
    functions: dict[str, Function] = {}
    left: dict[str, list[str]] = {}
    for name in _inner_first(calls):
        function = program.functions[name]
        inliner = Inliner(bodies, len(nodes[name]), function.small)
        functions[name] = function.with_body(inliner.steps(function.body))
        left[name] = inliner.calls
        if counts[name] and name not in calls[name] and name not in apart:
            body = body_of(functions[name], counts[name] == 1 and name not in roots)
            if body is not None:
                bodies[name] = body
    reached = _reachable(roots, left)
    return replace(program, functions={name: each for name, each in functions.items() if name in reached})


def _called(nodes: Iterable[Node]) -> list[str]:
    return [each.function for each in nodes if type(each) is Call]


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
