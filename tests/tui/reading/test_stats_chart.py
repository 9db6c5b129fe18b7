"""The chart of a game shows the right numbers, fits its room, and is readable without colours."""

from dataclasses import replace

from syrupy.assertion import SnapshotAssertion

from lazaretto.host import Course, Series
from lazaretto.tui.look.fit_and_wrap_text import width
from lazaretto.tui.reading.game_course_chart import BESIDE, bars, dotted, draw, shown

COURSE = Course(
    turns=(0, 1, 2, 3, 4),
    choices=(0, 3, 5, 9, 10),
    series=(
        Series("track", "danger", {}, (0, 0, 1, 2, 4), 4, (0, 1, 2, 3, 4)),
        Series("track", "pace", {"label": "The pace"}, (0, 1, 1, 1, 2), 2, (2, 2, 3)),
        Series("supply", "red_stones", {"glyph": "◆", "colour": "red"}, (9, 6, 5, 2, 0), 9),
        Series("pile", "deck", {}, (20, 18, 16, 14, 12), 20),
        Series("pile", "aside", {}, (3, 3, 3, 3, 3), 3),
    ),
    chosen=(),
    difference=None,
    outcome="Time is up",
)


def text(lines: object) -> str:
    assert isinstance(lines, tuple)
    return "\n".join("".join(span.text for span in line).rstrip() for line in lines)


def test_bars_are_as_high_as_the_numbers() -> None:
    assert bars((0, 1, 4, 8), 8, 1, ascii=False) == ("·▁▄█",)
    assert bars((0, 1, 4, 8), 8, 1, ascii=True) == ("._-#",)
    assert bars((0, 1, 4, 8), 8, 2, ascii=False) == ("   █", "·▂██")
    assert bars((1,), 100, 1, ascii=False) == ("▁",)


def test_dots_leave_room_between_rows() -> None:
    assert dotted((0, 4, 8), 8, 2) == ("  ⣶", "·⣿⣿")
    assert dotted((1,), 1000, 3) == (" ", " ", "⣀")


def test_what_never_changed_has_no_row() -> None:
    assert [series.name for series in shown(COURSE)] == ["danger", "pace", "red_stones", "deck"]
    still = Course((0,), (0,), COURSE.series[-1:], (), None, "")
    assert draw(still, 80, 20, 0).lines == ()


def test_a_chart_keeps_to_its_room() -> None:
    for wide in (64, 80, 200):
        for high in (5, 8, 12, 40):
            found = draw(COURSE, wide, high, 2)
            assert max(width(line) for line in found.lines) <= wide
            assert len(found.lines) <= high
    assert draw(COURSE, 80, 5, 2).hidden == 2
    assert "Deck" in text(draw(COURSE, 80, 5, 2, top=9).lines)


def test_many_samples_share_columns() -> None:
    count = 400
    long = Course(
        tuple(range(count)),
        tuple(range(count)),
        (Series("pile", "deck", {}, tuple(range(count)), count),),
        (),
        None,
        "The deck is empty.",
    )
    found = draw(long, 80, 10, count - 1)
    assert max(width(line) for line in found.lines) <= 80
    assert "the end, after 399 choices" in text(found.lines)
    running = replace(long, choices=(), outcome="")
    assert [text(draw(running, 80, 10, at).lines).split("\n")[-1].strip() for at in (0, 7, count - 1)] == [
        "at the start",
        "turn 7",
        "now",
    ]


def test_the_numbers_are_those_at_the_mark() -> None:
    end = text(draw(COURSE, 80, 24, 4).lines)
    assert "4/4!" in end
    assert "0 left!" in end
    assert "the end, after 10 choices" in end
    middle = text(draw(COURSE, 80, 24, 2).lines)
    assert "turn 2, after 5 choices" in middle
    assert "!" not in middle
    assert "5 left" in middle
    assert "at the start" in text(draw(COURSE, 80, 24, 0).lines)


def test_the_mark_stands_below_its_sample() -> None:
    lines = text(draw(COURSE, 80, 24, 3).lines).splitlines()
    (mark,) = (line for line in lines if "▲" in line)
    (numbers,) = (line for line in lines if line.strip().startswith("turn 0"))
    assert numbers[mark.index("▲")] == "3"
    assert mark.index("─") == BESIDE


def test_a_chart_reads_well(snapshot: SnapshotAssertion) -> None:
    assert text(draw(COURSE, 100, 24, 2).lines) == snapshot(name="dots")
    assert text(draw(COURSE, 80, 11, 2).lines) == snapshot(name="bars")
    assert text(draw(COURSE, 80, 20, 2, ascii=True).lines) == snapshot(name="ascii")
