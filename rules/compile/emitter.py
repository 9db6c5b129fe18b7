"""What emitting needs to know beside the rule itself: the world, its layout, and tables with names."""

import ast
from functools import partial

from rules.check.layout import Layout
from rules.check.world import World
from rules.compile import python as py
from rules.model.things import Kind
from rules.run.routes import FAR

FEW = 128
"""Places between which all distances are worked out beforehand."""


class Constants:
    """Tables the generated code refers to by name, each once."""

    def __init__(self) -> None:
        self.values: dict[str, object] = {}
        self._names: dict[tuple[str, str], str] = {}

    def name(self, stem: str, value: object) -> str:
        """The name of a constant."""
        key = (stem, repr(value))  # 0 equals False, but reads otherwise
        if key not in self._names:
            self._names[key] = f"{stem}_{len(self.values)}"
            self.values[self._names[key]] = value
        return self._names[key]


class Emitter:
    """What emitting an expression needs to know: the world, its layout, and the tables."""

    def __init__(self, world: World, layout: Layout) -> None:
        self.world = world
        self.layout = layout
        self.constants = Constants()
        self.streams: dict[str, int] = {}
        self._ways: dict[tuple[Kind, Kind | None], str] = {}

    def stream(self, name: str) -> ast.expr:
        """The number of a named stream of chance."""
        return py.const(self.streams.setdefault(name, len(self.streams)))

    def ways(self, places: Kind, link: Kind | None) -> str:
        """The table of links at each place: (link, other end)."""
        root = places.root
        key = (root, link)
        if key not in self._ways:
            kinds = [link] if link is not None else self.world.link_kinds(places)
            table: list[list[tuple[int, int]]] = [[] for _ in range(root.count)]
            for kind in kinds:
                for member in kind.members():
                    if member.ends is not None:
                        one, other = member.ends
                        table[one.id].append((member.id, other.id))
                        table[other.id].append((member.id, one.id))
            self._ways[key] = self.constants.name("WAYS", tuple(map(tuple, table)))
        return self._ways[key]

    def distances(self, places: Kind, link: Kind | None) -> str | None:
        """The table of links between any two places where all links count; None for a board that is large."""
        if places.root.count > FEW:
            return None
        ways = self.constants.values[self.ways(places, link)]
        assert isinstance(ways, tuple)
        return self.constants.name("FAR", tuple(map(partial(_distances, ways), range(len(ways)))))

    def neighbours(self, places: Kind) -> str:
        """The table of places next to each place."""
        ways = self.constants.values[self.ways(places, None)]
        assert isinstance(ways, tuple)
        return self.constants.name(
            "NEXT", tuple(tuple(dict.fromkeys(other for _, other in each)) for each in ways)
        )


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
