"""Renders the log as a seat may read it."""

from collections.abc import Sequence

from rules.run import messages, text_rendering
from rules.run.limits import MOST_LINES
from rules.run.machine import Machine
from rules.run.state import Line, State, lines
from rules.run.view_types import LogLine

MOST_KEPT = 1_000_000
"""The size of the rendered lines that a machine keeps, in characters: those of many long games."""
_LINE = 100
"""What a line takes besides its characters."""


def log_of(
    machine: Machine,
    state: State,
    players: Sequence[str],
    seat: int | None,
    log: Sequence[Line] | None = None,
) -> tuple[LogLine, ...]:
    """Return the log as a seat may read it, at most `MOST_LINES`; None: as everybody may.

    `log` are the lines of the state, if they are known already.
    """
    names = tuple(players)
    found: list[LogLine] = []
    for line in lines(state.log) if log is None else log:
        readers = line[0]
        if readers is None or (seat is not None and seat in readers):
            found.append(machine.log_lines.get((names, line)) or _rendered(machine, names, line))
            if len(found) >= MOST_LINES:
                found.append(LogLine(messages.LOG_FULL(), False, False))
                break
    return tuple(found)


def _rendered(machine: Machine, names: tuple[str, ...], line: Line) -> LogLine:
    readers, word, text = line
    said = text_rendering.said(machine.tables, names, text)
    size = _LINE + len(said) + sum(len(each) for each in text[1] if isinstance(each, list | tuple))
    if machine.log_size + size > MOST_KEPT:
        machine.log_lines.clear()
        machine.log_size = 0
    machine.log_size += size
    shown = machine.log_lines[names, line] = LogLine(said, word == "prevents", readers is not None)
    return shown
