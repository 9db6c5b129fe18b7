"""Pictures of boards are exact, complete, without collisions, and navigable with four keys."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product

import pytest
from hypothesis import given, settings, strategies as st
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from lazaretto.rules import Ref, View
from lazaretto.tui.board import NOTHING, Direction, Marked, Picture, Pointed, Shape, marks_of, shape_of
from lazaretto.tui.board.badges_and_signs import text
from lazaretto.tui.board.canvas import APART, FAR_APART, Room
from lazaretto.tui.board.label_placement import Block
from lazaretto.tui.board.map_drawing import Chart
from lazaretto.tui.board.tile_board import Tiles
from tests.every import every
from tests.soak import TIMES, longer
from tests.tui.board.made import GAMES, link, seat, shown, thing, view_of, world
from tests.unhurried import unhurried

SIZES = ((44, 14), (46, 17), (80, 17), (80, 22), (90, 34), (120, 40), (220, 60))
TINY = ((1, 1), (3, 2), (9, 30), (20, 6), (30, 9))
DIRECTIONS: tuple[Direction, ...] = ("left", "right", "up", "down")


class TextFile(SingleFileSnapshotExtension):
    """Stores one readable file per picture."""

    _write_mode = WriteMode.TEXT
    file_extension = "txt"


numbers = st.one_of(st.integers(-5, 5), st.floats(-180, 180, allow_nan=False, width=32))
points = st.one_of(st.none(), st.tuples(numbers, numbers))


@st.composite
def worlds(draw: st.DrawFn) -> View:
    """Generate any map: points anywhere or nowhere, also overlapping, links, zones, pieces, figures."""
    names = draw(
        st.lists(st.text("abcdeÄß 漢", min_size=1, max_size=14), min_size=1, max_size=80, unique=True)
    )
    some = st.sampled_from(names)
    held = st.lists(
        st.tuples(st.sampled_from(("blue ones", "red ones", "grey ones", "huts")), st.integers(1, 12)),
        max_size=4,
        unique_by=lambda each: each[0],
    )
    towns = [thing(name, "Town", draw(points), holds=tuple(draw(held))) for name in names]
    ends = draw(st.lists(st.tuples(some, some), max_size=60, unique_by=frozenset))
    ways = [link(*end, **draw(st.sampled_from(LOOKS))) for end in ends if end[0] != end[1]]
    if ways:
        ways[0] = replace(ways[0], holds=(("rails", 2),))
    zones = [
        thing(f"Z{number}", "Zone", refs={"members": tuple(Ref("Town", member) for member in members)})
        for number, members in enumerate(draw(st.lists(st.lists(some, min_size=1), max_size=20)))
    ]
    return world(towns, ways, zones, [seat(each, draw(some)) for each in ("anna", "abe", "Ann")])


LOOKS: tuple[dict[str, str], ...] = (
    {},
    {"over": "edge"},
    {"line": "dashed", "colour": "teal"},
    {"line": "double"},
)
sizes = st.tuples(st.integers(1, 130), st.integers(1, 45))
quick = settings(unhurried, max_examples=25 * TIMES)


def others_of(shape: Shape) -> list[Ref]:
    """Return areas and links."""
    return [area.ref for area in shape.areas] + [each.ref for each in shape.links]


def blocks(chart: Chart) -> Iterator[tuple[int, int, int]]:
    """Yield row, first column and end of every text on a map."""
    every: list[Block] = [*chart.atlas.blocks.values(), *chart.atlas.areas.values()]
    yield from ((block.row, block.start, block.end) for block in every)
    yield from ((tag.row, tag.column, tag.column + len(tag.text)) for tag in chart.atlas.tags)


def check_room(picture: Picture) -> None:
    """Check that no text overlaps another or leaves the picture."""
    drawing = picture._drawing
    if isinstance(drawing, Chart):
        taken = [(row, column) for row, start, end in blocks(drawing) for column in range(start, end)]
        assert len(taken) == len(set(taken))
        assert all(0 <= row < picture.height and 0 <= column < picture.width for row, column in taken)
    elif isinstance(drawing, Tiles):
        for one, other in combinations(drawing.tiles.values(), 2):
            apart = one.column + one.width <= other.column or other.column + other.width <= one.column
            assert apart or one.row + one.height <= other.row or other.row + other.height <= one.row
        for tile in drawing.tiles.values():
            assert tile.column >= 0 and tile.column + tile.width <= picture.width
            assert tile.row >= 0 and tile.row + tile.height <= picture.height


def check_marks(picture: Picture, view: View) -> None:
    """Check that every mark of a drawn place is there, or a plus says that there is more."""
    drawing, style = picture._drawing, picture.style
    rows = picture.rows(view, NOTHING)
    for ref, marks in marks_of(view).items():
        near: list[str] = []
        if isinstance(drawing, Chart) and ref in drawing.atlas.blocks:
            block = drawing.atlas.blocks[ref]
            for row in rows[max(0, block.row - 1) : block.row + 2]:
                near.append("".join(cell.char for cell in row[max(0, block.start - 5) : block.end + 5]))
        elif isinstance(drawing, Tiles) and ref in drawing.tiles:
            tile = drawing.tiles[ref]
            for row in rows[tile.row : tile.row + tile.height]:
                near.append("".join(cell.char for cell in row[tile.column : tile.column + tile.width]))
        else:
            continue
        around = "\n".join(near)
        assert "+" in around or all(text(mark, style) in around for mark in marks), (ref, around)


@longer
@quick
@given(worlds(), sizes, st.booleans(), st.booleans())
def test_any_board_in_any_size(view: View, size: tuple[int, int], ascii: bool, mono: bool) -> None:
    shape = shape_of(view)
    picture = Picture(shape, *size, ascii=ascii, mono=mono)
    refs = [spot.ref for spot in shape.spots] + others_of(shape)
    some = frozenset(refs[::3])
    for marked in (NOTHING, *(Marked(each, some, some, frozenset(refs[::5])) for each in refs[::7])):
        rows = picture.rows(view, marked)
        assert [len(each) for each in rows] == [size[0]] * size[1]
        assert all(len(cell.char) == 1 for row in rows for cell in row)
        assert not ascii or shown(rows).isascii()
    check_room(picture)
    check_marks(picture, view)
    for ref in refs:
        place = picture.where(ref)
        assert place is not None
        assert 0 <= place[0] < size[0] and 0 <= place[1] < size[1]


def reached(picture: Picture, among: list[Ref], start: Ref) -> set[Ref]:
    seen = {start}
    queue = [start]
    for ref in queue:
        for direction in DIRECTIONS:
            found = picture.toward(ref, direction, among)
            if found is not None and found not in seen:
                seen.add(found)
                queue.append(found)
    return seen


@longer
@quick
@given(worlds(), sizes)
def test_every_spot_is_reached_from_every_other(view: View, size: tuple[int, int]) -> None:
    shape = shape_of(view)
    picture = Picture(shape, *size)
    places = [spot.ref for spot in shape.spots]
    others = others_of(shape)
    for among in (places, places[::2], others, places + others):
        for start in among[:: max(1, len(among) // 4)]:
            assert reached(picture, among, start) == set(among)
        assert set(picture.order(among)) == set(among)
    for start in others[:3]:
        assert picture.toward(start, "left", places) in places
    assert picture.toward(None, "left") == picture.order()[0]


@pytest.mark.parametrize("size", SIZES)
def test_arrows_go_over_the_seam_of_a_map(size: tuple[int, int]) -> None:
    shape = shape_of(view_of("scenarios/pandemic"))
    picture, sydney, there = Picture(shape, *size), Ref("City", "Sydney"), Ref("City", "Los Angeles")
    found = picture.toward(Ref("City", "San Francisco"), "left")
    assert found is not None and found.key in ("Tokyo", "Manila")
    assert picture.toward(sydney, "right") == there
    assert all(picture.toward(start, way) is not None for start in picture.order() for way in DIRECTIONS[:2])
    plain = Picture(replace(shape, links=()), *size)
    assert plain.toward(sydney, "right") != there


@pytest.mark.parametrize("game", GAMES)
def test_games_fit(game: str) -> None:
    looks = [(False, False), (False, True), (True, True)]
    every(product(SIZES + TINY, looks), lambda case: fits(game, case[0], *case[1]))


def fits(game: str, size: tuple[int, int], ascii: bool, mono: bool) -> None:
    view = view_of(game)
    picture = Picture(shape_of(view), *size, ascii=ascii, mono=mono)
    rows = picture.rows(view, Marked(picture.order()[0]))
    assert [len(row) for row in rows] == [size[0]] * size[1]
    check_room(picture)
    check_marks(picture, view)


@pytest.mark.parametrize("size", SIZES)
def test_every_place_of_a_great_map_has_a_label_and_room(size: tuple[int, int]) -> None:
    drawing = Picture(shape_of(view_of("scenarios/pandemic")), *size)._drawing
    assert isinstance(drawing, Chart)
    assert len(drawing.atlas.blocks) == len(drawing.shape.spots)
    assert all(len(block.text) >= 3 and block.cells >= 3 for block in drawing.atlas.blocks.values())


def test_a_flag_stands_next_to_the_label_or_to_its_marks() -> None:
    view = view_of("scenarios/pandemic")
    picture = Picture(shape_of(view), *SIZES[0])
    drawing = picture._drawing
    assert isinstance(drawing, Chart)
    blocks = drawing.atlas.blocks
    rows = picture.rows(view, Marked(lit=frozenset(blocks)))
    leftward = [(ref, each) for ref, each in blocks.items() if each.leftward and each.cells]
    assert {ref in marks_of(view) for ref, _ in leftward} == {True, False}
    for ref, block in leftward:
        before = "".join(cell.char for cell in rows[block.row][block.flag : block.label])
        flag, marks = before.rindex("▸"), before.rpartition("▸")[2]
        assert marks.strip() if ref in marks_of(view) else flag == len(before) - 1, before


def test_few_places_are_tiles_and_many_are_a_map() -> None:
    assert isinstance(Picture(shape_of(view_of("scenarios/the_cure")), 46, 17)._drawing, Tiles)
    assert isinstance(Picture(shape_of(view_of("scenarios/pandemic")), 220, 60)._drawing, Chart)


@pytest.mark.parametrize("count", [1, 3])
def test_a_grid_of_one_column_is_drawn(count: int) -> None:
    plain = world([thing(f"T{number}", "Town", (0, number)) for number in range(count)])
    grid = replace(plain.kinds["Town"], looks={"tiles": "yes"})
    view = replace(plain, kinds={**plain.kinds, "Town": grid})
    drawn = shown(Picture(shape_of(view), 46, 17).rows(view, NOTHING))
    assert all(f"T{number}" in drawn for number in range(count))


def test_a_board_without_places_is_empty() -> None:
    view = view_of("tests/data/stones")
    picture = Picture(shape_of(view), 12, 3)
    assert shown(picture.rows(view, NOTHING)).split() == []
    assert picture.toward(None, "left") is None
    assert picture.at(1, 1) is None
    assert Picture(shape_of(view), 0, 0).rows(view, NOTHING) == []


def test_the_mouse_finds_what_it_points_at() -> None:
    view = view_of("scenarios/pandemic")
    picture = Picture(shape_of(view), 120, 40)
    for spot in picture.shape.spots:
        place = picture.where(spot.ref)
        assert place is not None
        assert picture.at(*place) == spot.ref
    assert picture.at(60, 39) is None


def test_pens_say_where_the_cursor_is_and_what_may_be_chosen() -> None:
    view = view_of("scenarios/pandemic")
    picture = Picture(shape_of(view), 120, 40)
    paris, essen, lima, cairo = (Ref("City", each) for each in ("Paris", "Essen", "Lima", "Cairo"))

    def pen_of(ref: Ref, marked: Marked) -> str:
        drawing = picture._drawing
        assert isinstance(drawing, Chart)
        block = drawing.atlas.blocks[ref]
        pen = picture.rows(view, marked)[block.row][block.label].pen
        return f"{pen.fore}{' bold' if pen.bold else ''}"

    assert pen_of(lima, Marked(paris)) == "text"
    assert pen_of(essen, Marked(paris)) == "text bold"
    assert pen_of(paris, Marked(paris)) == "ground bold"
    assert pen_of(lima, Marked(paris, frozenset({cairo}))) == "faint"
    assert pen_of(cairo, Marked(paris, frozenset({cairo}))) == "lit bold"
    assert pen_of(cairo, Marked(paris, None, frozenset({cairo}))) == "changed bold"


def test_a_link_over_the_edge_leaves_on_both_sides() -> None:
    towns = [thing(f"Town {number}", "Town", (number * 10, number % 3)) for number in range(20)]
    view = world(towns, [link("Town 1", "Town 18", over="edge")])
    rows = shown(Picture(shape_of(view), 100, 20).rows(view, NOTHING)).splitlines()
    assert any(row.startswith("◂") for row in rows)
    assert any(row.endswith("▸") for row in rows)


SHORE = (((-170.0, 70.0), (-50.0, 70.0), (-80.0, 8.0), (-40.0, -10.0), (-70.0, -55.0), (-110.0, 20.0)),)


@pytest.mark.parametrize("game", ["pandemic", "the_cure"])
def test_a_picture_does_not_depend_on_those_before_it(game: str) -> None:
    view = view_of(f"scenarios/{game}")
    picture = Picture(shape_of(view), 80, 24)
    refs = picture.order()
    pointed = Marked(refs[0], pointed=(Pointed(refs[-1], "ben", "cyan"),))
    ways = [NOTHING, pointed, *map(Marked, refs[:12]), Marked(refs[3], frozenset(refs))]
    first = [[[*row] for row in picture.rows(view, marked)] for marked in ways]
    assert [picture.rows(view, marked) for marked in reversed(ways)] == first[::-1]
    assert len({shown(rows) for rows in first}) >= 2 and first[1] != first[2] != first[3]


@pytest.mark.parametrize("game", ["pandemic", "the_cure"])
@pytest.mark.parametrize("size", [(46, 17), (80, 22), (120, 40)], ids=["small", "usual", "large"])
def test_pictures_stay_as_they_are(game: str, size: tuple[int, int], snapshot: SnapshotAssertion) -> None:
    view = view_of(f"scenarios/{game}")
    picture = Picture(shape_of(view, SHORE), *size)
    drawn = shown(picture.rows(view, Marked(picture.order()[3])))
    assert drawn + "\n" == snapshot.use_extension(TextFile)


def test_a_picture_in_plain_letters_stays_as_it_is(snapshot: SnapshotAssertion) -> None:
    view = view_of("scenarios/pandemic")
    picture = Picture(shape_of(view), 80, 22, ascii=True, mono=True)
    drawn = shown(picture.rows(view, Marked(Ref("City", "Istanbul"))))
    assert drawn + "\n" == snapshot.use_extension(TextFile)


@pytest.mark.parametrize(("ascii", "heads"), [(False, {"←", "↘", "↙"}), (True, {"<", ">"})])
def test_one_way_links_have_an_arrow(ascii: bool, heads: set[str]) -> None:
    towns = [thing("A", "Town", (0, 3)), thing("B", "Town", (2, 0)), thing("C", "Town", (4, 3))]
    ends = ("AB", "CB", "CA")
    one_way = world(towns, [link(*pair, way="one") for pair in ends])
    both = world(towns, [link(*pair) for pair in ends])
    signs = [
        {*shown(Picture(shape_of(view), 90, 34, ascii=ascii).rows(view, NOTHING))} for view in (one_way, both)
    ]
    assert heads <= signs[0] and not heads & signs[1]


def test_marks_that_overflow_keep_away_from_what_stands_in_their_row() -> None:
    room = Room([0b111, 0], 20)
    assert not room.take_apart(4, 0, 1, APART), "one free cell is not enough"
    assert room.take_apart(5, 0, 1, APART)
    assert not room.take_apart(10, 0, 1, FAR_APART)
    assert room.take_apart(4, 1, 1, FAR_APART)
    assert not room.take_apart(0, 2, 1, APART)


@pytest.mark.parametrize("tiles", ["no", "yes"])
@pytest.mark.parametrize(("width", "height"), [(46, 6), (46, 12), (80, 10)])
def test_short_one_way_links_have_an_arrow_too(tiles: str, width: int, height: int) -> None:
    towns = [thing(f"T{number}", "Town", (number % 5, number // 5)) for number in range(10)]
    ends = [(f"T{number}", f"T{number + 1}") for number in (0, 1, 2, 3, 5, 6, 7, 8)]
    ends += [(f"T{number + 5}", f"T{number}") for number in range(5)]
    plain = world(towns, [link(*pair, way="one") for pair in ends])
    kind = replace(plain.kinds["Town"], looks={"tiles": tiles})
    view = replace(plain, kinds={**plain.kinds, "Town": kind})
    drawn = shown(Picture(shape_of(view), width, height).rows(view, NOTHING))
    assert drawn.count("→") == 8, drawn
    assert drawn.count("↓") == 5, drawn
