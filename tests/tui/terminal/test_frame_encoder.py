"""The encoded bytes show exactly the frame, are as few as possible, and use the colours of the terminal."""

import re

import pytest
from hypothesis import given, settings, strategies as st
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.geometry import Region
from textual.strip import Strip

from lazaretto.tui.look.fit_and_wrap_text import Pen
from lazaretto.tui.look.role_colors import DARK, Palette
from lazaretto.tui.terminal.frame_encoder import SYNC_BEGIN, SYNC_END, Encoder
from lazaretto.tui.terminal.terminal_capabilities import Depth
from tests.soak import TIMES, longer
from tests.tui.terminal.shown import COLOUR, Terminal, as_seen
from tests.unhurried import unhurried

PALETTE = Palette()
WIDTH, HEIGHT = 12, 4


def layout(rows: list[list[tuple[str, Style]]], x: int = 0, y: int = 0) -> LayoutUpdate:
    strips = [[Strip([Segment(text, style) for text, style in row])] for row in rows]
    return LayoutUpdate(
        list(strips), Region(x, y, max(strip[0].cell_length for strip in strips), len(strips))
    )


def shown(style: Style) -> tuple[str, str, bool, bool, bool, bool, bool]:
    fore, back = (
        color.get_truecolor().hex[1:] if color is not None and not color.is_default else "default"
        for color in (style.color, style.bgcolor)
    )
    attributes = (style.bold, style.italic, style.underline, style.strike, style.reverse)
    bold, italic, underline, strike, reverse = map(bool, attributes)
    return (fore, back, bold, italic, underline, strike, reverse)


colours = st.sampled_from([None, "#56b4e9", "#08121d", "#123456", "#ffffff"])
styles = st.builds(
    lambda fore, back, bold, underline, reverse: Style(
        color=fore, bgcolor=back, bold=bold, underline=underline, reverse=reverse
    ),
    colours,
    colours,
    *[st.sampled_from([None, True])] * 3,
)
chars = st.sampled_from("  ab.●é⣿世界")
rows = st.lists(st.tuples(chars, styles), min_size=WIDTH, max_size=WIDTH)
frames = st.lists(st.lists(rows, min_size=HEIGHT, max_size=HEIGHT), min_size=1, max_size=4)


@longer
@settings(unhurried, max_examples=20 * TIMES)
@given(frames)
def test_a_terminal_shows_the_frame(frames: list[list[list[tuple[str, Style]]]]) -> None:
    encoder, terminal = Encoder(Depth.TRUE, PALETTE), Terminal(WIDTH, HEIGHT)
    for frame in frames:
        strips = [Strip([Segment(char, style) for char, style in row]).crop(0, WIDTH) for row in frame]
        update = LayoutUpdate([[strip] for strip in strips], Region(0, 0, WIDTH, HEIGHT))
        terminal.feed(encoder.encode(update, (WIDTH, HEIGHT), (0, 0)))
        for strip, cells in zip(strips, terminal.cells(), strict=True):
            x = 0
            for text, style, _ in strip:
                for char in text:
                    assert cells[x] == as_seen((char, *shown(style or Style())))
                    x += 2 if char in "世界" else 1
            assert x == WIDTH


@longer
@given(frames)
@settings(unhurried, max_examples=8 * TIMES)
def test_the_same_frame_costs_nothing(frames: list[list[list[tuple[str, Style]]]]) -> None:
    encoder = Encoder(Depth.TRUE, PALETTE)
    for frame in frames:
        encoder.encode(layout(frame), (WIDTH, HEIGHT), (0, 0))
        assert encoder.encode(layout(frame), (WIDTH, HEIGHT), (0, 0)) == ""


def test_one_cell_costs_little() -> None:
    encoder = Encoder(Depth.TRUE, PALETTE)
    style = PALETTE.style(Pen("text", "ground"))
    row = [("." * 120, style)]
    encoder.encode(layout([row] * 40), (120, 40), (0, 0))
    mark = PALETTE.style(Pen("white", "red", bold=True))
    changed = [("." * 99, style), ("●", mark), ("." * 20, style)]
    data = encoder.encode(layout([*[row] * 39, changed]), (120, 40), (0, 0))
    assert data.count("●") == 1
    assert len(data.encode()) < 60


def test_only_the_dirty_part_of_a_line_is_looked_at() -> None:
    encoder, terminal = Encoder(Depth.TRUE, PALETTE), Terminal(10, 1)
    terminal.feed(encoder.encode(layout([[("0123456789", Style())]]), (10, 1), (0, 0)))
    chops = ChopsUpdate([{0: None, 4: Strip([Segment("abcdef")])}], [(0, 4, 7)], [[4, 10]])
    terminal.feed(encoder.encode(chops, (10, 1), (0, 0)))
    assert terminal.text() == "0123abc789"


def test_what_is_beyond_the_edge_is_left_out() -> None:
    encoder, terminal = Encoder(Depth.TRUE, PALETTE), Terminal(5, 1)
    terminal.feed(encoder.encode(layout([[("abcd世", Style())], [("below", Style())]]), (5, 1), (0, 0)))
    assert terminal.text() == "abcd "


def test_after_invalidate_everything_is_sent_again() -> None:
    encoder, terminal = Encoder(Depth.TRUE, PALETTE), Terminal(3, 1)
    encoder.encode(layout([[("abc", Style())]]), (3, 1), (0, 0))
    encoder.invalidate()
    terminal.feed(encoder.encode(layout([[("abc", Style())]]), (3, 1), (0, 0)))
    assert terminal.text() == "abc"


def test_the_cursor_alone_can_move() -> None:
    encoder = Encoder(Depth.TRUE, PALETTE)
    frame = layout([[("abc", Style())]])
    encoder.encode(frame, (3, 1), (0, 0))
    assert encoder.encode(frame, (3, 1), (2, 0)) == "\x1b[1;3H"


def test_a_frame_is_held_back_until_it_is_whole_where_that_is_known() -> None:
    encoder = Encoder(Depth.TRUE, PALETTE)
    frame = layout([[("abc", Style())]])
    data = encoder.encode(frame, (3, 1), (0, 0), sync=True)
    assert data.startswith(SYNC_BEGIN)
    assert data.endswith(SYNC_END)
    assert encoder.encode(frame, (3, 1), (0, 0), sync=True) == ""


def sent(depth: Depth, pen: Pen, ascii_only: bool = False, text: str = "●") -> str:
    encoder = Encoder(depth, PALETTE, ascii_only)
    return encoder.encode(layout([[(text, PALETTE.style(pen))]]), (1, 1), (0, 0))


@pytest.mark.parametrize(
    ("depth", "codes"),
    [
        (Depth.TRUE, "38;2;86;180;233;48;2;14;28;22"),
        (Depth.INDEXED, "38;5;74;48;5;234"),
        (Depth.BASIC, "96"),
    ],
)
def test_each_depth_has_its_own_numbers_for_a_colour(depth: Depth, codes: str) -> None:
    assert f"\x1b[{codes}m●" in sent(depth, Pen("blue", "land"))


@pytest.mark.parametrize(
    ("back", "marked"), [("", False), ("ground", False), ("red", True), ("#0c1a2a", False)]
)
def test_without_colours_there_is_no_number_of_a_colour(back: str, marked: bool) -> None:
    for role in DARK:
        data = sent(Depth.MONO, Pen(role, back, bold=True))
        assert not COLOUR.search(data)
        assert data == f"\x1b[H\x1b[{'1;7' if marked else '1'}m●\x1b[m\x1b[H"


def test_a_strange_colour_is_rounded_and_a_strange_dark_ground_is_none() -> None:
    strange = Style(color="#ff00aa", bgcolor="#0a1c2c")
    data = Encoder(Depth.BASIC, PALETTE).encode(layout([[("x", strange)]]), (1, 1), (0, 0))
    assert re.search(r"\x1b\[(3|9)\dmx", data)


def test_ascii_is_nothing_else() -> None:
    encoder = Encoder(Depth.TRUE, PALETTE, ascii_only=True)
    data = encoder.encode(layout([[("╭─●▲é世⣿→…", Style(color="#56b4e9"))]]), (20, 1), (0, 0))
    assert data.isascii()
    assert "+-o^e? .>." in data


def test_many_styles_are_forgotten_in_time() -> None:
    encoder = Encoder(Depth.TRUE, PALETTE)
    for number in range(0, 0xFFFFFF, 0xFFFFFF // 12_000):
        frame = layout([[("x", Style(color=f"#{number:06x}"))]])
        encoder.encode(frame, (1, 1), (0, 0))
    assert len(encoder._looks) < 10_000
    assert len(encoder._changes) < 10_000
