"""Holds what lowering a rule needs besides the rule itself.

That is the world with its layout and numbers, and the constant tables that functions refer to by name, with
those that describe the map.
"""

from collections.abc import Callable
from functools import partial

from lazaretto.rules.check.state_layout import Layout
from lazaretto.rules.check.symbol_table import World
from lazaretto.rules.lower import ir
from lazaretto.rules.lower.bounds import NumberBounds
from lazaretto.rules.lower.outcome_watchers import SecretEndings, find_watchers
from lazaretto.rules.lower.rule_numbering import Numbering
from lazaretto.rules.model.directions import neighbour
from lazaretto.rules.model.entities import Kind
from lazaretto.rules.run.map_queries import FAR

_FEW = 128
"""Up to this number of places, the distances between all of them are precomputed."""
_Ways = tuple[tuple[tuple[int, int], ...], ...]


class Constants:
    """Tables that lowered functions refer to by name; equal tables are stored once."""

    def __init__(self) -> None:
        self.values: dict[str, object] = {}
        self._names: dict[tuple[str, str], str] = {}
        self._known: dict[tuple[str, object], str] = {}

    def name(self, stem: str, value: object) -> str:
        """Return the name of a table."""
        key = (stem, repr(value))  # not the value: 0 equals False
        if key not in self._names:
            self._names[key] = f"{stem}_{len(self.values)}"
            self.values[self._names[key]] = value
        return self._names[key]

    def table(self, stem: str, of: object, make: Callable[[], object]) -> str:
        """Return the name of the table of something; it is built once, however many rules read it."""
        key = (stem, of)
        if key not in self._known:
            self._known[key] = self.name(stem, make())
        return self._known[key]


class MapTables:
    """The tables of links and areas."""

    def __init__(self, world: World, constants: Constants) -> None:
        self.world = world
        self.constants = constants
        self._most_ways: dict[tuple[Kind, Kind | None], int] = {}

    def ways(self, places: Kind, link: Kind | None, both: bool = False) -> str:
        """Return the links at each place, each with its other end; of one kind, or of all.

        A one-way link is listed only where it begins, unless both directions are asked for.
        """
        stem = "JOINS" if both else "WAYS"
        return self.constants.table(stem, (places.root, link), lambda: self._ways(places, link, both))

    def most_ways(self, places: Kind, link: Kind | None) -> int:
        """Return the largest number of links at one place."""
        key = (places.root, link)
        if key not in self._most_ways:
            self._most_ways[key] = max(map(len, self._ways(places, link)), default=0)
        return self._most_ways[key]

    def _ways(self, places: Kind, link: Kind | None, both: bool = False) -> _Ways:
        kinds = [link] if link is not None else self.world.link_kinds(places)
        table: list[list[tuple[int, int]]] = [[] for _ in range(places.root.count)]
        for kind in kinds:
            for member in kind.members():
                if member.ends is not None:
                    one, other = member.ends
                    table[one.id].append((member.id, other.id))
                    if both or not kind.one_way:
                        table[other.id].append((member.id, one.id))
        return tuple(map(tuple, table))

    def distances(self, places: Kind, link: Kind | None) -> str | None:
        """Return the number of links between any two places; None if there are too many places."""
        if places.root.count > _FEW:
            return None
        return self.constants.table("FAR", (places.root, link), lambda: self._distances(places, link))

    def _distances(self, places: Kind, link: Kind | None) -> tuple[tuple[int, ...], ...]:
        ways = self._ways(places, link)
        return tuple(map(partial(_distances, ways), range(len(ways))))

    def neighbours(self, places: Kind) -> str:
        """Return the neighbours of each place."""
        return self.constants.table(
            "NEXT",
            places.root,
            lambda: tuple(
                tuple(dict.fromkeys(other for _, other in way)) for way in self._ways(places, None)
            ),
        )

    def steps(self, grid: Kind, directions: Kind) -> str:
        """Return for each direction what lies next to each place of a grid; None if nothing does."""
        return self.constants.table("STEPS", (grid.root, directions), lambda: _steps(grid.root, directions))

    def ends(self, link: Kind) -> str:
        """Return the two ends of each link."""
        return self.constants.table(
            "ENDS",
            link,
            lambda: tuple(
                (member.ends[0].id, member.ends[1].id) if member.ends else (0, 0) for member in link.members()
            ),
        )

    def members(self, area: Kind) -> str:
        """Return the members of each area."""
        return self.constants.table(
            "BOUNDS", area, lambda: tuple(tuple(one.id for one in member.bounds) for member in area.members())
        )

    def areas(self, area: Kind) -> str:
        """Return the areas that each place belongs to."""
        return self.constants.table("AREAS", area, lambda: _areas(area))


def _steps(places: Kind, directions: Kind) -> tuple[tuple[int | None, ...], ...]:
    at = {member.cell: member.id for member in places.members() if member.cell is not None}
    found: list[tuple[int | None, ...]] = []
    for direction in directions.members():
        row: list[int | None] = [None] * places.count
        for cell, place in at.items():
            other = neighbour(cell, direction.ident)
            row[place] = at.get(other) if other is not None else None
        found.append(tuple(row))
    return tuple(found)


def _areas(area: Kind) -> tuple[tuple[int, ...], ...]:
    assert area.area_of is not None
    table: list[list[int]] = [[] for _ in range(area.area_of.root.count)]
    for member in area.members():
        for place in member.bounds:
            table[place.id].append(member.id)
    return tuple(map(tuple, table))


def _distances(ways: _Ways, start: int) -> tuple[int, ...]:
    """Return the number of links from one place to each."""
    far = {start: 0}
    waiting = [start]
    for place in waiting:
        for _, other in ways[place]:
            if other not in far:
                far[other] = far[place] + 1
                waiting.append(other)
    return tuple(far.get(place, FAR) for place in range(len(ways)))


class Context:
    """The world with its layout and numbers, and the tables and streams that rules have used so far."""

    def __init__(self, world: World, layout: Layout) -> None:
        self.world = world
        self.layout = layout
        self.numbering = Numbering(world)
        self.secret_endings = SecretEndings(world)
        self.watchers = find_watchers(world, self.numbering, self.secret_endings)
        self.constants = Constants()
        self.map = MapTables(world, self.constants)
        self.bounds = NumberBounds()
        self.streams: dict[str, int] = {}

    def stream(self, name: str) -> ir.Const:
        """Return the number of a named random stream; streams are numbered in the order of first use.

        A renamed thing keeps the stream of its first name, so that records draw the same cards.
        """
        if self.world.aliases:
            name = self.world.aliases.first_name(name)
        return ir.Const(self.streams.setdefault(name, len(self.streams)))
