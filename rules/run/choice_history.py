"""The answers given in a game, and the choices that they make up.

The journal is a chain of immutable links, so a fork shares it with the game it came from.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rules.run.decision_wording import answer_key
from rules.run.legal_answers import Answer, Journal
from rules.run.machine import Machine

STEP = " > "
"""Between the steps of one choice in a record."""


class Entry(NamedTuple):
    """One answer in the journal, with how much had been revealed before it."""

    seat: int
    ask: int
    answer: Answer
    barrier: int


class Chosen(NamedTuple):
    """One choice: who made it, its answers step by step, and whether it is nobody else's business."""

    seat: int
    entries: tuple[Entry, ...]
    secret: bool

    def key(self, machine: Machine, players: Sequence[str]) -> str:
        """The choice as records keep it."""
        return STEP.join(answer_key(machine, players, each.ask, each.answer) for each in self.entries)

    def open_to(self, seat: int | None) -> bool:
        """Whether a seat may know it."""
        return not self.secret or self.seat == seat


def entries_since(journal: Journal, origin: Journal) -> list[Entry]:
    """The answers from a place in the journal on, oldest first."""
    found: list[Entry] = []
    while journal is not None and journal is not origin:
        journal, *entry = journal
        found.append(Entry(*entry))
    found.reverse()
    return found


def choices_of(machine: Machine, entries: Iterable[Entry]) -> list[Chosen]:
    """The answers as choices: the steps of one action together."""
    found: list[Chosen] = []
    for entry in entries:
        menu = machine.menu_asks[entry.ask]
        goes_on = bool(found) and found[-1].seat == entry.seat and not menu
        secret = goes_on and found[-1].secret
        if menu and entry.answer is not None:
            secret = entry.answer[1] in machine.secret
        if machine.asks[entry.ask].step and goes_on:
            found[-1] = Chosen(entry.seat, (*found[-1].entries, entry), secret)
        else:
            found.append(Chosen(entry.seat, (entry,), secret))
    return found
