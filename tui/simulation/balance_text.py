"""How a game is balanced: a table of shares with sentences for its author, CSV, and a page of HTML."""

import csv
import io
from collections.abc import Iterator, Sequence
from textwrap import wrap

from lazaretto.lab.balance import Balance, Level
from lazaretto.lab.intervals import Interval, is_clear
from lazaretto.lab.playing.budgets import LEVELS
from lazaretto.tui.messages import simulation as say
from lazaretto.tui.simulation.page_parts import page, shares_table, text
from lazaretto.tui.simulation.plots import ink, interval_bar
from lazaretto.tui.simulation.rows_csv import harmless
from lazaretto.tui.simulation.sections import Share

FEWEST = 10
"""With fewer games in a row, nothing is said about any."""
_FIRM = "\u00a0"
"""A space at which no line breaks."""
NARROWEST, WIDEST = 10, 50
"""The columns of an interval that is drawn."""


def balance_text(balances: "Sequence[Balance]", width: int, stopped: str = "") -> str:
    """The tables of some scenarios, what they mean, and why not all games were played."""
    lines: list[str] = []
    for balance in balances:
        lines += [*_table(balance, width), ""]
    for sentence in sentences(balances, stopped):
        whole = wrap(sentence.replace(" %", f"{_FIRM}%"), width)
        lines += [each.replace(_FIRM, " ") for each in whole]
    return "\n".join(lines)


def sentences(balances: "Sequence[Balance]", stopped: str = "") -> Iterator[str]:
    """Yield why not all games were played, and what the tables mean."""
    if stopped:
        yield stopped
    if min(cell.tally.games for balance in balances for cell in balance.cells) < FEWEST:
        yield from _advice(balances[0])
    else:
        if len(balances) > 1:
            yield _placed(*balances)
        yield from _levels(balances[0])
        yield from _players(balances[0])
    failed = sum(cell.errors for balance in balances for cell in balance.cells)
    if failed:
        yield say.BALANCE_ERRORS(number=failed)


def _advice(balance: "Balance") -> Iterator[str]:
    """Yield how rows get more games."""

    yield say.TOO_FEW_GAMES(games=FEWEST)
    counts = sorted({cell.players for cell in balance.cells})
    ways: list[str] = []
    if len(counts) > 1:
        ways.append(say.FEWER_ROWS(players=counts[len(counts) // 2]))
    easiest, *slower = LEVELS
    if balance.bots in slower:
        ways.append(say.FASTER_BOTS(bots=easiest))
    if ways:
        yield say.SAVE_TIME(ways="; ".join(ways))


def title_of(balance: "Balance") -> str:
    """What was played, and by whom."""
    games = [cell.tally.games for cell in balance.cells]
    options = ", ".join(f"{name}={value}" for name, value in balance.options.items())
    title = balance.program.title
    return say.BALANCE(
        title=say.TITLE_WITH(title=title, difference=options) if options else title,
        bots=balance.bots,
        games=str(games[0]) if len({*games}) == 1 else say.FROM_TO(low=min(games), high=max(games)),
        seed=balance.seed,
        seconds=balance.seconds,
    )


def _table(balance: "Balance", width: int) -> Iterator[str]:
    drawn = ink()
    yield from wrap(title_of(balance), width)
    names = max(len(level.name) for level in balance.levels)
    room = min(WIDEST, width - names - 44)
    last = 0
    for cell in balance.cells:
        interval = cell.interval
        players = say.PLAYERS(number=cell.players) if cell.players != last else ""
        last = cell.players
        ends = f"[{100 * interval.low:.0f}, {100 * interval.high:.0f}]"
        plot = (
            interval_bar(interval.value, interval.low, interval.high, room, drawn)
            if room >= NARROWEST
            else ""
        )
        if not cell.tally.games:
            yield f"{players:>10}  {cell.level.name:<{names}}  {say.NOT_PLAYED()}"
            continue
        share = f"{100 * interval.value:5.1f} % {ends:>9}  {cell.tally.wins:>3}/{cell.tally.games:<3}"
        yield f"{players:>10}  {cell.level.name:<{names}}  {share}  {plot}".rstrip()


def _levels(balance: "Balance") -> Iterator[str]:
    """Yield a sentence for each level and the next harder one."""

    for one, other in zip(balance.levels, balance.levels[1:], strict=False):
        easy, hard = (balance.pooled(level=level.name) for level in (one, other))
        gaps = {"one": one.name, "other": other.name, **_shares(easy, hard)}
        if not is_clear(easy, hard):
            yield say.LEVELS_ALIKE(**gaps)
        elif hard.value < easy.value:
            yield say.LEVEL_HARDER(**gaps)
        else:
            yield say.LEVEL_EASIER(**gaps)


def _players(balance: "Balance") -> Iterator[str]:
    """Yield a sentence about few and many players."""

    counts = sorted({cell.players for cell in balance.cells})
    if len(counts) < 2:
        return
    few, many = (balance.pooled(players=each) for each in (counts[0], counts[-1]))
    gaps = {"few": counts[0], "many": counts[-1], **_shares(few, many)}
    if not is_clear(few, many):
        yield say.PLAYERS_ALIKE(**gaps)
    else:
        yield (say.MANY_HARDER if many.value < few.value else say.MANY_EASIER)(**gaps)


def _shares(one: "Interval", other: "Interval") -> dict[str, float]:
    return {"first": 100 * one.value, "second": 100 * other.value}


def _placed(balance: "Balance", base: "Balance") -> str:
    """Return where a variant stands among the difficulties of its base, both over all numbers of players."""

    level = _usual(balance)
    found = balance.pooled(level=level.name)
    named = [(each.name, base.pooled(level=each.name)) for each in base.levels]
    gaps: dict[str, object] = {
        "title": balance.program.title,
        "level": level.name,
        "base": base.program.title,
        "share": 100 * found.value,
    }
    if len(named) == 1:
        return _compared(found, named[0][1], gaps)
    near = [name for name, interval in named if not is_clear(interval, found)]
    if len(near) == 1:
        return say.AS_HARD_AS(name=near[0], **gaps)
    if near:
        return say.NEAR_SEVERAL(names=say.AND(one=near[0], other=near[-1]), **gaps)
    easier = [name for name, interval in named if interval.value > found.value]
    harder = [name for name, interval in named if interval.value < found.value]
    if not easier:
        return say.EASIER_THAN(name=harder[0], **gaps)
    if not harder:
        return say.HARDER_THAN(name=easier[-1], **gaps)
    return say.BETWEEN(one=easier[-1], other=harder[0], **gaps)


def _compared(found: "Interval", other: "Interval", gaps: dict[str, object]) -> str:
    """Return how a variant compares with a base that has no difficulties."""

    alike = not is_clear(found, other)
    message = (
        say.VARIANT_AS_HARD
        if alike
        else say.VARIANT_IS_EASIER
        if found.value > other.value
        else say.VARIANT_IS_HARDER
    )
    return message(other=100 * other.value, **gaps)


def _usual(balance: "Balance") -> "Level":
    """The level of a game that nobody has changed."""
    default = {option.name: option.default for option in balance.program.options}
    return next(
        (
            level
            for level in balance.levels
            if all(default.get(key) == to for key, to in level.options.items())
        ),
        balance.levels[0],
    )


HEAD = ("scenario", "players", "level", "bots", "seed", "games", "wins", "share", "low", "high", "errors")


def balance_csv(balances: "Sequence[Balance]") -> str:
    """A line for each number of players and difficulty."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(HEAD)
    for balance in balances:
        for cell in balance.cells:
            interval, tally = cell.interval, cell.tally
            row = (
                balance.program.name,
                cell.players,
                cell.level.name,
                balance.bots,
                balance.seed,
                tally.games,
                tally.wins,
                *(round(each, 4) for each in (interval.value, interval.low, interval.high)),
                cell.errors,
            )
            writer.writerow([harmless(each) for each in row])
    return file.getvalue()


def balance_page(balances: "Sequence[Balance]", stopped: str = "") -> str:
    """The whole page: what the tables mean, then the tables."""
    body = f"<h1>{text(balances[0].program.title)}</h1>"
    body += "".join(f"<p>{text(sentence)}</p>" for sentence in sentences(balances, stopped))
    for balance in balances:
        body += f"<h2>{text(balance.program.title)}</h2><p>{text(title_of(balance))}</p>"
        body += "".join(_tables(balance))
    return page(balances[0].program.title, body)


def _tables(balance: "Balance") -> Iterator[str]:
    """Yield a table for each number of players."""
    for players in dict.fromkeys(cell.players for cell in balance.cells):
        cells = [cell for cell in balance.cells if cell.players == players]
        lines = [Share(cell.level.name, cell.tally.wins, cell.tally.games) for cell in cells]
        yield shares_table(say.PLAYERS(number=players), lines)
