"""What emitting needs to know beside the rule itself: the world, its layout, and tables with names."""

import ast
from collections.abc import Callable
from functools import partial

from rules.check.state_layout import Layout
from rules.check.symbol_table import World
from rules.compile import python as py
from rules.model.entities import Kind
from rules.run.map_queries import FAR

FEW = 128
"""Places between which all distances are worked out beforehand."""


class Constants:
    """Tables the generated code refers to by name, each once."""

    def __init__(self) -> None:
        self.values: dict[str, object] = {}
        self._names: dict[tuple[str, str], str] = {}
        self._known: dict[tuple[str, object], str] = {}

    def name(self, stem: str, value: object) -> str:
        """The name of a constant."""
        key = (stem, repr(value))  # 0 equals False, but reads otherwise
        if key not in self._names:
            self._names[key] = f"{stem}_{len(self.values)}"
            self.values[self._names[key]] = value
        return self._names[key]

    def table(self, stem: str, of: object, make: Callable[[], object]) -> str:
        """The name of the table of something, made only once: many rules may read a large one."""
        key = (stem, of)
        if key not in self._known:
            self._known[key] = self.name(stem, make())
        return self._known[key]


class Emitter:
    """What emitting an expression needs to know: the world, its layout, and the tables."""

    def __init__(self, world: World, layout: Layout) -> None:
        self.world = world
        self.layout = layout
        self.constants = Constants()
        self.streams: dict[str, int] = {}

    def stream(self, name: str) -> ast.expr:
        """The number of a named stream of chance."""
        return py.const(self.streams.setdefault(name, len(self.streams)))

    def ways(self, places: Kind, link: Kind | None) -> str:
        """The table of links at each place: (link, other end)."""
        return self.constants.table("WAYS", (places.root, link), lambda: self._ways(places, link))

    def _ways(self, places: Kind, link: Kind | None) -> tuple[tuple[tuple[int, int], ...], ...]:
        kinds = [link] if link is not None else self.world.link_kinds(places)
        table: list[list[tuple[int, int]]] = [[] for _ in range(places.root.count)]
        for kind in kinds:
            for member in kind.members():
                if member.ends is not None:
                    one, other = member.ends
                    table[one.id].append((member.id, other.id))
                    table[other.id].append((member.id, one.id))
        return tuple(map(tuple, table))

    def distances(self, places: Kind, link: Kind | None) -> str | None:
        """The table of links between any two places where all links count; None for a board that is large."""
        if places.root.count > FEW:
            return None
        return self.constants.table("FAR", (places.root, link), lambda: self._distances(places, link))

    def _distances(self, places: Kind, link: Kind | None) -> tuple[tuple[int, ...], ...]:
        ways = self._ways(places, link)
        return tuple(map(partial(_distances, ways), range(len(ways))))

    def neighbours(self, places: Kind) -> str:
        """The table of places next to each place."""
        return self.constants.table(
            "NEXT",
            places.root,
            lambda: tuple(
                tuple(dict.fromkeys(other for _, other in each)) for each in self._ways(places, None)
            ),
        )

    def ends(self, link: Kind) -> str:
        """The table of the two ends of each link."""
        return self.constants.table(
            "ENDS",
            link,
            lambda: tuple(
                (each.ends[0].id, each.ends[1].id) if each.ends else (0, 0) for each in link.members()
            ),
        )

    def bounds(self, area: Kind) -> str:
        """The table of the members of each area."""
        return self.constants.table(
            "BOUNDS", area, lambda: tuple(tuple(one.id for one in each.bounds) for each in area.members())
        )

    def areas(self, area: Kind) -> str:
        """The table of the areas that each place is in."""
        return self.constants.table("AREAS", area, lambda: self._areas(area))

    @staticmethod
    def _areas(area: Kind) -> tuple[tuple[int, ...], ...]:
        assert area.area_of is not None
        table: list[list[int]] = [[] for _ in range(area.area_of.root.count)]
        for each in area.members():
            for place in each.bounds:
                table[place.id].append(each.id)
        return tuple(map(tuple, table))


def _distances(ways: tuple[tuple[tuple[int, int], ...], ...], start: int) -> tuple[int, ...]:
    """The number of links from one place to each."""
    far = {start: 0}
    waiting = [start]
    for place in waiting:
        for _, other in ways[place]:
            if other not in far:
                far[other] = far[place] + 1
                waiting.append(other)
    return tuple(far.get(place, FAR) for place in range(len(ways)))
