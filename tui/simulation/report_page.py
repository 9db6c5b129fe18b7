"""Writes a report as one page of HTML that needs nothing else: tables, and drawings inside of it."""

from collections.abc import Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING

from tui.sanitize import clean
from tui.simulation.sections import (
    Lines,
    Numbers,
    Places,
    Section,
    Share,
    Shares,
    heading,
    sections_of,
    speed,
)

if TYPE_CHECKING:
    from lab.report import Report

WIDE, HIGH = 240, 14
_STYLE = """
:root{color-scheme:light dark;--ink:light-dark(#1d2430,#e6e9ef);--ground:light-dark(#fff,#14181f);
--bar:light-dark(#2a6fb0,#6cb2f0);--line:light-dark(#c9ced6,#3a424f)}
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--ground);max-width:60rem;
margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse}caption{text-align:left;font-weight:600;padding:1rem 0 .3rem}
td,th{padding:.15rem .8rem .15rem 0;text-align:right;font-weight:400;vertical-align:middle}
th{text-align:left}rect{fill:var(--bar)}path{stroke:var(--ink);fill:none}line{stroke:var(--line)}
"""


def report_page(reports: "Sequence[Report]", notes: Sequence[str] = ()) -> str:
    """The whole page."""
    title = _text(heading(reports[0]))
    body = "".join(part for report in reports for part in _report(report))
    body += "".join(f"<p><strong>{_text(each)}</strong></p>" for each in notes)
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        '<meta http-equiv="Content-Security-Policy" '
        "content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        f"<title>{title}</title><style>{_STYLE}</style></head><body><main>{body}</main></body></html>\n"
    )


def _report(report: "Report") -> Iterator[str]:
    yield f"<h1>{_text(heading(report))}</h1>"
    for section in sections_of(report):
        yield from _section(section)
    yield f"<p>{_text(speed(report))}</p>"


def _section(section: Section) -> Iterator[str]:
    match section:
        case Shares(title, lines):
            yield _table(title, [_share(each) for each in lines])
        case Numbers(title, bins):
            most = max(1, *(number for _, number in bins))
            yield _table(
                title,
                [
                    f'<th scope="row">{_text(label)}</th><td>{number}</td>'
                    f"<td>{_drawing(f'{label}: {number}', number / most)}</td>"
                    for label, number in bins
                ],
            )
        case Places(title, lines):
            yield f"<h2>{_text(title)}</h2>"
            yield f"<ul>{''.join(f'<li><code>{_text(each)}</code></li>' for each in lines)}</ul>"
        case Lines(title, lines):
            yield f"<h2>{_text(title)}</h2>" if title else ""
            yield f"<ul>{''.join(f'<li>{_text(each)}</li>' for each in lines)}</ul>"


def _table(title: str, rows: Sequence[str]) -> str:
    caption = f"<caption>{_text(title)}</caption>" if title else ""
    return f"<table>{caption}<tbody>{''.join(f'<tr>{each}</tr>' for each in rows)}</tbody></table>"


def _share(line: Share) -> str:
    from lab.intervals import wilson  # noqa: PLC0415

    found = wilson(line.found, line.games)
    ends = f"[{100 * found.low:.1f}, {100 * found.high:.1f}]"
    told = f"{line.label}: {found.value:.1%} {ends}"
    return (
        f'<th scope="row">{_text(line.label)}</th><td>{line.found}</td><td>{found.value:.1%}</td>'
        f"<td>{ends}</td><td>{_drawing(told, found.value, (found.low, found.high))}</td>"
    )


def _drawing(told: str, share: float, ends: tuple[float, float] | None = None) -> str:
    """A bar, with its interval if it has one."""
    mark = ""
    if ends is not None:
        low, high = (round(WIDE * each, 1) for each in ends)
        middle = HIGH / 2
        mark = f'<path d="M{low} {middle}H{high}M{low} 3V{HIGH - 3}M{high} 3V{HIGH - 3}"/>'
    return (
        f'<svg role="img" width="{WIDE}" height="{HIGH}" viewBox="0 0 {WIDE} {HIGH}">'
        f"<title>{_text(told)}</title>"
        f'<line x1="0" y1="{HIGH}" x2="{WIDE}" y2="{HIGH}"/>'
        f'<rect x="0" y="2" width="{round(WIDE * share, 1)}" height="{HIGH - 4}" opacity=".6"/>{mark}</svg>'
    )


def _text(text: str) -> str:
    return escape(clean(text))
