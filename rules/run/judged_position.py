"""A position as one seat judges it, and what the seat may count in it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import field

from lazaretto.grammar.node_dataclass import changing_node
from lazaretto.rules.run.state import State


@changing_node
class Position:
    """A state as one seat judges it."""

    state: State
    seat: int
    asked: int
    """The seat that is asked, or -1."""
    bases: Sequence[int]
    """The number of the first piece of the kind that each pile holds."""
    score: Callable[[], int]
    features: list[int] = field(default_factory=list)
    levels: dict[int, list[int]] = field(default_factory=dict)
    """The levels of places, by the first cell that they are read from."""


def counted(at: Position, pile: int) -> Iterator[int]:
    """Yield the pieces of a pile that count: all, unless others see it and the seat does not."""
    state = at.state
    watchers = state.seen[pile]
    if not watchers or at.seat in watchers:
        yield from state.p[pile]
        return
    labels, base = state.known(at.seat), at.bases[pile]
    for piece in state.p[pile]:
        if labels[base + piece] == base + piece:
            yield piece
