"""What one seat can see of the states of a game, as plain values that can be compared."""

from collections.abc import Iterator
from typing import Any

from lazaretto.rules.run.compiled_game import CompiledGame, VariableInfo
from lazaretto.rules.run.determinize import sees
from lazaretto.rules.run.machine import Machine
from lazaretto.rules.run.state import Log, State

Values = tuple[Any, ...]
"""The value of each variable that not everybody sees."""

Seen = tuple[Any, ...]
"""What a seat sees of a state."""


class Sight:
    """Compares states as one seat sees them."""

    def __init__(self, machine: Machine, seat: int) -> None:
        self._machine = machine
        self._seat = seat
        self._veiled = list(_veiled(machine.tables))
        self.cells = tuple(cell for _, _, cell in self._veiled)
        """Where the variables are that not everybody sees; those with several values are left out."""
        self._open = sorted(_open_cells(machine.tables).difference(self.cells))

    def unseen(self, state: State, by: int | None = None) -> tuple[int, ...]:
        """Return which of these variables a seat does not see now; this seat, unless another is named."""
        seat = self._seat if by is None else by
        return tuple(
            cell
            for variable, index, cell in self._veiled
            if not sees(self._machine, state, variable, index, seat)
        )

    def hides(self, state: State, other: int) -> bool:
        """Whether another seat sees a variable that this seat does not see."""
        if other == self._seat or not self._veiled:
            return False
        return not {*self.unseen(state)} <= {*self.unseen(state, other)}

    def values(self, state: State) -> Values:
        """Return the variables that not everybody sees, whoever sees them now."""
        return tuple(state.v[cell] for cell in self.cells)

    def seen(self, state: State) -> Seen:
        """Return all open values and piles, and of the others what this seat sees now."""
        unseen = {*self.unseen(state)}
        v = state.v
        return (
            state.turns,
            state.over,
            tuple([v[cell] for cell in self._open]),
            tuple([(cell, v[cell]) for cell in self.cells if cell not in unseen]),
            tuple(
                [
                    tuple(pile) if self._seat in seen else len(pile)
                    for pile, seen in zip(state.p, state.seen, strict=True)
                ]
            ),
        )

    def lines(self, log: Log, since: Log) -> list[Any]:
        """Return what this seat may read of the lines that were added to an earlier log, oldest first."""
        found: list[Any] = []
        while log is not None and log is not since:
            log, readers, *line = log
            if readers is None or self._seat in readers:
                found.append(line)
        found.reverse()
        return found


def _veiled(tables: CompiledGame) -> Iterator[tuple[VariableInfo, int, int]]:
    """Yield the variables that not everybody may see, for each owner, with their places in the state."""
    for each in tables.variables:
        tag = each.tag[1] if each.tag[0] == "optional" else each.tag
        if each.values is None and not each.option and each.seen.word != "all" and tag[0] != "many":
            for index in range(_count(tables, each)):
                yield each, index, each.offset + index


def _open_cells(tables: CompiledGame) -> set[int]:
    """Return the places of all that everybody sees: variables, tracks and supplies."""
    found = {each.offset for each in tables.tracks}
    for variable in tables.variables:
        if variable.values is None and variable.seen.word == "all":
            found.update(range(variable.offset, variable.offset + _count(tables, variable)))
    for supply in tables.supplies:
        found.update(range(supply.stock, supply.stock + supply.owners))
        for _, offset, members in supply.holders:
            found.update(range(offset, offset + members * supply.owners))
    return found


def _count(tables: CompiledGame, variable: VariableInfo) -> int:
    return 1 if variable.owner is None else tables.kinds[variable.owner].count
