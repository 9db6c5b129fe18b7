"""The static part of a board: places, areas and links, with names, codes, signs and positions."""

from collections.abc import Mapping
from dataclasses import dataclass

from lazaretto.rules import LinkView, Ref, ThingView, View
from lazaretto.tui.board.auto_layout import Point, arrange
from lazaretto.tui.board.short_names import codes, narrow

Outlines = tuple[tuple[Point, ...], ...]
"""Coastlines, each a ring of points in the units of the places."""

LONGEST_CODE = 4


@dataclass(frozen=True, slots=True)
class Spot:
    """A place: its position (x to the right, y upwards) and its sign."""

    ref: Ref
    name: str
    code: str
    at: Point
    glyph: str
    letter: str
    colour: str


@dataclass(frozen=True, slots=True)
class Area:
    """An area and its places."""

    ref: Ref
    name: str
    code: str
    at: Point
    members: tuple[Ref, ...]
    colour: str


@dataclass(frozen=True, slots=True)
class Link:
    """A link between two places, and the style of its line."""

    ref: Ref
    name: str
    ends: tuple[Ref, Ref]
    colour: str
    """Empty for the colour that most links have."""
    line: str
    """solid, dashed, dotted or double."""
    over_edge: bool
    """Whether the link leaves the map at one edge and continues at the opposite edge."""
    one_way: bool = False
    """Whether it leads only from its first end to its second."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A board without any pieces."""

    spots: tuple[Spot, ...]
    areas: tuple[Area, ...]
    links: tuple[Link, ...]
    coast: Outlines
    tiles: bool = False
    """Whether the scenario wants tiles, however many places there are."""


def shape_of(view: View, coast: Outlines = ()) -> Shape:
    """The board of a game. Places without a position get a computed one."""
    places = [(Ref(kind, thing.key), thing) for kind, thing in places_of(view)]
    known = {ref for ref, _ in places}
    links = [link for link in view.links if link.ends[0] in known and link.ends[1] in known]
    points = _points(places, links)
    short = codes([thing.label for _, thing in places], [_code(thing) for _, thing in places])
    spots = tuple(
        _spot(view, ref, place, code, points[ref]) for (ref, place), code in zip(places, short, strict=True)
    )
    tiles = any(view.kinds[ref.kind].looks.get("tiles") == "yes" for ref, _ in places)
    return Shape(spots, _areas(view, points), _links(links), coast, tiles)


def places_of(view: View) -> list[tuple[str, ThingView]]:
    """All places of a game, each with the name of its kind."""
    return _of_shape(view, "place")


def _of_shape(view: View, shape: str) -> list[tuple[str, ThingView]]:
    return [
        (kind, thing)
        for kind, things in view.things.items()
        if kind in view.kinds and view.kinds[kind].shape == shape
        for thing in things
    ]


def _code(thing: ThingView) -> str:
    """The code that a scenario gives, or the name that tells a thing from others with its label."""
    told_apart = (
        thing.key if thing.label.endswith(f" ({thing.key})") and len(thing.key) <= LONGEST_CODE else ""
    )
    return narrow(thing.looks.get("code", told_apart), ascii=True).strip()[:LONGEST_CODE]


def _points(places: list[tuple[Ref, ThingView]], links: list[LinkView]) -> dict[Ref, Point]:
    """The positions of the places; places without a position go below those that have one."""
    points = {ref: place.at for ref, place in places if place.at is not None}
    lost = [ref for ref, place in places if place.at is None]
    if not lost:
        return points
    number = {ref: index for index, ref in enumerate(lost)}
    inner = [(number[a], number[b]) for a, b in (link.ends for link in links) if a in number and b in number]
    if not points:
        return dict(zip(lost, arrange(len(lost), inner), strict=True))
    left, right = min(x for x, _ in points.values()), max(x for x, _ in points.values())
    low, high = min(y for _, y in points.values()), max(y for _, y in points.values())
    step = (right - left) / max(1, len(lost) - 1)
    below = low - max(0.25 * (high - low), 1e-3)
    return points | {ref: (left + step * index, below) for index, ref in enumerate(lost)}


def _spot(view: View, ref: Ref, place: ThingView, code: str, at: Point) -> Spot:
    looks = place.looks
    if not (looks.get("glyph") or looks.get("colour")):
        looks = {**_borrowed(view, ref, place), **looks}
    return Spot(
        ref,
        narrow(place.label),
        code,
        at,
        looks.get("glyph", ""),
        looks.get("letter", ""),
        looks.get("colour", ""),
    )


def _borrowed(view: View, ref: Ref, place: ThingView) -> Mapping[str, str]:
    """The appearance of the thing that a constant attribute of the place names."""
    for fact in place.facts:
        for named in place.refs.get(fact, ()):
            for thing in view.things.get(named.kind, ()) if named.kind != ref.kind else ():
                if thing.key == named.key and (thing.looks.get("glyph") or thing.looks.get("colour")):
                    return {name: thing.looks[name] for name in ("glyph", "colour") if name in thing.looks}
    return {}


def _areas(view: View, points: Mapping[Ref, Point]) -> tuple[Area, ...]:
    areas = _of_shape(view, "area")
    short = codes([thing.label for _, thing in areas], [_code(thing) for _, thing in areas])
    found: list[Area] = []
    for (kind, area), code in zip(areas, short, strict=True):
        members = tuple(ref for ref in area.refs.get("members", ()) if ref in points)
        at = area.at
        if at is None and members:
            at = (
                sum(points[member][0] for member in members) / len(members),
                sum(points[member][1] for member in members) / len(members),
            )
        if at is not None:
            colour = area.looks.get("colour", "")
            found.append(Area(Ref(kind, area.key), narrow(area.label), code, at, members, colour))
    return tuple(found)


def _links(links: list[LinkView]) -> tuple[Link, ...]:
    """The links; a colour that most links share carries no information and is left out."""
    colours = [link.looks.get("colour", "") for link in links]
    common = max(colours, key=colours.count, default="")
    return tuple(
        Link(
            Ref(link.kind, link.key),
            narrow(link.label),
            link.ends,
            "" if colour == common else colour,
            link.looks.get("line", "solid"),
            link.looks.get("over") == "edge",
            link.looks.get("way") == "one",
        )
        for link, colour in zip(links, colours, strict=True)
    )
