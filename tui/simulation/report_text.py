"""The report of a simulation for a terminal and as a page; comparisons, and what rules cost."""

from collections.abc import Iterator, Sequence
from textwrap import wrap

from lazaretto.lab.game_rows import GameRow, is_mostly_won
from lazaretto.lab.intervals import Pairs, wilson
from lazaretto.lab.report import Report
from lazaretto.rules.backends.python.profiler import Cost
from lazaretto.tui.messages import simulation as say
from lazaretto.tui.simulation.page_parts import drawing, page, shares_table, table, text
from lazaretto.tui.simulation.plots import Ink, bar, histogram, ink
from lazaretto.tui.simulation.sections import (
    Lines,
    Numbers,
    Places,
    Section,
    Share,
    Shares,
    heading,
    players_of,
    sections_of,
    speed,
    stopped,
)

LEFT = 31
"""The columns before the bar of a line."""
WIDEST_BAR = 40
MOST_PLACES = 20
"""How many places in texts are listed."""


def report_text(report: "Report", width: int) -> str:
    """A report in so many columns."""
    drawn = ink()
    lines = [heading(report), *wrap(say.COLUMNS(played=players_of(report)), width)]
    for section in sections_of(report):
        lines += section_lines(section, width, drawn)
    last = (*stopped(report), *speed(report))
    return "\n".join((*lines, "", *(line for each in last for line in wrap(each, width))))


def section_lines(section: Section, width: int, drawn: Ink) -> Iterator[str]:
    """Yield the lines of a section."""
    if section.title:
        yield ""
        yield f"{section.title}:"
    match section:
        case Shares(_, lines):
            size = bar_width(lines, width)
            for line in lines:
                yield from share_lines(line, size, width, drawn)
        case Numbers(_, bins):
            yield from histogram(bins, min(width, 100), drawn)
        case Places(_, lines):
            shown = lines if len(lines) <= MOST_PLACES + 1 else lines[:MOST_PLACES]
            yield from (shorten(f"  {each}", width) for each in shown)
            if len(shown) < len(lines):
                yield f"  {say.MORE_PLACES(number=len(lines) - len(shown))}"
        case Lines(title, lines) if title:
            yield from wrap(", ".join(lines), width, initial_indent="  ", subsequent_indent="  ")
        case Lines(_, lines):
            yield from lines


def shorten(line: str, width: int) -> str:
    """The beginning of a line that is too long."""
    return line if len(line) <= width else f"{line[: width - 1]}…"


def bar_width(lines: tuple[Share, ...], width: int) -> int:
    """How wide the bars of some lines can be, so that their words fit; 0 if there is no room."""
    room = width - LEFT - 2 - max((min(len(line.label), width // 2 - 8) for line in lines), default=0)
    return min(WIDEST_BAR, room) if room >= 6 else 0


def share_lines(line: Share, size: int, width: int, drawn: Ink) -> Iterator[str]:
    """Yield a number of games, their share, its interval, a bar, and what it is about, wrapped."""

    interval = wilson(line.found, line.games)
    ends = f"[{100 * interval.low:.1f}, {100 * interval.high:.1f}]"
    plot = f"{bar(interval.value, size, drawn)}  " if size else ""
    before = f"{line.found:6d}  {interval.value:6.1%}  {ends:>13}  {plot}"
    words = wrap(line.label, max(16, width - len(before))) or [""]
    yield f"{before}{words[0]}"
    yield from (f"{' ' * len(before)}{word}" for word in words[1:])


def report_page(reports: "Sequence[Report]", notes: Sequence[str] = ()) -> str:
    """The whole page; notes come first."""
    body = "".join(f"<p><strong>{text(note)}</strong></p>" for note in notes)
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
            yield f"<ul>{''.join(f'<li><code>{text(line)}</code></li>' for line in lines)}</ul>"
        case Lines(title, lines):
            yield f"<h2>{text(title)}</h2>" if title else ""
            yield f"<ul>{''.join(f'<li>{text(line)}</li>' for line in lines)}</ul>"


TINY = 0.0001
"""A chance below this one is not told as a number."""


def pairs_of(first: "Sequence[GameRow]", second: "Sequence[GameRow]") -> "Pairs":
    """Count how pairs of games with the same number ended; a game is won if most seats won it."""

    found = {(True, True): 0, (True, False): 0, (False, True): 0, (False, False): 0}
    others = {(game.number, game.place): is_mostly_won(game) for game in second}
    for game in first:
        other = others.get((game.number, game.place))
        if other is not None:
            found[is_mostly_won(game), other] += 1
    return Pairs(found[True, True], found[True, False], found[False, True], found[False, False])


def difference_data(pairs: "Pairs") -> dict[str, object]:
    """The comparison as plain data."""
    counted = {"both": pairs.both, "first": pairs.first, "second": pairs.second, "neither": pairs.neither}
    return {**pairs.difference().data(), "pairs": counted, "chance": round(pairs.chance(), 6)}


def difference_text(pairs: "Pairs", names: tuple[str, str], bots: tuple[str, str] | None = None) -> str:
    """The comparison in a sentence that begins with the game that is won more often.

    With `bots`, the game is the same, and only these differ.
    """
    interval, (first, second), chance = pairs.difference(), names, pairs.chance()
    gaps: dict[str, object] = {
        "pairs": say.PAIRS(number=pairs.both + pairs.first + pairs.second + pairs.neither),
        "chance": say.CHANCE(chance=chance) if chance >= TINY else say.TINY_CHANCE(chance=TINY),
        "value": 100 * abs(interval.value),
    }
    if interval.value > 0:  # the second one
        gaps |= {"more": second, "less": first, "first": pairs.second, "second": pairs.first}
        gaps |= {"low": 100 * interval.low, "high": 100 * interval.high}
    else:
        gaps |= {"more": first, "less": second, "first": pairs.first, "second": pairs.second}
        gaps |= {"low": -100 * interval.high, "high": -100 * interval.low}
    if interval.low <= 0 <= interval.high:
        gaps["verdict"] = say.NOTHING_CLEAR()
    elif bots is not None:
        gaps["verdict"] = say.CLEARLY_BETTER(bots=bots[interval.value > 0])
    else:
        gaps["verdict"] = say.CLEARLY_EASIER(title=gaps["more"])
    return (say.DIFFERENCE if interval.value else say.NO_DIFFERENCE)(**gaps)


def names_of(titles: tuple[str, str], reports: "Sequence[Report]") -> tuple[str, str]:
    """How two simulations are called: by their titles, or by what differs if these are the same."""
    if titles[0] != titles[1]:
        return titles
    one, other = reports
    differences = _differing(one, other), _differing(other, one)
    if differences[0] == differences[1]:
        differences = say.FIRST_OF_TWO(), say.SECOND_OF_TWO()
    first, second = (say.TITLE_WITH(title=titles[0], difference=difference) for difference in differences)
    return first, second


def differing_bots(titles: tuple[str, str], reports: "Sequence[Report]") -> tuple[str, str] | None:
    """The bots of two simulations if these differ in nothing else."""
    one, other = reports
    if titles[0] != titles[1] or one.options != other.options or one.bots == other.bots:
        return None
    return one.bots, other.bots


def _differing(one: "Report", other: "Report") -> str:
    """With which options and bots one was played that the other was not."""
    found = [f"{name}={value}" for name, value in one.options.items() if other.options.get(name) != value]
    if one.bots != other.bots:
        found.append(one.bots)
    return ", ".join(found)


MOST_ROWS = 30
"""How many rules a profile shows."""


def profile_text(costs: "list[Cost]", report: "Report") -> str:
    """What the dearest rules cost as a table: share of the time in rules, calls, time of a call."""
    seconds = sum(cost.seconds for cost in costs)
    calls = sum(cost.calls for cost in costs)
    lines: list[str] = [
        say.PROFILED(calls=calls / report.games),
        f"{say.PROFILE_SHARE():>6}  {say.PROFILE_CALLS():>12}  {say.PROFILE_EACH():>9}  {say.PROFILE_RULE()}",
    ]

    def line(share: float, number: int, took: float, words: str) -> str:
        return f"{share:6.1%}  {number / report.games:12,.1f}  {took / number * 1e6:9.2f}  {words}"

    shown = costs[:MOST_ROWS] if len(costs) > MOST_ROWS + 1 else costs
    for each in shown:
        words = say.PROFILE_SORTS[each.sort](rule=each.rule)
        lines.append(line(each.seconds / seconds if seconds else 0, each.calls, each.seconds, words))
    rest = costs[len(shown) :]
    if rest:
        took = sum(each.seconds for each in rest)
        number = sum(each.calls for each in rest)
        lines.append(line(took / seconds if seconds else 0, number, took, say.PROFILE_REST(number=len(rest))))
    return "\n".join(lines)
