"""The parts of a page of HTML that needs nothing else: tables, and drawings inside of it."""

from collections.abc import Sequence
from html import escape

from lazaretto.lab.intervals import wilson
from lazaretto.tui.messages import simulation as say
from lazaretto.tui.safe_output import clean
from lazaretto.tui.simulation.sections import Share

WIDE, HIGH = 240, 14
_STYLE = """
:root{color-scheme:light dark;--ink:light-dark(#1d2430,#e6e9ef);--ground:light-dark(#fff,#14181f);
--bar:light-dark(#2a6fb0,#6cb2f0);--line:light-dark(#c9ced6,#3a424f)}
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--ground);max-width:60rem;
margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse}caption{text-align:left;font-weight:600;padding:1rem 0 .3rem}
td,th{padding:.15rem .8rem .15rem 0;text-align:right;font-weight:400;vertical-align:middle}
th{text-align:left}thead th{text-align:right;opacity:.7}
rect{fill:var(--bar)}path{stroke:var(--ink);fill:none}line{stroke:var(--line)}
"""


def page(title: str, body: str) -> str:
    """The whole page."""
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        '<meta http-equiv="Content-Security-Policy" '
        "content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        f"<title>{text(title)}</title><style>{_STYLE}</style></head><body><main>{body}</main></body></html>\n"
    )


def table(title: str, heads: Sequence[str], rows: Sequence[str]) -> str:
    """A table with the heads of its columns, each row as its cells; its last column is drawn."""
    caption = f"<caption>{text(title)}</caption>" if title else ""
    named = "".join(f'<th scope="col">{text(head)}</th>' for head in heads)
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    return f"<table>{caption}<thead><tr><td></td>{named}<td></td></tr></thead><tbody>{body}</tbody></table>"


def shares_table(title: str, lines: Sequence[Share]) -> str:
    """A table of shares with their intervals."""
    heads = (say.COLUMN_GAMES(), say.COLUMN_SHARE(), say.COLUMN_INTERVAL())
    return table(title, heads, [_share_row(line) for line in lines])


def _share_row(line: Share) -> str:

    interval = wilson(line.found, line.games)
    ends = f"[{100 * interval.low:.1f}, {100 * interval.high:.1f}]"
    label = f'<th scope="row">{text(line.label)}</th>'
    told = f"{line.label}: {interval.value:.1%} {ends}"
    return (
        f"{label}<td>{line.found} / {line.games}</td><td>{interval.value:.1%}</td>"
        f"<td>{ends}</td><td>{drawing(told, interval.value, (interval.low, interval.high))}</td>"
    )


def drawing(told: str, share: float, ends: tuple[float, float] | None = None) -> str:
    """A bar, with its interval if it has one."""
    mark = ""
    if ends is not None:
        low, high = (round(WIDE * end, 1) for end in ends)
        middle = HIGH / 2
        mark = f'<path d="M{low} {middle}H{high}M{low} 3V{HIGH - 3}M{high} 3V{HIGH - 3}"/>'
    return (
        f'<svg role="img" width="{WIDE}" height="{HIGH}" viewBox="0 0 {WIDE} {HIGH}">'
        f"<title>{text(told)}</title>"
        f'<line x1="0" y1="{HIGH}" x2="{WIDE}" y2="{HIGH}"/>'
        f'<rect x="0" y="2" width="{round(WIDE * share, 1)}" height="{HIGH - 4}" opacity=".6"/>{mark}</svg>'
    )


def text(text: str) -> str:
    """A text of somebody else, harmless inside of a page."""
    return escape(clean(text))
