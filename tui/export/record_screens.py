"""Drives the replay screen through a record without a terminal, and takes the screen after each choice.

A caption says what the record is and what was chosen last, as far as the viewer may know it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from textual.pilot import Pilot
from textual.strip import Strip

from lazaretto.host.records.replay_protocol import Showing
from lazaretto.tui.look.role_colors import Palette
from lazaretto.tui.messages import export as say
from lazaretto.tui.replay.frame_timeline import SPEEDS, Frame, Reel
from lazaretto.tui.replay.progress_bar import ended
from lazaretto.tui.replay.replay_screen import ReplayScreen
from lazaretto.tui.safe_output import clean_line
from lazaretto.tui.table.panes.board_pane import BoardPane
from lazaretto.tui.terminal.terminal_app import TerminalApp
from lazaretto.tui.terminal.terminal_capabilities import Depth


class ExportError(Exception):
    """The record cannot be shown to its end; the text says why."""


@dataclass(frozen=True, slots=True)
class Looks:
    """How the screens are drawn."""

    width: int = 120
    height: int = 40
    dark: bool = True
    depth: Depth = Depth.TRUE
    speed: float = 1.0
    progress: bool = True
    """Whether the screen has its progress bar; a page has one of its own."""

    @property
    def size(self) -> tuple[int, int]:
        """The width and the height."""
        return self.width, self.height

    @property
    def palette(self) -> Palette:
        """The colours."""
        return Palette(dark=self.dark, mono=self.depth is Depth.MONO)


@dataclass(frozen=True, slots=True)
class Shot:
    """The screen after a choice."""

    frame: Frame
    rows: tuple[Strip, ...]
    big: bool
    """Whether the choice is one of those that changed the most."""


class ReplayApp(TerminalApp[None]):
    """Shows one replay and nothing else."""

    def __init__(self, screen: ReplayScreen, looks: Looks) -> None:
        super().__init__(depth=looks.depth, palette=looks.palette)
        self.replay_screen = screen
        self._looks = looks

    async def on_mount(self) -> None:
        """Show the replay without the parts that only a player who presses keys needs."""
        await self.push_screen(self.replay_screen)
        self.replay_screen.bar.display = False
        self.replay_screen.query_one("#bar").display = self._looks.progress


async def record_screens(
    showing: Showing, reel: Reel, seat: int | None, looks: Looks, taken: Callable[[Shot], None]
) -> None:
    """Call `taken` with the screen before the first choice and after each choice that the rules accept.

    Each screen is taken when everything on it is drawn, so the same record gives the same screens.

    Raises:
        ExportError: a rule fails on the way.
        RuleError: the first screen cannot be computed.
    """
    screen = ReplayScreen(showing, reel, await reel.frame(0, seat))
    screen.stage.seat = seat
    screen.stage.playing = reel.end > 0
    screen.stage.say(*_notice(reel, 0))
    screen.stage.speed = SPEEDS.index(looks.speed)
    app = ReplayApp(screen, looks)

    async def drive(pilot: Pilot[object]) -> None:
        await _ready(pilot, screen)
        for number in range(reel.end + 1):
            await _show(app, screen, number)
            taken(_shot(screen))
        app.exit()

    await app.run_async(headless=True, mouse=False, size=looks.size, auto_pilot=drive)
    if app._exception is not None:
        raise app._exception


async def _ready(pilot: Pilot[object], screen: ReplayScreen) -> None:
    """Wait until the board is laid out and the choices that changed the most are found."""
    board = screen.query_one(BoardPane)
    while pilot.app.is_running:
        await pilot.pause()
        await pilot.app.workers.wait_for_complete()
        if board.laid_out:
            break
    await pilot.pause()


async def _show(app: ReplayApp, screen: ReplayScreen, number: int) -> None:
    if number == 0:
        return
    stage = screen.stage
    stage.playing = number < stage.reel.end
    stage.say(*_notice(stage.reel, number))
    screen.go(number)
    await app.workers.wait_for_complete()
    if stage.frame.at != number:
        raise ExportError(stage.said)


def _notice(reel: Reel, number: int) -> tuple[str, bool]:
    """A warning where the rules stop to follow; not the choice itself, which may be secret."""
    stops = number == reel.end and reel.difference is not None
    return (say.FOLLOWS_NO_MORE(), True) if stops else ("", False)


def _shot(screen: ReplayScreen) -> Shot:
    stage = screen.stage
    big = any(moment.at == stage.frame.at for moment in stage.moments)
    return Shot(stage.frame, tuple(screen._compositor.render_strips()), big)


def title_of(showing: Showing, reel: Reel) -> str:
    """The game and its players."""
    return clean_line(say.TITLE(title=showing.info.title, players=", ".join(reel.players)))


def caption(frame: Frame, players: Sequence[str]) -> str:
    """Who chose what, and how the game ended; only who has chosen, if the choice is secret."""
    words = clean_line(_chosen(frame))
    if frame.outcome is None:
        return words
    return say.AND_ENDED(chosen=words, result=clean_line(ended(frame.outcome, players)))


def _chosen(frame: Frame) -> str:
    if not frame.player:
        return say.BEGINNING()
    if not frame.choice:
        return say.HAS_CHOSEN(player=frame.player)
    return say.CHOSE(player=frame.player, choice=frame.choice)
