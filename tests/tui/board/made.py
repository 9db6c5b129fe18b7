"""Boards for tests: real games, and maps that consist only of points."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from lazaretto.rules import KindView, LinkView, Ref, SeatView, SupplyView, ThingView, View, load
from lazaretto.tui.look.fit_and_wrap_text import Cell

ROOT = Path(__file__).resolve().parents[3]
GAMES = ("scenarios/pandemic", "scenarios/the_cure", "tests/data/fugitive", "tests/data/corners")

SUPPLIES = (
    SupplyView("blue ones", 9, 24, {"colour": "blue", "glyph": "●", "letter": "B"}, None, ""),
    SupplyView("red ones", 9, 24, {"colour": "red", "glyph": "◆", "letter": "R"}, None, ""),
    SupplyView("grey ones", 9, 24, {"colour": "grey", "letter": "K"}, None, ""),
    SupplyView("huts", 3, 6, {"colour": "white", "glyph": "⌂"}, None, ""),
    SupplyView("rails", 3, 6, {"colour": "orange", "glyph": "╫"}, None, ""),
)

Point = tuple[float, float]


@cache
def view_of(game: str) -> View:
    program = load(ROOT / game).program
    assert program is not None
    return program.start(seed=3, players=("anna", "ben", "carl")).view(None)


def thing(key: str, kind: str, at: Point | None = None, **more: object) -> ThingView:
    plain = ThingView(key, key, kind, "", {}, at, {}, {}, {}, (), ())
    return replace(plain, **more)  # type: ignore[arg-type]


def seat(name: str, place: str) -> SeatView:
    return replace(
        view_of("tests/data/fugitive").seats[0], name=name, refs={"spot": (Ref("Town", place),)}, piles=()
    )


def link(one: str, other: str, **looks: str) -> LinkView:
    name = f"{one} - {other}"
    return LinkView(name, "Way", name, (Ref("Town", one), Ref("Town", other)), looks, {}, (), "")


def world(
    towns: Sequence[ThingView],
    links: Sequence[LinkView] = (),
    zones: Sequence[ThingView] = (),
    seats: Sequence[SeatView] = (),
) -> View:
    """Return a view with this board and nothing else."""
    kinds = {"Town": KindView("Town", "place", {}, ""), "Zone": KindView("Zone", "area", {}, "")}
    return replace(
        view_of("tests/data/fugitive"),
        seats=tuple(seats),
        kinds=kinds,
        things={"Town": tuple(towns), "Zone": tuple(zones)},
        links=tuple(links),
        supplies=SUPPLIES,
    )


def shown(rows: Sequence[Sequence[Cell]]) -> str:
    """Return the characters of a picture."""
    return "\n".join("".join(cell.char for cell in row) for row in rows)
