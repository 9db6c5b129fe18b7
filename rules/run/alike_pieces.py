"""Finds pieces that a seat cannot tell apart, so that a question offers them once.

Pieces are alike if `times` made them equal, they lie in the same pile, the seat knows each of them, and all
that it may see of them is equal. What it may not see plays no part, or the number of options would tell.
"""

from collections.abc import Iterable
from typing import Any

from lazaretto.rules.run.backend import Backend
from lazaretto.rules.run.compiled_game import CompiledGame, VariableInfo
from lazaretto.rules.run.state import State
from lazaretto.rules.run.who_sees import may_know

Group = tuple[Any, ...]


class Likeness:
    """Groups the pieces of a game by what a seat may see of them."""

    def __init__(self, tables: CompiledGame, backend: Backend) -> None:
        self._tables = tables
        self._backend = backend
        self._bases = self._first_pieces()
        self._kinds = {
            number: self._of_kind(number)
            for number, kind in enumerate(tables.kinds)
            if kind.shape == "piece" and any(each.alike for each in kind.members)
        }

    def _of_kind(self, root: int) -> tuple[list[tuple[VariableInfo, int, int]], list[int]]:
        """Return the attributes of a kind's pieces, and where supplies on them are counted."""
        kinds, tables = self._tables.kinds, self._tables
        variables = [
            (each, kinds[each.owner].first, kinds[each.owner].count)
            for each in tables.variables
            if each.owner is not None and kinds[each.owner].root == root
        ]
        held = [
            offset + owner * count
            for supply in tables.supplies
            for holder, offset, count in supply.holders
            if holder == root
            for owner in range(supply.owners)
        ]
        return variables, held

    def one_of_each(self, s: State, kind: int, pieces: Iterable[Any], seat: int) -> list[Any]:
        """Return the first piece of each group that a seat cannot tell apart; the rules say what it sees."""
        if self._tables.kinds[kind].root not in self._kinds:
            return list(pieces)
        found: dict[Group, Any] = {}
        for each in pieces:
            found.setdefault((each,) if each is None else self._group(s, kind, each, seat), each)
        return list(found.values())

    def first_piece(self, kind: int) -> int | None:
        """Return the number of the first piece of a kind's root; None if its members are no pieces."""
        return self._bases.get(self._tables.kinds[kind].root)

    def _group(self, s: State, kind: int, id: int, seat: int) -> Group:
        tables = self._tables
        root = tables.kinds[kind].root
        member = tables.kinds[root].members[id]
        base = self._bases[root]
        pile = s.w[base + id]
        knows = seat in s.seen[pile] or s.known(seat)[base + id] == base + id
        if not member.alike or not knows:
            return (id,)
        variables, held = self._kinds[root]
        seen: list[Any] = [pile, member.kind, member.sort, member.words]
        for variable, first, count in variables:
            index = id - first
            if 0 <= index < count and may_know(tables, self._backend, s, variable, index, seat):
                values = variable.values
                seen.append(s.v[variable.offset + index] if values is None else values[index])
        seen += [s.v[offset + id] for offset in held]
        return tuple(seen)

    def _first_pieces(self) -> dict[int, int]:
        """Return the number of the first piece of each kind."""
        found: dict[int, int] = {}
        total = 0
        for number, kind in enumerate(self._tables.kinds):
            if kind.root == number and kind.shape == "piece":
                found[number] = total
                total += kind.count
        return found
