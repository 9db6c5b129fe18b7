"""A seat at a table in this process: what its client may ask and do, and the action it can only choose."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from lazaretto.host import messages as say
from lazaretto.host.records.game_stats import Course
from lazaretto.host.records.local_replay import LocalReplay
from lazaretto.host.table.actions_on import Ahead, Way, ahead, ways
from lazaretto.host.table.hint_search import HintSearch
from lazaretto.host.table.journeys import Journey, journeys
from lazaretto.host.table.seat_protocol import ASKED, SPECTATOR, SeatStart, SeatUpdate, Told
from lazaretto.host.table.shared_keyboard_secrets import KeyboardNews
from lazaretto.host.table.stop_settings import Stops
from lazaretto.rules import ChoiceError, DecisionView, Game, Ref, RuleError, View
from lazaretto.rules.run.planning.hint_types import Hint
from lazaretto.rules.run.planning.outlook import Outlook, outlooks
from lazaretto.rules.run.views.decision_wording import GO_ON
from lazaretto.rules.run.views.diff_views import BaseIndex
from lazaretto.rules.run.views.view_builder import decision_view

if TYPE_CHECKING:
    from lazaretto.host.table.local_table import LocalTable


STEP = " > "


@dataclass(frozen=True, slots=True)
class Begun:
    """The key of the only action, and the question behind it."""

    key: str
    decision: DecisionView

    def path(self, key: str) -> str:
        """An answer with the action in front, unless it names the action itself."""
        first = key.partition(">")[0].strip()
        return key if first.casefold() == self.key.casefold() else f"{self.key}{STEP}{key}"


def only_action(game: Game, seat: int, view: View) -> Begun | None:
    """The question behind the only open action of a seat; None if it has a choice, or if it decides more.

    A question that something was revealed for is not asked ahead.
    """
    asked = view.decision
    if asked is None or asked.seat != seat or asked.waiting or game.inside or not game.offers_actions:
        return None
    open_ones = [option for option in asked.options if option.why_not is None]
    if len(open_ones) != 1 or open_ones[0].key == GO_ON:
        return None
    copy, key = game.fork(), open_ones[0].key
    try:
        copy.choose(key, seat)
        decision = copy.decision
    except (ChoiceError, RuleError):
        return None
    if decision is None or not copy.inside or copy.seat != seat or copy.learned(game):
        return None
    return Begun(key, decision_view(decision, game.players, seat))


class LocalSeat(KeyboardNews):
    """A seat at a local table."""

    def __init__(
        self, table: "LocalTable", number: int | None, name: str, base: BaseIndex, keyboard: frozenset[int]
    ) -> None:
        super().__init__(base, number)
        self._table = table
        self.number = SPECTATOR if number is None else number
        self.name = name
        self.keyboard = keyboard
        """The seats of whoever sits here: what one of them chose, each of them may take back."""
        self.told: Told | None = None
        self.each = False
        """Whether updates report each event or only the final state."""
        self._begun: Begun | None = None
        """The only action of the seat, whose question is asked at once."""
        self._hints: HintSearch | None = None
        """The search for hints about the question that the client saw last."""

    # --- for the client of the seat --------------------------------------------------------------

    async def join(self, told: Told) -> SeatStart:
        """Take the seat."""
        return await self._table.start(self, told)

    def leave(self) -> None:
        """Stop receiving updates. When nobody is left, the bots stop, and others may open the record."""
        self.told, self.each = None, False
        self._end_hints()
        self._table.left()

    def follow(self, each: bool) -> None:
        """Choose whether updates report each event."""
        self.each = each

    async def choose(self, key: str, seen: int | None = None) -> None:
        """Make a choice for this seat, unless the player has not seen the latest update yet."""
        await self._table.change(lambda: self._table.choose(self._path(key), self._asked(seen)))

    async def travel(self, keys: tuple[str, ...], seen: int | None = None) -> int:
        """Make the choices of a journey, unless the player has not seen the latest update yet."""
        made: list[int] = []
        await self._table.change(lambda: made.append(self._table.travel(keys, self._asked(seen))))
        return made[0]

    def _asked(self, seen: int | None) -> int:
        """The seat that chooses, if the last update that it saw asks what is asked now."""
        player = self._player()
        if seen is not None and not self._asked_in <= seen <= self._number:
            raise ChoiceError(say.SOMEBODY_WAS_FASTER())
        return player

    def _path(self, key: str) -> str:
        """An answer with the action that it belongs to, if that is the only one."""
        return key if self._begun is None else self._begun.path(key)

    async def back(self) -> None:
        """Undo one step of an unfinished choice."""
        await self._table.change(lambda: self._table.back(self._hands()))

    async def undo(self) -> None:
        """Undo the last choice of a person."""
        await self._table.change(lambda: self._table.undo(self._hands()))

    async def talk(self, how: str, consent: str = ASKED) -> None:
        """Set whether the players at this keyboard tell each other everything."""
        await self._table.change(lambda: self._table.talk(self._hands(), how, consent))

    async def stops(self, stops: Stops, seen: int | None = None) -> None:
        """Set when the table waits for the player of this seat."""
        await self._table.change(lambda: self._stop(stops, seen))

    def _stop(self, stops: Stops, seen: int | None) -> None:
        hands = self._hands()
        if stops.until and seen is not None and not self._asked_in <= seen <= self._number:
            raise ChoiceError(say.SOMEBODY_WAS_FASTER())
        self._table.stop(hands, stops)

    async def save(self) -> None:
        """Write the current record, or read it again at a table that only looks."""
        await self._table.change(self._table.save)

    async def ways(self, ref: Ref) -> tuple[Way, ...]:
        """What this seat may do with a thing."""
        viewer = self.viewer
        return () if viewer is None else await self._table.look(viewer, lambda game: ways(game, viewer, ref))

    async def ahead(self, keys: tuple[str, ...]) -> Ahead:
        """The decision of this seat after some steps."""
        player = self._player()
        return await self._table.look(player, lambda game: ahead(game, player, self._steps(keys)))

    def _steps(self, keys: tuple[str, ...]) -> tuple[str, ...]:
        if self._begun is None or (keys and self._begun.path(keys[0]) == keys[0]):
            return keys
        return (self._begun.key, *keys)

    async def journeys(self, ref: Ref | None) -> tuple[Journey, ...]:
        """The ways of this seat's own figure to a place."""
        viewer = self.viewer
        return (
            () if viewer is None else await self._table.look(viewer, lambda game: journeys(game, viewer, ref))
        )

    async def outlooks(self, ref: Ref | None = None) -> tuple[Outlook, ...]:
        """What would happen next, as far as this seat can know it: about a place, or the whole game."""
        viewer = self.viewer
        return (
            () if viewer is None else await self._table.look(viewer, lambda game: outlooks(game, viewer, ref))
        )

    async def course(self) -> Course:
        """Statistics of the game so far."""
        return await self._table.course()

    async def replay(self) -> LocalReplay:
        """The whole game as a replay."""
        return await self._table.replay()

    async def hint(self, after: int = 0) -> Hint:
        """What a bot would do; with `after`, what it finds later."""
        if after <= 0 and (self._hints is None or self._hints.ended):
            self._hints = await self._table.search(self._player())
        if self._hints is None:
            raise ChoiceError(say.HINT_OUTDATED())
        return await self._hints.later(after)

    def drop_hint(self) -> None:
        """Stop looking for a better hint."""
        self._end_hints()

    def _end_hints(self) -> None:
        if self._hints is not None:
            self._hints.stop()
            self._hints = None

    def _player(self) -> int:
        if self.viewer is None:
            raise ChoiceError(say.ONLY_WATCHES())
        return self.viewer

    def _hands(self) -> frozenset[int]:
        self._player()
        return self.keyboard

    # --- for the table ---------------------------------------------------------------------------

    def start(self, told: Told) -> SeatStart:
        """Give the seat to a client, which knows nothing yet."""
        self.told, self.each = told, False
        self._sent = self._base.blank
        self.begin()
        return SeatStart(self._base.base, self.update())

    def asked_at_once(self, begun: Begun | None, view: View) -> View:
        """What the seat sees; if it has one action only, with the question behind that action."""
        self._begun = begun
        return view if self._begun is None else replace(view, decision=self._begun.decision)

    def asked_anew(self) -> None:
        """Drop the hint about the question before."""
        self._end_hints()

    def tell(self, told: Told, update: SeatUpdate) -> None:
        """Deliver an update on the event loop, unless another client has the seat by now."""
        if self.told is told:
            told(update)
