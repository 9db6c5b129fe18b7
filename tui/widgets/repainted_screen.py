"""A screen that sends the changed lines of its panes at once.

For each update the framework renders every widget that is visible, and it waits for its timer before. Mostly
only some lines of panes have changed: then these lines are the update, and a key is answered without waiting.
"""

from asyncio import get_running_loop
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, cast

from textual import events
from textual.geometry import Region
from textual.screen import Screen, ScreenResultType
from textual.strip import Strip
from textual.widget import Widget

from lazaretto.tui.terminal.frame_encoder import LinesUpdate
from lazaretto.tui.terminal.survive_handler_errors import Contained
from lazaretto.tui.widgets.drawn_pane import Pane

if TYPE_CHECKING:
    from lazaretto.tui.terminal.terminal_app import TerminalApp

BETWEEN = 1 / 60
"""The least seconds between two updates: what changes within them waits for the framework's timer."""


class RepaintedScreen(Contained, Screen[ScreenResultType]):
    """A screen on which changed lines of panes need no rendering of other widgets."""

    _painted = 0.0
    """When the last update was sent, by the clock of the event loop."""
    _regions: Mapping[Pane, Region] = {}
    """Where the panes are that nothing covers."""
    _arranged: object = None
    """The arrangement of widgets that they follow from."""

    async def _on_idle(self, event: events.Idle) -> None:
        """Send what has changed now, unless that was done a moment ago or takes more than lines of panes."""
        now = get_running_loop().time()
        if now - self._painted >= BETWEEN and self._lines_will_do():
            event.prevent_default()
            self._on_timer_update()

    def _lines_will_do(self) -> bool:
        more = self._layout_required or self._scroll_required or self._repaint_required
        return (
            not (more or self._recompose_required)
            and bool(self._dirty_widgets)
            and self.is_current
            and not self.app._batch_count
            and self._dirty_widgets <= self._uncovered().keys()
        )

    def _compositor_refresh(self) -> None:
        self._painted = get_running_loop().time()
        app = cast("TerminalApp[Any]", self.app)
        lines = None if app.is_inline or self is not app.screen else self._changed_lines()
        if lines is None:
            super()._compositor_refresh()
            return
        self._compositor._dirty_regions.clear()
        self._dirty_widgets.clear()
        app._display(self, LinesUpdate(lines))
        app._update_mouse_over(self)

    def _changed_lines(self) -> list[tuple[int, int, Strip]] | None:
        """Return the row, the first column and the contents of what has changed, from the top.

        None: other widgets than panes have changed, too.
        """
        panes = self._uncovered()
        lines: list[tuple[int, int, Strip]] = []
        for dirty in _apart(self._compositor._dirty_regions, self.size.region):
            parts = [(pane, region.intersection(dirty)) for pane, region in panes.items()]
            if sum(part.area for _, part in parts) != dirty.area:
                return None
            for pane, part in parts:
                if part:
                    strips = pane.render_lines(part.translate(-panes[pane].offset))
                    lines += ((row, part.x, strip) for row, strip in enumerate(strips, part.y))
        return sorted(lines, key=lambda line: line[:2])

    def _uncovered(self) -> Mapping[Pane, Region]:
        visible = self._compositor.visible_widgets
        if self._arranged is not visible:
            self._arranged, self._regions = visible, dict(_uncovered(visible))
        return self._regions


def _uncovered(visible: Mapping[Widget, tuple[Region, Region]]) -> Iterator[tuple[Pane, Region]]:
    """Yield the panes that are visible as a whole; widgets in front of others come first."""
    before: list[Region] = []
    for widget, (region, clip) in visible.items():
        whole = clip.contains_region(region) and not any(map(region.overlaps, before))
        if isinstance(widget, Pane) and whole and widget.outer_size == widget.size == region.size:
            yield widget, region
        before.append(region.intersection(clip))


def _apart(regions: Iterable[Region], screen: Region) -> Iterator[Region]:
    """Yield the parts of the screen that regions cover, without lines that lie in a larger region."""
    large: list[Region] = []
    for region in sorted(regions, key=lambda region: (-region.area, region)):
        part = region.intersection(screen)
        if part and not any(other.contains_region(part) for other in large):
            large += [part] if part.height > 1 else []
            yield part
