"""Writes how a game is balanced as CSV."""

import csv
import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

from lazaretto.tui.simulation.rows_csv import harmless

if TYPE_CHECKING:
    from lazaretto.lab.balance import Balance

HEAD = ("scenario", "players", "level", "bots", "seed", "games", "wins", "share", "low", "high", "errors")


def balance_csv(balances: "Sequence[Balance]") -> str:
    """A line for each number of players and difficulty."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(HEAD)
    for balance in balances:
        for cell in balance.cells:
            found, tally = cell.interval, cell.tally
            row = (
                balance.program.name,
                cell.players,
                cell.level.name,
                balance.bots,
                balance.seed,
                tally.games,
                tally.wins,
                *(round(each, 4) for each in (found.value, found.low, found.high)),
                cell.errors,
            )
            writer.writerow([harmless(each) for each in row])
    return file.getvalue()
