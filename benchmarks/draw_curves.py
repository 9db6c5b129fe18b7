"""Draws small curves beside and below each other as an SVG picture, for light and dark screens."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from statistics import median

COLUMNS, WIDE, HIGH, EDGE = 3, 300, 134, 12
"""How many curves are beside each other, the pixels of one, and those around all."""
TOP, FLOOR = 40, 98
"""Between which heights a curve is drawn."""
RANGE = 0.1
"""A curve shows at least this part of its middle value above and below it, so that noise looks small."""
SHADES = 4
"""How many machines have a colour of their own."""

STYLE = """
text { font: 12px system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; fill: #1f2328; }
.small { font-size: 11px; fill: #59636e; }
.last { font-weight: 600; }
.room { fill: #ffffff; }
.floor { stroke: #d1d9e0; }
.curve { fill: none; stroke-width: 1.75; stroke-linejoin: round; }
.c0 { stroke: #0969da; } .c1 { stroke: #9a6700; } .c2 { stroke: #1a7f37; } .c3 { stroke: #8250df; }
.worse { fill: #bc4c00; }
@media (prefers-color-scheme: dark) {
text { fill: #f0f6fc; }
.small { fill: #9198a1; }
.room { fill: #0d1117; }
.floor { stroke: #3d444d; }
.c0 { stroke: #58a6ff; } .c1 { stroke: #d29922; } .c2 { stroke: #3fb950; } .c3 { stroke: #ab7df8; }
.worse { fill: #ff9a52; }
}
"""

Points = Sequence[tuple[int, float]]
"""The points of a curve: places from the left, and values."""


@dataclass(frozen=True, slots=True)
class Chart:
    """The curves of a figure: one for each machine, the newest first."""

    title: str
    below: str
    """What its unit is, and what is better."""
    curves: Sequence[Points]
    first: str
    last: str
    worse: bool
    """Whether the last value is worse than the first one."""


def drawn(charts: Sequence[Chart], places: int, title: str) -> str:
    """Return a picture of charts that all have so many places from left to right."""
    rows = -(-len(charts) // COLUMNS)
    width, height = COLUMNS * WIDE + 2 * EDGE, rows * HIGH + 2 * EDGE
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img">',
        f"<title>{escape(title)}</title>",
        f"<style>{STYLE}</style>",
        f'<rect class="room" width="{width}" height="{height}" rx="6"/>',
    ]
    for number, chart in enumerate(charts):
        row, column = divmod(number, COLUMNS)
        parts.append(f'<g transform="translate({EDGE + column * WIDE} {EDGE + row * HIGH})">')
        parts += [*_chart(chart, places), "</g>"]
    return "\n".join([*parts, "</svg>", ""])


def _chart(chart: Chart, places: int) -> Iterable[str]:
    right = WIDE - 2 * EDGE
    yield f'<text y="13">{escape(chart.title)}</text>'
    yield f'<text class="small" y="28">{escape(chart.below)}</text>'
    yield f'<path class="floor" d="M0 {FLOOR}.5H{right}"/>'
    values = [value for curve in chart.curves for _, value in curve]
    if not values:
        return
    middle = median(values)
    low = min(*values, middle * (1 - RANGE))
    high = max(*values, middle * (1 + RANGE))
    for number, curve in reversed([*enumerate(chart.curves)]):
        yield from _curve(curve, places, (low, high), number % SHADES)
    yield f'<text class="small" y="114">{escape(chart.first)}</text>'
    worse = " worse" if chart.worse else ""
    yield f'<text class="last{worse}" x="{right}" y="114" text-anchor="end">{escape(chart.last)}</text>'


def _curve(curve: Points, places: int, limits: tuple[float, float], shade: int) -> Iterable[str]:
    """Draw a line through points, with a dot at the last one."""
    (low, high), right = limits, WIDE - 2 * EDGE - 4
    spots = [
        (
            4 + (place / (places - 1) if places > 1 else 1) * (right - 4),
            FLOOR - 4 - (value - low) / ((high - low) or 1) * (FLOOR - 4 - TOP),
        )
        for place, value in curve
    ]
    if not spots:
        return
    way = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
    yield f'<polyline class="curve c{shade}" points="{way}"/>'
    x, y = spots[-1]
    yield f'<circle class="curve c{shade}" cx="{x:.1f}" cy="{y:.1f}" r="2.5"/>'
