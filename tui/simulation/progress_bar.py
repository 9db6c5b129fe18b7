"""Shows on a terminal how far a simulation is, and how long it will take."""

import time
from math import ceil
from typing import TYPE_CHECKING

from lazaretto.tui.messages import simulation as say
from lazaretto.tui.safe_output import err_is_terminal, out_width, write_status
from lazaretto.tui.simulation.plots import bar, ink

if TYPE_CHECKING:
    from lazaretto.lab.balance import Step
    from lazaretto.lab.report import Report

OFTEN = 0.2
"""Seconds between two pictures of the bar."""


class ProgressBar:
    """A line on standard error; nothing if that is no terminal."""

    def __init__(self, games: int, until: float | None = None, label: str = "") -> None:
        self._games = games
        self._until = until
        self._label = label
        self._shown = err_is_terminal()
        self._begin = time.monotonic()
        self._last = 0.0

    def __call__(self, done: int, report: "Report") -> None:
        """Show how far it is."""
        now = time.monotonic()
        if not self._shown or now - self._last < OFTEN or not done:
            return
        self._last = now
        write_status(self.line(done, report, now - self._begin, out_width()))

    def line(self, done: int, report: "Report", seconds: float, width: int) -> str:
        """The line itself."""
        share = max(done / self._games, self._reached(report))
        left = seconds / share - seconds
        interval = report.interval
        words = say.PROGRESS(
            label=self._label,
            done=say.GAMES(number=done),
            won=interval.value,
            half=100 * interval.half_width,
            left=duration(left),
        )
        return _with_bar(share, words, width)

    def _reached(self, report: "Report") -> float:
        """How much of the work is done if it ends at a half width: that falls with the root of the games."""
        if self._until is None:
            return 0.0
        return min(1.0, (self._until / max(1e-9, report.half_width)) ** 2)

    def close(self) -> None:
        """Leave nothing of the line."""
        if self._shown and self._last:
            write_status("")


class BalanceBar:
    """How far `balance` is, in a line on standard error; nothing if that is no terminal."""

    def __init__(self) -> None:
        self._shown = err_is_terminal()
        self._last = 0.0

    def __call__(self, step: "Step") -> None:
        """Show how far it is."""
        now = time.monotonic()
        if self._shown and now - self._last >= OFTEN:
            self._last = now
            write_status(self.line(step, out_width()))

    def line(self, step: "Step", width: int) -> str:
        """The line itself."""
        words = say.BALANCING(
            games=say.GAMES(number=step.games),
            players=say.PLAYERS(number=step.cell.players),
            level=step.cell.level.name,
            left=duration(step.left),
        )
        return _with_bar(step.share, words, width)

    def close(self) -> None:
        """Leave nothing of the line."""
        if self._shown:
            write_status("")


def _with_bar(share: float, words: str, width: int) -> str:
    """Words behind a bar, if there is room for one."""
    room = min(40, width - len(words) - 3)
    plot = f"{bar(share, room, ink())} " if room >= 5 else ""
    return f"{plot}{words}"[: width - 1]


def duration(seconds: float) -> str:
    """A time as people say it, rounded up."""
    if seconds < 60:
        return say.SECONDS(number=max(1, ceil(seconds)))
    if seconds < 3600:
        return say.MINUTES(number=ceil(seconds / 60))
    return say.HOURS(hours=int(seconds // 3600), minutes=int(seconds % 3600 // 60))
