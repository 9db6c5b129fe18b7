"""Draws the course of a game as small bar charts: everything countable, after each turn.

Every row shows its name, sign and number, so that players can tell the rows apart without colours.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from lazaretto.host import Course, Series
from lazaretto.tui.board.short_names import narrow, sign
from lazaretto.tui.look.fit_and_wrap_text import ACCENT, FAINT, STRONG, Line, Pen, Span
from lazaretto.tui.messages import common, reading as say
from lazaretto.tui.shared_texts import counts_up, title

HEADINGS = {"chance": "Estimated", "track": "Tracks", "supply": "Left", "pile": "Piles"}
BLOCKS = " ▁▂▃▄▅▆▇█"
LETTERS = " __--==##"
"""The same heights in ASCII."""
NONE, NONE_ASCII = "·", "."
"""Marks an empty bar."""

DOTS = " ⣀⣤⣶⣿"
"""Lighter characters, for rows of several lines."""

TALLEST = 5
WIDEST = 12
"""The maximum width of one sample in columns."""
NAME = 20
VALUE = 8
BESIDE = 3 + NAME + VALUE + 2
"""The columns before the first sample."""


@dataclass(frozen=True, slots=True)
class Chart:
    """The lines of a chart, and the number of rows that did not fit."""

    lines: tuple[Line, ...]
    hidden: int


def shown(course: Course) -> tuple[Series, ...]:
    """The series to draw: those whose value ever changed."""
    return tuple(series for series in course.series if len(set(series.values)) > 1)


def draw(course: Course, width: int, height: int, cursor: int, top: int = 0, *, ascii: bool = False) -> Chart:
    """Draw the chart with a marker at one sample, without the first `top` rows."""
    series = shown(course)
    if not series:
        return Chart((), 0)
    columns = _columns(course, max(8, width - BESIDE - 1))
    room = max(1, height - 3)
    groups = len(dict.fromkeys(each.kind for each in series))
    headed = len(series) + groups <= room
    tall = max(1, min(TALLEST, (room - 2 * groups) // len(series)))
    if not headed:
        top = max(0, min(top, len(series) - room))
        series = series[top : top + room]
    lines: list[Line] = []
    kind = ""
    for each in series:
        if headed and each.kind != kind:
            if kind and tall > 1:
                lines.append(())
            kind = each.kind
            lines.append((Span(f" {HEADINGS[kind]}", ACCENT),))
        lines += _row(each, columns, cursor, tall, ascii)
    lines += _axis(course, columns, cursor)
    return Chart(tuple(lines), len(shown(course)) - len(series))


def _columns(course: Course, room: int) -> tuple[int, ...]:
    """For each column, the sample that it shows."""
    count = len(course.turns)
    if count <= room:
        step = min(WIDEST, room // count)
        return tuple(column // step for column in range(count * step))
    return tuple(column * (count - 1) // (room - 1) for column in range(room))


# --- rows --------------------------------------------------------------------------------------


def _row(series: Series, columns: Sequence[int], cursor: int, tall: int, ascii: bool) -> Iterator[Line]:
    """The bars of a series, in one or several lines; the lowest line has the name."""
    colour = series.looks.get("colour", "accent")
    values = [series.values[column] for column in columns]
    if tall == 1:
        rows = bars(values, series.most, tall, ascii)
    elif ascii:
        rows = (" " * len(values), *bars(values, series.most, tall - 1, ascii))
    else:
        rows = dotted(values, series.most, tall)
    at = columns.index(cursor) if cursor in columns else len(columns)
    after = at + columns.count(cursor)
    own, lit = Pen(colour), STRONG
    guide = Span("|" if ascii else "┊", Pen("line"))
    for number, row in enumerate(rows):
        yield (
            *(_name(series, cursor) if number == len(rows) - 1 else (Span(" " * BESIDE),)),
            *_runs(row[:at], own),
            *((guide, Span(row[at + 1 : after])) if row[at:after].isspace() else _runs(row[at:after], lit)),
            *_runs(row[after:], own),
        )


def _runs(text: str, pen: Pen) -> Iterator[Span]:
    """Bars in their pen, and the gaps between them faint."""
    for filled, chars in groupby(text, key=lambda char: char not in (" ", NONE, NONE_ASCII)):
        yield Span("".join(chars), pen if filled else FAINT)


def bars(values: Sequence[int], most: int, tall: int, ascii: bool) -> tuple[str, ...]:
    """Bars side by side, the top line first; every value above zero is visible."""
    signs, none = (LETTERS, NONE_ASCII) if ascii else (BLOCKS, NONE)
    heights = [max(1, round(value * 8 * tall / most)) if value > 0 else 0 for value in values]
    found = []
    for level in reversed(range(tall)):
        row = "".join(signs[max(0, min(8, height - 8 * level))] for height in heights)
        found.append(row if level else row.replace(" ", none))
    return tuple(found)


def dotted(values: Sequence[int], most: int, tall: int) -> tuple[str, ...]:
    """The same in braille dots; the highest dots stay empty, so that rows do not touch."""
    heights = [max(1, round(value * (4 * tall - 1) / most)) if value > 0 else 0 for value in values]
    found = []
    for level in reversed(range(tall)):
        row = "".join(DOTS[max(0, min(4, height - 4 * level))] for height in heights)
        found.append(row if level else row.replace(" ", NONE))
    return tuple(found)


def _name(series: Series, cursor: int) -> Iterator[Span]:
    looks = series.looks
    mark = sign(looks.get("glyph", ""), looks.get("letter", "")) or " "
    yield Span(f" {mark} ", Pen(looks.get("colour", "text"), bold=True))
    yield Span(narrow(looks.get("label") or title(series.name))[: NAME - 1].ljust(NAME))
    yield Span(_value(series, cursor).rjust(VALUE), STRONG)
    yield Span("! " if _at_the_end(series, cursor) else "  ", Pen("warn", bold=True))


def _value(series: Series, cursor: int) -> str:
    """The value as text; for a track, the value of the space."""
    value = series.values[cursor]
    if series.kind == "chance":
        return f"{value} %"
    if series.kind == "supply":
        return say.LEFT(number=value)
    if series.kind == "track":
        spaces = series.spaces
        return f"{spaces[value]}/{spaces[-1]}" if counts_up(spaces) else str(spaces[value])
    return str(value)


def _at_the_end(series: Series, cursor: int) -> bool:
    """Whether a supply is used up, or the marker of a track is on its last space."""
    value = series.values[cursor]
    return (series.kind == "supply" and not value) or (series.kind == "track" and value == series.most)


# --- the axis ----------------------------------------------------------------------------------


def _axis(course: Course, columns: Sequence[int], cursor: int) -> Iterator[Line]:
    """The marker, the turn numbers, and the position of the marker in words."""
    at = columns.index(cursor) if cursor in columns else 0
    yield (
        Span(" " * BESIDE),
        Span("─" * at, Pen("line")),
        Span("▲", ACCENT),
        Span("─" * (len(columns) - at - 1), Pen("line")),
    )
    numbers = course.turns if any(course.turns) else course.choices or (0,) * len(course.turns)
    last = str(numbers[columns[-1]])
    begins = next(column for column, sample in enumerate(columns) if str(numbers[sample]) == last)
    final = max(0, min(begins, len(columns) - len(last)))
    text = ""
    for column, sample in enumerate(columns[:begins]):
        label = str(numbers[sample])
        fresh = not column or numbers[columns[column - 1]] != numbers[sample]
        if fresh and column >= len(text) + bool(text) and column + len(label) < final:
            text = text.ljust(column) + label
    text = text.ljust(final) + last
    word = say.TURN() if any(course.turns) else say.CHOICE()
    yield (Span(f"{word} ".rjust(BESIDE), FAINT), Span(text, FAINT))
    yield (Span(" " * BESIDE), Span(_where(course, cursor), STRONG))


def _where(course: Course, cursor: int) -> str:
    turn = course.turns[cursor]
    if not cursor:
        return say.BEGINNING()
    if not course.choices:
        return say.NOW() if cursor == len(course.turns) - 1 else say.IN_TURN(turn=turn)
    choices = common.CHOICES(number=course.choices[cursor])
    if cursor == len(course.turns) - 1:
        return say.END_AFTER(choices=choices)
    return say.TURN_AFTER(turn=turn, choices=choices) if any(course.turns) else say.AFTER(choices=choices)
