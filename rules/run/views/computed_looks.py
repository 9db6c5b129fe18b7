"""Computes looks that follow the state: label, position and danger of a place, marks on a track.

The checker has made sure that they are made of what everybody sees, so all seats get the same.
"""

from collections.abc import Sequence

from lazaretto.rules.run.compiled_game import KindInfo, TrackInfo, VariableInfo
from lazaretto.rules.run.errors import RuleError
from lazaretto.rules.run.machine import Machine
from lazaretto.rules.run.state import State
from lazaretto.rules.run.views import text_rendering


def computed_label(machine: Machine, state: State, players: Sequence[str], root: int, id: int) -> str | None:
    """Return the computed label of a member; None if it keeps its own, as it does where a gap is `none`."""
    label = _own_kind(machine, root, id).label
    return None if label is None else _text(machine, state, players, label, id)


def computed_marks(
    machine: Machine, state: State, players: Sequence[str], track: TrackInfo
) -> tuple[tuple[int, str], ...]:
    """Return the spaces of a track that are marked, each with its text; a space without a text is not."""
    if track.mark is None:
        return ()
    texts = (_text(machine, state, players, track.mark, each) for each in range(len(track.spaces)))
    return tuple((space, text) for space, text in enumerate(texts) if text)


def computed_danger(machine: Machine, state: State, players: Sequence[str], root: int, id: int) -> str:
    """Return what threatens a place; empty if nothing does."""
    danger = _own_kind(machine, root, id).danger
    return "" if danger is None else _text(machine, state, players, danger, id) or ""


def is_shown(machine: Machine, state: State, variable: VariableInfo, id: int) -> bool:
    """Whether an attribute is shown for a member; it is if that takes too long to compute."""
    if variable.shown is None:
        return True
    try:
        with machine.looking(state):
            return bool(machine.backend.value(variable.shown)(state, id))
    except RuleError:
        if state.fuel >= 0:
            raise
        return True


def computed_need(machine: Machine, state: State, value: int, player: int, id: int) -> int | None:
    """Return how many pieces of a member a player needs; None if that takes too long to compute."""
    try:
        with machine.looking(state):
            return int(machine.backend.value(value)(state, player, id))
    except RuleError:
        if state.fuel >= 0:
            raise
        return None


def computed_spot(machine: Machine, state: State, root: int, id: int) -> tuple[float, float] | None:
    """Return the position of a place, if it follows two of its attributes."""
    spot = _own_kind(machine, root, id).spot
    if spot is None:
        return None
    x, y = (machine.tables.variables[each] for each in spot)
    return float(_value(machine, state, x, id)), float(_value(machine, state, y, id))


def _text(machine: Machine, state: State, players: Sequence[str], label: int, argument: int) -> str | None:
    """Return a computed text; None if a gap is `none`, or if it takes too long to compute."""
    try:
        with machine.looking(state):
            words = machine.backend.label(label)(state, argument)
    except RuleError:
        if state.fuel >= 0:
            raise
        return None
    return None if None in words[1] else text_rendering.said(machine.tables, players, words)


def _own_kind(machine: Machine, root: int, id: int) -> KindInfo:
    kinds = machine.tables.kinds
    return kinds[kinds[root].members[id].kind]


def _value(machine: Machine, state: State, variable: VariableInfo, id: int) -> int:
    assert variable.owner is not None
    index = id - machine.tables.kinds[variable.owner].first
    constant = variable.values
    return int(state.v[variable.offset + index] if constant is None else constant[index])
