"""The base class of our apps: keeps per app what Textual keeps per process.

One process can run many apps, each on its own terminal: the colours, output, title and crash of one app do
not affect the others, and no app changes the process or the event loop that it runs in. The driver transports
the bytes.
"""

import asyncio
import io
import signal
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextvars import copy_context
from functools import partial
from pathlib import Path
from typing import Any, ParamSpec

from rich.console import Console, RenderableType
from textual import events
from textual._compositor import CompositorUpdate
from textual._context import active_app
from textual.app import App, ReturnType, SystemCommand
from textual.binding import Binding, BindingsMap
from textual.driver import Driver
from textual.filter import Monochrome, NoColor
from textual.geometry import Size
from textual.screen import Screen
from textual.worker import WorkerFailed

from lazaretto.tui.command_line.exit_status import INTERNAL_ERROR
from lazaretto.tui.keys.keymap import Keymap, default_keymap
from lazaretto.tui.keys.registry import CONTEXTS
from lazaretto.tui.look.ascii_fallback import plain
from lazaretto.tui.look.role_colors import Palette, theme
from lazaretto.tui.messages import base_app_and_widgets as say
from lazaretto.tui.terminal import terminal_capabilities
from lazaretto.tui.terminal.frame_encoder import Encoder
from lazaretto.tui.terminal.survive_handler_errors import Contained
from lazaretto.tui.terminal.terminal_capabilities import Depth

if sys.platform != "win32":
    from lazaretto.tui.terminal.local_driver import LocalDriver

P = ParamSpec("P")

SETTLED = 0.05
"""Seconds for which a window must keep its size before the app draws for it."""


class TerminalApp(Contained, App[ReturnType]):
    """An app on one terminal, independent of the driver that transports its bytes."""

    def __init__(
        self,
        *,
        depth: Depth = Depth.TRUE,
        palette: Palette | None = None,
        ascii_only: bool = False,
        mouse: bool = False,
        keymap: Keymap | None = None,
        on_crash: Callable[[str], Path | None] | None = None,
        driver_class: type[Driver] | None = None,
    ) -> None:
        super().__init__(driver_class=driver_class)
        self.keymap = keymap or default_keymap()
        """The keys in effect."""
        self._bindings = _bindings(self.keymap, self._bindings)
        self._mouse_wanted = mouse
        self.on_crash = on_crash
        """Keeps the details of a failure, and returns the file that holds them."""
        self._window_name = ""
        self._settling: asyncio.TimerHandle | None = None
        self._drawn_for: Size | None = None
        """The last size that was posted; `_size` follows only when that message is handled."""
        self.make_driver: Callable[[TerminalApp[Any], bool], Driver] | None = None
        """Makes the driver, where the app does not run on the terminal of this process; told whether to use
        the mouse."""
        self._frames_held = False
        self._frame_dropped = False
        self.failure: str | None = None
        """After a crash: one sentence for the player."""
        self.crash_file: Path | None = None
        """After a crash: the file with the details."""
        self.hung_up = False
        """Whether the terminal closed, or the system asked the app to exit."""
        self._restore_loop: Callable[[], None] = lambda: None
        """Undoes what the framework changes in the event loop."""
        self.animation_level = "none"
        self._likenesses: Mapping[str, str] = {}
        self._own_what_the_process_shares()
        self.dress(palette or Palette(mono=depth is Depth.MONO), depth, ascii_only)

    async def run_async(self, **options: Any) -> ReturnType | None:
        """Run the app until it ends; the event loop and the process stay as they are."""
        loop = asyncio.get_running_loop()
        self._restore_loop = partial(loop.set_task_factory, loop.get_task_factory())
        return await super().run_async(**options)

    async def _process_messages(self, *arguments: Any, **options: Any) -> None:
        """Restore the loop before anybody else runs, and keep the streams.

        From Python 3.12 on, the framework has just made every new task of the loop run at once, also those of
        other libraries. asyncssh does not expect that: its handshakes stall, and nobody can connect any more.
        """
        self._restore_loop()
        self._capture_stdout, self._capture_stderr = sys.stdout, sys.stderr  # type: ignore[assignment]
        await super()._process_messages(*arguments, **options)

    def use_keys(self, keymap: Keymap) -> None:
        """Use other keys from now on."""
        self.keymap = keymap
        self._bindings = _bindings(keymap, self._bindings)

    def dress(self, palette: Palette, depth: Depth, ascii_only: bool) -> None:
        """Apply a palette, a colour depth and the ASCII mode; called again when the player changes them."""
        self.palette = palette
        self.depth = depth
        self.ascii_only = ascii_only
        self._encoder = Encoder(depth, palette, ascii_only)
        self._encoder.likenesses = self._likenesses
        look = theme(palette)
        self.register_theme(look)
        self.theme = look.name
        if self._running:
            self.action_redraw()

    @property
    def likenesses(self) -> Mapping[str, str]:
        """The ASCII characters for signs of the game on the screen that resemble none."""
        return self._likenesses

    def learn_signs(self, likenesses: Mapping[str, str]) -> None:
        """Take over the ASCII characters for the signs of a game."""
        if likenesses != self._likenesses:
            self._likenesses = self._encoder.likenesses = likenesses
            self._encoder.invalidate()

    def ring(self) -> None:
        """Ring the terminal's bell."""
        self._tell(terminal_capabilities.BELL)

    def show_notice(self, how: str, head: str, text: str) -> None:
        """Let the terminal show a notice outside its window, if the player wants that."""
        told = terminal_capabilities.notice(how, head, text)
        self._tell(plain(told) if self.ascii_only else told)

    def in_own_context(self, call: Callable[P, object]) -> Callable[P, None]:
        """Wrap a callback for callers outside this app: it runs in the context of this app, soon.

        The framework finds the app by the context of the caller, which may be that of another app. An error
        is handled by this app and never reaches the caller. An app that has closed its screens is not called.
        """
        context = copy_context()

        def guarded(*arguments: P.args, **named: P.kwargs) -> None:
            if not self._screen_stack:
                return
            try:
                call(*arguments, **named)
            except Exception as error:
                self._handle_exception(error)

        def called(*arguments: P.args, **named: P.kwargs) -> None:
            if active_app.get(None) is self:
                guarded(*arguments, **named)
            elif self._running:
                soon = partial(guarded, *arguments, **named)
                asyncio.get_running_loop().call_soon(soon, context=context)

        return called

    def name_window(self, text: str) -> None:
        """Set the window title; the driver restores the old one at the end."""
        text = plain(text) if self.ascii_only else text
        if text != self._window_name:
            self._window_name = text
            self._tell(terminal_capabilities.title(text))

    def resized(self, width: int, height: int) -> None:
        """Handle a new window size; drivers may call this often, and only a stable size takes effect."""
        if self._settling is not None:
            self._settling.cancel()
        if self._size is None:
            self._settle(Size(width, height))
        else:
            loop = asyncio.get_running_loop()
            self._settling = loop.call_later(SETTLED, self._settle, Size(width, height))

    def resumed(self) -> None:
        """Continue after a suspension: set the window title again and redraw the whole screen."""
        super()._resume_signal()
        self._tell(terminal_capabilities.title(self._window_name) if self._window_name else "")
        self.action_redraw()

    def hang_up(self, number: int = signal.SIGTERM) -> None:
        """Exit without asking, because of a signal or a closed terminal."""
        self.hung_up = True
        if self._is_mounted:
            self.exit(return_code=128 + number)
        else:  # the framework cannot exit before it has mounted
            self.call_later(self.hang_up, number)

    def hold_frames(self) -> None:
        """Send no frames for now, because the terminal does not keep up."""
        self._frames_held = True

    def release_frames(self) -> None:
        """Send frames again; if some were dropped, send what differs from what the terminal shows."""
        self._frames_held = False
        if self._frame_dropped:
            self._frame_dropped = False
            if self._running and self._screen_stack:
                self.screen.refresh()

    def action_redraw(self) -> None:
        """Send the whole screen again."""
        self._encoder.invalidate()
        if self._screen_stack:
            self.screen.refresh()

    def action_suspend_process(self) -> None:
        """Suspend the process if it runs on a local terminal, where a shell can resume it."""
        if sys.platform != "win32" and isinstance(self._driver, LocalDriver):
            self._suspend_signal()
            self._driver.stop_process()

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """The command palette entries of every app; none of them touches the disk."""
        yield SystemCommand(*self.keymap.palette("app.redraw"), self.action_redraw)
        yield SystemCommand(*self.keymap.palette("app.quit"), self.action_quit)

    def get_driver_class(self) -> type[Driver]:
        """The driver for this process's terminal, unless another driver is given."""
        return super().get_driver_class() if sys.platform == "win32" else LocalDriver

    def panic(self, *renderables: RenderableType) -> None:
        """Exit after a failure that the framework describes itself."""
        self._crash(say.THE_SCREEN(), "".join(f"{renderable}\n" for renderable in renderables))

    def _own_what_the_process_shares(self) -> None:
        """Detach this app from the process's environment, streams and console."""
        self.no_color = False
        self._filters = [
            line_filter for line_filter in self._filters if not isinstance(line_filter, Monochrome | NoColor)
        ]
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
        if self.make_driver is None or headless:
            return super()._build_driver(headless, inline, self._mouse_wanted, size)
        return self.make_driver(self, self._mouse_wanted)

    def _display(self, screen: Screen[Any], renderable: Any) -> None:
        """Send frames through our encoder instead of the framework's, under the same conditions."""
        if not isinstance(renderable, CompositorUpdate):
            super()._display(screen, renderable)
            if renderable is not None:
                self._encoder.invalidate()
            return
        try:
            if self._batch_count or not self._running or self._closed or self.is_headless:
                return
            if self._frames_held:
                self._frame_dropped = True
                return
            cursor = self.screen.outer_size.clamp_offset(self.cursor_position)
            self._tell(self._encoder.encode(renderable, self.size, cursor, self._sync_available))
        except Exception as error:
            self._handle_exception(error)
        finally:
            self.post_display_hook()

    def _set_pointer_shape(self, shape: str) -> None:
        """Set the pointer shape only if the app uses the mouse."""
        if self._mouse_wanted:
            super()._set_pointer_shape(shape)

    def _tell(self, data: str) -> None:
        if data and self._driver is not None and not self.is_headless:
            self._driver.write(data)
            self._driver.flush()

    def _settle(self, size: Size) -> None:
        """Draw for a new size; redraw even for the same size, because the terminal lost its contents."""
        self._settling = None
        self._encoder.invalidate()
        if size == self._drawn_for:
            self.action_redraw()
        else:
            self._drawn_for = size
            self.post_message(events.Resize(size, size))

    async def _on_resize(self, event: events.Resize) -> None:
        """Resize the screens at once instead of after the framework's timer.

        That timer never fires if this process gets no CPU time for 8 ms while the timer starts, and then the
        app ignores every later size, too. `resized` has already waited.
        """
        event.prevent_default()
        event.stop()
        self._size = event.size
        self._resize_event = events.Resize(event.size, event.virtual_size)  # this one keeps its defaults
        self._check_resize()

    def _resume_signal(self) -> None:
        self.resumed()

    def recover(self, error: Exception) -> bool:
        """Go on after an error, if this app can; return whether it does."""
        return False

    def blemish(self, error: Exception) -> None:
        """Handle an error in drawing one pane, which stays blank."""
        self._handle_exception(error)

    def _handle_exception(self, error: Exception) -> None:
        """Handle an error that nothing else handled."""
        if isinstance(error, WorkerFailed) and isinstance(error.error, Exception):
            error = error.error  # the cause, not the wrapper
        if self._running and not self._exit and self.recover(error):
            return
        self._return_code = INTERNAL_ERROR
        if self._exception is None:
            self._exception = error
            self._exception_event.set()
        self._crash(type(error).__name__, "".join(traceback.format_exception(error)))

    def _crash(self, what: str, details: str) -> None:
        """Exit the app; the player sees one sentence, never the details of the error."""
        self._return_code = INTERNAL_ERROR
        if self.failure is None:
            self.failure = say.CRASHED(what=what)
        if self.on_crash is not None:
            self.crash_file = self.on_crash(details)
        self._close_messages_no_wait()

    def _print_error_renderables(self) -> None:
        """Print nothing: the caller reports the failure."""
        self._exit_renderables.clear()


_LATE = ("app.suspend_process", "app.help_quit")
"""App actions whose keys a screen may handle first."""


def _bindings(keymap: Keymap, before: BindingsMap) -> BindingsMap:
    """The keys that work on every screen; they replace the framework's keys for the same actions."""
    ours = {action.name.removeprefix("app.") for action in CONTEXTS["app"].actions}
    others = [each for _, each in before if each.action not in ours]
    return BindingsMap([*others, *_app_bindings(keymap)])


def _app_bindings(keymap: Keymap) -> Iterator[Binding]:
    for action in CONTEXTS["app"].actions:
        if keymap.keys(action.name):
            yield Binding(
                ",".join(keymap.keys(action.name)),
                action.name.removeprefix("app."),
                action.words(),
                show=False,
                priority=action.name not in _LATE or action.name in keymap.own,
                system=action.name == "app.help_quit",
            )
