"""Writes a report as one page of HTML that needs nothing else."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from lazaretto.tui.messages import simulation as say
from lazaretto.tui.simulation.page_parts import drawing, page, shares_table, table, text
from lazaretto.tui.simulation.sections import (
    Lines,
    Numbers,
    Places,
    Section,
    Shares,
    heading,
    players_of,
    sections_of,
    speed,
    stopped,
)

if TYPE_CHECKING:
    from lazaretto.lab.report import Report


def report_page(reports: "Sequence[Report]", notes: Sequence[str] = ()) -> str:
    """The whole page; notes come first."""
    body = "".join(f"<p><strong>{text(each)}</strong></p>" for each in notes)
    body += "".join(part for report in reports for part in _report(report))
    return page(heading(reports[0]), body)


def _report(report: "Report") -> Iterator[str]:
    yield f"<h1>{text(heading(report))}</h1><p>{text(players_of(report))}</p>"
    for section in sections_of(report):
        yield from _section(section)
    yield from (f"<p>{text(each)}</p>" for each in (*stopped(report), *speed(report)))


def _section(section: Section) -> Iterator[str]:
    match section:
        case Shares(title, lines):
            yield shares_table(title, lines)
        case Numbers(title, bins):
            most = max(1, *(number for _, number in bins))
            yield table(
                title,
                (say.COLUMN_GAMES(),),
                [
                    f'<th scope="row">{text(label)}</th><td>{number}</td>'
                    f"<td>{drawing(f'{label}: {number}', number / most)}</td>"
                    for label, number in bins
                ],
            )
        case Places(title, lines):
            yield f"<h2>{text(title)}</h2>"
            yield f"<ul>{''.join(f'<li><code>{text(each)}</code></li>' for each in lines)}</ul>"
        case Lines(title, lines):
            yield f"<h2>{text(title)}</h2>" if title else ""
            yield f"<ul>{''.join(f'<li>{text(each)}</li>' for each in lines)}</ul>"
