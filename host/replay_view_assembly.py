"""The viewer's side of a replay: builds views from changes."""

from dataclasses import dataclass

from lazaretto.host.replay_protocol import Replay, ReplayChoice, ReplayInfo
from lazaretto.rules import Outcome, View
from lazaretto.rules.run.diff_views import BaseIndex, applied


@dataclass(frozen=True, slots=True)
class Shown:
    """What a viewer sees after the given number of choices."""

    at: int
    turn: int
    choice: ReplayChoice | None
    view: View
    before: View | None
    """What the same seat saw before the last choice."""
    outcome: Outcome | None


class ReplayClient:
    """A replay and the views made from it."""

    def __init__(self, replay: Replay) -> None:
        self._replay = replay
        self._bases: dict[int | None, BaseIndex] = {}

    @property
    def info(self) -> ReplayInfo:
        """The facts about the replay."""
        return self._replay.info

    async def shown(self, at: int, seat: int | None = None) -> Shown:
        """What a seat saw after the given number of choices; see `Replay.frame`."""
        index = await self._base(seat)
        frame = await self._replay.frame(at, seat)
        before = None if frame.before is None else applied(index, index.blank, frame.before)
        view = applied(index, before or index.blank, frame.change)
        return Shown(frame.at, frame.turn, frame.choice, view, before, frame.outcome)

    async def public(self, first: int, last: int) -> list[View]:
        """The public view after each of these choices."""
        index = await self._base(None)
        found, view = [], index.blank
        for change in await self._replay.public(first, last):
            view = applied(index, view, change)
            found.append(view)
        return found

    async def _base(self, seat: int | None) -> BaseIndex:
        if seat not in self._bases:
            self._bases[seat] = BaseIndex(await self._replay.base(seat))
        return self._bases[seat]
