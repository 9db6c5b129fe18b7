"""Groups the answers in a game's journal into choices.

The journal is a chain of immutable links, so a fork shares it with the original game.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from lazaretto.rules.run.machine import Machine
from lazaretto.rules.run.questions.legal_answers import Answer, Journal
from lazaretto.rules.run.views.decision_wording import answer_key

STEP = " > "
"""Separates the steps of one choice in a record."""


class Entry(NamedTuple):
    """One answer in the journal, with the value of the undo barrier before it."""

    seat: int
    ask: int
    answer: Answer
    barrier: int


class Chosen(NamedTuple):
    """One choice: who made it, its answers step by step, and whether other seats must not see it."""

    seat: int
    entries: tuple[Entry, ...]
    secret: bool

    def key(self, machine: Machine, players: Sequence[str]) -> str:
        """Return the choice in the form that records use."""
        return STEP.join(answer_key(machine, players, entry.ask, entry.answer) for entry in self.entries)

    def first_key(self, machine: Machine, players: Sequence[str]) -> str:
        """Return the first step in the form that records use."""
        return answer_key(machine, players, self.entries[0].ask, self.entries[0].answer)

    def public(self, machine: Machine) -> bool:
        """Whether everybody may know the first step: an action that is not chosen in secret."""
        return machine.menu_asks[self.entries[0].ask] and not self.secret


def entries_since(journal: Journal, origin: Journal) -> list[Entry]:
    """Return the answers that follow `origin` in the journal, oldest first."""
    entries: list[Entry] = []
    while journal is not None and journal is not origin:
        journal, *entry = journal
        entries.append(Entry(*entry))
    entries.reverse()
    return entries


def choices_of(machine: Machine, entries: Iterable[Entry]) -> list[Chosen]:
    """Group answers into choices: the steps of one action form one choice."""
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
