"""The base of every app of ours: what the framework decides for a whole process is decided here for one app.

Many apps may live in one process, each on a terminal of its own: colours, output, titles and crashes of one
are no concern of the others. How the bytes travel is the driver's business.
"""

import asyncio
import io
import signal
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from rich.console import Console, RenderableType
from textual import events
from textual._compositor import CompositorUpdate
from textual.app import App, ReturnType, SystemCommand
from textual.binding import Binding, BindingsMap
from textual.driver import Driver
from textual.filter import Monochrome, NoColor
from textual.geometry import Size
from textual.screen import Screen
from textual.worker import WorkerFailed

from tui.keys.keymap import Keymap, default_keymap
from tui.keys.registry import CONTEXTS
from tui.look.ascii_fallback import plain
from tui.look.role_colors import Palette, theme
from tui.messages import base_app_and_widgets as say
from tui.terminal import terminal_modes
from tui.terminal.frame_encoder import Encoder
from tui.terminal.terminal_capabilities import Depth

if sys.platform != "win32":
    from tui.terminal.local_driver import LocalDriver

SETTLED = 0.05
"""So long a window must keep its size before anything is drawn for it."""


class TerminalApp(App[ReturnType]):
    """An app on one terminal, whatever carries its bytes."""

    def __init__(
        self,
        *,
        depth: Depth = Depth.TRUE,
        palette: Palette | None = None,
        ascii_only: bool = False,
        mouse: bool = False,
        keymap: Keymap | None = None,
        on_crash: Callable[[str], None] | None = None,
        driver_class: type[Driver] | None = None,
    ) -> None:
        super().__init__(driver_class=driver_class)
        self.keymap = keymap or default_keymap()
        """The keys in force."""
        self._bindings = _bindings(self.keymap, self._bindings)
        self._mouse_wanted = mouse
        self._on_crash = on_crash
        self._window_name = ""
        self._settling: asyncio.TimerHandle | None = None
        self.failure: str | None = None
        """After a crash: one sentence for the player. The details went to whoever asked for them."""
        self.hung_up = False
        """The terminal went away, or the system told the app to end."""
        self.animation_level = "none"
        self._own_what_the_process_shares()
        self.dress(palette or Palette(mono=depth is Depth.MONO), depth, ascii_only)

    def dress(self, palette: Palette, depth: Depth, ascii_only: bool) -> None:
        """Choose the looks: at the start, and whenever the player chooses others."""
        self.palette = palette
        self.depth = depth
        self.ascii_only = ascii_only
        self._encoder = Encoder(depth, palette, ascii_only)
        look = theme(palette)
        self.register_theme(look)
        self.theme = look.name
        if self._running:
            self.action_redraw()

    def ring(self) -> None:
        """Ring the terminal's bell."""
        self._tell(terminal_modes.BELL)

    def name_window(self, text: str) -> None:
        """Give the window a title; the driver puts the old one back at the end."""
        text = plain(text) if self.ascii_only else text
        if text != self._window_name:
            self._window_name = text
            self._tell(terminal_modes.title(text))

    def resized(self, width: int, height: int) -> None:
        """The window has another size, or had for a moment; drivers call it as often as they like."""
        if self._settling is not None:
            self._settling.cancel()
        if self._size is None:
            self._settle(Size(width, height))
        else:
            loop = asyncio.get_running_loop()
            self._settling = loop.call_later(SETTLED, self._settle, Size(width, height))

    def resumed(self) -> None:
        """Back after a sleep: the title is the shell's, and of what is shown nothing is sure."""
        super()._resume_signal()
        self._tell(terminal_modes.title(self._window_name) if self._window_name else "")
        self.action_redraw()

    def hang_up(self, number: int = signal.SIGTERM) -> None:
        """Leave because somebody outside said so; no question is asked."""
        self.hung_up = True
        if self._is_mounted:
            self.exit(return_code=128 + number)
        else:  # the framework cannot end what it has only begun
            self.call_later(self.hang_up, number)

    def action_redraw(self) -> None:
        """Send the whole screen again."""
        self._encoder.invalidate()
        if self._screen_stack:
            self.screen.refresh()

    def action_suspend_process(self) -> None:
        """Put the process to sleep, where it is one that a shell watches."""
        if sys.platform != "win32" and isinstance(self._driver, LocalDriver):
            self._suspend_signal()
            self._driver.stop_process()

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """What the list of commands holds for every app: nothing that touches a disk."""
        yield SystemCommand(*self.keymap.palette("app.redraw"), self.action_redraw)
        yield SystemCommand(*self.keymap.palette("app.quit"), self.action_quit)

    def get_driver_class(self) -> type[Driver]:
        """The terminal of this process, unless another driver is given."""
        return super().get_driver_class() if sys.platform == "win32" else LocalDriver

    def panic(self, *renderables: RenderableType) -> None:
        """End after a failure that the framework describes itself."""
        self._crash(say.THE_SCREEN(), "".join(f"{each}\n" for each in renderables))

    def _own_what_the_process_shares(self) -> None:
        """Colours wanted by the process's environment, its streams and its console are not this app's."""
        self.no_color = False
        self._filters = [each for each in self._filters if not isinstance(each, Monochrome | NoColor)]
        self._capture_stdout = sys.stdout  # type: ignore[assignment]
        self._capture_stderr = sys.stderr  # type: ignore[assignment]
        self.console = Console(
            color_system="truecolor",
            file=io.StringIO(),
            force_terminal=True,
            highlight=False,
            emoji=False,
            legacy_windows=False,
            safe_box=False,
            soft_wrap=False,
            _environ={},
        )

    def _build_driver(
        self, headless: bool, inline: bool, mouse: bool, size: tuple[int, int] | None
    ) -> Driver:
        return super()._build_driver(headless, inline, self._mouse_wanted, size)

    def _display(self, screen: Screen[Any], renderable: Any) -> None:
        """The framework's way out of the app, with our encoder in its place and the same conditions."""
        if not isinstance(renderable, CompositorUpdate):
            super()._display(screen, renderable)
            if renderable is not None:
                self._encoder.invalidate()
            return
        try:
            if self._batch_count or not self._running or self._closed or self.is_headless:
                return
            cursor = self.screen.outer_size.clamp_offset(self.cursor_position)
            self._tell(self._encoder.encode(renderable, self.size, cursor, self._sync_available))
        except Exception as error:
            self._handle_exception(error)
        finally:
            self.post_display_hook()

    def _set_pointer_shape(self, shape: str) -> None:
        """A pointer that nobody asked for keeps its shape."""
        if self._mouse_wanted:
            super()._set_pointer_shape(shape)

    def _tell(self, data: str) -> None:
        if data and self._driver is not None and not self.is_headless:
            self._driver.write(data)
            self._driver.flush()

    def _settle(self, size: Size) -> None:
        """Draw for a new size; for the old one too, because what was shown is lost."""
        self._settling = None
        self._encoder.invalidate()
        if size == self._size:
            self.action_redraw()
        else:
            self.post_message(events.Resize(size, size))

    def _resume_signal(self) -> None:
        self.resumed()

    def _handle_exception(self, error: Exception) -> None:
        if isinstance(error, WorkerFailed) and isinstance(error.error, Exception):
            error = error.error  # what went wrong, not that something did
        self._return_code = 1
        if self._exception is None:
            self._exception = error
            self._exception_event.set()
        self._crash(type(error).__name__, "".join(traceback.format_exception(error)))

    def _crash(self, what: str, details: str) -> None:
        """End the app; the player reads one sentence, never the values of what went wrong."""
        self._return_code = 1
        if self.failure is None:
            self.failure = say.CRASHED(what=what)
        if self._on_crash is not None:
            self._on_crash(details)
        self._close_messages_no_wait()

    def _print_error_renderables(self) -> None:
        """Nothing is printed: the caller says what there is to say."""
        self._exit_renderables.clear()


_LATE = ("app.suspend_process", "app.help_quit")
"""Actions of the app whose keys a screen may use itself."""


def _bindings(keymap: Keymap, before: BindingsMap) -> BindingsMap:
    """The keys that work on every screen, in place of the framework's own for the same actions."""
    ours = {each.name.removeprefix("app.") for each in CONTEXTS["app"].actions}
    others = [each for _, each in before if each.action not in ours]
    return BindingsMap([*others, *_app_bindings(keymap)])


def _app_bindings(keymap: Keymap) -> Iterator[Binding]:
    for each in CONTEXTS["app"].actions:
        if keymap.keys(each.name):
            yield Binding(
                ",".join(keymap.keys(each.name)),
                each.name.removeprefix("app."),
                each.words(),
                show=False,
                priority=each.name not in _LATE or each.name in keymap.own,
                system=each.name == "app.help_quit",
            )
