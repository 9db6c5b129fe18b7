"""Renders the log as a seat may read it."""

from collections.abc import Sequence

from lazaretto.rules.run import messages
from lazaretto.rules.run.limits import MOST_LINES
from lazaretto.rules.run.machine import Machine
from lazaretto.rules.run.state import Line, State, lines
from lazaretto.rules.run.views import text_rendering
from lazaretto.rules.run.views.view_types import LogLine

MOST_KEPT = 1_000_000
"""The size of the rendered lines that a machine keeps, in characters: those of many long games."""
_LINE = 100
"""What a line takes besides its characters."""


Rendered = tuple[tuple[int, ...] | None, LogLine]
"""The seats that may read a line, None for everybody; and the line."""


def rendered_log(machine: Machine, state: State, players: Sequence[str]) -> list[Rendered]:
    """Render the log for all seats: the first `MOST_LINES`."""
    names, known = tuple(players), machine.log_lines
    found: list[Rendered] = []
    for line in lines(state.log)[: MOST_LINES + 1]:
        if len(found) == MOST_LINES:
            found.append((None, LogLine(messages.LOG_FULL(), False, False)))
        else:
            found.append((line[0], known.get((names, line)) or _rendered(machine, names, line)))
    return found


def log_of(log: Sequence[Rendered], seat: int | None) -> tuple[LogLine, ...]:
    """Return the log as a seat may read it; None: as everybody may."""
    return tuple(line for readers, line in log if readers is None or (seat is not None and seat in readers))


def _rendered(machine: Machine, names: tuple[str, ...], line: Line) -> LogLine:
    readers, word, text = line
    said = text_rendering.said(machine.tables, names, text)
    size = _LINE + len(said) + sum(len(each) for each in text[1] if isinstance(each, list | tuple))
    if machine.log_size + size > MOST_KEPT:
        machine.log_lines.clear()
        machine.log_size = 0
    machine.log_size += size
    rules = machine.tables.origins[text[0]]
    shown = LogLine(said, word == "prevents", readers is not None, rules)
    machine.log_lines[names, line] = shown
    return shown
