"""The command palette of a table: the open options, then the actions of the screen."""

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from textual.app import SystemCommand

from lazaretto.tui.table.answer_editor import Sent

if TYPE_CHECKING:
    from lazaretto.tui.table.table_screen import TableScreen


def commands(screen: "TableScreen") -> Iterator[SystemCommand]:
    """All entries by name."""
    question = None if screen.sitting.closed else screen.desk.question
    if question is not None and question.at_once:
        for row in question.open:
            option = row.option
            what = option.help or question.decision.prompt
            yield SystemCommand(option.label, what, partial(screen.send, Sent(option.key, option.seat)))
    for action in (
        ("why", "help", "others", "views")
        if screen.sitting.closed
        else ("undo", "hint", "why", "help", "others", "pass_on", "views")
    ):
        yield SystemCommand(*screen.keymap.palette(f"table.{action}"), getattr(screen, f"action_{action}"))
