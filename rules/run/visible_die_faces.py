"""Finds the face that a rolled piece shows, for seats that may see it."""

from collections.abc import Sequence

from lazaretto.rules.run import text_rendering
from lazaretto.rules.run.determinize import sees
from lazaretto.rules.run.machine import Machine
from lazaretto.rules.run.state import State


def shown_face(
    machine: Machine, state: State, players: Sequence[str], kind: int, id: int, seat: int | None
) -> str | None:
    """Return the label of a piece's face; None if it has no face or the seat may not see it."""
    tables = machine.tables
    for variable in tables.variables:
        if not variable.face or variable.owner is None:
            continue
        owner = tables.kinds[variable.owner]
        index = id - owner.first
        if owner.root == kind and 0 <= index < owner.count and sees(machine, state, variable, index, seat):
            value = state.v[variable.offset + index]
            return None if value is None else text_rendering.label(tables, players, variable.tag, value)
    return None
