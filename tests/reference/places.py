"""Answers map queries: neighbours, reachability, distance."""

from collections.abc import Iterable, Iterator
from typing import Any

from lazaretto.rules.check.symbol_table import World
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import Kind, KindType, Member
from lazaretto.rules.run.errors import FaultError
from lazaretto.rules.run.map_queries import FAR

Value = Any
"""A number, a flag, the id of a member, none, or a tuple of ids."""

Bound = dict[tree.Local, Value]
"""The values of the locals of one rule."""


def each_once(values: Iterable[Value]) -> tuple[Value, ...]:
    """Return a list without duplicates."""
    return tuple(dict.fromkeys(values))


class Places:
    """Queries the map of one game."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._members: dict[Kind, dict[int, Member]] = {}
        self._links: dict[tuple[Kind, Kind | None, bool], dict[int, list[tuple[int, int]]]] = {}

    def member(self, kind: Kind, number: int) -> Member:
        """Return the member of a kind with this number; members never change."""
        if kind not in self._members:
            self._members[kind] = {member.id: member for member in kind.members()}
        return self._members[kind][number]

    def look(self, node: tree.Expression, here: Bound) -> Value:
        """Return the current value of an expression."""
        raise NotImplementedError

    def _ways(self, node: tree.Graph, place: int, here: Bound) -> Iterator[tuple[int, int]]:
        """Yield the allowed links at a place, each with its other end."""
        through = node.through
        key = (node.kind, through.kind if through is not None else None, node.question == "connected")
        if key not in self._links:
            found = self._links[key] = {}
            for kind in self.world.link_kinds(node.kind) if through is None else [through.kind]:
                for member in kind.members():
                    assert member.ends is not None
                    one, two = member.ends
                    found.setdefault(one.id, []).append((member.id, two.id))
                    if node.question == "connected" or not kind.one_way:
                        found.setdefault(two.id, []).append((member.id, one.id))
        for link, other in self._links[key].get(place, []):
            if through is not None and through.where is not None:
                here[through.variable] = link
                if not self.look(through.where, here):
                    continue
            yield link, other

    def _distances(
        self, node: tree.Graph, start: int, inside: set[int] | None, here: Bound
    ) -> dict[int, int]:
        """Return the distance of everything reachable, optionally within some places; nearest first."""
        far = {start: 0}
        waiting = [start]
        for place in waiting:
            for _, other in self._ways(node, place, here):
                if other not in far and (inside is None or other in inside):
                    far[other] = far[place] + 1
                    waiting.append(other)
        return far

    def graph(self, node: tree.Graph, here: Bound) -> Value:
        """Return the result of a map query."""
        first, *others = (self.look(argument, here) for argument in node.arguments)
        match node.question:
            case "neighbours":
                return each_once(other for _, other in self._ways(node, first, here))
            case "links":
                return tuple(link for link, _ in self._ways(node, first, here))
            case "reach":
                return tuple(self._distances(node, first, None, here))
            case "distance":
                return self._distances(node, first, None, here).get(others[0], FAR)
            case "connected":
                inside = set(first)
                return not first or set(self._distances(node, first[0], inside, here)) == inside
            case "members":
                return tuple(bound.id for bound in self.member(node.kind, first).bounds)
            case "areas":
                return tuple(
                    member.id
                    for member in node.kind.members()
                    if any(one.id == first for one in member.bounds)
                )
            case "step":
                return next(self._on_from(node, first, others[0], here), None)
            case "line":
                return tuple(self._on_from(node, first, others[0], here))
            case "ends":
                return self._ends(node, first)
            case "across":
                ends = self._ends(node, first)
                if others[0] not in ends:
                    raise FaultError("this place is not an end of this link")
                if node.kind.one_way and ends[0] != others[0]:
                    raise FaultError("this link goes only the other way")
                return ends[0] if ends[1] == others[0] else ends[1]
            case other:
                raise AssertionError(other)

    def _on_from(self, node: tree.Graph, place: int, direction: int, here: Bound) -> Iterator[int]:
        """Yield the places of a grid in a direction, found by their middles on a plane."""
        kind = node.arguments[1].type
        assert isinstance(kind, KindType)
        word = self.member(kind.kind, direction).name
        right = ("east" in word) - ("west" in word)
        down = ("south" in word) - ("north" in word)
        start = self.member(node.kind.root, place).cell
        if start is None or (start.shape == "hex" and not right):
            return
        middles = {}
        for member in node.kind.root.members():
            if member.cell is not None and member.cell.grid == start.grid:
                shift = member.cell.shape == "hex" and member.cell.row % 2
                middles[2 * member.cell.column + shift, member.cell.row] = member
        wide = 1 if start.shape == "hex" and down else 2
        at = 2 * start.column + (start.shape == "hex" and start.row % 2), start.row
        while (at := (at[0] + wide * right, at[1] + down)) in middles:
            yield middles[at].id

    def _ends(self, node: tree.Graph, link: int) -> tuple[int, ...]:
        ends = self.member(node.kind, link).ends
        assert ends is not None
        return tuple(end.id for end in ends)
