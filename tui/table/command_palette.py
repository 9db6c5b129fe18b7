"""What the list of commands holds at a table: what may be done now, then the keys that do something."""

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from textual.app import SystemCommand

from tui.table.answer_editor import Sent

if TYPE_CHECKING:
    from tui.table.table_screen import TableScreen


def commands(screen: "TableScreen") -> Iterator[SystemCommand]:
    """Everything by name."""
    question = screen.desk.question
    if question is not None and question.at_once:
        for row in question.open:
            option = row.option
            what = option.help or question.decision.prompt
            yield SystemCommand(option.label, what, partial(screen.send, Sent(option.key, option.seat)))
    yield SystemCommand("Undo", "Take the last choice back, as far as the rules allow", screen.action_undo)
    yield SystemCommand("Help", "What you point at, and all keys", screen.action_help)
    yield SystemCommand("In between", "What the others at this keyboard may do now", screen.action_others)
    yield SystemCommand("Views", "Players, piles and odds, the log, the rulebook", screen.action_views)
