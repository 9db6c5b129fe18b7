"""Moves a replay to the position that the player wants, one frame at a time."""

import asyncio
from collections.abc import Callable

from lazaretto.rules import RuleError
from lazaretto.tui.replay.frame_timeline import Weighed, moments
from lazaretto.tui.replay.replay_pane_state import Stage
from lazaretto.tui.shared_texts import went_wrong

AT_ONCE = 12
"""The number of choices to weigh before the player can move again."""


class Winder:
    """Moves a stage through its record."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._shown = stage.frame.at, stage.seat
        self._reading = asyncio.Lock()
        self.wanted = stage.frame.at
        """The number of choices that the player wants to see; the shown frame follows."""
        self.busy = False

    def want(self, number: int) -> bool:
        """Set the wanted position; return whether the caller must call `wind`."""
        self.wanted = max(0, min(number, self._stage.reel.end))
        return not self.busy and (self.wanted, self._stage.seat) != self._shown

    async def wind(self, shown: Callable[[], None]) -> None:
        """Load the wanted frame, again while the player keeps moving, and call `shown` after each frame."""
        stage = self._stage
        self.busy = True
        try:
            while (goal := (self.wanted, stage.seat)) != self._shown:
                async with self._reading:
                    stage.frame = await stage.reel.frame(*goal)
                self._shown = goal
                shown()
        except RuleError as error:
            self.wanted, stage.seat = self._shown
            stage.playing = False
            stage.say(went_wrong(error), warning=True)
            shown()
        finally:
            self.busy = False

    async def weigh(self) -> None:
        """Find the highlights in the background."""
        reel = self._stage.reel
        weighed: list[Weighed] = []
        for first in range(1, reel.end + 1, AT_ONCE):
            async with self._reading:
                weighed += await reel.weigh(first, min(first + AT_ONCE - 1, reel.end))
        self._stage.moments = moments(weighed)
