"""Writes how a game is balanced as one page of HTML that needs nothing else."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from lazaretto.tui.messages import simulation as say
from lazaretto.tui.simulation.balance_text import sentences, title_of
from lazaretto.tui.simulation.page_parts import page, shares_table, text
from lazaretto.tui.simulation.sections import Share

if TYPE_CHECKING:
    from lazaretto.lab.balance import Balance


def balance_page(balances: "Sequence[Balance]", stopped: str = "") -> str:
    """The whole page: what the tables mean, then the tables."""
    body = f"<h1>{text(balances[0].program.title)}</h1>"
    body += "".join(f"<p>{text(each)}</p>" for each in sentences(balances, stopped))
    for balance in balances:
        body += f"<h2>{text(balance.program.title)}</h2><p>{text(title_of(balance))}</p>"
        body += "".join(_tables(balance))
    return page(balances[0].program.title, body)


def _tables(balance: "Balance") -> Iterator[str]:
    """Yield a table for each number of players."""
    for players in dict.fromkeys(each.players for each in balance.cells):
        cells = [each for each in balance.cells if each.players == players]
        lines = [Share(each.level.name, each.tally.wins, each.tally.games) for each in cells]
        yield shares_table(say.PLAYERS(number=players), lines)
