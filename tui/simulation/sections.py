"""Arranges a report in sections, which a terminal and a page show each in its own way."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from lazaretto.lab.report import Report, SeatPoints, Tally
from lazaretto.tui.messages import simulation as say
from lazaretto.tui.simulation.plots import binned

SHOWN = 0.005
"""Less processor time than this is not worth mentioning."""


@dataclass(frozen=True, slots=True)
class Share:
    """A line about a share of games."""

    label: str
    found: int
    games: int


@dataclass(frozen=True, slots=True)
class Shares:
    """Shares of games, with a title unless it is empty."""

    title: str
    lines: tuple[Share, ...]


@dataclass(frozen=True, slots=True)
class Numbers:
    """How often numbers occurred."""

    title: str
    bins: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Lines:
    """Sentences."""

    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Places:
    """Lines about places in texts, the most important first."""

    title: str
    lines: tuple[str, ...]


Section = Shares | Numbers | Lines | Places


def sections_of(report: "Report") -> Iterator[Section]:
    """Yield the sections of a report."""
    yield Shares("", tuple(ends(report)))
    if report.points:
        yield Lines("", tuple(points_of(name, point) for name, point in report.points.items()))
    played = [each for each in report.by_game if each.games]  # campaigns may be over sooner
    for number, each in enumerate(played, 1):
        yield Shares(say.GAME_OF_CAMPAIGN(number=number), tuple(ends(each)))
        if each.points:
            yield Lines("", tuple(points_of(name, found) for name, found in each.points.items()))
    if any(tally.wins for tally in report.by_seat.values()):
        yield from _tables(report)
    if len(report.turn_counts) > 1:
        yield Numbers(say.TURNS(), tuple(binned(report.turn_counts)))
    for sort, names in report.unused.items():
        if sort == "rules" and names:
            yield Places(_never_ran(report), tuple(names))
        elif names:
            yield Lines(say.UNUSED[sort](games=say.GAMES(number=report.games)), tuple(names))


def _never_ran(report: "Report") -> str:
    if report.looked_at == report.games:
        return say.NEVER_RAN(games=say.GAMES(number=report.looked_at))
    return say.NEVER_RAN_AT_FIRST(games=report.looked_at)


def _tables(report: "Report") -> Iterator[Section]:
    """Yield who won how often, where it differs from the wins of all."""
    if not report.is_shared:
        yield Shares(say.BY_SEAT(), _tallied(report.by_seat))
    if len(report.by_first) > 1:
        order = {name: report.by_first[name] for name in report.names if name in report.by_first}
        yield Shares(say.BY_FIRST(), _tallied(order))
    for trait, tallies in report.by_trait.items():
        best = dict(sorted(tallies.items(), key=lambda item: (-item[1].interval.value, item[0])))
        yield Shares(say.BY_TRAIT(trait=trait.replace("_", " ")), _tallied(best))


def _tallied(found: Mapping[str, "Tally"]) -> tuple[Share, ...]:
    return tuple(Share(name, tally.wins, tally.games) for name, tally in found.items())


def ends(report: "Report") -> Iterator[Share]:
    """Yield a line for each way in which games ended."""
    games = report.games
    yield Share(say.WON(), report.wins, games)
    if len(report.won) > 1:
        for reason, number in report.won.most_common():
            yield Share(say.WON_BY(reason=reason), number, games)
    for reason, number in report.losses.most_common():
        yield Share(say.LOST(reason=reason), number, games)
    for reason, number in report.splits.most_common():
        yield Share(say.DIVIDED(reason=reason), number, games)
    if report.draws:
        yield Share(say.DRAWN(), report.draws, games)
    if report.errors:
        yield Share(say.ERRORS(error=report.first_error), report.errors, games)


def points_of(name: str, found: "SeatPoints") -> str:
    """Return the line about the points of a seat, or of all together, and about its ranks."""
    who = name or say.TOGETHER()
    spread = say.SPREAD(
        player=who, mean=found.mean, spread=found.spread, lowest=found.lowest, highest=found.highest
    )
    if not found.ranked:
        return spread
    first = say.FIRST(number=found.firsts)
    return say.BOTH(points=spread, ranks=first) if found.games else say.BOTH(points=who, ranks=first)


def heading(report: "Report") -> str:
    """Return what was played."""
    games, players = say.GAMES(number=report.games), say.PLAYERS(number=report.players)
    return say.REPORT(scenario=report.scenario, games=games, players=players, seed=report.seed)


def players_of(report: "Report") -> str:
    """Return with which options games were played, and by whom."""
    names = ", ".join(each.strip() for each in report.bots.split(","))
    played = (say.PLAYED_BY_EACH if "," in report.bots else say.PLAYED_BY)(bots=names)
    options = ", ".join(f"{name}={value}" for name, value in report.options.items())
    return say.WITH_OPTIONS(options=options, played=played) if options else played


def stopped(report: "Report") -> Iterator[str]:
    """Yield what stopping at a width does to the interval."""
    if report.until is not None:
        yield say.STOPPED_AT_WIDTH(width=100 * report.until)


def speed(report: "Report") -> Iterator[str]:
    """Yield how long games are, and how long they took."""
    games = max(1, report.games)
    yield say.LENGTH(decisions=report.decisions / games, turns=report.turns / games)
    yield say.SPEED(
        seconds=report.seconds - report.compiling,
        compiling=say.COMPILING(seconds=report.compiling) if report.compiling >= SHOWN else "",
        engine=say.ENGINES[report.engine](),
        pace=report.games_per_second,
    )
