"""Shares what some seats know: for players who tell each other everything."""

from collections.abc import Collection

from lazaretto.rules.run.knowledge import reveal
from lazaretto.rules.run.state import State


def shared(state: State, seats: Collection[int]) -> State:
    """Return a state in which each of these seats sees and knows exactly what one of them does.

    What a seat knows only about a set of pieces, it keeps to itself.
    """
    if len(seats) < 2:
        return state
    watchers = {*seats}
    lists = {state.mind_of[each] for each in watchers}
    sees = [len(watchers.intersection(each)) for each in state.seen]
    partly = [number for number, some in enumerate(sees) if 0 < some < len(watchers)]
    if len(lists) == 1 and not partly:
        return state
    new = state.fork()
    seen = list(new.seen)
    for number in partly:
        seen[number] = tuple(sorted(watchers.union(seen[number])))
    new.seen = tuple(seen)
    minds = [new.minds[each] for each in sorted(lists)]
    known = [piece for piece in range(len(minds[0])) if any(labels[piece] == piece for labels in minds)]
    reveal(new, known, sorted(watchers))
    return new
