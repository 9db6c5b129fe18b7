"""Writes the curves of `benchmarks/history.csv` into `docs/speed.md`, and their pictures beside it.

Usage: python benchmarks/speed_page.py

`benchmarks/bench_all.py` does so, too. The page keeps its text; what is between its two marks is written
anew.
"""

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from textwrap import fill

HOUSE = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(HOUSE))

from benchmarks.compare_speed import LIMIT, percent, shown  # noqa: E402
from benchmarks.draw_curves import Chart, Points, drawn  # noqa: E402
from benchmarks.speed_figures import FIGURES, SECTIONS, Figure  # noqa: E402
from benchmarks.speed_history import HISTORY, Line, by_date, read  # noqa: E402

PAGE = HOUSE / "docs" / "speed.md"
PICTURES = "docs/pictures/speed-*.svg"
WIDTH = 120
"""The columns of a line of the page."""
MARKED = re.compile(r"(<!-- speed -->\n).*?(<!-- end of speed -->)", re.DOTALL)


class Curves:
    """The history in the order of its commits; the machine and Python of the last one come first."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self.lines = by_date(lines)
        self.places = list(dict.fromkeys(line.place for line in reversed(self.lines)))

    def of(self, figure: Figure, place: tuple[str, str]) -> Points:
        """Return the points of a figure on a machine, by their places among all lines."""
        values = (
            (each, line.figure(figure.name)) for each, line in enumerate(self.lines) if line.place == place
        )
        return [(each, value) for each, value in values if value is not None]

    def in_section(self, section: str) -> Iterator[tuple[Figure, Points]]:
        """Return the figures of a section that the newest machine has measured."""
        for figure in FIGURES:
            if figure.section == section and (points := self.of(figure, self.places[0])):
                yield figure, points


def change(figure: Figure, before: float, now: float) -> tuple[float | None, bool]:
    """Return how much greater a value is than another, and whether that is worse by more than the limit."""
    if not before:
        return None, False
    part = now / before - 1
    return part, (part if figure.better == "less" else -part) > LIMIT


def worst_step(figure: Figure, points: Points, lines: Sequence[Line]) -> str:
    """Return the largest change for the worse between neighbours, and its commit."""
    sign = 1 if figure.better == "less" else -1
    steps = [
        (sign * (now / before - 1), lines[place].commit)
        for (_, before), (place, now) in pairwise(points)
        if before
    ]
    most, commit = max(steps, default=(0.0, ""))
    return f"{percent(sign * most)} with `{commit}`" if most > LIMIT else ""


def rows(curves: Curves, section: str) -> Iterator[str]:
    """Return the table of a section."""
    yield "| figure | unit | better | first | last | change | largest step for the worse |"
    yield "|---|---|---|---|---|---|---|"
    for figure, points in curves.in_section(section):
        first, last = points[0][1], points[-1][1]
        part, _ = change(figure, first, last)
        yield (
            f"| {figure.name} | {figure.unit} | {figure.better} | {shown(first)} | {shown(last)} "
            f"| {percent(part)} | {worst_step(figure, points, curves.lines)} |"
        )


def picture(curves: Curves, section: str) -> str:
    """Return the picture of a section, or nothing if none of its figures was measured."""
    charts = []
    for figure, points in curves.in_section(section):
        part, worse = change(figure, points[0][1], points[-1][1])
        changed = f" ({percent(part)})" if len(points) > 1 and part is not None else ""
        below = f"{figure.unit}, {figure.better} is better"
        every = [curves.of(figure, place) for place in curves.places]
        first, last = shown(points[0][1]), f"{shown(points[-1][1])}{changed}"
        charts.append(Chart(figure.name, below, every, first, last, worse))
    return drawn(charts, len(curves.lines), SECTIONS[section]) if charts else ""


def pictures(lines: Sequence[Line]) -> dict[str, str]:
    """Return all pictures by their names."""
    if not lines:
        return {}
    made = {f"speed-{section}.svg": picture(Curves(lines), section) for section in SECTIONS}
    return {name: text for name, text in made.items() if text}


def about(curves: Curves) -> Iterator[str]:
    """Return sentences about the lines of the history."""
    first, last = curves.lines[0], curves.lines[-1]
    number = len(curves.lines)
    machine, python = curves.places[0]
    yield (
        f"The curves have {number} {'line' if number == 1 else 'lines'}, from `{first.commit}` "
        f"({first.date[:10]}) to `{last.commit}` ({last.date[:10]}). Tables and numbers are those of "
        f"Python {python} on {machine}, in blue."
    )
    for other_machine, other_python in curves.places[1:]:
        yield f"Another curve is that of Python {other_python} on {other_machine}."


def generated(lines: Sequence[Line]) -> str:
    """Return what stands between the marks of the page."""
    if not lines:
        return "No line has been recorded yet.\n"
    curves = Curves(lines)
    blocks = [fill(" ".join(about(curves)), WIDTH)]
    for section, title in SECTIONS.items():
        if any(curves.in_section(section)):
            blocks += [
                f"## {title}",
                f"![Curves: {title[0].lower()}{title[1:]}](pictures/speed-{section}.svg)",
                "\n".join(rows(curves, section)),
            ]
    return "\n\n".join(blocks) + "\n"


def with_curves(text: str, lines: Sequence[Line]) -> str:
    """Return the page with what follows from the history."""
    return MARKED.sub(lambda found: f"{found[1]}\n{generated(lines)}\n{found[2]}", text)


def write_page(house: Path = HOUSE, history: Path = HISTORY) -> None:
    """Write the page and its pictures, and remove those that it no longer has."""
    lines = read(history)
    page = house / PAGE.relative_to(HOUSE)
    page.write_text(with_curves(page.read_text(encoding="utf-8"), lines), encoding="utf-8")
    made: Mapping[str, str] = pictures(lines)
    for old in house.glob(PICTURES):
        if old.name not in made:
            old.unlink()
    for name, text in made.items():
        (page.parent / "pictures" / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_page()
