"""The replay screen: shows the table of a recorded game after any choice, and moves forward and back.

From here a player picks one of the biggest changes, or plays on from the point shown.
"""

import asyncio
from collections.abc import Callable, Iterator

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.timer import Timer

from lazaretto.host import Showing
from lazaretto.host.table.win_chance_over_game import Chances
from lazaretto.rules import RuleError
from lazaretto.tui.messages import after_game as after_game_say, after_game as what_if, common, replay as say
from lazaretto.tui.reading.rulebook_screen import RulebookScreen
from lazaretto.tui.reading.turning_points import about, estimate, nothing_moved, pick_from
from lazaretto.tui.replay.frame_timeline import SPEEDS, Frame, Reel, Stage, Weighed, moments
from lazaretto.tui.replay.progress_bar import BarPane
from lazaretto.tui.shared_texts import went_wrong
from lazaretto.tui.table.answers.option_letters import Letters
from lazaretto.tui.table.base_board_screen import BoardScreen
from lazaretto.tui.table.pages.help_at_cursor import topic_of
from lazaretto.tui.table.pages.info_pages import help_page
from lazaretto.tui.table.pages.view_menu import show_views
from lazaretto.tui.table.panes.board_pane import BoardPane, map_of
from lazaretto.tui.table.panes.log_pane import LogPane
from lazaretto.tui.table.panes.side_pane import SidePane
from lazaretto.tui.table.panes.status_pane import StatusPane
from lazaretto.tui.widgets.sheets import Choice, PickScreen, SheetScreen

BROAD = 74
"""The width of a line on the smallest screen."""


def standouts(stage: Stage) -> tuple[Choice, ...]:
    """One item per choice: its number, its turn and what it changed; its log lines are the note."""
    reel, found = stage.reel, stage.moments
    return tuple(
        Choice(
            letter,
            _cut(say.MOMENT(number=each.at, turn=reel.turns[each.at - 1], words=each.words)),
            each.told,
        )
        for letter, each in zip(Letters().in_a_row(len(found)), found, strict=True)
    )


def _cut(text: str) -> str:
    return text if len(text) <= BROAD else f"{text[: BROAD - 1].rstrip(' ,')}…"


def hints(stage: Stage) -> tuple[str, ...]:
    """The hints for the hint bar, by their names in the registry."""
    return tuple(_hints(stage))


def _hints(stage: Stage) -> Iterator[str]:
    if stage.asking:
        yield from ("replay.hint.go" if stage.asking == "jump" else "replay.hint.stay", "typing.stop")
        return
    if stage.around:
        yield from ("around.hint.move", "replay.hint.about", "replay.hint.to_game")
        return
    yield from ("replay.hint.step", "replay.hint.turn")
    yield "replay.hint.stop" if stage.playing else "replay.play"
    yield from ("replay.moments", "replay.what_if", "replay.help", "replay.leave", "replay.jump")
    yield from ("replay.hint.speed", "replay.views")
    if stage.reel.over:
        yield from ("replay.turning_points", "replay.eyes")


def ask_draws(number: int) -> PickScreen:
    """The list of the two ways; its result is 0 for the same draws, 1 for others."""
    return PickScreen(
        after_game_say.WHAT_IF(number=number),
        [
            Choice("s", after_game_say.SAME_DRAWS(), after_game_say.SAME_DRAWS.helped()),
            Choice("o", after_game_say.DEALT_ANEW(), after_game_say.DEALT_ANEW.helped()),
        ],
    )


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


PAUSE = 1.5
"""Seconds per choice at normal speed."""


class ReplayScreen(BoardScreen):
    """Shows a record."""

    DEFAULT_CSS = """
    ReplayScreen #log { height: 9; }
    ReplayScreen #bar { height: 3; }
    ReplayScreen.large #log { height: 14; }
    ReplayScreen.small #bar { height: 5; }
    """

    def __init__(self, showing: Showing, reel: Reel, first: Frame) -> None:
        self._map = map_of(first.view, showing.info.coast)
        super().__init__(self._map)
        self.showing = showing
        self.stage = Stage(reel, first)
        self._winder = Winder(self.stage)
        self._timer: Timer | None = None

    def parts(self) -> ComposeResult:
        """The panes of the table without the question, and the progress bar."""
        yield StatusPane(id="status")
        with Horizontal(id="middle"):
            with Vertical(id="left"):
                yield self._board
                yield LogPane(id="log")
            yield SidePane(id="side")
        yield BarPane(id="bar")
        yield self.bar

    def on_mount(self) -> None:
        """Show the first frame."""
        self.stage.keymap = self.keymap
        self._fit()
        self.lazaretto.name_window(say.TITLE(title=self.showing.info.title))
        if self.stage.reel.changed:
            self.stage.say(common.SCENARIO_CHANGED(), warning=True)
        self._paint()
        self.run_worker(self._weigh(), group="moments")

    def on_unmount(self) -> None:
        """Look at the replay no more: a server can forget it."""
        self.showing.replay.leave()

    def _paint(self) -> None:
        self._paint_from(self.stage, self.stage.keymap.hints(*hints(self.stage)))

    # --- moving in time ------------------------------------------------------------------------

    def go(self, number: int) -> None:
        """Show the game after `number` choices."""
        if self._winder.want(number):
            self.run_worker(self._winder.wind(self._paint), group="wind")

    async def _weigh(self) -> None:
        try:
            await self._winder.weigh()
        except RuleError:
            return
        self._paint()

    # --- playing -------------------------------------------------------------------------------

    def action_play(self) -> None:
        """Start or pause the replay."""
        if self.stage.playing:
            self._stop()
            return
        if self._winder.wanted >= self.stage.reel.end:
            self.go(0)
        self.stage.playing = True
        self._tick_later()

    def _stop(self) -> None:
        self.stage.playing = False
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _tick_later(self) -> None:
        if self._timer is not None:
            self._timer.stop()
        self._timer = self.set_timer(PAUSE / SPEEDS[self.stage.speed], self.tick)

    def tick(self) -> None:
        """Go to the next choice, if there is one."""
        if not self.stage.playing:
            return
        if self._winder.wanted >= self.stage.reel.end:
            self._stop()
            self._paint()
            return
        if self.is_current and not self._winder.busy:
            self.go(self._winder.wanted + 1)
        self._tick_later()

    def _speed(self, step: int) -> None:
        self.stage.speed = max(0, min(self.stage.speed + step, len(SPEEDS) - 1))
        if self.stage.playing:
            self._tick_later()

    # --- keys ----------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """Move in time, play, or look around."""
        if self.keymap.leaves(event.key, "replay", "around", "typing"):
            return
        event.stop()
        event.prevent_default()
        if self.stage.asking:
            goal = self.stage.type(event.key, event.character, tuple(self._map.names()))
            if goal is not None:
                self.go(goal)
        else:
            self.stage.say("")
            if not (self.stage.around and self.act("around", event.key)):
                self.act("replay", event.key)
        if self.is_attached:
            self._paint()

    # --- moving on the board -------------------------------------------------------------------

    def action_up(self) -> None:
        """Move the board cursor up."""
        self._look("up")

    def action_down(self) -> None:
        """Move the board cursor down."""
        self._look("down")

    def action_left(self) -> None:
        """Move the board cursor left."""
        self._look("left")

    def action_right(self) -> None:
        """Move the board cursor right."""
        self._look("right")

    def _look(self, direction: str) -> None:
        self.stage.cursor = self._map.toward(self.stage.cursor, direction, None)

    def action_next_place(self) -> None:
        """Move the cursor to the next place that the last choice changed."""
        self._point(1)

    def action_previous_place(self) -> None:
        """Move the cursor to the previous place that the last choice changed."""
        self._point(-1)

    def _point(self, step: int) -> None:
        """Move the cursor among the places that the last choice changed."""
        targets = self._map.order(self.stage.frame.fresh)
        if not targets:
            self.stage.say(say.NOTHING_CHANGED())
            return
        at = targets.index(self.stage.cursor) + step if self.stage.cursor in targets else 0
        self.stage.cursor = targets[at % len(targets)]

    # --- actions -------------------------------------------------------------------------------

    def action_earlier(self) -> None:
        """Go back by a choice."""
        self.go(self._winder.wanted - 1)

    def action_later(self) -> None:
        """Go forward by a choice."""
        self.go(self._winder.wanted + 1)

    def action_turn_back(self) -> None:
        """Go to the beginning of this turn."""
        self.go(self.stage.reel.turn_from(self._winder.wanted, -1))

    def action_turn_on(self) -> None:
        """Go to the next turn."""
        self.go(self.stage.reel.turn_from(self._winder.wanted, 1))

    def action_first(self) -> None:
        """Go to the beginning."""
        self.go(0)

    def action_last(self) -> None:
        """Go to the end."""
        self.go(self.stage.reel.end)

    def action_faster(self) -> None:
        """Play faster."""
        self._speed(1)

    def action_slower(self) -> None:
        """Play slower."""
        self._speed(-1)

    def action_jump(self) -> None:
        """Type a choice or a turn to jump to."""
        self._stop()
        self.stage.ask("jump")

    def action_find(self) -> None:
        """Type the name of a place."""
        self._stop()
        self.stage.ask("find")

    def action_leave(self) -> None:
        """Leave the replay."""
        self.dismiss()

    def action_back(self) -> None:
        """Leave the board, pause the replay, or close the screen, whichever applies first."""
        if self.stage.around:
            self.stage.around = False
        elif self.stage.playing:
            self._stop()
        else:
            self.dismiss()

    def action_look_around(self) -> None:
        """Switch the arrow keys between the board and the timeline."""
        self._stop()
        self.stage.around = not self.stage.around

    def action_eyes(self) -> None:
        """Show the view of the next seat, if the game is over and has no secrets any more."""
        stage = self.stage
        if not stage.reel.over:
            stage.say(say.STILL_SECRET(), warning=True)
            return
        seats = (None, *range(len(stage.reel.players)))
        stage.seat = seats[(seats.index(stage.seat) + 1) % len(seats)]
        self.go(self._winder.wanted)

    def action_moments(self) -> None:
        """List the choices that changed the most."""
        found = self.stage.moments
        if not found:
            self.stage.say(say.NO_MOMENTS())
            return
        self._stop()

        def picked(index: int | None) -> None:
            if index is not None:
                self.go(found[index].at)

        self.app.push_screen(PickScreen(say.MOMENTS(), standouts(self.stage)), picked)

    def action_turning_points(self) -> None:
        """List where the estimated chance to win moved most, once there is a first estimate."""
        self._stop()
        if not self.stage.reel.over:
            self.stage.say(what_if.NOT_OVER())
            return
        self.run_worker(self._turning_points(), exclusive=True, group="chances")

    async def _turning_points(self) -> None:
        replay = self.showing.replay
        try:
            chances = await estimate(replay, self._tell_estimate, first=True)
            points, items = await pick_from(replay, chances)
        except RuleError as error:
            self.stage.say(went_wrong(error), warning=True)
            self._paint()
            return
        if not points:
            self.stage.say(nothing_moved(chances))
            self._paint()
        elif self.is_current:

            def picked(index: int | None) -> None:
                if index is not None:
                    self.go(points[index].at)

            self.app.push_screen(PickScreen(what_if.TURNING_POINTS(), items), picked)

    def _tell_estimate(self, found: Chances) -> None:
        self.stage.say(about(found))
        self._paint()

    def action_what_if(self) -> None:
        """Play on from here, as a game of its own."""
        self._stop()
        if self.stage.frame.outcome is not None:
            self.stage.say(what_if.AT_END(), warning=True)
            return
        at, info = self.stage.frame.at, self.showing.info

        def picked(index: int | None) -> None:
            if index is not None:
                self.lazaretto.branch(info.place or info.name, at, anew=index == 1)

        self.app.push_screen(ask_draws(at), picked)

    def action_help(self) -> None:
        """Show help for the spot under the cursor, and the keys."""
        topic = topic_of(self.stage.view, self.stage.cursor) if self.stage.cursor is not None else None
        self.app.push_screen(SheetScreen(say.HELP(), help_page(topic, self.keymap.page("replay"))))

    def action_views(self) -> None:
        """Show the view menu."""
        self._stop()
        book = RulebookScreen(self.showing.info.title, self.showing.info.rulebook)
        show_views(
            self,
            self.stage,
            rulebook=lambda: self.app.push_screen(book),
            alone=lambda: self.toggle_class("wide"),
        )

    def on_bar_pane_clicked(self, message: BarPane.Clicked) -> None:
        """Go to the clicked position on the timeline."""
        self.go(message.number)

    def on_board_pane_clicked(self, message: BoardPane.Clicked) -> None:
        """Move the cursor to the clicked spot."""
        self.stage.cursor = message.ref
        self._paint()
